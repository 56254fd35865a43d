const rights = (name: string, ...list: readonly string[]) => list.map((right) => `${name}:${right}`)

/** What a bot may ask for. https://docs.slack.dev/reference/scopes */
export const botScopes: ReadonlySet<string> = new Set([
  'commands',
  'incoming-webhook',
  'tokens.basic',
  'app_mentions:read',
  'assistant:write',
  'dnd:read',
  'emoji:read',
  'links.embed:write',
  'metadata.message:read',
  'users.profile:read',
  'workflow.steps:execute',
  ...rights('bookmarks', 'read', 'write'),
  ...rights('calls', 'read', 'write'),
  ...rights('canvases', 'read', 'write'),
  ...rights('channels', 'history', 'join', 'manage', 'read', 'write.invites', 'write.topic'),
  ...rights('chat', 'write', 'write.customize', 'write.public'),
  ...rights('conversations.connect', 'manage', 'read', 'write'),
  ...rights('files', 'read', 'write'),
  ...rights('groups', 'history', 'read', 'write', 'write.invites', 'write.topic'),
  ...rights('im', 'history', 'read', 'write', 'write.topic'),
  ...rights('links', 'read', 'write'),
  ...rights('lists', 'read', 'write'),
  ...rights('mpim', 'history', 'read', 'write', 'write.topic'),
  ...rights('pins', 'read', 'write'),
  ...rights('reactions', 'read', 'write'),
  ...rights('reminders', 'read', 'write'),
  ...rights('remote_files', 'read', 'share', 'write'),
  ...rights('search', 'read.files', 'read.public', 'read.users'),
  ...rights('team', 'read'),
  ...rights('team.billing', 'read'),
  ...rights('team.preferences', 'read'),
  ...rights('triggers', 'read', 'write'),
  ...rights('usergroups', 'read', 'write'),
  ...rights('users', 'read', 'read.email', 'write'),
  ...rights('workflows.templates', 'read', 'write'),
])

/** What an event needs to be told; an event that is not here is none that the stand-in ever tells. */
export const eventScopes: Readonly<Record<string, string | undefined>> = {
  app_home_opened: undefined,
  app_mention: 'app_mentions:read',
  app_uninstalled: undefined,
  channel_archive: 'channels:read',
  channel_deleted: 'channels:read',
  channel_left: 'channels:read',
  file_deleted: 'files:read',
  member_joined_channel: 'channels:read',
  tokens_revoked: undefined,
  file_shared: 'files:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  'message.mpim': 'mpim:history',
}

/** What besides an app may ask a person for. https://docs.slack.dev/reference/scopes */
export const userScopes: ReadonlySet<string> = new Set([
  ...botScopes,
  'search:read',
  ...rights('dnd', 'write'),
  ...['avatar', 'basic', 'email', 'team'].map((part) => `identity.${part}`),
  ...rights('stars', 'read', 'write'),
  ...rights('users.profile', 'read', 'write'),
])

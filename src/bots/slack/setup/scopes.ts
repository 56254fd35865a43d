/** Every right that the app asks for, and its purpose. https://docs.slack.dev/reference/scopes */
export const scopes = {
  'app_mentions:read': 'hears @Tunesmith',
  'channels:history': 'finds the clip of a thread in public channels, and its own message again if unsure',
  'channels:read': 'checks before a purchase whether it is in a channel, and whether the channel is public',
  'chat:write': 'posts results and answers',
  commands: "offers slash commands and the entry in a message's own menu",
  'files:read': 'reads the clips that members point at or upload',
  'files:write': 'uploads songs, covers and lyrics',
  'groups:history': 'the same as channels:history in private channels that it was invited to',
  'groups:read': 'the same as channels:read in private channels that it was invited to',
  'im:history': 'the same as channels:history in direct messages with it, where members make requests',
  'im:read': 'tells its own direct messages from others',
  'im:write':
    'sends members private results, and results that can no longer be posted where they were requested',
  'usergroups:read': 'knows which user groups a member is in, where they have budgets',
  'users:read':
    'knows who belongs to the workspace, who is an admin, and the names of members who make requests',
} as const satisfies Record<string, string>

/** The rights that were not granted. */
export const missingScopes = (granted: readonly string[]): readonly string[] =>
  Object.keys(scopes).filter((scope) => !granted.includes(scope))

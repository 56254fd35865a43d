/** Every right that the app asks for, and its purpose. https://docs.slack.dev/reference/scopes */
export const scopes = {
  'app_mentions:read': 'hears @Tunesmith',
  'channels:history':
    'finds the clip of a thread in public channels, and its own message again when in doubt',
  'channels:read': 'knows whether it is in a channel before anything is bought, and whether that is public',
  'chat:write': 'posts results and answers',
  commands: "offers slash commands and the entry in a message's own menu",
  'files:read': 'reads the clips that members point at or upload',
  'files:write': 'uploads songs, covers and lyrics',
  'groups:history': 'the same as channels:history in private channels that it was invited to',
  'groups:read': 'the same as channels:read in private channels that it was invited to',
  'im:history': 'the same as channels:history in direct messages with it, where it hears what is asked',
  'im:read': 'tells direct messages with it from those of others',
  'im:write':
    'writes to a member what only they are to see, and what can no longer be said where it was asked',
  'usergroups:read': 'knows which user groups a member is in, where they have budgets',
  'users:read': 'knows who is of the workspace, who is an admin of it, and what those are called who asked',
} as const satisfies Record<string, string>

/** The rights that were not granted. */
export const missingScopes = (granted: readonly string[]): readonly string[] =>
  Object.keys(scopes).filter((scope) => !granted.includes(scope))

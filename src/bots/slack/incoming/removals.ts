type Fields = Readonly<Record<string, unknown>>

const fieldsIn = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

/** What Slack says of the end of an installation. */
export interface Removal {
  /** Whose tokens were revoked; undefined if the app was taken out. */
  bots: readonly string[] | undefined
}

/**
 * Whether a delivery says that the app was taken out of a workspace, or that tokens of bots were revoked. Slack promises
 * no order of the two. https://docs.slack.dev/reference/events/app_uninstalled,
 * https://docs.slack.dev/reference/events/tokens_revoked
 */
export const removalIn = ({ event }: Fields): Removal | undefined => {
  const { type, tokens } = fieldsIn(event)
  if (type === 'app_uninstalled') return { bots: undefined }
  const { bot } = fieldsIn(tokens)
  return type === 'tokens_revoked' ? { bots: Array.isArray(bot) ? bot.map(String) : [] } : undefined
}

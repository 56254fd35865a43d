import { type Fields, fieldsIn } from './routing.ts'

/** Slack's notice that an installation has ended. */
export interface Removal {
  /** The bot users whose tokens were revoked; undefined if the app was uninstalled. */
  bots: readonly string[] | undefined
}

/**
 * Reads the notice in an event, if it is one: the app was uninstalled, or bot tokens were revoked. The two come in any
 * order. https://docs.slack.dev/reference/events/app_uninstalled,
 * https://docs.slack.dev/reference/events/tokens_revoked
 */
export const removalIn = ({ event }: Fields): Removal | undefined => {
  const { type, tokens } = fieldsIn(event)
  if (type === 'app_uninstalled') return { bots: undefined }
  const { bot } = fieldsIn(tokens)
  return type === 'tokens_revoked' ? { bots: Array.isArray(bot) ? bot.map(String) : [] } : undefined
}

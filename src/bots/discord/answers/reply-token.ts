/** An interaction's right to edit its own answer. */
interface ReplyRight {
  applicationId: string
  token: string
  /** When the interaction was made, in milliseconds since the epoch. */
  sinceMs: number
}

/**
 * How long a token lives.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages
 */
const tokenLifeMs = 15 * 60_000
/** What a request may take, and our clocks be apart. */
const marginMs = 10_000

/** What it takes to edit the answer of an interaction, as a job keeps it. */
export const writeReplyToken = ({ applicationId, token, sinceMs }: ReplyRight): string =>
  `${applicationId}/${sinceMs}/${token}`

/** The parts of what `writeReplyToken` wrote. */
export const readReplyToken = (replyToken: string): ReplyRight => {
  const [applicationId = '', since, ...token] = replyToken.split('/')
  return { applicationId, sinceMs: Number(since), token: token.join('/') }
}

/** Whether the right is over, or may be by the time that a request arrives. Of a lost moment nobody knows. */
export const isOver = ({ sinceMs }: ReplyRight, nowMs: number): boolean =>
  !(nowMs < sinceMs + tokenLifeMs - marginMs)

import { MessageFlags, type REST, Routes } from 'discord.js'
import { isRecord } from '../incoming/id.ts'
import { answerTimeoutMs, type Content } from './content.ts'

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
/** Allows for the request itself and clock skew. */
const marginMs = 10_000

/** The right to edit an interaction's answer, as a job stores it. */
export const writeReplyToken = ({ applicationId, token, sinceMs }: ReplyRight): string =>
  `${applicationId}/${sinceMs}/${token}`

/**
 * The right by `writeReplyToken`; undefined if it has expired, may expire before a request arrives, or has no
 * readable time.
 */
export const readReplyToken = (replyToken: string, nowMs: number): ReplyRight | undefined => {
  const [applicationId = '', since, ...token] = replyToken.split('/')
  const sinceMs = Number(since)
  return nowMs < sinceMs + tokenLifeMs - marginMs
    ? { applicationId, sinceMs, token: token.join('/') }
    : undefined
}

/**
 * Whether a message in a Discord answer is ephemeral: no channel route leads to it.
 * https://docs.discord.com/developers/resources/message#message-object-message-flags
 */
export const isSeenAlone = (answer: unknown): boolean =>
  isRecord(answer) && typeof answer.flags === 'number' && (answer.flags & MessageFlags.Ephemeral) !== 0

/** Edits an interaction's answer with its token; the original answer unless `message` is given. */
export const editAnswer = (
  rest: REST,
  { applicationId, token }: ReplyRight,
  { body, files }: Content,
  message?: string,
): Promise<unknown> =>
  rest.patch(Routes.webhookMessage(applicationId, token, message), {
    body,
    files,
    signal: AbortSignal.timeout(answerTimeoutMs(files)),
    auth: false,
  })

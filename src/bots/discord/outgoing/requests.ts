import { MessageFlags, type RawFile, type REST, Routes } from 'discord.js'
import { idIn, isRecord } from '../incoming/id.ts'
import type { Content } from './content.ts'

const textTimeoutMs = 10_000
/** The throughput of a 400 kbit/s connection. */
const uploadBytesPerMs = 50
/** A delivery step has six minutes, which include reading the files. */
const uploadTimeoutMaxMs = 150_000

/** How long a request with these files waits for an answer: a late edit could overwrite a newer one. */
export const answerTimeoutMs = (files: readonly Pick<RawFile, 'data'>[]): number => {
  let fileBytes = 0
  for (const { data } of files) if (data instanceof Uint8Array) fileBytes += data.byteLength
  return Math.min(textTimeoutMs + Math.ceil(fileBytes / uploadBytesPerMs), uploadTimeoutMaxMs)
}

/** The text of a message in a Discord answer; undefined if there is none. */
export const contentIn = (answer: unknown): string | undefined =>
  isRecord(answer) && typeof answer.content === 'string' ? answer.content : undefined

/**
 * Whether a message in a Discord answer is ephemeral: no channel route leads to it.
 * https://docs.discord.com/developers/resources/message#message-object-message-flags
 */
export const isSeenAlone = (answer: unknown): boolean =>
  isRecord(answer) && typeof answer.flags === 'number' && (answer.flags & MessageFlags.Ephemeral) !== 0

/**
 * Creates a message. For a few minutes Discord makes only one message per nonce.
 * https://docs.discord.com/developers/resources/message#create-message
 */
export const createMessage = (
  rest: REST,
  channel: string,
  { body, files }: Content,
  nonce: string,
): Promise<unknown> =>
  rest.post(Routes.channelMessages(channel), {
    body: { ...body, nonce, enforce_nonce: true },
    files,
    signal: AbortSignal.timeout(answerTimeoutMs(files)),
  })

/**
 * Edits one of our messages, with the bot's own rights. Throws AppError `platform_unavailable` if the answer is
 * not Discord's, such as a proxy's page with status 200: it is then unknown whether the edit was made.
 */
export const editMessage = async (
  rest: REST,
  channel: string,
  message: string,
  { body, files }: Content,
): Promise<void> => {
  const answer = await rest.patch(Routes.channelMessage(channel, message), {
    body,
    files,
    signal: AbortSignal.timeout(answerTimeoutMs(files)),
  })
  idIn(answer, 'message')
}

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

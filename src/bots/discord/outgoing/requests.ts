import { MessageFlags, type RawFile, type REST, Routes } from 'discord.js'
import { idIn } from '../incoming/id.ts'
import type { Content } from './content.ts'

const textTimeoutMs = 10_000
/** A line of 400 kilobits a second carries so much. */
const uploadBytesPerMs = 50
/** A step that delivers has six minutes, and reads the files in them too. */
const uploadTimeoutMaxMs = 150_000

/** After so long without an answer a request is given up: an edit that arrives late could overwrite a newer one. */
export const answerTimeoutMs = (fileBytes: number): number =>
  Math.min(textTimeoutMs + Math.ceil(fileBytes / uploadBytesPerMs), uploadTimeoutMaxMs)

const signalFor = (files: readonly RawFile[]): AbortSignal => {
  const fileBytes = files.reduce(
    (sum, { data }) => sum + (data instanceof Uint8Array ? data.byteLength : 0),
    0,
  )
  return AbortSignal.timeout(answerTimeoutMs(fileBytes))
}

/** The text of a message in an answer of Discord's; undefined where there is none. */
export const contentIn = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'content' in answer && typeof answer.content === 'string'
    ? answer.content
    : undefined

/**
 * Whether a message in an answer of Discord's is seen by one person alone: no channel's route leads to it.
 * https://docs.discord.com/developers/resources/message#message-object-message-flags
 */
export const isSeenAlone = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'flags' in answer &&
  typeof answer.flags === 'number' &&
  (answer.flags & MessageFlags.Ephemeral) !== 0

/**
 * Creates a message. Discord makes one of all with the same nonce, for a few minutes.
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
    signal: signalFor(files),
  })

/**
 * Edits a message of ours, with the bot's own rights. Throws AppError `platform_unavailable` where
 * the answer is none of Discord's, such as a proxy's page with a status that looks well: nobody
 * knows then whether the edit was made.
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
    signal: signalFor(files),
  })
  idIn(answer, 'message')
}

/** Edits an interaction's answer with its token; the original answer unless `message` is given. */
export const editAnswer = (
  rest: REST,
  { applicationId, token }: { applicationId: string; token: string },
  { body, files }: Content,
  message?: string,
): Promise<unknown> =>
  rest.patch(Routes.webhookMessage(applicationId, token, message), {
    body,
    files,
    signal: signalFor(files),
    auth: false,
  })

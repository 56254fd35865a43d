import assert from 'node:assert'
import type { AudioService, LookupOutcome, SubmitOutcome } from '../audio-service.ts'
import type { LocalClip } from '../clip.ts'
import { AppError } from '../errors.ts'
import type { ApiRequest } from '../feature.ts'
import type { Choice } from '../field.ts'
import {
  errorTextIn,
  isServiceError,
  readConversion,
  readJsonObject,
  readSubmission,
  voicesPage,
} from './responses.ts'
import { createTransport, type Exchange, type Transport } from './transport.ts'

interface AudioServiceOptions {
  baseUrl: string
  apiKey: string
  /** Total time for one exchange, headers and body. */
  timeoutMs?: number
  /** The same for one that sends a form. */
  uploadTimeoutMs?: number
  /** How long a form's files wait for an answer that needs none of them. */
  earlyAnswerMs?: number
}

const defaultTimeoutMs = 30_000
/** 50 MB at four megabits a second, and a little for the answer. */
const defaultUploadTimeoutMs = 120_000
/** There and back around the world, and a look at an account. */
const defaultEarlyAnswerMs = 500
const voicesPerPage = 100
const voicePagesMax = 50

const refusal = (status: number, said: string | undefined): SubmitOutcome => {
  const why = status === 402 ? 'balance' : status === 401 || status === 403 ? 'key' : 'request'
  return { status: 'refused', why, said }
}

/**
 * What an answer to a paid request means. Only the service's own words prove that it did not take the request; a 5xx,
 * a foreign body or a broken connection prove nothing.
 */
export const classifySubmission = (exchange: Exchange): SubmitOutcome => {
  if (exchange.kind === 'not_sent') return { status: 'not_sent', reason: exchange.reason }
  if (exchange.kind === 'broken') return { status: 'uncertain', reason: exchange.reason }
  const { status, body } = exchange
  if (status === 429) return { status: 'busy' }
  const answer = readJsonObject(body)
  if (answer === undefined) return { status: 'uncertain', reason: `HTTP ${status} without JSON` }
  if (status >= 200 && status < 300) {
    const submission = readSubmission(answer)
    if (submission !== undefined) return { status: 'accepted', ...submission }
    return answer.success === false
      ? refusal(status, errorTextIn(answer))
      : { status: 'uncertain', reason: `HTTP ${status} without a task id` }
  }
  const isProof = status >= 400 && status < 500 && isServiceError(answer)
  return isProof ? refusal(status, errorTextIn(answer)) : { status: 'uncertain', reason: `HTTP ${status}` }
}

const failureStatuses = new Set(['ERROR', 'FAILED'])

/** What an answer to a look-up means. A status that nobody has seen yet counts as still running. */
export const classifyLookup = (exchange: Exchange): LookupOutcome => {
  if (exchange.kind !== 'answered') return { status: 'unreadable', reason: exchange.reason }
  const answer = readJsonObject(exchange.body)
  const conversion = exchange.status === 200 && answer !== undefined ? readConversion(answer) : undefined
  if (conversion === undefined) return { status: 'unreadable', reason: `HTTP ${exchange.status}` }
  const { status, outcome, cost, said } = conversion
  if (failureStatuses.has(status)) return { status: 'failed', said }
  return status === 'COMPLETED' ? { status: 'finished', outcome, cost } : { status: 'pending' }
}

const voicesFrom = (exchange: Exchange): { voices: readonly Choice[]; total: number | undefined } => {
  if (exchange.kind !== 'answered') {
    throw new AppError('service_unreachable', `voices: ${exchange.reason}`, { retryable: true })
  }
  const page = voicesPage.safeParse(readJsonObject(exchange.body))
  if (!page.success) {
    throw new AppError('service_answer_unreadable', `voices: HTTP ${exchange.status}`, { cause: page.error })
  }
  const voices = page.data.voices.map(({ voice_id: value, voice_name: label }) => ({ value, label }))
  return { voices, total: page.data.total }
}

/** A page may be smaller than what was asked for, so the total says where the list ends. */
const readAllVoices = async (transport: Transport): Promise<readonly Choice[]> => {
  const all: Choice[] = []
  for (let page = 0; page < voicePagesMax; page += 1) {
    const query = { limit: String(voicesPerPage), page: String(page) }
    const { voices, total } = voicesFrom(await transport.get('/v1/getAllVoices', query))
    all.push(...voices)
    const isLast = total === undefined ? voices.length < voicesPerPage : all.length >= total
    if (isLast || voices.length === 0) break
  }
  return all
}

const send = (
  transport: Transport,
  request: ApiRequest,
  files: Readonly<Record<string, LocalClip>>,
): Promise<Exchange> => {
  if (request.encoding === 'json') return transport.postJson(request.path, request.body)
  const clips = Object.keys(request.files).map((part): [string, LocalClip] => {
    const clip = files[part]
    assert(clip !== undefined, `${request.path}: the file of ${part} was not handed over`)
    return [part, clip]
  })
  return transport.postForm(request.path, request.body, Object.fromEntries(clips))
}

/** The audio service over HTTP. `close` ends its connections. */
export const createAudioService = ({
  baseUrl,
  apiKey,
  timeoutMs = defaultTimeoutMs,
  uploadTimeoutMs = defaultUploadTimeoutMs,
  earlyAnswerMs = defaultEarlyAnswerMs,
}: AudioServiceOptions): AudioService & { close(): Promise<void> } => {
  const transport = createTransport({ baseUrl, apiKey, timeoutMs, uploadTimeoutMs, earlyAnswerMs })
  return {
    submit: async (request, files) => classifySubmission(await send(transport, request, files)),
    lookUp: async (conversionType, taskId) =>
      classifyLookup(await transport.get('/v1/byId', { conversionType, task_id: taskId })),
    voices: () => readAllVoices(transport),
    close: () => transport.close(),
  }
}

import { creditsFromService, type Microcredits } from '../core/credits.ts'
import type { ConversionType } from '../core/endpoints/conversion-type.ts'
import type { TaskStatus } from '../core/job/audio-service.ts'
import { type Findings, type Outcome, type Output, toldLength } from '../core/outcome.ts'
import { parseJson, withoutSecrets } from '../core/text/text.ts'
import {
  type Answer,
  asAddress,
  asAnswer,
  asFlag,
  asSpan,
  asText,
  asTime,
  outputSuffixes,
  readAnswer,
  statusText,
} from './answer.ts'
import { readFindings, resultLinks } from './findings.ts'
import { flagIn, isServiceError, quoted, saidIn } from './submission.ts'
import type { Exchange } from './transport.ts'

/** A task as a look-up returns it. Anything absent, blank or of an unexpected type is undefined. */
export interface Conversion {
  taskId: string | undefined
  feature: string | undefined
  /** In upper case; '' if there is none. Not every status is documented. */
  status: string
  message: string | undefined
  webhookUrl: string | undefined
  createdAtMs: number | undefined
  updatedAtMs: number | undefined
  generatedAtMs: number | undefined
  outputs: readonly Output[]
  coverUrl: string | undefined
  coverThumbnailUrl: string | undefined
  isStreamingRequested: boolean
  isStreamingAvailable: boolean
  transcription: string | undefined
  translation: string | undefined
  findings: Findings | undefined
  cost: Microcredits | undefined
  flaggedFor: string | undefined
  /** The raw answer, including names that are not known yet. */
  answer: Answer
}

/** Lines with their start in milliseconds, as JSON in a text. */
const readTimedLyrics = (value: unknown): Output['timedLyrics'] => {
  const lines: unknown = typeof value === 'string' ? parseJson(value) : undefined
  if (!Array.isArray(lines)) return []
  const read = lines.flatMap((line: unknown) => {
    const { start: startMs, text } = asAnswer(line) ?? {}
    const startSeconds = typeof startMs === 'number' ? asSpan(startMs / 1000) : undefined
    return startSeconds !== undefined && typeof text === 'string'
      ? [{ startSeconds, text: withoutSecrets(text) }]
      : []
  })
  return read.length === lines.length ? read : []
}

const readOutput = (conversion: Answer, suffix: (typeof outputSuffixes)[number] | ''): Output => ({
  conversionId: asText(conversion[`conversion_id${suffix}`]),
  title: withoutSecrets(asText(conversion[`title${suffix}`])),
  lyrics: withoutSecrets(asText(conversion[`lyrics${suffix}`])),
  timedLyrics: readTimedLyrics(conversion[`lyrics_timestamped${suffix}`]),
  audioUrl: asAddress(conversion[`conversion_path${suffix}`]),
  wavUrl: asAddress(conversion[`conversion_path_wav${suffix}`]),
  durationSeconds: toldLength(asSpan(conversion[`conversion_duration${suffix}`])),
  sounds: withoutSecrets(asText(conversion[`sounds${suffix}`])),
})

const isThere = ({ conversionId, audioUrl, wavUrl }: Output): boolean =>
  (conversionId ?? audioUrl ?? wavUrl) !== undefined

/**
 * A feature with one output has no numbers in its field names, and several names for its file or files. A map of
 * files may be keyed by names such as "vocals", or by the output's id, which is not used as a title.
 */
const readUnnumbered = (conversion: Answer): readonly Output[] => {
  const output = { ...readOutput(conversion, ''), audioUrl: undefined }
  const links = resultLinks(conversion)
  if (links.length === 0) return isThere(output) ? [output] : []
  const wavUrl = links.length === 1 ? output.wavUrl : undefined
  const titleOf = (name: string | undefined) =>
    (name === output.conversionId ? undefined : name) ?? output.title
  return links.map(({ name, url }) => ({ ...output, title: titleOf(name), audioUrl: url, wavUrl }))
}

const readOutputs = (conversion: Answer): readonly Output[] => {
  const numbered: Output[] = []
  for (const suffix of outputSuffixes) {
    const output = readOutput(conversion, suffix)
    if (isThere(output)) numbered.push(output)
  }
  return numbered.length > 0 ? numbered : readUnnumbered(conversion)
}

const readConversion = (answer: Answer): Conversion => {
  const outputs = readOutputs(answer)
  const known = new Set<string | undefined>()
  for (const { audioUrl, wavUrl } of outputs) known.add(audioUrl).add(wavUrl)
  return {
    taskId: asText(answer.task_id),
    feature: asText(answer.feature),
    status: (asText(answer.status) ?? '').toUpperCase(),
    message: withoutSecrets(asText(answer.message)),
    webhookUrl: asText(answer.webhook_url),
    createdAtMs: asTime(answer.createdAt),
    updatedAtMs: asTime(answer.updatedAt),
    generatedAtMs: asTime(answer.generation_completed_at),
    outputs,
    coverUrl: asAddress(answer.album_cover_path),
    coverThumbnailUrl: asAddress(answer.album_cover_thumbnail),
    isStreamingRequested: asFlag(answer.is_streaming_request) === true,
    isStreamingAvailable: asFlag(answer.is_streaming_available) === true,
    transcription: withoutSecrets(asText(answer.transcription)),
    translation: withoutSecrets(asText(answer.translation)),
    findings: readFindings(answer, known),
    cost: creditsFromService(answer.conversion_cost),
    flaggedFor: flagIn(answer),
    answer,
  }
}

/**
 * The result of a look-up: a task, or why there is none. `unreadable` is worth another look-up. `isDenied`: the
 * service does not show the task to our key.
 */
export type ConversionFound =
  | { status: 'found'; conversion: Conversion }
  | { status: 'unreadable'; reason: string; isUnknown?: true; isDenied?: true }

/** Statuses by which the service says that it knows no such task, or rejects its name. */
const unknownStatuses = new Set([400, 404, 422])

const deniedStatuses = new Set([401, 403])

const isSaidBy = (statuses: ReadonlySet<number>, status: number, answer: Answer | undefined): boolean =>
  statuses.has(status) && answer !== undefined && isServiceError(answer)

/** The task in an answer to a look-up. */
export const findConversion = (exchange: Exchange): ConversionFound => {
  if (exchange.kind !== 'answered') return { status: 'unreadable', reason: exchange.reason }
  const { status } = exchange
  const said = readAnswer(exchange.body)
  const answer = status === 200 ? said : undefined
  const conversion =
    answer !== undefined && asFlag(answer.success) === true ? asAnswer(answer.conversion) : undefined
  return conversion === undefined
    ? {
        status: 'unreadable',
        reason: statusText(exchange),
        ...(isSaidBy(unknownStatuses, status, said) && { isUnknown: true }),
        ...(isSaidBy(deniedStatuses, status, said) && { isDenied: true }),
      }
    : { status: 'found', conversion: readConversion(conversion) }
}

const failureStatuses = new Set(['ERROR', 'FAILED'])

/** IN_QUEUE is documented. Callers of the service have seen the others, whose meaning is not documented. */
const runningStatuses = new Set(['IN_QUEUE', 'IN_PROGRESS', 'PARTIAL_COMPLETED', 'GENERATION_COMPLETED'])

/** Not documented here, but common elsewhere for a task that ended without a result. */
const endStatuses = new Set([
  'CANCELED',
  'CANCELLED',
  'REJECTED',
  'ABORTED',
  'TERMINATED',
  'EXPIRED',
  'TIMEOUT',
  'TIMED_OUT',
])

/** Whether a record has any of its family's product. Lyrics or a cover alone are not a song. */
const hasProduct = (family: string | undefined, outcome: Outcome): boolean => {
  const { outputs, transcription, translation, findings } = outcome
  const hasAudio = outputs.some(({ audioUrl }) => audioUrl !== undefined)
  switch (family) {
    case 'AUDIO_TRANSCRIPTION':
      return hasAudio || transcription !== undefined || translation !== undefined
    case 'LYRICS_GENERATOR':
      return outputs.some(({ lyrics }) => lyrics !== undefined)
    case 'KEY_BPM_EXTRACTION':
      return (findings?.facts.length ?? 0) > 0
    case 'AUDIO_TO_MIDI':
      return hasAudio || (findings?.files.length ?? 0) > 0
    default:
      return hasAudio
  }
}

const whyFailed = ({ answer }: Conversion): string | undefined => saidIn(answer) ?? quoted(answer.status_msg)

/** The status of a task that was looked up under a family. An unknown status counts as still running. */
export const taskStatusOf = (conversion: Conversion, family?: ConversionType): TaskStatus => {
  const { status, cost, webhookUrl, flaggedFor } = conversion
  const { outputs, coverUrl, transcription, translation, findings } = conversion
  if (failureStatuses.has(status)) return { status: 'failed', said: whyFailed(conversion), webhookUrl }
  const outcome = {
    outputs,
    coverUrl,
    transcription,
    translation,
    ...(findings !== undefined && { findings }),
  }
  const isThereSome = hasProduct(family ?? conversion.feature, outcome)
  if (endStatuses.has(status) && !isThereSome)
    return { status: 'failed', said: whyFailed(conversion) ?? status, webhookUrl }
  if (status === 'COMPLETED') return { status: 'finished', outcome, cost, webhookUrl, flaggedFor }
  return {
    status: 'pending',
    unknownStatus: runningStatuses.has(status) ? undefined : status,
    soFar: isThereSome ? outcome : undefined,
    cost,
    webhookUrl,
  }
}

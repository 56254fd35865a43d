import { z } from 'zod'
import { creditsFromService } from '../credits.ts'
import type { Outcome, Output } from '../feature.ts'
import { parseJson } from '../json.ts'

/**
 * Everything that knows how the audio service spells its answers. It reads leniently: unknown fields are ignored, and
 * a field of an unexpected type counts as absent.
 */

type Answer = Readonly<Record<string, unknown>>

/** Text, or nothing: the service writes "" and null for what is not there yet. */
const text = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  z.string().optional(),
)

const number = z.preprocess((value) => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}, z.number().optional())

const price = z.unknown().optional().transform(creditsFromService)

/** Parses a body that ought to be a JSON object; undefined when it is anything else, such as a proxy's HTML. */
export const readJsonObject = (body: string): Record<string, unknown> | undefined =>
  z.record(z.string(), z.unknown()).safeParse(parseJson(body)).data

const errorFields = [
  'error_message_detail',
  'message',
  'error',
  'messsage',
  'detail',
  'reason',
  'error_message',
] as const

/** What the service says went wrong, under whichever of its names it says it. */
export const errorTextIn = (answer: Answer): string | undefined => {
  const names = answer.is_flagged === true ? (['reason', ...errorFields] as const) : errorFields
  for (const name of names) {
    const said = text.safeParse(answer[name]).data
    if (said !== undefined) return said
  }
  return undefined
}

/** Whether an answer has the form of the service's own errors: success=false, or a text under one of its names. */
export const isServiceError = (answer: Answer): boolean =>
  answer.success === false || errorTextIn(answer) !== undefined

const submission = z.object({
  success: z.literal(true),
  task_id: z.string().min(1),
  eta: number,
  credit_estimate: price,
})

/** An eta beyond this is no estimate of anything. */
const etaSecondsMax = 24 * 60 * 60

const readEta = (eta: number | undefined): number | undefined =>
  eta === undefined || eta < 0 || eta > etaSecondsMax ? undefined : Math.ceil(eta)

/** The answer to an accepted submission; undefined when it is anything else. An eta of -1 means unknown. */
export const readSubmission = (answer: Answer) => {
  const read = submission.safeParse(answer)
  if (!read.success) return undefined
  const { task_id: taskId, eta, credit_estimate: estimate } = read.data
  return { taskId, etaSeconds: readEta(eta), estimate }
}

const timedLine = z.object({ start: z.number(), text: z.string() })

const readTimedLyrics = (value: unknown): Output['timedLyrics'] => {
  if (typeof value !== 'string') return []
  const lines = z.array(timedLine).safeParse(parseJson(value)).data ?? []
  return lines.map(({ start, text: line }) => ({ startSeconds: start / 1000, text: line }))
}

const readOutput = (conversion: Answer, suffix: '_1' | '_2' | ''): Output | undefined => {
  const conversionId = text.parse(conversion[`conversion_id${suffix}`])
  if (conversionId === undefined) return undefined
  return {
    conversionId,
    title: text.parse(conversion[`title${suffix}`]),
    lyrics: text.parse(conversion[`lyrics${suffix}`]),
    timedLyrics: readTimedLyrics(conversion[`lyrics_timestamped${suffix}`]),
    audioUrl: text.parse(conversion[`conversion_path${suffix}`]),
    wavUrl: text.parse(conversion[`conversion_path_wav${suffix}`]),
    durationSeconds: number.parse(conversion[`conversion_duration${suffix}`]),
  }
}

/** The service's sample of a feature with one output has no numbers in its names, and another one for the file. */
const readOnlyOutput = (conversion: Answer): readonly Output[] => {
  const output = readOutput(conversion, '')
  if (output === undefined) return []
  return [{ ...output, audioUrl: output.audioUrl ?? text.parse(conversion.audio_url) }]
}

const readOutputs = (conversion: Answer): readonly Output[] => {
  const numbered = (['_1', '_2'] as const).flatMap((suffix) => readOutput(conversion, suffix) ?? [])
  return numbered.length > 0 ? numbered : readOnlyOutput(conversion)
}

const readOutcome = (conversion: Answer): Outcome => ({
  outputs: readOutputs(conversion),
  coverUrl: text.parse(conversion.album_cover_path),
})

const lookup = z.object({ success: z.literal(true), conversion: z.record(z.string(), z.unknown()) })

/** Where a task stands; `status` is upper-case. Undefined when the answer is no conversion. */
export const readConversion = (answer: Answer) => {
  const read = lookup.safeParse(answer)
  if (!read.success) return undefined
  const { conversion } = read.data
  return {
    status: (text.parse(conversion.status) ?? '').toUpperCase(),
    outcome: readOutcome(conversion),
    cost: creditsFromService(conversion.conversion_cost),
    said: errorTextIn(conversion) ?? text.parse(conversion.status_msg),
  }
}

/** One page of voices. */
export const voicesPage = z.object({
  success: z.literal(true),
  voices: z.array(z.object({ voice_id: z.string().min(1), voice_name: z.string() })),
  total: number,
})

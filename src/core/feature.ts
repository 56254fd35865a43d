import assert from 'node:assert'
import { type AskedFact, askedFacts } from './asked-facts.ts'
import { clipsIn, type GivenClip } from './clip.ts'
import type { ApiRequest } from './endpoints/api-request.ts'
import type { ConversionType } from './endpoints/conversion-type.ts'
import { type Fields, guidanceFor, type InputOf, type Problem, type RawValues, readValues } from './field.ts'
import type { Priced } from './ledger/price-book.ts'
import type { ResultMessage } from './message.ts'

/** One finished piece of a task, as the service's client read it. */
export interface Output {
  /** Undefined where the service names none. */
  conversionId: string | undefined
  title: string | undefined
  lyrics: string | undefined
  /** Lines with their start in seconds, where they were asked for. */
  timedLyrics: readonly { startSeconds: number; text: string }[]
  audioUrl: string | undefined
  wavUrl: string | undefined
  durationSeconds: number | undefined
  /** What the service calls sounds; it does not say what that is. */
  sounds: string | undefined
}

/** Everything a finished task left behind. */
export interface Outcome {
  outputs: readonly Output[]
  coverUrl: string | undefined
  /** The words of a clip, in the form that was asked for. */
  transcription: string | undefined
  /** The same in English, where the service says both. */
  translation: string | undefined
}

/** What a feature of the audio service is: declared once, in one file. */
export interface FeatureSpec<F extends Fields> {
  name: string
  summary: string
  /** What the member gets, in two or three words, such as "your song". */
  product: string
  /** The service's own name of the feature family, for look-ups. */
  conversionType: ConversionType
  fields: F
  /** Files of sound that a finished task must have, or its transcript; fewer is a partial result. */
  outputsExpected: number | 'transcript' | ((input: InputOf<F>) => number)
  /** How long it takes when the service does not say. */
  usualSeconds: number
  /** What members find in a message's own menu, such as "Remix this clip"; for features that take a clip. */
  messageAction?: string
  /** What is wrong with the values taken together. */
  check?(input: InputOf<F>): readonly Problem[]
  /** What the service takes, but may not follow to the end, beside what the fields say. */
  warn?(input: InputOf<F>): readonly string[]
  /** Which price it has, and how many units of it or which clip's minutes; the price book knows what that comes to. */
  priced(input: InputOf<F>): Priced
  encode(input: InputOf<F>): ApiRequest
  /** `asked` is what the member gave, by the fields' labels. */
  view(outcome: Outcome, input: InputOf<F>, asked: readonly AskedFact[]): ResultMessage
}

/** A request that passed every check: what it is charged by, what to send, and how its result will look. */
export interface PreparedRequest {
  priced: Priced
  request: ApiRequest
  warnings: readonly string[]
  /** The clips it works on. */
  clips: readonly GivenClip[]
  /** Whether everything is there that a finished task must have. */
  isComplete(outcome: Outcome): boolean
  view(outcome: Outcome): ResultMessage
}

/** A feature as the rest of the program sees it: the same for every feature. */
export interface Feature {
  kind: 'feature'
  name: string
  summary: string
  product: string
  conversionType: ConversionType
  fields: Fields
  usualSeconds: number
  messageAction: string | undefined
  prepare(
    values: RawValues,
  ): { ok: true; prepared: PreparedRequest } | { ok: false; problems: readonly Problem[] }
}

const expectedOf = <F extends Fields>(
  { outputsExpected }: FeatureSpec<F>,
  input: InputOf<F>,
): number | 'transcript' => (typeof outputsExpected === 'function' ? outputsExpected(input) : outputsExpected)

const hasAll = ({ outputs, transcription }: Outcome, expected: number | 'transcript'): boolean =>
  expected === 'transcript'
    ? transcription !== undefined
    : outputs.filter(({ audioUrl }) => audioUrl !== undefined).length >= expected

/** Closes a declaration over its own input type, so that features of different inputs fit into one list. */
export const defineFeature = <F extends Fields>(spec: FeatureSpec<F>): Feature => {
  const { name, summary, product, conversionType, fields, outputsExpected, usualSeconds } = spec
  const isPositive = typeof outputsExpected !== 'number' || outputsExpected > 0
  assert(isPositive && usualSeconds > 0, `${name}: outputs and seconds must be positive`)
  return {
    kind: 'feature',
    name,
    summary,
    product,
    conversionType,
    fields,
    usualSeconds,
    messageAction: spec.messageAction,
    prepare(values) {
      const read = readValues(fields, values)
      if (!read.ok) return read
      const { input } = read
      const problems = spec.check?.(input) ?? []
      if (problems.length > 0) return { ok: false, problems }
      const prepared: PreparedRequest = {
        priced: spec.priced(input),
        request: spec.encode(input),
        warnings: [...guidanceFor(fields, input), ...(spec.warn?.(input) ?? [])],
        clips: clipsIn(fields, input),
        isComplete: (outcome) => hasAll(outcome, expectedOf(spec, input)),
        view: (outcome) => spec.view(outcome, input, askedFacts(fields, input)),
      }
      return { ok: true, prepared }
    },
  }
}

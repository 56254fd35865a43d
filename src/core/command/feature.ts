import assert from 'node:assert'
import { clipName, readClip } from '../clip/clip.ts'
import { clipsIn } from '../clip/clip-field.ts'
import type { ApiRequest, QueryRequest } from '../endpoints/api-request.ts'
import type { ConversionType } from '../endpoints/conversion-type.ts'
import type { Control, Fields, InputOf, Mend, Problem, RawValues, ReadOf } from '../fields/field.ts'
import { guidanceFor, readPart, withOthers } from '../fields/read-values.ts'
import type { Counted, Priced } from '../ledger/price-book.ts'
import type { PriceName } from '../ledger/prices.ts'
import type { ResultMessage } from '../message/message.ts'
import type { Outcome } from '../outcome.ts'
import { say, sayDeclared } from '../text/say.ts'
import { shortened } from '../text/text.ts'
import { seconds, timeText } from '../time.ts'
import { permissionName, withPermission } from './consent.ts'
import type { Example, Topic } from './example.ts'
import { languageName } from './languages.ts'
import type {
  AnswerRequest,
  ByAnswer,
  ByLookUp,
  ByRecord,
  ByTask,
  FreeRequest,
  Prepared,
  PreparedRequest,
  TaskRequest,
} from './prepared-request.ts'
import { seenByName, spoilerName, withSharedFields } from './seen-by.ts'
import type { Starters } from './starters.ts'

/** One value that a member gave, in words; its label is empty if they say enough. */
export interface AskedFact {
  label: string
  value: string
}

/** A longer text would push the rest of a result's line out of sight; Edit has all of it. */
const textLengthMax = 200

const valueText = (control: Control, value: unknown): string => {
  switch (control.kind) {
    case 'text':
      return control.named === undefined
        ? shortened(String(value), textLengthMax)
        : sayDeclared(control.named)
    case 'choice':
      return sayDeclared(control.choices.find((choice) => choice.value === value)?.label ?? String(value))
    case 'toggle':
      return value === true ? say('Yes') : say('No')
    case 'time':
      return timeText(seconds(Number(value)))
    case 'listed':
      return control.list === 'languages' ? languageName(String(value)) : String(value)
    case 'clip': {
      const clip = readClip(value)
      return clip === undefined ? '' : clipName(clip)
    }
    case 'integer':
    case 'credits':
    case 'member':
    case 'channel':
    case 'group':
      return String(value)
    case 'secret':
      return ''
  }
}

/**
 * What a member gave, in the order of the fields, but for the fields that the result shows itself: a prompt in
 * quotes, and a switch that is on by its name alone. `input` passed the fields.
 */
export const askedFacts = (
  fields: Fields,
  input: RawValues,
  shown: readonly string[] = [],
): readonly AskedFact[] => {
  const facts: AskedFact[] = []
  for (const [name, { label: declaredLabel, control, required }] of Object.entries(fields)) {
    const value = input[name]
    if (value === undefined || shown.includes(name)) continue
    const label = sayDeclared(declaredLabel)
    const text = valueText(control, value)
    const isPrompt = required && control.kind === 'text' && control.named === undefined
    if (isPrompt) facts.push({ label: '', value: `“${text}”` })
    else if (control.kind === 'toggle' && value === true) facts.push({ label: '', value: label })
    else facts.push({ label, value: text })
  }
  return facts
}

/** Prices by the fields that can cause them: if a field is given, one of its prices may apply. */
type OtherPrices<F extends Fields = Fields> = { readonly [Name in keyof F]?: readonly PriceName[] }

/** What every feature declares, however it gets its outcome. */
interface AnySpec<F extends Fields> {
  name: string
  summary: string
  /** The group that help lists it in. */
  topic: Topic
  /** What help offers to try. */
  example: Example
  /** What the member gets, in two or three words, such as "your song". */
  product: string
  /** Whether that is grammatically plural, such as "your lyrics". */
  isProductPlural?: true
  /** Title of its form, at most 24 characters; by default its entry in the message menu. */
  formTitle?: string
  fields: F
  /** Those of its fields whose clip has its voice changed or imitated. */
  voiceFields?: readonly (keyof F & string)[]
  /** Duration if the service does not say. */
  usualSeconds: number
  /** Required first, in a form that opens at once if no value is given; see `Action.asksFirst`. */
  asksFirst?: readonly (keyof F & string)[]
  /** Presets for its form, offered while a field is empty. */
  starters?: Starters<keyof F & string>
  /** Problems with the combined values, as far as they are present and readable. */
  check?(input: ReadOf<F>): readonly Problem[]
  /** What the service accepts but may not follow completely, besides the fields' own warnings. */
  warn?(input: InputOf<F>): readonly string[]
  /** Fields that the result shows itself, such as its cover; its line leaves them out. */
  shownFields?: readonly (keyof F & string)[]
  /** `asked` is what the member gave, by the fields' labels. */
  view(outcome: Outcome, input: InputOf<F>, asked: readonly AskedFact[]): ResultMessage
}

/** A feature that makes a task at the audio service, declared in one file. */
export interface FeatureSpec<F extends Fields> extends AnySpec<F> {
  /** The service's own name of the feature family, for look-ups. */
  conversionType: ConversionType
  /** Sound files that a finished task must have, or its transcript; fewer is a partial result. */
  outputsExpected: number | 'transcript' | ((input: InputOf<F>) => number)
  /** Whether an album cover belongs to the product. */
  coverExpected?(input: InputOf<F>): boolean
  /** Entry in a message's menu, such as "Remix this clip"; for features that take a clip. */
  messageAction?: string
  /** Label of the button below a result's take, such as "Remix"; for the same features. */
  takeAction?: string
  /** The price of the simplest request, which members see before they use it. */
  usualPrice: PriceName
  /** Other prices of a request, by the options that cause them. */
  otherPrices?: OtherPrices<F>
  /** The price, and the number of its units or the clip whose minutes count; the price book knows what that costs. */
  priced(input: InputOf<F>): Priced
  /** How the request is shortened to this many units, fewer than `priced` says; undefined if it can't be. */
  shorter?(input: InputOf<F>, units: number): Mend | undefined
  encode(input: InputOf<F>): ApiRequest
}

/** A feature that is paid and answered at once. */
interface AnsweredSpec<F extends Fields> extends AnySpec<F> {
  usualPrice: PriceName
  priced(input: InputOf<F>): Counted
  ask(input: InputOf<F>): QueryRequest
}

/** A free feature: it makes nothing, and shows what exists. */
interface FreeSpec<F extends Fields> extends AnySpec<F> {
  find(input: InputOf<F>): ByLookUp | ByRecord
}

/** A feature as the rest of the program sees it, the same for all features. */
export interface Feature<P extends PreparedRequest = PreparedRequest> {
  kind: 'feature'
  name: string
  summary: string
  topic: Topic
  example: Example
  product: string
  isProductPlural: boolean
  /** The family for looking up its tasks; undefined if it makes none. */
  conversionType: ConversionType | undefined
  /** Whether it is free, makes nothing, and is left out of the history. */
  isFree: boolean
  /** The price of the simplest request; undefined if it is free. */
  usualPrice: PriceName | undefined
  otherPrices: OtherPrices
  fields: Fields
  /** The fields whose clip has its voice changed or imitated. */
  voiceFields: readonly string[]
  /** See `Action.asksFirst`. */
  asksFirst: readonly string[]
  starters: Starters | undefined
  /** Fields that its result shows itself. */
  shownFields: readonly string[]
  usualSeconds: number
  messageAction: string | undefined
  takeAction: string | undefined
  /** The title of its form, such as 'Trim this clip' or "Make a song". */
  formTitle: string
  prepare(values: RawValues): { ok: true; prepared: P } | { ok: false; problems: readonly Problem[] }
}

/** A product at the beginning of a sentence, such as "Your song"; said by `sayDeclared`. */
export const productAtBeginning = (product: string): string =>
  `${product.slice(0, 1).toUpperCase()}${product.slice(1)}`

/** What tells whether an outcome is complete, which each kind of feature decides in its own way. */
type Completeness = Pick<Prepared, 'isComplete'>

/** Hides a declaration's input type, so that features with different inputs fit into one list. */
const closed = <F extends Fields, Way extends Completeness>(
  spec: AnySpec<F>,
  conversionType: ConversionType | undefined,
  wayOf: (input: InputOf<F>) => Way,
) => {
  const {
    name,
    summary,
    topic,
    example,
    product,
    usualSeconds,
    formTitle = `/${name}`,
    voiceFields = [],
    asksFirst = [],
    starters,
    shownFields = [],
  } = spec
  for (const common of [seenByName, spoilerName, permissionName])
    assert(!(common in spec.fields), `${name}: every feature has ${common} already`)
  const fields = withSharedFields(withPermission(name, spec.fields, voiceFields))
  assert(usualSeconds > 0, `${name}: outputs and seconds must be positive`)
  const prepare = (
    values: RawValues,
  ): { ok: true; prepared: Prepared & Way } | { ok: false; problems: readonly Problem[] } => {
    const read = readPart(fields, values)
    const {
      [seenByName]: _seenBy,
      [spoilerName]: _spoiler,
      [permissionName]: _permission,
      ...own
    } = read.input
    const part = own as ReadOf<F> // read by the fields of F and by common ones, which features don't use
    const together = (spec.check?.(part) ?? []).filter(
      // What else is missing may change once the rest is right.
      ({ field }) => read.problems.length === 0 || values[field] !== undefined,
    )
    const problems = withOthers(fields, read.problems, together)
    if (problems.length > 0) return { ok: false, problems }
    const input = part as InputOf<F> // no value has a problem
    const prepared: Omit<Prepared, keyof Completeness> = {
      warnings: [...guidanceFor(spec.fields, input), ...(spec.warn?.(input) ?? [])],
      clips: clipsIn(spec.fields, input),
      view: (outcome) => spec.view(outcome, input, askedFacts(spec.fields, input, shownFields)),
    }
    return { ok: true, prepared: { ...prepared, ...wayOf(input) } }
  }
  const { isProductPlural = false } = spec
  const shown = { name, summary, topic, example, product, isProductPlural, formTitle }
  const said = { ...shown, voiceFields, asksFirst, starters, shownFields }
  return { kind: 'feature' as const, ...said, conversionType, fields, usualSeconds, prepare }
}

/** A feature that makes a task at the service. */
export const defineFeature = <F extends Fields>(spec: FeatureSpec<F>): Feature<TaskRequest> => {
  const { name, outputsExpected, messageAction, takeAction, usualPrice, otherPrices = {} } = spec
  const isPositive = typeof outputsExpected !== 'number' || outputsExpected > 0
  assert(isPositive, `${name}: outputs and seconds must be positive`)
  assert(
    (messageAction === undefined) === (takeAction === undefined),
    `${name}: one action without the other`,
  )
  const feature = closed(spec, spec.conversionType, (input): ByTask & Completeness => ({
    obtains: 'task',
    priced: spec.priced(input),
    request: spec.encode(input),
    shorter: (units) => spec.shorter?.(input, units),
    isComplete({ outputs, transcription, coverUrl }) {
      if (coverUrl === undefined && spec.coverExpected?.(input) === true) return false
      const expected = typeof outputsExpected === 'function' ? outputsExpected(input) : outputsExpected
      if (expected === 'transcript') return transcription !== undefined
      return outputs.filter(({ audioUrl }) => audioUrl !== undefined).length >= expected
    },
  }))
  const { formTitle = messageAction ?? feature.formTitle } = spec
  return { ...feature, formTitle, isFree: false, messageAction, takeAction, usualPrice, otherPrices }
}

/** Left out by features that make no task. */
const withoutMore = { messageAction: undefined, takeAction: undefined, otherPrices: {} }

/** A feature that is paid and answered at once. */
export const defineAnsweredFeature = <F extends Fields>(spec: AnsweredSpec<F>): Feature<AnswerRequest> => {
  const feature = closed(spec, undefined, (input): ByAnswer & Completeness => ({
    obtains: 'answer',
    priced: spec.priced(input),
    request: spec.ask(input),
    isComplete: () => true,
  }))
  return { ...feature, ...withoutMore, isFree: false, usualPrice: spec.usualPrice }
}

/** A feature that is free. */
export const defineFreeFeature = <F extends Fields>(spec: FreeSpec<F>): Feature<FreeRequest> => {
  const feature = closed(spec, undefined, (input) => ({ ...spec.find(input), isComplete: () => true }))
  return { ...feature, ...withoutMore, isFree: true, usualPrice: undefined }
}

import type { Milliseconds, Seconds } from '../time.ts'
import type { ConversionType } from './conversion-type.ts'
import type { FailureName, ResponseName } from './shapes.ts'

/**
 * What every field of an endpoint may say: its meaning, whether a request needs it, and what
 * the service takes in its absence.
 */
interface FieldBase {
  help?: string
  required?: true
  default?: string | number | boolean
}

/**
 * Lengths are in characters (code points). `lengthMax` is a maximum and refuses;
 * `guidanceLengthMax` is guidance and only warns.
 */
interface TextField extends FieldBase {
  kind: 'text'
  lengthMax?: number
  guidanceLengthMax?: number
  /** Whether an empty text means something to the service. */
  mayBeEmpty?: true
  /** Values with a known meaning, where the description lists none. */
  known?: readonly string[]
  /** The text is the id of an entry of this list. */
  idOf?: 'voices'
}

/** One of a fixed list. */
interface ChoiceField extends FieldBase {
  kind: 'choice'
  choices: readonly string[]
}

/** Both ends count. */
interface IntegerField extends FieldBase {
  kind: 'integer'
  min: number
  max?: number
}

/** A finite number of its unit, zero or more. */
interface TimeField extends FieldBase {
  kind: 'time'
  unit: 'seconds' | 'milliseconds'
}

interface ToggleField extends FieldBase {
  kind: 'toggle'
}

/** An http(s) address without a password. */
interface AddressField extends FieldBase {
  kind: 'address'
}

/** A file that goes along as a part of a form. */
interface FileField extends FieldBase {
  kind: 'file'
}

/** One field of a request, by the service's own name for it. */
export type WireField =
  | TextField
  | ChoiceField
  | IntegerField
  | TimeField
  | ToggleField
  | AddressField
  | FileField

/** What a price is for; a minute and a hundred words count as soon as they are begun. */
export type PriceUnit = 'request' | 'output' | 'minute' | 'hundred_words'

/** Credits for one unit: at most, and for an account with a plan. */
export interface Tariff {
  most: string
  onPlan: string
}

/** What an endpoint costs; each variant has a price of its own, named after it, such as `music.v7`. */
export interface EndpointPrice {
  per: PriceUnit
  usual?: Tariff
  variants?: Readonly<Record<string, Tariff>>
}

/** How an endpoint says no. The description gives shapes and texts, and hardly a status. */
export interface Failures {
  /** The shapes that the description names, or all of them where it names none; the first is the usual one. */
  shapes: readonly [FailureName, ...FailureName[]]
  /** Statuses with a shape of their own. */
  at?: Readonly<Partial<Record<number, FailureName>>>
  /** Status of a request with wrong values. */
  status: 400 | 422
  /** Status of a request without its clip, where that is another one. */
  clipStatus?: 400
  /** Said of anything that is wrong with a field, where there are words for it. */
  texts?: Readonly<Record<string, string>>
  noCredits: string
  /** Whether a refusal for lack of credits has both amounts. */
  tellsCredits?: true
  noPlan?: string
  broken: string
}

/**
 * What the service documents of one endpoint: the one place from which types, checks, limits, prices, docs and
 * the stand-in come.
 */
export interface Endpoint {
  method: 'GET' | 'POST'
  path: `/v${1 | 2}/${string}`
  /** How the fields travel. */
  encoding: 'json' | 'form' | 'query'
  /** What it does, in a few words without a full stop. */
  does: string
  /** Whether the service has a successor for it. */
  deprecated: boolean
  /** Under which family its tasks are looked up; undefined where it makes none. */
  conversionType: ConversionType | undefined
  fields: Readonly<Record<string, WireField>>
  /** Fields of which a request has exactly one. */
  exactlyOneOf: readonly (readonly [string, string])[]
  /** Fields that are the two ends of a range: the first lies before the second. */
  ranges: readonly (readonly [string, string])[]
  /** Undefined where it is free. */
  price: EndpointPrice | undefined
  /** The shape of its answer. */
  response: ResponseName
  failures: Failures
  /**
   * Values of a valid request. A file stands there by the name of a clip of the contract's, an entry of a list
   * by its position.
   */
  example: Readonly<Record<string, string | number | boolean>>
}

type ValueOf<F extends WireField, File, Address> = F extends { choices: readonly (infer C)[] }
  ? C
  : F extends { unit: 'seconds' }
    ? Seconds
    : F extends { unit: 'milliseconds' }
      ? Milliseconds
      : F extends { kind: 'file' }
        ? File
        : F extends { kind: 'toggle' }
          ? boolean
          : F extends { kind: 'integer' }
            ? number
            : F extends { kind: 'address' }
              ? Address
              : string

type RequiredNames<Fields> = {
  [N in keyof Fields]: Fields[N] extends { required: true } ? N : never
}[keyof Fields]

/**
 * The values that an endpoint takes, by its own names. `File` is what stands for a file, `Address` for an
 * address. Undefined means not set.
 */
export type ValuesOf<E extends Endpoint, File, Address = string> = {
  [N in RequiredNames<E['fields']>]: ValueOf<E['fields'][N], File, Address>
} & {
  [N in Exclude<keyof E['fields'], RequiredNames<E['fields']>>]?:
    | ValueOf<E['fields'][N], File, Address>
    | undefined
}

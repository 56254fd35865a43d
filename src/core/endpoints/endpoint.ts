import type { Milliseconds, Seconds } from '../time.ts'
import type { ConversionType } from './conversion-type.ts'
import type { FailureName, ResponseName } from './shapes.ts'

/** What any field of an endpoint can state: its meaning, whether it is required, and the service's default. */
interface FieldBase {
  help?: string
  required?: true
  default?: string | number | boolean
}

/**
 * Lengths are in characters (code points). A request over `lengthMax` is refused; one over `guidanceLengthMax` only
 * gets a warning.
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

/** Both bounds are inclusive. */
interface IntegerField extends FieldBase {
  kind: 'integer'
  min: number
  max?: number
}

/** A finite number in its unit, zero or more. */
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

/** A file sent as part of a form. */
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

/** What a price is for; a minute or a hundred words count once begun. */
export type PriceUnit = 'request' | 'output' | 'minute' | 'hundred_words'

/** Credits for one unit: the maximum, and the price for an account with a plan. */
export interface Tariff {
  most: string
  onPlan: string
}

/** What an endpoint costs; each variant has its own price, named after it, such as `music.v7`. */
export interface EndpointPrice {
  per: PriceUnit
  usual?: Tariff
  variants?: Readonly<Record<string, Tariff>>
}

/** How an endpoint refuses. The description gives shapes and texts, but hardly any status. */
export interface Failures {
  /** The shapes in the description, or all of them if it names none; the first is the usual one. */
  shapes: readonly [FailureName, ...FailureName[]]
  /** Statuses with their own shape. */
  at?: Readonly<Partial<Record<number, FailureName>>>
  /** Status of a request with invalid values. */
  status: 400 | 422
  /** Status of a request without its clip, if different. */
  clipStatus?: 400
  /** Texts for problems with a field, where known. */
  texts?: Readonly<Record<string, string>>
  noCredits: string
  /** Whether a refusal for lack of credits includes both amounts. */
  tellsCredits?: true
  noPlan?: string
  broken: string
}

/**
 * The service's documentation of one endpoint: the single source of types, checks, limits, prices, docs and the
 * stand-in.
 */
export interface Endpoint {
  method: 'GET' | 'POST'
  path: `/v${1 | 2}/${string}`
  /** How the fields are sent. */
  encoding: 'json' | 'form' | 'query'
  /** What it does, in a few words without a full stop. */
  does: string
  /** Whether the service has replaced it. */
  deprecated: boolean
  /** The family for looking up its tasks; undefined if it makes none. */
  conversionType: ConversionType | undefined
  fields: Readonly<Record<string, WireField>>
  /** Pairs of fields of which a request has exactly one. */
  exactlyOneOf: readonly (readonly [string, string])[]
  /** Pairs of fields that are the ends of a range: the first lies before the second. */
  ranges: readonly (readonly [string, string])[]
  /** Undefined if it is free. */
  price: EndpointPrice | undefined
  /** The shape of its answer. */
  response: ResponseName
  failures: Failures
  /** Values of a valid request. A file is given by the name of a contract clip, a list entry by its position. */
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
 * The values that an endpoint takes, by its own names. `File` represents a file, `Address` an address. Undefined
 * means not set.
 */
export type ValuesOf<E extends Endpoint, File, Address = string> = {
  [N in RequiredNames<E['fields']>]: ValueOf<E['fields'][N], File, Address>
} & {
  [N in Exclude<keyof E['fields'], RequiredNames<E['fields']>>]?:
    | ValueOf<E['fields'][N], File, Address>
    | undefined
}

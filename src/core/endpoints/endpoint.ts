import type { Milliseconds, Seconds } from '../units.ts'
import type { ConversionType } from './conversion-type.ts'

/**
 * What every field of an endpoint may say: whether a request needs it, and what
 * the service takes in its absence.
 */
interface Asked {
  required?: true
  default?: string | number | boolean
}

/**
 * Lengths are in characters (code points). `lengthMax` is a maximum and refuses;
 * `guidanceLengthMax` is guidance and only warns.
 */
interface TextField extends Asked {
  kind: 'text'
  lengthMax?: number
  guidanceLengthMax?: number
  /** Whether an empty text means something to the service. */
  mayBeEmpty?: true
}

/** One of a fixed list. */
interface ChoiceField extends Asked {
  kind: 'choice'
  choices: readonly string[]
}

/** Both ends count. */
interface IntegerField extends Asked {
  kind: 'integer'
  min: number
  max?: number
}

/** A finite number of its unit, zero or more. */
interface TimeField extends Asked {
  kind: 'time'
  unit: 'seconds' | 'milliseconds'
}

interface ToggleField extends Asked {
  kind: 'toggle'
}

/** An http(s) address without a password. */
interface AddressField extends Asked {
  kind: 'address'
}

/** A file that goes along as a part of a form. */
interface FileField extends Asked {
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

/**
 * What the service documents of one endpoint: the one place from which types, checks, limits and docs come.
 */
export interface Endpoint {
  method: 'GET' | 'POST'
  path: `/${string}`
  /** How the fields travel. */
  encoding: 'json' | 'form' | 'query'
  /** What it does, in a few words. */
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

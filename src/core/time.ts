import assert from 'node:assert'

/** A number of seconds, for places where milliseconds could be confused with them. */
export type Seconds = number & { readonly unit: 'seconds' }

/** A number of milliseconds, for places where seconds could be confused with them. */
export type Milliseconds = number & { readonly unit: 'milliseconds' }

/** Brands a finite number of seconds; anything else is a bug and throws. */
export const seconds = (value: number): Seconds => {
  assert(Number.isFinite(value), `${value} is not a number of seconds`)
  return value as Seconds
}

/** Brands a finite number of milliseconds; anything else is a bug and throws. */
export const milliseconds = (value: number): Milliseconds => {
  assert(Number.isFinite(value), `${value} is not a number of milliseconds`)
  return value as Milliseconds
}

/** The same time in whole milliseconds. */
export const inMilliseconds = (time: Seconds): Milliseconds => milliseconds(Math.round(time * 1000))

/** The longest time accepted: ten hours. */
export const timeMax = seconds(36_000)

/** Example of a time's format. */
export const timeExample = '1:23.5'

/** The most characters of a time, in any notation. */
export const timeLengthMax = 40

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && /^\p{Nd}$/u.test(character)

/**
 * The value of a decimal digit of any script: each script has ten consecutive digits, zero first, and adjacent rows
 * still begin ten apart. https://www.unicode.org/versions/stability_policy.html#Property_Value
 */
const digitValue = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (isDigit(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** A text with every script's digits, colons and signs as ASCII. */
export const withPlainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, digitValue)
    .replaceAll('\u066B', '.')
    .replaceAll('\u2212', '-')

/** A decimal in units of `unitMs` milliseconds, parsed without a float until it is whole. */
const inUnits = (whole: string, decimals: string, unitMs: number): number =>
  Number(whole || '0') * unitMs + Math.round(Number(`0.${decimals || '0'}`) * unitMs)

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** `1:23.5`, `90:00` and `1:02:03`. Two digits follow each colon, because `1:5` could mean `1:05` or `1:50`. */
const clock = /^(?:(?<hours>\d+):(?=\d\d:))?(?<minutes>\d*):(?<seconds>[0-5]\d)(?:[.,](?<decimals>\d+))?$/

const clockMs = (text: string): number | undefined => {
  const { groups } = clock.exec(text) ?? {}
  if (groups === undefined) return undefined
  const { hours, minutes = '', seconds: whole = '', decimals = '' } = groups
  if (hours !== undefined && Number(minutes) > 59) return undefined
  return Number(hours ?? '0') * hourMs + Number(minutes) * minuteMs + inUnits(whole, decimals, secondMs)
}

const units: readonly { names: RegExp; unitMs: number }[] = [
  { names: /^(?:h|hrs?|hours?)$/, unitMs: hourMs },
  { names: /^(?:m|mins?|minutes?)$/, unitMs: minuteMs },
  { names: /^(?:s|secs?|seconds?)$/, unitMs: secondMs },
  { names: /^(?:ms|msecs?|milliseconds?)$/, unitMs: 1 },
]

/** A number after a larger unit has the next smaller one; a number on its own is in seconds. */
const unitOf = (name: string, larger: number | undefined): number | undefined => {
  if (name !== '') return units.findIndex(({ names }) => names.test(name))
  if (larger === undefined) return 2
  return larger < 2 ? larger + 1 : undefined
}

const measured = /\s*(?<whole>\d*)(?:[.,](?<decimals>\d+))?\s*(?<name>[a-z]*)/y

/** Whether a comma may separate thousands or decimals: `1,500`. */
const isAmbiguous = (text: string): boolean => /(?<![\d.,])[1-9]\d{0,2},\d{3}(?!\d)/.test(text)

/** Separators between two parts of a time; the second part needs a unit, or it may count something else. */
const between = /(?<=[a-z])(?:,|,? and) (?=[\d.]+ ?[a-z])/g

/**
 * `90`, `83.5s`, `1m05s`, `1h 2m`, `1 minute and 30 seconds`, `500ms`: larger units first, and only the last part
 * can have a fraction.
 */
const measuredMs = (typed: string): number | undefined => {
  const text = typed.replaceAll(between, ' ')
  if (text === '' || isAmbiguous(text)) return undefined
  let totalMs = 0
  let larger: number | undefined
  for (let at = 0; at < text.length; ) {
    measured.lastIndex = at
    const { groups = {} } = measured.exec(text) ?? {}
    const { whole = '', decimals, name = '' } = groups
    if (whole === '' && decimals === undefined) return undefined
    const unit = unitOf(name, larger)
    const { unitMs } = units[unit ?? -1] ?? {}
    const largerMs = units[larger ?? -1]?.unitMs
    if (unit === undefined || unitMs === undefined) return undefined
    const ms = inUnits(whole, decimals ?? '', unitMs)
    if (largerMs !== undefined && (unitMs >= largerMs || ms >= largerMs)) return undefined
    totalMs += ms
    larger = unit
    at = measured.lastIndex
    if (decimals !== undefined && at < text.length) return undefined
  }
  return totalMs
}

/**
 * Parses a time as people write it: `1:23.5`, `1:02:03`, `90`, `83.5s`, `83,5`, `1m05s`, `500ms`. In whole
 * milliseconds, at most ten hours; undefined for anything else, and for ambiguous times such as `1:5` or `1,500`.
 */
export const parseTime = (typed: string): Seconds | undefined => {
  if (typed.length > timeLengthMax) return undefined
  const text = withPlainDigits(typed).trim().toLowerCase()
  const ms = clockMs(text) ?? measuredMs(text)
  return ms === undefined || ms > timeMax * secondMs ? undefined : seconds(ms / secondMs)
}

/** A length as for songs, in minutes and whole seconds: `0:20`, `12:03`. */
export const durationText = (durationSeconds: number): string => {
  const whole = Math.round(durationSeconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** A time as it is shown and can be typed: `0:20`, `1:23.5`, `1:02:03`. */
export const timeText = (time: Seconds): string => {
  const totalMs = Math.round(time * secondMs)
  const [hours, minutes] = [Math.floor(totalMs / hourMs), Math.floor((totalMs % hourMs) / minuteMs)]
  const [whole, ms] = [Math.floor((totalMs % minuteMs) / secondMs), totalMs % secondMs]
  const digits = String(ms).padStart(3, '0')
  const fraction = ms === 0 ? '' : `.${digits.replace(/(?<!0)0+$/, '')}`
  const clocked = `${minutes}:${String(whole).padStart(2, '0')}${fraction}`
  return hours > 0 ? `${hours}:${clocked.padStart(fraction.length + 5, '0')}` : clocked
}

import assert from 'node:assert'

/** A number of seconds, where milliseconds are near enough to be mixed up with them. */
export type Seconds = number & { readonly unit: 'seconds' }

/** A number of milliseconds, where seconds are near enough to be mixed up with them. */
export type Milliseconds = number & { readonly unit: 'milliseconds' }

/** Brands a finite number of seconds; anything else is a bug and throws. */
export const seconds = (value: number): Seconds => {
  assert(Number.isFinite(value), `${value} is no number of seconds`)
  return value as Seconds
}

/** Brands a finite number of milliseconds; anything else is a bug and throws. */
export const milliseconds = (value: number): Milliseconds => {
  assert(Number.isFinite(value), `${value} is no number of milliseconds`)
  return value as Milliseconds
}

/** The same time in milliseconds, a whole number of them. */
export const inMilliseconds = (time: Seconds): Milliseconds => milliseconds(Math.round(time * 1000))

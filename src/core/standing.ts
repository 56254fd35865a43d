import type { Fact } from './message.ts'
import type { Hindrance, Standing } from './places.ts'

const ordinalEndings = { one: 'st', two: 'nd', few: 'rd', other: 'th' } as const
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })

/** A number as a place in an order, such as "3rd". */
export const ordinal = (number: number): string => {
  const kind = ordinalRules.select(number)
  return `${number}${ordinalEndings[kind === 'one' || kind === 'two' || kind === 'few' ? kind : 'other']}`
}

/** The place in the line, such as "3rd in line". */
export const placeText = ({ position }: Pick<Standing, 'position'>): string =>
  position === undefined ? 'further back in line' : `${ordinal(position)} in line`

/** Why a whole line waits, as whole sentences. */
export const hindranceTexts = {
  busy: 'The audio service is busy and takes no more requests right now; yours keeps its place.',
  paused:
    'The audio service takes no requests right now, until whoever runs this bot has mended that; yours keeps its place.',
} as const satisfies Record<Hindrance, string>

/** When a waiting job may be done: by what is usual for it and for those before it; nothing where nobody can say. */
export const expectedFacts = (
  { startsInSeconds, hindrance }: Standing,
  usualSeconds: number,
  nowMs: number,
): readonly Fact[] =>
  hindrance === undefined
    ? [{ label: 'Expected about', value: { atMs: nowMs + (startsInSeconds + usualSeconds) * 1000 } }]
    : []

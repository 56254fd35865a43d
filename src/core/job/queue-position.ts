import type { Fact } from '../message/message.ts'
import { declared, say, sayDeclared, sayOrdinal } from '../text/say.ts'
import type { Hindrance, QueuePosition } from './concurrency.ts'

/** The place in the line, such as "3rd in line". */
export const positionText = ({ position }: Pick<QueuePosition, 'position'>): string =>
  position === undefined
    ? say('further back in line')
    : sayOrdinal(
        {
          one: '{{count}}st in line',
          two: '{{count}}nd in line',
          few: '{{count}}rd in line',
          other: '{{count}}th in line',
        },
        { count: position },
      )

const hindranceTexts = {
  busy: declared('The audio service is busy and takes no more requests right now; yours keeps its place.'),
  paused: declared(
    'The audio service takes no requests right now, until whoever runs this bot has fixed that; yours keeps its place.',
  ),
} as const satisfies Record<Hindrance, string>

/** Why a whole line waits, as whole sentences. */
export const hindranceText = (hindrance: Hindrance): string => sayDeclared(hindranceTexts[hindrance])

/**
 * When a waiting job may be done: by what is usual for it and for those before
 * it; nothing where nobody can say.
 */
export const expectedFacts = (
  { startsInSeconds, hindrance }: QueuePosition,
  usualSeconds: number,
  nowMs: number,
): readonly Fact[] =>
  hindrance === undefined
    ? [{ label: say('Expected about'), value: { atMs: nowMs + (startsInSeconds + usualSeconds) * 1000 } }]
    : []

import type { Clock } from '../clock.ts'

/**
 * What becomes of an event on its way. reorder: it waits for the next one, or for a while when none comes.
 */
export const eventMishaps = ['repeat', 'delay', 'reorder'] as const
export type EventMishap = (typeof eventMishaps)[number]

/** Events that wait for another to overtake them; each is released once. */
export type HeldEvents = (() => void)[]

type Passage = {
  readonly clock: Clock
  readonly held: HeldEvents
  /** How much later an event comes that is late, or that nothing overtakes. */
  readonly lateMs: number
}

const hold = ({ clock, held, lateMs }: Passage, send: () => void): void => {
  const release = () => {
    const place = held.indexOf(release)
    if (place < 0) return
    held.splice(place, 1)
    send()
  }
  held.push(release)
  clock.at(clock.now() + lateMs, release)
}

/** Lets everything go that waits, the latest first. */
export const releaseHeld = (held: HeldEvents): void => {
  for (const release of held.toReversed()) release()
}

/** Hands an event on: once and at once, unless a mishap wants otherwise. */
export const pass = (
  mishap: EventMishap | undefined,
  passage: Passage,
  send: (how: 'once' | 'twice') => void,
): void => {
  const { clock, held, lateMs } = passage
  switch (mishap) {
    case 'delay':
      clock.at(clock.now() + lateMs, () => send('once'))
      return
    case 'reorder':
      hold(passage, () => send('once'))
      return
    case 'repeat':
      send('twice')
      break
    case undefined:
      send('once')
  }
  releaseHeld(held)
}

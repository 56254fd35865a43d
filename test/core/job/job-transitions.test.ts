import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type JobState, jobStates } from '../../../src/core/job/job.ts'
import { arrowOf, arrows } from '../../../src/core/job/job-transitions.ts'

const next = (state: JobState): JobState[] => arrows.filter(({ from }) => from === state).map(({ to }) => to)

const reachableFrom = (start: JobState): Set<JobState> => {
  const seen = new Set<JobState>([start])
  for (const state of seen) for (const reached of next(state)) seen.add(reached)
  return seen
}

describe('the life of a job', () => {
  test('can come to every state from its first one', () => {
    expect([...reachableFrom('requested')].sort()).toEqual([...jobStates].sort())
  })

  test.each(jobStates)('can end from %s', (state) => {
    const ends = [...reachableFrom(state)].filter((reached) => next(reached).length === 0)
    expect(ends).not.toEqual([])
  })

  test('never goes back to a paid request from a state in which one may have been taken', () => {
    const wellKnown = ['submitted', 'ready', 'posted', 'withheld', 'booked', 'expired', 'failed'] as const
    for (const state of wellKnown) expect(reachableFrom(state)).not.toContain('submitting')
    expect(next('uncertain')).not.toContain('submitting')
  })

  test('is over once a charge was given back', () => {
    expect(next('voided')).toEqual([])
    expect(next('failed')).toEqual([])
  })
})

describe('the arrows', () => {
  test('are told apart by their operation and where they begin', () => {
    const names = arrows.map(({ operation, from }) => `${operation} from ${from}`)
    expect(new Set(names).size).toBe(arrows.length)
    for (const arrow of arrows) expect(arrowOf(arrow.operation, arrow.from)).toEqual(arrow)
  })

  const closed: readonly JobState[] = ['ready', 'posted', 'withheld', 'voided', 'failed', 'booked', 'expired']

  test.each(arrows)(
    '$operation from $from to $to: the hold is $hold where it can be',
    ({ from, to, hold }) => {
      const wasClosed = closed.includes(from)
      const isClosed = closed.includes(to)
      if (hold === 'kept') expect(wasClosed).toBe(isClosed)
      if (hold === 'adjusted') expect([wasClosed, isClosed]).toEqual([false, false])
      if (hold === 'freed' || hold === 'spent') expect([wasClosed, isClosed]).toEqual([false, true])
      if (hold === 'corrected') expect([wasClosed, isClosed]).toEqual([true, true])
    },
  )

  test('are the picture in docs/architecture.md', () => {
    const page = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
    const [, picture = ''] = /```mermaid\nstateDiagram-v2\n([^`]*)```/.exec(page) ?? []
    const drawn = arrows.map(({ from, to, when }) => `  ${from} --> ${to}: ${when}\n`)
    expect(picture).toBe(['  [*] --> requested: hold and record, before the answer\n', ...drawn].join(''))
  })
})

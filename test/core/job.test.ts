import { describe, expect, test } from 'vitest'
import { endings, type JobState, jobStates, transitions } from '../../src/core/job.ts'

const arrows: Readonly<Record<JobState, readonly JobState[]>> = transitions

const reachableFrom = (start: JobState): Set<JobState> => {
  const seen = new Set<JobState>([start])
  for (const state of seen) for (const next of arrows[state]) seen.add(next)
  return seen
}

describe('the life of a job', () => {
  test('can come to every state from its first one', () => {
    expect([...reachableFrom('requested')].sort()).toEqual([...jobStates].sort())
  })

  test.each(jobStates)('can end from %s', (state) => {
    const ends = [...reachableFrom(state)].filter((reached) => arrows[reached].length === 0)
    expect(ends).not.toEqual([])
  })

  test('never goes back to a paid request from a state in which one may have been taken', () => {
    const wellKnown = ['submitted', 'ready', 'posted', 'withheld', 'booked', 'expired', 'failed'] as const
    for (const state of wellKnown) expect(reachableFrom(state)).not.toContain('submitting')
    expect(arrows.uncertain).not.toContain('submitting')
  })

  test('is over once a charge was given back', () => {
    expect(arrows.voided).toEqual([])
    expect(arrows.failed).toEqual([])
  })
})

test.each(Object.entries(endings))('the reason %s is told in a full sentence', (_, sentence) => {
  expect(sentence).toMatch(/^[A-Z].*\.$/)
})

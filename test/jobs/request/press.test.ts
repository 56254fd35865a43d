import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { isUnfinished, type JobState, jobStates } from '../../../src/core/job/job.ts'
import { pressedJobId } from '../../../src/jobs/request/press.ts'
import { target } from '../../support/commands/invocation.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'

const press = 'message-1 do:jobs:again member-1'

/** Jobs that came of one button so far, by their states; `read` counts how often somebody looked. */
const world = (states: readonly (JobState | 'unreadable' | 'forgotten')[]) => {
  let reads = 0
  const ids: string[] = []
  const idOf = (eventId: string): string => {
    if (!ids.includes(eventId)) ids.push(eventId)
    return eventId
  }
  const stateOf = (jobId: string) => states[Number(/^press (\d+) /.exec(jobId)?.[1])]
  return {
    reads: () => reads,
    ask: () =>
      pressedJobId(
        {
          store: {
            read: (jobId) => {
              reads += 1
              const state = stateOf(jobId)
              if (state === 'unreadable') return Promise.reject(new AppError('record_unreadable', 'broken'))
              const isThere = state !== undefined && state !== 'forgotten'
              return Promise.resolve(isThere ? jobRecord({ id: jobId, state }) : undefined)
            },
            wasForgotten: (jobId) => Promise.resolve(stateOf(jobId) === 'forgotten'),
          },
          jobIdFor: (_account, eventId) => idOf(eventId),
        },
        { target: target() },
        press,
      ),
  }
}

describe('a press', () => {
  const over = jobStates.filter((state) => !isUnfinished({ state }))
  const underWay = jobStates.filter((state) => isUnfinished({ state }))

  test('is the first request of its button, however often it is repeated', async () => {
    const { ask } = world([])
    expect(await ask()).toBe(`press 0 ${press}`)
    expect(await ask()).toBe(`press 0 ${press}`)
  })

  test.each(underWay)('asks for the job that is %s already', async (state) => {
    expect(await world(['posted', state]).ask()).toBe(`press 1 ${press}`)
  })

  test.each([...over, 'unreadable', 'forgotten'] as const)(
    'asks for another after one that is %s',
    async (state) => {
      expect(await world([state]).ask()).toBe(`press 1 ${press}`)
    },
  )

  test('finds the next one after any number of them, without looking at each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 3_000 }), fc.boolean(), async (count, isUnderWay) => {
        const before = Array.from({ length: count }, () => 'posted' as const)
        const { ask, reads } = world(isUnderWay ? [...before, 'submitted'] : before)
        expect(await ask()).toBe(`press ${count} ${press}`)
        expect(reads()).toBeLessThan(2 * Math.log2(count + 2) + 3)
      }),
      { numRuns: 50 },
    )
  })
})

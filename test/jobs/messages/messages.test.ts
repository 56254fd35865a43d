import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { type Microcredits, microcredits } from '../../../src/core/credits.ts'
import { jobName } from '../../../src/core/job/job.ts'
import type { Standing } from '../../../src/core/job/places.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { personalServer } from '../../../src/core/target.ts'
import {
  cancelBlock,
  readyMessage,
  waitingMessage,
  workingMessage,
} from '../../../src/jobs/messages/messages.ts'
import { paidFact } from '../../../src/jobs/messages/result-facts.ts'
import { jobRecord as record } from '../../support/jobs/job-record.ts'

describe('what a result cost', () => {
  test.each([
    ['final', '0.12 used, 0.00 left'],
    ['estimate', 'about 0.12 used, 0.00 left'],
    ['hold', 'about 0.12 used, 0.00 left'],
  ] as const)('by its %s is told below it', (settledBy, value) => {
    const job = record({ state: 'ready', settled: microcredits(120_000), settledBy, leftAfter: -500_000 })
    expect(readyMessage(job, plainMessage('done', 'done'))).toEqual({
      text: 'done',
      tone: 'done',
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: 'Job', value: jobName(job.id) },
            { label: 'Credits', value },
          ],
        },
      ],
    })
  })

  const server = 'An admin can give more with /budget give, or raise the limit with /budget limit.'
  test.each([
    ['a fifth or more is left', { leftAfter: 1_000_000, allowedAfter: 5_000_000 }, '0.12 used, 1.00 left'],
    [
      'less is left',
      { leftAfter: 990_000, allowedAfter: 5_000_000 },
      `0.12 used, only 0.99 of 5.00 left. ${server}`,
    ],
    [
      'more was spent than might be',
      { leftAfter: -10_000, allowedAfter: 100_000 },
      `0.12 used, only 0.00 of 0.10 left. ${server}`,
    ],
    [
      'less of their own is left to whoever asked',
      {
        ...{ leftAfter: 0, allowedAfter: 1_000_000 },
        target: { ...record({}).target, server: personalServer('member-1') },
      },
      '0.12 used, only 0.00 of 1.00 left. Whoever runs this bot can give you more.',
    ],
  ])('says whether that is little: %s', (_, figures, value) => {
    const job = record({ state: 'ready', settled: microcredits(120_000), settledBy: 'final', ...figures })
    expect(paidFact(job)).toEqual({ label: 'Credits', value })
  })

  test('is nothing where nothing was charged', () => {
    const job = record({ state: 'ready', settled: microcredits(0), settledBy: 'final', leftAfter: 5 })
    expect(JSON.stringify(readyMessage(job, plainMessage('done')).blocks)).toContain('"nothing charged"')
  })

  test('stands behind one name, that of the job whose result is shown', () => {
    const named = { label: 'Job', value: '3f2akd7c' }
    const view = { ...plainMessage('done'), blocks: [{ kind: 'facts' as const, facts: [named] }] }
    expect(JSON.stringify(readyMessage(record(), view).blocks).match(/"Job"/g)).toHaveLength(1)
  })
})

test('while it works, only what is known is told', () => {
  const held = microcredits(120_000)
  const blocksWith = (estimate: Microcredits | undefined) =>
    workingMessage(music, { held, estimate, expectedAtMs: 5 }, 'b00x1').blocks
  const expected = { label: 'Expected', value: { atMs: 5 } }
  expect(blocksWith(undefined)).toEqual([
    { kind: 'facts', facts: [expected, { label: 'Held', value: 'at most 0.12 credits' }] },
    cancelBlock({ id: 'b00x1', state: 'submitted' }),
  ])
  expect(blocksWith(microcredits(90_000))[0]).toEqual({
    ...{ kind: 'facts', facts: [expected, { label: 'Cost', value: 'about 0.09 credits' }] },
  })
})

describe('what a job says that waits', () => {
  const standing = { position: 3, startsInSeconds: 50, hindrance: undefined } as const
  const said = (changes: Partial<Standing> = {}) =>
    waitingMessage(record(), music, { ...standing, ...changes }, { nowMs: 1_000_000 })
  const held = { label: 'Held', value: 'at most 0.12 credits' }

  test('is its place, and when it may be there by what is usual', () => {
    expect(said()).toEqual({
      text: 'Queued your song: 3rd in line. This message changes when there is news.',
      tone: 'working',
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: 'Expected about', value: { atMs: 1_000_000 + (50 + music.usualSeconds) * 1_000 } },
            held,
          ],
        },
        cancelBlock({ id: record().id, state: 'accepted' }),
      ],
    })
  })

  test.each([
    [
      'further back than the first ten',
      { position: undefined },
      'further back in line. This message changes',
    ],
    ['with a service that is busy', { hindrance: 'busy' }, '3rd in line. The audio service is busy'],
    [
      'with one that takes nothing',
      { hindrance: 'paused' },
      '3rd in line. The audio service takes no requests',
    ],
  ] as const)('promises no time %s', (_, changes, text) => {
    expect(said(changes).text).toContain(text)
    expect(said(changes).blocks).toEqual([
      { kind: 'facts', facts: [held] },
      cancelBlock({ id: record().id, state: 'accepted' }),
    ])
  })
})

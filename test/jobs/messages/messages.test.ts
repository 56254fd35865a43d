import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { type Microcredits, microcredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { QueuePosition } from '../../../src/core/job/concurrency.ts'
import { resultButtons } from '../../../src/core/job/job-buttons.ts'
import { jobName } from '../../../src/core/job-id.ts'
import type { Bound } from '../../../src/core/ledger/credits-text.ts'
import { moreCreditsText } from '../../../src/core/ledger/credits-text.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { personalServer } from '../../../src/core/target.ts'
import { closingMessage, keptBackMessage, runsOnMessage } from '../../../src/jobs/messages/closing.ts'
import { lowBlocks, paidFact } from '../../../src/jobs/messages/job-facts.ts'
import {
  cancelBlock,
  queuedMessage,
  readyMessage,
  unsureMessage,
  waitingMessage,
  workingMessage,
} from '../../../src/jobs/messages/messages.ts'
import { beginningMessage, queuedAloneMessage } from '../../../src/jobs/messages/private-job.ts'
import { jobRecord as record } from '../../support/jobs/job-record.ts'

/** A limit of 5 credits that leaves one. */
const bound: Bound = {
  kind: 'server',
  id: '',
  limit: microcredits(5_000_000),
  granted: 0,
  held: microcredits(0),
  left: 1_000_000,
}
const features = new Map([[music.name, music]])
const used = { state: 'ready', settled: microcredits(120_000), settledBy: 'final' } as const

test('a result that is shown again names the model that made it, and its files have that job’s mark', () => {
  const mark = {
    job: 'b07x3f2akd7cabcdefghijklmnopq',
    model: 'v7-pro',
    source: 'trainedAlgorithmicMedia',
  } as const
  const job = record({
    ...used,
    outcome: { outputs: [], coverUrl: undefined, transcription: undefined, translation: undefined, mark },
  })
  const file = { url: 'https://cdn.example/1.mp3', name: '1.mp3' }
  const { blocks } = readyMessage(
    job,
    {
      ...plainMessage('done', 'done'),
      blocks: [
        { kind: 'audio', title: 'Take 1', file },
        { kind: 'cover', description: 'Album cover', file },
      ],
    },
    features,
  )
  expect(blocks).toContainEqual({
    kind: 'line',
    facts: expect.arrayContaining([{ label: '', value: 'Made with AI, model v7-pro' }]),
  })
  for (const kind of ['audio', 'cover'])
    expect(blocks.find((block) => block.kind === kind)).toMatchObject({ file: { ...file, mark } })
})

test.each([
  ['that asked for a spoiler is one', { spoiler: true }, true],
  ['that asked for none is none', { spoiler: false }, undefined],
  ['that said nothing of it is none', {}, undefined],
])('the result of a request %s', (_, values, isSpoiler) => {
  const job = record({ ...used, values: { prompt: 'sea', ...values } })
  expect(readyMessage(job, plainMessage('done', 'done'), features).isSpoiler).toBe(isSpoiler)
})

describe('what a result cost', () => {
  test.each([
    ['final', '0.12 credits, 0 left'],
    ['estimate', 'about 0.12 credits, 0 left'],
    ['hold', 'about 0.12 credits, 0 left'],
  ] as const)('by its %s is told below it', (settledBy, value) => {
    const left = { ...bound, limit: microcredits(0), left: 0 }
    const job = { ...record({ ...used, settledBy }), left }
    expect(readyMessage(job, plainMessage('done', 'done'), features)).toEqual({
      text: 'done',
      tone: 'done',
      blocks: [
        {
          kind: 'line',
          facts: [
            { label: '', value },
            { label: '', value: 'Made with AI' },
            { label: 'Job', value: jobName(job.id) },
          ],
        },
        resultButtons(job, [music]),
      ],
    })
  })

  const server = 'An admin can add credits with /budget give or raise the limit with /budget limit.'
  test.each([
    ['a fifth or more is left', bound, '1', undefined],
    ['less is left', { ...bound, left: 990_000 }, '0.99', `Only 0.99 of 5 credits left. ${server}`],
    [
      'less is left of what was given on top, too',
      { ...bound, granted: 1_000_000 },
      '1',
      `Only 1 of 6 credits left. ${server}`,
    ],
    [
      'more was spent than might be',
      { ...bound, limit: microcredits(100_000), left: -10_000 },
      '0',
      `Only 0 of 0.10 credits left. ${server}`,
    ],
  ])('says whether that is little: %s', (_, left, value, text) => {
    const job = { ...record(used), left }
    expect(paidFact(job)).toEqual({ label: '', value: `0.12 credits, ${value} left` })
    const notes = readyMessage(job, plainMessage('done', 'done'), features).blocks.filter(
      ({ kind }) => kind === 'note',
    )
    expect(notes).toEqual(text === undefined ? [] : [{ kind: 'note', text }])
  })

  test('says of little that is left of their own who gives that', () => {
    const target = { ...record({}).target, server: personalServer('member-1') }
    const left = { ...bound, limit: microcredits(1_000_000), left: 0 }
    expect(lowBlocks({ ...record({ ...used, target }), left })).toEqual([
      { kind: 'note', text: 'Only 0 of 1 credit left. Your bot operator can give you more.' },
    ])
  })

  test.each(['channel', 'group', 'member'] as const)(
    'says of little that is left of a share of a %s what gives more of that',
    (kind) => {
      expect(lowBlocks({ ...record(used), left: { ...bound, kind, left: 10_000 } })).toEqual([
        { kind: 'note', text: `Only 0.01 of 5 credits left. ${moreCreditsText(kind)}` },
      ])
    },
  )

  test('stands alone where nobody knows what is left', () => {
    expect(paidFact(record(used)).value).toBe('0.12 credits')
    expect(lowBlocks(record(used))).toEqual([])
  })

  test('is nothing where nothing was charged', () => {
    const job = { ...record({ ...used, settled: microcredits(0) }), left: { ...bound, left: 0 } }
    expect(readyMessage(job, plainMessage('done'), features).blocks[0]).toMatchObject({
      facts: [{ value: 'Nothing charged' }, {}, {}],
    })
    expect(lowBlocks(job)).toEqual([])
  })

  test('stands behind one name, that of the job whose result is shown', () => {
    const named = { label: 'Job', value: '3f2akd7c' }
    const view = { ...plainMessage('done'), blocks: [{ kind: 'line' as const, facts: [named] }] }
    expect(JSON.stringify(readyMessage(record(), view, features).blocks).match(/"Job"/g)).toHaveLength(1)
  })
})

test('while it works, only what is known is told', () => {
  const held = microcredits(120_000)
  const blocksWith = (estimate: Microcredits | undefined) =>
    workingMessage(
      music,
      { held, estimate, expectedAtMs: 5, nowMs: 1 },
      { id: 'b00x1', values: {}, notes: {} },
    ).blocks
  const expected = { label: 'Expected', value: { atMs: 5, isSoon: true } }
  expect(blocksWith(undefined)).toEqual([
    { kind: 'line', facts: [expected, { label: 'Reserved', value: 'up to 0.12 credits' }] },
    cancelBlock({ id: 'b00x1', state: 'submitted' }),
  ])
  expect(blocksWith(microcredits(90_000))[0]).toEqual({
    kind: 'line',
    facts: [expected, { label: 'Cost', value: 'about 0.09 credits' }],
  })
})

describe('what a job says that waits', () => {
  const position = { position: 3, startsInSeconds: 50, hindrance: undefined } as const
  const said = (changes: Partial<QueuePosition> = {}) =>
    waitingMessage(record(), music, { ...position, ...changes }, { nowMs: 1_000_000 })
  const held = { label: 'Reserved', value: 'up to 0.12 credits' }

  test('is its place, and when it may be there by what is usual', () => {
    expect(said()).toEqual({
      text: "Queued your song: 3rd in the queue. I'll update this message.",
      tone: 'working',
      blocks: [
        {
          kind: 'line',
          facts: [
            {
              label: 'Expected',
              value: { atMs: 1_000_000 + (50 + music.usualSeconds) * 1_000, isSoon: true },
            },
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
      "far back in the queue. I'll update this message",
    ],
    ['with a service that is busy', { hindrance: 'busy' }, '3rd in the queue. The audio service is busy'],
    [
      'with one that takes nothing',
      { hindrance: 'paused' },
      "3rd in the queue. The audio service isn't taking requests",
    ],
  ] as const)('promises no time %s', (_, changes, text) => {
    expect(said(changes).text).toContain(text)
    expect(said(changes).blocks).toEqual([
      { kind: 'line', facts: [held] },
      cancelBlock({ id: record().id, state: 'accepted' }),
    ])
  })
})

describe('a job of a clip', () => {
  const url = 'https://example.com/a_b.mp3'
  const held = microcredits(5)
  const queued = { notes: {}, defaults: [], bound: held, left: 5, unreadMinutes: undefined }
  const inLine = { status: 'waiting', position: 2, startsInSeconds: 5, hindrance: undefined } as const
  const messagesOf = (values: RawValues) => {
    const job = record({ feature: remix.name, values, ending: 'service_failed' })
    return [
      queuedMessage(remix, { ...queued, values }, job.id),
      queuedAloneMessage(remix, { ...queued, values }, { jobId: job.id, isAskedThere: false }),
      beginningMessage(job, remix),
      waitingMessage(job, remix, inLine, { nowMs: 5 }),
      workingMessage(remix, { estimate: undefined, expectedAtMs: 5, nowMs: 1, held }, job),
      unsureMessage(remix, 5, job),
      runsOnMessage(job, remix),
      keptBackMessage(job, remix),
      closingMessage(job, remix),
    ]
  }

  test.each<[string, unknown, string]>([
    ['a link that was typed', url, 'example.com/a_b.mp3'],
    ['a link', { kind: 'link', url }, 'example.com/a_b.mp3'],
    ['a take', { kind: 'result', url, name: 'Tide take 1.mp3' }, 'Tide take 1.mp3'],
  ])('is called by it from its first message to its last: %s', (_, clip, value) => {
    for (const { blocks } of messagesOf({ clip, prompt: 'as jazz' })) {
      const facts = blocks.flatMap((block) => (block.kind === 'line' ? block.facts : []))
      expect(facts[0]).toEqual({ label: 'Clip', value })
      expect(JSON.stringify(facts)).not.toContain('as jazz')
    }
  })
})

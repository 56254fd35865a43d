import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { noSettings, type SettingsHere } from '../../../src/core/command/settings.ts'
import type { JobRecord } from '../../../src/core/job/job.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import { type Remarks, remarkBlocks, remarkNotes } from '../../../src/jobs/messages/job-facts.ts'
import { unsureMessage, waitingMessage } from '../../../src/jobs/messages/messages.ts'
import { beginningMessage } from '../../../src/jobs/messages/private-job.ts'
import { requestFeature } from '../../../src/jobs/request/request.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { byTheMinute } from '../../support/fixtures/by-the-minute.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ features: [music, tts, byTheMinute] })
  world.service.sing([{ value: 'voice-7', label: 'Grandma Ada' }])
})
afterEach(() => world.close())

interface Kind {
  feature: Feature
  asked: Partial<Invocation>
  defaults?: Partial<SettingsHere['defaults']>
  remark: string
}

const kinds = {
  'a file that is not used': {
    feature: tts,
    asked: {
      values: { text: 'Hello' },
      pointedAt: [
        { message: 'message-2', files: [], others: ['voice.wav'], isRequest: true, isVisible: true, atMs: 0 },
      ],
    },
    remark: 'Left out: voice.wav. /tts reads only the text of your message.',
  },
  'a default that does not go with the rest': {
    feature: music,
    asked: { values: { prompt: 'x', takes: '1' } },
    defaults: { member: { model: 'v7' } },
    remark: "I left out the default for Model, because it doesn't fit this request.",
  },
  'a default that is gone': {
    feature: tts,
    asked: { values: { text: 'Hello' } },
    defaults: { member: { voice: 'Nobody Here' } },
    remark:
      'I left out your default for Voice, "Nobody Here", because it\'s no longer available. Change it with /settings mine.',
  },
  'a text that may not count to its end': {
    feature: music,
    asked: { values: { prompt: 'a'.repeat(1_001) } },
    remark: 'Prompt is over 1,000 characters, so the end may be ignored.',
  },
  'a clip that nobody here can measure': {
    feature: byTheMinute,
    asked: {
      values: {
        clip: { kind: 'link', url: 'https://example.com/a.mp3' },
        reference: { kind: 'result', url: 'https://cdn.example/song.mp3', name: 'song.mp3', seconds: 30 },
      },
    },
    remark:
      "I can't measure a linked clip. If it's longer than 10 minutes, it can cost more than I've reserved.",
  },
} as const satisfies Record<string, Kind>

const lasting = Object.entries<Kind>(kinds).slice(0, 4)
const all = Object.entries<Kind>(kinds)

const request = ({ feature, asked, defaults }: Kind): Promise<Answer> =>
  requestFeature(
    {
      ...world.requestDeps,
      lookAtSettings: () =>
        Promise.resolve({ ...noSettings, defaults: { ...noSettings.defaults, ...defaults } }),
    },
    feature,
    invocation({ command: feature.name, ...asked }),
  )

const started = async (kind: Kind): Promise<string> => {
  const answer = await request(kind)
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  await world.acknowledged(answer.jobId, { kind: 'given', message: world.platform.answer(answer.message) })
  return answer.jobId
}

const notesIn = (message: ResultMessage | undefined): readonly string[] =>
  message?.blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : [])) ?? []

/** How often the job's one message says this now, after its text was checked. */
const shownTimes = (text: string, remark: string): number => {
  const [shown] = world.platform.messages
  expect(shown?.message.text).toContain(text)
  return notesIn(shown?.message).filter((note) => note.includes(remark)).length
}

/** Up to when the service works on it. */
const runs = async (kind: Kind): Promise<string> => {
  world.service.lookUpWith({ status: 'pending' })
  const jobId = await started(kind)
  await world.queue.run(world.clock.now() + 1_000)
  return jobId
}

describe('a request that leaves something out, or warns of something, says so once', () => {
  test.each(all)('in the answer: %s', async (_, kind) => {
    expect(notesIn((await request(kind)).message)).toEqual([kind.remark])
  })

  test.each(all)('while the service works: %s', async (_, kind) => {
    await runs(kind)
    expect(shownTimes('Working on your', kind.remark)).toBe(1)
  })

  test.each(lasting)('with its result: %s', async (_, kind) => {
    const jobId = await runs(kind)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(shownTimes('“Title 1”', kind.remark)).toBe(1)
  })

  test.each(lasting)('with its failure: %s', async (_, kind) => {
    world.service.alwaysFind({ status: 'failed', said: 'No idea.' })
    const jobId = await runs(kind)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'failed' })
    expect(shownTimes(' failed. ', kind.remark)).toBe(1)
  })
})

describe('what was said of a request', () => {
  test('is not that its clip may cost more, once it has its cost', async () => {
    const kind = kinds['a clip that nobody here can measure']
    await runs(kind)
    await world.queue.run()
    expect(shownTimes('“Title 1”', kind.remark)).toBe(0)
  })

  test('is not said when it is cancelled: nothing was made that could lack something', async () => {
    const kind = kinds['a file that is not used']
    const jobId = await started(kind)
    await world.control.cancel(await world.job(jobId), 'member-1')
    await world.queue.run()
    expect(shownTimes('was cancelled', kind.remark)).toBe(0)
  })

  test('is not said of the same once more, of which nothing is left out', async () => {
    const { feature, ...kind } = kinds['a file that is not used']
    const { values } = await world.job(await started({ feature, ...kind }))
    const asked = { values, eventId: 'event-2' }
    expect(notesIn((await request({ feature, asked, remark: '' })).message)).toEqual([])
  })

  const remarks: Remarks = { lasting: ['Left out: a.wav.', 'No voice.'], passing: ['May cost more.'] }
  const position = { position: 1, startsInSeconds: 5, hindrance: undefined }

  test.each([
    ['in line', (job: JobRecord) => waitingMessage(job, music, position, { nowMs: 1 })],
    ['while nobody knows whether it was taken', (job: JobRecord) => unsureMessage(music, 5, job)],
    ['in the direct messages', (job: JobRecord) => beginningMessage(job, music)],
  ] as const)('stands on one line %s', (_, messageOf) => {
    const line = 'Left out: a.wav. No voice. May cost more.'
    expect(notesIn(messageOf(jobRecord({ notes: remarkNotes(remarks) })))).toContain(line)
  })

  test('is nothing in records of earlier versions', () => {
    expect(remarkNotes({ lasting: [], passing: [] })).toEqual({})
    for (const progress of ['under_way', 'over'] as const)
      expect(remarkBlocks({ notes: { taker: '7' } }, progress)).toEqual([])
  })

  test('is one line of limited length, whatever files and defaults are called', () => {
    const [block] = remarkBlocks(
      { notes: remarkNotes({ lasting: [`a\n${'b'.repeat(5_000)}`], passing: [] }) },
      'over',
    )
    expect(block).toMatchObject({ kind: 'note', text: expect.stringMatching(/^a b{597}…$/) })
  })
})

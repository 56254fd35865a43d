import { expect, test } from 'vitest'
import type { LookupOutcome } from '../../src/core/job/audio-service.ts'
import type { LookupUse } from '../../src/core/job/concurrency.ts'
import type { JobRecord } from '../../src/core/job/job.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import { freshOutcome } from '../../src/jobs/fresh-files.ts'
import { jobRecord } from '../support/jobs/job-record.ts'
import { outcomeOf, output, twoTakes } from '../support/service/outcome.ts'

const use: LookupUse = {
  for: 'reading',
  account: 'discord:server-1',
  member: 'member-1',
  jobId: 'job-1',
  keyId: 'key-1',
}

/** What becomes of a job's result when a look-up finds this, and what was looked up. */
const freshFrom = async (looked: LookupOutcome, kept: Outcome = twoTakes, more: Partial<JobRecord> = {}) => {
  const lookUps: unknown[] = []
  const service = {
    lookUp: (...asked: unknown[]) => {
      lookUps.push(asked)
      return Promise.resolve(looked)
    },
  }
  const job = { ...jobRecord({ state: 'posted', taskId: 'task-1', ...more }), outcome: kept }
  return { fresh: await freshOutcome({ service }, job, 'MUSIC_AI', use), lookUps }
}

const finished = (outcome: Outcome): LookupOutcome => ({ status: 'finished', outcome, cost: undefined })
const renewed = (take: number, more: object = {}) =>
  output(take, { title: 'Another', audioUrl: `https://new.example/${take}.mp3`, ...more })
const withoutId = { conversionId: undefined }
const urls = ({ outputs }: Outcome) => outputs.map(({ audioUrl }) => audioUrl)

const both = ['https://new.example/1.mp3', 'https://new.example/2.mp3']

test.each<[string, Outcome, Outcome, readonly string[]]>([
  ['by its name', twoTakes, outcomeOf([renewed(2), renewed(1)]), both],
  [
    'by its place where one has no name',
    outcomeOf([output(1, withoutId), output(2)]),
    outcomeOf([renewed(1, withoutId), renewed(2, withoutId)]),
    both,
  ],
  [
    'or keeps its own where the answer has another number of them',
    outcomeOf([output(1), output(2)]),
    outcomeOf([renewed(2)]),
    ['https://cdn.example/1.mp3', 'https://new.example/2.mp3'],
  ],
  [
    'or keeps its own where the answer has no file of it',
    twoTakes,
    outcomeOf([renewed(1), renewed(2, { audioUrl: undefined })]),
    ['https://new.example/1.mp3', 'https://cdn.example/2.mp3'],
  ],
])('each take gets its new address %s', async (_, kept, answered, expected) => {
  const { fresh, lookUps } = await freshFrom(finished(answered), kept)
  if (fresh.status !== 'found') throw new Error(fresh.status)
  expect(urls(fresh.outcome)).toEqual(expected)
  expect(lookUps).toEqual([['MUSIC_AI', 'task-1', use]])
})

test('the cover, the WAV, the smaller form and other files get theirs; words and names stay as they were shown', async () => {
  const file = (host: string) => ({ name: 'midi_file_path', url: `https://${host}/1.mid` })
  const facts = [{ name: 'bpm', value: '162' }]
  const forms = (host: string) => ({
    wavUrl: `https://${host}/1.wav`,
    smallerUrl: `https://${host}/1-small.mp3`,
  })
  const kept = outcomeOf([output(1, { ...forms('cdn.example'), lyrics: 'la' })], {
    coverUrl: 'https://cdn.example/cover.png',
    findings: { facts, files: [file('cdn.example')], streams: [] },
  })
  const answered = outcomeOf([renewed(1, forms('new.example'))], {
    coverUrl: 'https://new.example/cover.png',
    findings: { facts: [], files: [file('new.example')], streams: [] },
  })
  const { fresh } = await freshFrom(finished(answered), kept)
  expect(fresh).toEqual({
    status: 'found',
    outcome: outcomeOf(
      [
        output(1, {
          ...forms('new.example'),
          lyrics: 'la',
          audioUrl: 'https://new.example/1.mp3',
        }),
      ],
      {
        coverUrl: 'https://new.example/cover.png',
        findings: { facts, files: [file('new.example')], streams: [] },
      },
    ),
  })
})

test.each<[LookupOutcome, 'none' | 'later']>([
  [{ status: 'failed', said: 'deleted' }, 'none'],
  [{ status: 'pending' }, 'none'],
  [{ status: 'unreadable', reason: 'HTTP 404', isUnknown: true }, 'none'],
  [{ status: 'unreadable', reason: 'HTTP 403', isKeyGone: true }, 'none'],
  [{ status: 'unreadable', reason: 'HTTP 503' }, 'later'],
  [{ status: 'later', waitMs: 5_000 }, 'later'],
])('a look-up that ends with %j has no address: %s', async (looked, status) => {
  expect((await freshFrom(looked)).fresh).toEqual({ status })
})

test('a job without a task of its own is not looked up', async () => {
  const { fresh, lookUps } = await freshFrom(finished(twoTakes), twoTakes, { taskId: undefined })
  expect(fresh).toEqual({ status: 'none' })
  expect(lookUps).toEqual([])
})

test('a task that callbacks named is looked up, too', async () => {
  const known = { taskId: undefined, notes: { late_task: 'task-2' } }
  const { lookUps } = await freshFrom(finished(twoTakes), twoTakes, known)
  expect(lookUps).toEqual([['MUSIC_AI', 'task-2', use]])
})

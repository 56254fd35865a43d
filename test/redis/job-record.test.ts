import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobState, jobStates } from '../../src/core/job/job.ts'
import { newJobFields, parseJobRecord as parse, recordFromPairs } from '../../src/redis/job-record.ts'
import { jobIn, readJob } from '../support/jobs/job-states.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { outcomeOf, output } from '../support/service/outcome.ts'

const asIs = (text: string): string => text
const parseJobRecord = (jobId: string, stored: Readonly<Record<string, string>>) => parse(jobId, stored, asIs)

const id = 'b00xaaaaaaaaaaaaaaaaaaaaaaaaa'

const hash: Readonly<Record<string, string>> = {
  ...newJobFields(jobRequest(), asIs),
  state: 'requested',
  epoch: '0',
  wake: '0',
  created_at: '1',
  changed_at: '1',
  held: '5',
  window: 'month:2026-06',
  scopes: '[]',
  money: '1',
}

describe('a record as Redis keeps it', () => {
  test('is read', () => {
    expect(parseJobRecord(id, hash)).toMatchObject({ id, state: 'requested', held: 5, version: 2 })
  })

  test('may have fields of a later version', () => {
    expect(parseJobRecord(id, { ...hash, mood: 'sunny' })).not.toHaveProperty('mood')
  })

  test('keeps notes apart from fields', () => {
    expect(parseJobRecord(id, { ...hash, 'note:state': 'x', 'note:__proto__': 'y' }).notes).toEqual(
      JSON.parse('{ "state": "x", "__proto__": "y" }'),
    )
  })

  test('has an empty word of the service for none', () => {
    expect(parseJobRecord(id, { ...hash, said: '' }).endingDetail).toBeUndefined()
  })

  test('has no mark where a later version knows one of another kind', () => {
    const marked = (source: string) => JSON.stringify({ ...outcomeOf([]), mark: { job: 'a', source } })
    const read = (outcome: string) => parseJobRecord(id, { ...hash, outcome }).outcome
    const withNulls = (text: string) =>
      JSON.stringify({ coverUrl: null, transcription: null, translation: null, ...JSON.parse(text) })
    expect(read(withNulls(marked('trainedAlgorithmicMedia')))?.mark).toEqual({
      job: 'a',
      source: 'trainedAlgorithmicMedia',
    })
    expect(read(withNulls(marked('ofLater')))?.mark).toBeUndefined()
  })

  test('has no length that no sound can have', () => {
    const kept = { outputs: [output(1, { durationSeconds: 0 }), output(2)] }
    const json = JSON.stringify(kept, (_, value) => (value === undefined ? null : value))
    const nulls = { coverUrl: null, transcription: null, translation: null }
    const outcome = JSON.stringify({ ...nulls, ...JSON.parse(json) })
    const read = parseJobRecord(id, { ...hash, outcome }).outcome
    expect(read?.outputs.map(({ durationSeconds }) => durationSeconds)).toEqual([undefined, 22])
  })

  test('has the figures of an earlier version for nothing', () => {
    expect(parseJobRecord(id, { ...hash, left_after: '-5', allowed_after: '7' })).toEqual(
      parseJobRecord(id, hash),
    )
  })
})

describe('what is not our record', () => {
  test.each(Object.keys(hash).filter((name) => !['reply_token', 'groups'].includes(name)))(
    'lacks %s',
    (name) => {
      const { [name]: _, ...rest } = hash
      expect(() => parseJobRecord(id, rest)).toThrow(name)
    },
  )

  test.each([
    ['state', 'happy'],
    ['state', '__proto__'],
    ['epoch', '1.5'],
    ['epoch', ''],
    ['epoch', '0x1'],
    ['epoch', '1e3'],
    ['wake', 'NaN'],
    ['held', '-1'],
    ['held', '9007199254740993'],
    ['held', 'Infinity'],
    ['settled', '1.5'],
    ['settled_by', 'guess'],
    ['target', '{}'],
    ['target', 'null'],
    ['target', '{"platform":"irc","server":"s","channel":"c","member":"m"}'],
    ['target', 'not JSON'],
    ['values', '[]'],
    ['values', '"text"'],
    ['values', '{'],
    ['message', '{}'],
    ['message', ''],
    ['outcome', '{"outputs":{}}'],
    ['outcome', '{"outputs":[{}],"coverUrl":null}'],
    ['ending', 'because'],
    ['ending', 'toString'],
    ['told', 'everybody'],
    ['eta', 'soon'],
    ['deliver_tries', 'many'],
  ])('has %s = %j', (name, value) => {
    expect(() => parseJobRecord(id, { ...hash, [name]: value })).toThrow()
  })

  test('is refused or read, and nothing else, whatever it is', () => {
    const names = fc.constantFrom(...Object.keys(hash), 'outcome', 'message', 'settled', 'note:x')
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (changes) => {
        try {
          expect(jobStates).toContain(parseJobRecord(id, { ...hash, ...changes }).state)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })
})

test('a list of pairs becomes a record', () => {
  expect(recordFromPairs(['a', '1', 'b', ''])).toEqual({ a: '1', b: '' })
  expect(recordFromPairs([])).toEqual({})
})

describe('what is written is read again', () => {
  let world: StoreWorld
  beforeEach(async () => {
    world = openStoreWorld()
    await giveBudget(world, 10_000_000)
  })
  afterEach(() => world.close())

  test('with values as the member gave them', async () => {
    const values = { prompt: '"\\" 🎻 \u0000 {x}', cover: true, count: 5, __proto__: null }
    const request = jobRequest({ values })
    await world.store.request(request)
    expect((await readJob(world, request.id)).values).toEqual({ ...values })
  })

  test('with an outcome in which almost everything is missing', async () => {
    const job = await jobIn(world, 'submitted')
    const bare = { title: undefined, audioUrl: undefined, durationSeconds: undefined }
    const timedLyrics = [{ startSeconds: 0.25, text: 'la' }]
    const outcome = outcomeOf([output(1, bare), output(2, { timedLyrics })])
    await world.store.ready(job, outcome, { amount: job.held, source: 'hold' })
    expect((await readJob(world, job.id)).outcome).toEqual(outcome)
  })

  test.each<JobState>(['posted', 'voided', 'booked'])('when it is %s', async (state) => {
    const job = await jobIn(world, state)
    expect(await world.store.read(job.id)).toEqual(job)
  })
})

test('a job that nobody requested is not there', async () => {
  const world = openStoreWorld()
  expect(await world.store.read(jobRequest().id)).toBeUndefined()
  world.close()
})

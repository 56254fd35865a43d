import { afterEach, beforeEach, expect, test } from 'vitest'
import { tts } from '../../../src/commands/features/tts.ts'
import { listedVoiceNote, sampleBytesMax, sampleText } from '../../../src/core/command/voice-samples.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { keepSample } from '../../../src/jobs/worker/keep-sample.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ features: [tts] })
  world.service.sing([{ value: 'id-ada', label: 'Ada' }])
})
afterEach(() => world.close())

const read = async (values: RawValues): Promise<string> => {
  const jobId = await world.start({ command: 'tts', values })
  await world.runWithSweeps(world.clock.now() + 120_000)
  return jobId
}
const kept = () => world.voiceSamples.read('id-ada')

test('a sample is kept once it is there, and posted like any result', async () => {
  const jobId = await read({ text: sampleText, voice: 'id-ada' })
  expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  const sample = await kept()
  expect(sample?.extension).toBe('mp3')
  expect(Buffer.from(sample?.data ?? []).toString()).toMatch(/^https:/) // what a download gives in these worlds
})

test.each<[string, RawValues]>([
  ['another text', { text: 'Good morning.', voice: 'id-ada' }],
  ['no voice', { text: sampleText }],
  ['a voice after a clip', { text: sampleText, sample: 'https://example.com/me.mp3', permission: true }],
])('nothing is kept of %s', async (_, values) => {
  await read(values)
  expect(await world.voiceSamples.sampled()).toEqual(new Set())
})

const audio = {
  kind: 'audio',
  title: 'Ada',
  file: { url: 'https://cdn.example/1.mp3', name: 'reading.mp3' },
} as const

/** Keeps the sample of a job, where files are read so. */
const keepWith = async (download: JobWorld['deps']['download']): Promise<void> => {
  const job = await world.job(
    await world.start({ command: 'tts', values: { text: sampleText, voice: 'id-ada' } }),
  )
  await keepSample({ ...world.deps, download }, job, { text: 'x', tone: 'done', blocks: [audio] })
}

test('nothing is kept of a voice that the service does not list any more', async () => {
  const jobId = await world.start({ command: 'tts', values: { text: sampleText, voice: 'id-ada' } })
  world.service.sing([{ value: 'id-bob', label: 'Bob' }])
  await world.runWithSweeps(world.clock.now() + 120_000)
  expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  expect(await world.voiceSamples.sampled()).toEqual(new Set())
})

test('a sample of a voice that was listed when it was requested is kept while the list is still loading here', async () => {
  const values = { text: sampleText, voice: 'id-ada' }
  const job = await world.job(await world.start({ command: 'tts', values }))
  world.service.sing([])
  const message = { text: 'x', tone: 'done', blocks: [audio] } as const
  await keepSample(world.deps, { ...job, notes: { [listedVoiceNote]: 'id-bob' } }, message)
  expect(await kept()).toBeUndefined()
  await keepSample(world.deps, { ...job, notes: { [listedVoiceNote]: 'id-ada' } }, message)
  expect(await kept()).toMatchObject({ extension: 'mp3' })
})

test('a sample is read up to its limit alone, and one that is too large is not kept', async () => {
  const asked: number[] = []
  await keepWith((_, bytesMax) => {
    asked.push(bytesMax)
    return Promise.reject(new AppError('file_too_large', 'over 200 kB'))
  })
  expect(asked).toEqual([sampleBytesMax])
  expect(await kept()).toBeUndefined()
  expect(world.log.lines).toMatchObject([{ level: 'info', message: "a voice's sample was not kept" }])
})

test('a sample that cannot be read or kept now keeps no result back', async () => {
  await keepWith(() => Promise.reject(new AppError('service_unreachable', 'ECONNRESET')))
  const away = () => Promise.reject(new AppError('store_unavailable', 'ECONNREFUSED'))
  world.deps.voiceSamples = { keep: away }
  const jobId = await read({ text: sampleText, voice: 'id-ada' })
  expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
})

test('a step that another worker has taken over goes no further', async () => {
  const over = new AppError('step_over', 'another worker')
  await expect(keepWith(() => Promise.reject(over))).rejects.toBe(over)
})

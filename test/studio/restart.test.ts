import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testPrefix } from '../support/redis/redis.ts'
import { isLong } from '../support/suite/runs.ts'
import { startCaller } from './caller.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

const kept = () => ({ folder, keyPrefix: `${testPrefix}${randomUUID()}:` })

test('a finished task, its files and the balance are there after a restart', async () => {
  const options = kept()
  const before = await startCaller(options)
  const { body } = await before.submit({ prompt: 'a song' })
  const conversion = await before.ended(body.task_id)
  await before.close()

  const after = await startCaller(options)
  expect(after.apiKey).toBe(before.apiKey)
  expect(await after.ended(body.task_id)).toEqual(conversion)
  const { pathname } = new URL(String(conversion.conversion_path_1))
  expect((await fetch(`${after.baseUrl}${pathname}`)).status).toBe(200)
  expect((await after.control('GET', '/account')).body).toEqual({ balance: 99.9 })
  await after.close()
})

/** Makes everything again, so that a task is not finished as soon as it was taken on. */
const slow = { cacheFolder: undefined, musicSeconds: 4 }

test('an unfinished task is taken up after a restart, and charged once', async () => {
  const options = kept()
  const before = await startCaller({ ...options, ...slow })
  const { body } = await before.submit({ prompt: 'asked for before', music_style: 'jazz' })
  await before.close()

  const after = await startCaller(options)
  const conversion = await after.ended(body.task_id)
  expect(conversion).toMatchObject({ status: 'COMPLETED', conversion_duration_2: 4 })
  expect((await after.control('GET', '/account')).body).toEqual({ balance: 99.9 })
  await after.close()
})

test.runIf(isLong)('a clip that was uploaded before a restart is used after it', async () => {
  const options = kept()
  const before = await startCaller({ ...options, ...slow })
  const speech = await before.speak({ text: 'one two three four five' })
  const { conversion_path_1: address } = await before.ended(speech.body.task_id, 'TEXT_TO_SPEECH')
  const clip = await (await fetch(String(address))).blob()
  const { body } = await before.remix({ audio_file: clip, prompt: 'house' })
  await before.close()

  const after = await startCaller(options)
  expect(await after.ended(body.task_id, 'REMIX')).toMatchObject({ status: 'COMPLETED' })
  await after.close()
})

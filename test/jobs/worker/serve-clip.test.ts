import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileLinks } from '../../../src/app/file-links.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import { filePath } from '../../../src/core/clip/clip-reading.ts'
import { createFileServing } from '../../../src/jobs/worker/clips.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

const publicUrl = 'https://tunes.example'
const fileLinks = createFileLinks({ publicUrl, keys: [new Uint8Array(32).fill(7)] })

let world: JobWorld
let serve: ReturnType<typeof createFileServing>

const openWorld = async (links: typeof fileLinks | undefined) => {
  world = await openJobWorld({ features: [tts], ...(links !== undefined && { fileLinks: links }) })
  world.service.alwaysFind({ status: 'pending' })
  serve = createFileServing({ ...world.deps, fileLinks })
}
afterEach(() => world.close())

const read = (sample: Clip) =>
  world.start({ command: 'tts', values: { text: 'hello', sample, permission: true } })
const voice = (words = 'my voice') => world.platform.upload('voice.mp3', words)
const sentAddress = (): string => String(world.service.submissions[0]?.body.sample_audio_url)
const code = () => sentAddress().slice(`${publicUrl}${filePath}/`.length)

describe("a chat's file as the sample of a voice, where the outside reaches us", () => {
  beforeEach(() => openWorld(fileLinks))

  test('is named to the service by an address of ours, at which it finds the file while the job runs', async () => {
    await read(voice())
    await world.queue.run(world.clock.now())
    expect(sentAddress()).toMatch(/^https:\/\/tunes\.example\/files\/b\d{2}x\w{25}\.sample_audio_url\.\d+\./)
    const served = await serve(code())
    expect(served).toMatchObject({ status: 'found', clip: { name: 'voice.mp3', bytes: 8 } })
    if (served.status === 'found') await served.discard()
    expect(world.clipReader.kept.size).toBe(0)
  })

  test('is looked into before anything is bought', async () => {
    const jobId = await read(voice(world.clipReader.silence))
    await world.queue.run(world.clock.now())
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_refused' })
    expect(world.service.submissions).toEqual([])
    expect(world.texts()).toEqual([expect.stringContaining('Nothing was charged.')])
  })

  test('is served to nobody once the job is over', async () => {
    const jobId = await read(voice())
    await world.queue.run(world.clock.now())
    world.service.alwaysFind({ status: 'failed', said: 'no' })
    await world.queue.run(world.clock.now() + 60 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'failed' })
    const lasting = fileLinks.addressOf({ jobId, part: 'sample_audio_url' }, 9e12)
    expect(await serve(lasting.slice(`${publicUrl}${filePath}/`.length))).toEqual({ status: 'unknown' })
  })

  test('is served for an hour, and to nobody with another code', async () => {
    await read(voice())
    await world.queue.run(world.clock.now())
    expect(await serve(`${code()}x`)).toEqual({ status: 'unknown' })
    const other = fileLinks.addressOf({ jobId: `b00x${'a'.repeat(25)}`, part: 'sample_audio_url' }, 9e12)
    expect(await serve(other.slice(`${publicUrl}${filePath}/`.length))).toEqual({ status: 'unknown' })
    world.clock.advance(60 * 60_000)
    expect(await serve(code())).toEqual({ status: 'unknown' })
  })

  test('is served to a few at once, and to the others later', async () => {
    await read(voice())
    await world.queue.run(world.clock.now())
    const answers = await Promise.all(Array.from({ length: 6 }, () => serve(code())))
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 }, () => 'found'),
      ...Array.from({ length: 2 }, () => 'later'),
    ])
  })

  test.each([
    ['an address', { kind: 'link', url: 'https://example.com/me.mp3' }, 'https://example.com/me.mp3'],
    [
      'a result',
      { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'a', seconds: 1 },
      'https://cdn.example/1.mp3',
    ],
  ] as const)('is not needed for %s', async (_, sample, address) => {
    await read(sample)
    await world.queue.run(world.clock.now())
    expect(sentAddress()).toBe(address)
  })
})

describe("a chat's file as the sample of a voice, where nobody outside reaches us", () => {
  beforeEach(() => openWorld(undefined))

  test('is refused with the way out, and nothing is charged', async () => {
    const answer = await world.ask({ command: 'tts', values: { text: 'hello', sample: voice() } })
    expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'sample' }] })
    expect(answer.message.text).toBe(
      "Sample: the audio service can't read files from this chat. Use a public link, or leave it out.\nNothing was charged.",
    )
  })

  test('that was taken while somebody did is not sent, and nothing is charged', async () => {
    await world.close()
    await openWorld(fileLinks)
    const jobId = await read(voice())
    world.deps.fileLinks = undefined
    await world.queue.run(world.clock.now())
    expect(world.service.submissions).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_refused' })
  })
})

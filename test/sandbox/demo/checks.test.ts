import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '../../../sandbox/demo/control-client.ts'
import { saveFiles } from '../../../sandbox/demo/saving.ts'
import { type Seen, type Step, story } from '../../../sandbox/demo/story.ts'
import type { SavedFile } from '../../../sandbox/demo/transcript.ts'

const message = (shown: Partial<Message>): Message => ({
  ...{ id: '1', author: 'tunesmith', authorId: '2', text: '', files: [], images: [], buttons: [] },
  ...{ createdAtMs: 0, state: 'shown' },
  ...shown,
})

const file = (name: string, contentType: string): SavedFile => ({ path: name, name, contentType, bytes: 1 })
const take = file('take.mp3', 'audio/mpeg')
const cover = file('cover.png', 'image/png')
const lyrics = file('lyrics.txt', 'text/plain')
const credits = { held: '0.12', settled: '0.10', left: '0.10' }

const stepAt = (index: number): Step => {
  const step = story[index]
  if (!step) throw new Error(`The story has no step ${index}`)
  return step
}
const problemsAt = (index: number, seen: Partial<Seen>): string[] =>
  stepAt(index).problems({ message: message({}), files: [], credits: {}, ...seen })

describe('a song', () => {
  const song = 3

  test('is fine with two takes, a cover, lyrics and credits that add up', () => {
    expect(problemsAt(song, { files: [take, take, cover, lyrics], credits })).toEqual([])
  })

  test.each([
    ['a take is missing', { files: [take, cover, lyrics], credits }, '1 takes came, not 2'],
    ['a take came twice', { files: [take, take, take, cover, lyrics], credits }, '3 takes came, not 2'],
    ['the cover is missing', { files: [take, take, lyrics], credits }, '0 covers came, not 1'],
    ['the lyrics are missing', { files: [take, take, cover], credits }, '0 files of lyrics came, not 1'],
  ])('is wrong when %s', (_, seen, problem) => {
    expect(problemsAt(song, seen)).toEqual([problem])
  })

  test.each([
    ['more was used than held', { held: '0.12', settled: '0.13', left: '0.07' }],
    ['something is lost', { held: '0.12', settled: '0.10', left: '0.09' }],
    ['it was for free', { held: '0.12', settled: '0.00', left: '0.20' }],
    ['nothing is said', {}],
  ])('is wrong when %s', (_, wrong) => {
    const problems = problemsAt(song, { files: [take, take, cover, lyrics], credits: wrong })
    expect(problems.join()).toContain('the credits do not add up')
  })

  test.each([
    ['Working on your song.', [], false],
    ['Your song is ready', [{ name: 'a.mp3', url: '', contentType: 'audio/mpeg', bytes: 1 }], true],
    ['Making your song did not work out.', [], true],
  ])('"%s" with the files %j is the last word: %s', (text, files, isLast) => {
    expect(stepAt(song).isLastWord(message({ text, files }))).toBe(isLast)
  })
})

test.each([
  [0, 'Your song is ready', 'does not say'],
  [4, 'Your song is ready', 'does not say'],
  [1, 'Left: 9.90', 'does not say'],
])('in step %i the answer "%s" is wrong', (index, text, problem) => {
  expect(problemsAt(index, { message: message({ text }) }).join()).toContain(problem)
})

describe('a saved file', () => {
  let folder: string
  let server: Server
  let url: string

  /** One second of silence: 8-bit mono at 8 kHz. http://soundfile.sapp.org/doc/WaveFormat/ */
  const oneSecond = (): Buffer => {
    const header = Buffer.alloc(44)
    header.write('RIFF', 0)
    header.writeUInt32LE(36 + 8_000, 4)
    header.write('WAVEfmt ', 8)
    header.writeUInt32LE(16, 16)
    header.writeUInt16LE(1, 20)
    header.writeUInt16LE(1, 22)
    header.writeUInt32LE(8_000, 24)
    header.writeUInt32LE(8_000, 28)
    header.writeUInt16LE(1, 32)
    header.writeUInt16LE(8, 34)
    header.write('data', 36)
    header.writeUInt32LE(8_000, 40)
    return Buffer.concat([header, Buffer.alloc(8_000, 128)])
  }
  const audio = oneSecond()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
    server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'audio/wav' }).end(audio),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.wav`
  })

  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const save = (description: string, bytes = audio.length) =>
    saveFiles(
      folder,
      message({ files: [{ name: '../a.wav', url, contentType: 'audio/wav', bytes, description }] }),
    )

  test('has the bytes that were served, stays in its folder, and its length is measured', async () => {
    const { files, problems } = await save('Take 1 (0:01)')
    expect(problems).toEqual([])
    expect(files).toMatchObject([{ path: join(folder, 'a.wav'), bytes: audio.length, durationSeconds: 1 }])
    expect(await readFile(join(folder, 'a.wav'))).toEqual(audio)
  })

  test.each([
    ['Take 1 (0:03)', undefined, '../a.wav lasts 1.00 s, but the message says 3 s'],
    ['Take 1', undefined, 'the message does not say how long ../a.wav is'],
    ['Take 1 (0:01)', 7, '../a.wav has 8044 bytes, not 7'],
  ])('described as "%s" with %s bytes is wrong', async (description, bytes, problem) => {
    expect((await save(description, bytes)).problems).toEqual([problem])
  })

  test('that is a picture must be one', async () => {
    const { problems } = await saveFiles(folder, message({ images: [{ url }] }))
    expect(problems).toEqual(['a.wav is audio/wav, not an image'])
  })
})

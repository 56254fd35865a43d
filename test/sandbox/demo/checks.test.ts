import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemsOf, type Seen } from '../../../sandbox/demo/checks.ts'
import type { Message } from '../../../sandbox/demo/control-client.ts'
import { saveFiles } from '../../../sandbox/demo/saving.ts'
import type { Expectation } from '../../../sandbox/demo/story.ts'
import type { SavedFile } from '../../../sandbox/demo/transcript.ts'
import { silentWave } from '../../support/audio/silent-wave.ts'

const message = (shown: Partial<Message>): Message => ({
  id: '1',
  author: 'tunesmith',
  authorId: '2',
  text: '',
  files: [],
  images: [],
  buttons: [],
  menus: [],
  createdAtMs: 0,
  state: 'shown',
  ...shown,
})

const file = (name: string, contentType: string, durationSeconds?: number): SavedFile => ({
  path: name,
  name,
  contentType,
  bytes: 1,
  ...(durationSeconds !== undefined && { durationSeconds }),
})
const take = file('take.mp3', 'audio/mpeg', 20)
const cover = file('cover.png', 'image/png')
const lyrics = file('lyrics.txt', 'text/plain')

/** What a step shows; the story's budget is 0.65, of which 0.10 are used already. */
const problems = (expects: Expectation, seen: Partial<Seen>): string[] =>
  problemsOf(expects, {
    message: message({}),
    files: [],
    credits: {},
    usedBefore: 100_000,
    limit: 650_000,
    ...seen,
  })

describe('a song', () => {
  const song = { kind: 'result', takes: 2, covers: 1, hasLyrics: true } as const
  const credits = { held: '0.12', settled: '0.10', left: '0.45' }

  test('is fine with two takes, a cover, lyrics and credits that add up', () => {
    expect(problems(song, { files: [take, take, cover, lyrics], credits })).toEqual([])
  })

  test('is fine with lyrics that stand in the message', () => {
    const seen = { files: [take, take, cover], credits, message: message({ text: 'Lyrics for “A”\nHo' }) }
    expect(problems(song, seen)).toEqual([])
  })

  test.each([
    ['a take is missing', [take, cover, lyrics], '1 takes came, not 2'],
    ['a take came twice', [take, take, take, cover, lyrics], '3 takes came, not 2'],
    ['the cover is missing', [take, take, lyrics], '0 covers came, not 1'],
    ['the lyrics are missing', [take, take, cover], 'no lyrics came'],
  ])('is wrong when %s', (_, files, problem) => {
    expect(problems(song, { files, credits })).toEqual([problem])
  })

  test.each([
    ['more was used than held', { held: '0.12', settled: '0.13', left: '0.42' }],
    ['something is lost', { held: '0.12', settled: '0.10', left: '0.44' }],
    ['what was used before is forgotten', { held: '0.12', settled: '0.10', left: '0.55' }],
    ['it was for free', { held: '0.12', settled: '0.00', left: '0.55' }],
    ['nothing is said', {}],
  ])('is wrong when %s', (_, wrong) => {
    const found = problems(song, { files: [take, take, cover, lyrics], credits: wrong })
    expect(found.join()).toContain('the credits do not add up')
  })
})

describe('a remix', () => {
  const remix = { kind: 'result', takes: 1, covers: 0, hasLyrics: false, lastsSeconds: 12 } as const
  const credits = { held: '0.10', settled: '0.10', left: '0.45' }

  test.each([
    [12.04, []],
    [20, ['remix.mp3 lasts 20 s, not 12 s']],
    [undefined, ['remix.mp3 lasts undefined s, not 12 s']],
  ])('of %s seconds, made from a clip of 12, has the problems %j', (seconds, found) => {
    expect(problems(remix, { files: [file('remix.mp3', 'audio/mpeg', seconds)], credits })).toEqual(found)
  })
})

describe('words', () => {
  const words = { kind: 'result', takes: 0, covers: 0, hasLyrics: false, endings: ['.txt', '.srt'] } as const
  const credits = { held: '0.02', settled: '0.02', left: '0.53' }
  const subtitles = file('transcript.srt', 'application/x-subrip')

  test.each([
    ['fine with all of their files', [lyrics, subtitles], []],
    ['wrong without one of them', [lyrics], ['no file came that ends in .srt']],
  ])('are %s', (_, files, found) => {
    expect(problems(words, { files, credits })).toEqual(found)
  })

  test('are wrong where the message says others', () => {
    const seen = { files: [lyrics, subtitles], credits, message: message({ text: 'Ho' }) }
    expect(problems({ ...words, says: /Hey/ }, seen)).toEqual(['the answer does not say /Hey/: Ho'])
  })
})

describe('what is there already', () => {
  const free = { kind: 'result', takes: 1, covers: 0, hasLyrics: false, isFree: true } as const
  const wave = file('take.wav', 'audio/wav', 2)

  test('is fine when it says that it costs nothing', () => {
    const shown = message({ text: 'Credits: nothing charged' })
    expect(problems(free, { files: [wave], message: shown })).toEqual([])
  })

  test.each([
    ['was charged', { held: '0.10', settled: '0.10', left: '0.45' }, 'Credits: nothing charged'],
    ['does not say so', {}, 'Here it is.'],
  ])('is wrong when it %s', (_, credits, text) => {
    const seen = { files: [wave], credits, message: message({ text }) }
    expect(problems(free, seen).join()).toContain('the credits do not add up')
  })
})

describe('a balance', () => {
  const forAdmin = { kind: 'balance', statesUse: true } as const
  const forMember = { kind: 'balance', statesUse: false } as const

  test.each([
    [forAdmin, { settled: '0.10', left: '0.55' }, true],
    [forAdmin, { settled: '0.20', left: '0.55' }, false],
    [forAdmin, { left: '0.55' }, false],
    [forMember, { left: '0.55' }, true],
    [forMember, { left: '0.65' }, false],
    [forMember, {}, false],
  ])('%j that states %j is right: %s', (expects, credits, isRight) => {
    expect(problems(expects, { credits }).length === 0).toBe(isRight)
  })

  test('may come with its picture, and with no other file', () => {
    const seen = (files: (typeof take)[]) => ({ credits: { settled: '0.10', left: '0.55' }, files })
    expect(problems(forAdmin, seen([{ ...take, contentType: 'image/png' }]))).toEqual([])
    expect(problems(forAdmin, seen([take]))).toEqual(['a balance brought files besides its picture'])
  })
})

test.each([
  ['Nothing was charged.', [], []],
  ['Your song is ready', [], ['the answer does not say /Nothing was charged/: Your song is ready']],
  ['Nothing was charged.', [take], ['a few words brought files']],
])('a refusal that says "%s" with the files %j has the problems %j', (text, files, found) => {
  const shown = { message: message({ text }), files }
  expect(problems({ kind: 'words', says: /Nothing was charged/ }, shown)).toEqual(found)
})

test.each([
  ['Working on your song.', ['Cancel'], []],
  ['Working on your song.', [], ['the message has no button Cancel']],
  ['Queued your song.', ['Cancel'], ['the answer does not say /Working/: Queued your song.']],
])('news that says "%s" with the buttons %j has the problems %j', (text, labels, found) => {
  const shown = { message: message({ text, buttons: labels.map((label) => ({ label })) }) }
  expect(problems({ kind: 'news', says: /Working/, button: 'Cancel' }, shown)).toEqual(found)
})

describe('a saved file', () => {
  let folder: string
  let server: Server
  let url: string

  const audio = silentWave(1)

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

  const save = (shown: Partial<Message['files'][number]>, text = '', clip = new Uint8Array()) => {
    const served = { name: '../a.wav', url, contentType: 'audio/wav', bytes: audio.length }
    return saveFiles(folder, message({ text, files: [{ ...served, ...shown }] }), clip)
  }

  test('has the bytes that were served, stays in its folder, and its length is measured', async () => {
    const { files, problems: found } = await save({ description: 'Take 1 (0:01)' })
    expect(found).toEqual([])
    expect(files).toMatchObject([{ path: join(folder, 'a.wav'), bytes: audio.length, durationSeconds: 1 }])
    expect(await readFile(join(folder, 'a.wav'))).toEqual(audio)
  })

  test.each([
    [{ description: 'Take 1 (0:03)' }, '', ['../a.wav lasts 1.00 s, but the message says 3 s']],
    [{ description: 'Take 1' }, '', ['the message does not say how long ../a.wav is']],
    [{ description: 'Take 1 (0:01)', bytes: 7 }, '', ['../a.wav has 8044 bytes, not 7']],
    [{}, 'Your speech is ready (0:01).', []],
    [{}, 'Your speech is ready (0:03).', ['../a.wav lasts 1.00 s, but the message says 3 s']],
  ])('shown as %j in the message "%s" has the problems %j', async (shown, text, found) => {
    expect((await save(shown, text)).problems).toEqual(found)
  })

  test('that is what the member gave is none', async () => {
    const { problems: found } = await save({ description: '(0:01)' }, '', new Uint8Array(audio))
    expect(found).toEqual(["../a.wav is the member's own clip"])
  })

  test('that is a picture must be one', async () => {
    const { problems: found } = await saveFiles(folder, message({ images: [{ url }] }), new Uint8Array())
    expect(found).toEqual(['a.wav is audio/wav, not an image'])
  })
})

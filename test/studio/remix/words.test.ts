import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTags } from '../../../studio/clips/read-tags.ts'
import { withWordsOfClip } from '../../../studio/remix/words.ts'
import { renderCut } from '../../../studio/renderings/cut.ts'
import { renderPiece } from '../../../studio/renderings/piece.ts'
import { renderRemix } from '../../../studio/renderings/remix.ts'
import { renderTranscription } from '../../../studio/renderings/transcription.ts'

const lyrics = 'Row the boat\nAcross the bay\nHome again'
const order = { prompt: 'folk', lyrics, title: '', gender: 'neutral' } as const

let folder = ''
const path = (name: string): string => join(folder, name)
const tagsOf = async (name: string) => await readTags(await readFile(path(name)))
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'words-of-remix-'))
  const song = { ...order, musicStyle: '', vocals: 'sung', voice: '', seconds: 8, take: 1 } as const
  await renderPiece(song, path('song'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

describe('a remix of a song with words', () => {
  const remix = { ...order, clipPath: '', prompt: 'techno' }

  test('carries them when they are heard, so that a cut of it can be written down', async () => {
    await renderRemix({ ...remix, lyrics: '', take: 1, clipPath: path('song.mp3') }, path('remix'))
    const { timedLyrics = [] } = await tagsOf('song.mp3')
    expect(timedLyrics.length).toBeGreaterThan(1)
    expect(await tagsOf('remix.mp3')).toMatchObject({
      lyrics,
      timedLyrics,
      comment: expect.stringMatching(/, \d+ beats per minute$/),
    })
    const endMs = timedLyrics[0]?.end ?? 0
    const cut = { clipPath: path('remix.mp3'), rangeMs: { start: 0, end: endMs }, format: undefined }
    await renderCut(cut, path('cut'))
    const asked = { format: 'plain_text', language: '', translate: false, withWordTimes: false } as const
    const { text } = await renderTranscription({ ...asked, clipPath: path('cut.mp3') }, path('text'))
    expect(text).toBe('Row the boat')
  })

  test('carries its own words where it sings some', async () => {
    const own = 'Nothing of the kind'
    await renderRemix({ ...remix, lyrics: own, take: 1, clipPath: path('song.mp3') }, path('sung'))
    const { lyrics: carried, timedLyrics = [] } = await tagsOf('sung.mp3')
    expect(carried).toBe(own)
    expect(new Set(timedLyrics.map(({ text }) => text))).toEqual(new Set([own]))
  })
})

describe('words of a clip', () => {
  const line = (start: number, text: string) => ({ start, end: start + 900, text })
  const clip = {
    lyrics: 'one\ntwo\nthree',
    timedLyrics: [line(0, 'one'), line(1000, 'two'), line(2000, 'three')],
  }
  const swapped = (ms: number): number => (ms < 1000 ? ms : ms < 2000 ? ms + 1000 : ms - 1000)

  test('move with the bars that they are heard in', () => {
    const { timedLyrics } = withWordsOfClip({}, clip, { score: { seconds: 2.5 }, heardAtMs: swapped })
    expect(timedLyrics).toEqual([line(0, 'one'), line(1000, 'three'), { ...line(2000, 'two'), end: 2500 }])
  })

  test('are none where it has none', () => {
    const made = { title: 'Rowing' }
    expect(withWordsOfClip(made, {}, { score: { seconds: 2 }, heardAtMs: swapped })).toEqual(made)
  })
})

import { parseBuffer } from 'music-metadata'
import { beforeAll, describe, expect, test } from 'vitest'
import { readTags } from '../../../studio/clips/read-tags.ts'
import { encodeSound } from '../../../studio/encode/encode.ts'
import { audioFormats } from '../../../studio/encode/formats.ts'
import type { SoundTags } from '../../../studio/encode/tags.ts'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'
import { independentDecoders } from '../../support/audio/independent-decoders.ts'

const tags: SoundTags = {
  title: 'Über den Wolken 雲',
  artist: 'The Studio',
  album: 'Demo',
  comment: 'pop, D minor, 120 beats per minute',
  lyrics: 'one line\nand another 歌',
}

const timedLyrics = [
  { start: 250, end: 1400, text: 'one line' },
  { start: 1400, end: 2100, text: 'and another 歌' },
  { start: 2500, end: 2875, text: '[the end]' },
]

const tone = Float32Array.from({ length: 3 * 44_100 }, (_empty, index) => 0.3 * Math.sin(index / 16))
const sound: Stereo = { left: tone, right: tone, sampleRate: 44_100 }

/** Long enough where times do not matter. */
const shortSeconds = 0.5
const part = tone.subarray(0, shortSeconds * 44_100)
const short: Stereo = { left: part, right: part, sampleRate: 44_100 }

describe.each(audioFormats)('%s', (format) => {
  let full: Uint8Array
  beforeAll(async () => {
    full = await encodeSound(sound, format, { ...tags, timedLyrics })
  })

  test('carries what is known of the sound', async () => {
    const found = await readTags(full)
    expect(found).toMatchObject({ ...tags, timedLyrics })
    // Frames of MP3 and AAC make it a little longer for a reader that only counts them.
    expect(found.durationSeconds).toBeGreaterThanOrEqual(3)
    expect(found.durationSeconds).toBeLessThan(3.06)
  })

  test('carries words alone', async () => {
    const found = await readTags(await encodeSound(short, format, { lyrics: 'only words' }))
    expect(found).toMatchObject({ lyrics: 'only words' })
    expect(found).not.toHaveProperty('timedLyrics')
    expect(found).not.toHaveProperty('title')
  })

  test('carries words by their times alone', async () => {
    const found = await readTags(await encodeSound(sound, format, { timedLyrics }))
    expect(found.lyrics).toBe('one line\nand another 歌\n[the end]')
    expect(found.timedLyrics).toEqual(timedLyrics)
  })

  test('says nothing when nothing is known', async () => {
    const { durationSeconds, ...found } = await readTags(await encodeSound(short, format))
    expect(found).toEqual({})
    expect(durationSeconds).toBeGreaterThanOrEqual(shortSeconds)
  })

  test('sounds the same with tags', async () => {
    const decode = independentDecoders[format]
    const [without, withTags] = [await encodeSound(short, format), await encodeSound(short, format, tags)]
    expect((await decode(withTags)).left.length).toBe((await decode(without)).left.length)
  })

  test('is written so that a strict reader has nothing to say against it', async () => {
    const { quality } = await parseBuffer(full, undefined, { duration: true })
    const warnings = quality.warnings.map(({ message }) => message)
    // It compares the length of a chunk with what follows that chunk, and so complains of every WAV.
    expect(warnings.filter((message) => message !== 'Data chunk size exceeds file size')).toEqual([])
  })
})

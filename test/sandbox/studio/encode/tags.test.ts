import { parseBuffer } from 'music-metadata'
import { describe, expect, test } from 'vitest'
import { readTags } from '../../../../sandbox/studio/clips/read-tags.ts'
import { encodeSound } from '../../../../sandbox/studio/encode/encode.ts'
import { audioFormats } from '../../../../sandbox/studio/encode/formats.ts'
import type { SoundTags } from '../../../../sandbox/studio/encode/tags.ts'
import type { Stereo } from '../../../../sandbox/studio/music/sound/stereo.ts'
import { independentDecoders } from '../../../support/audio/independent-decoders.ts'

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

describe.each(audioFormats)('%s', (format) => {
  test('carries what is known of the sound', async () => {
    const found = await readTags(await encodeSound(sound, format, { ...tags, timedLyrics }))
    expect(found).toMatchObject({ ...tags, timedLyrics })
    // Frames of MP3 and AAC make it a little longer for a reader that only counts them.
    expect(found.durationSeconds).toBeGreaterThanOrEqual(3)
    expect(found.durationSeconds).toBeLessThan(3.06)
  })

  test('carries words alone', async () => {
    const found = await readTags(await encodeSound(sound, format, { lyrics: 'only words' }))
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
    const { durationSeconds, ...found } = await readTags(await encodeSound(sound, format))
    expect(found).toEqual({})
    expect(durationSeconds).toBeGreaterThanOrEqual(3)
  })

  test('sounds the same with tags', async () => {
    const decode = independentDecoders[format]
    const [without, withTags] = [await encodeSound(sound, format), await encodeSound(sound, format, tags)]
    expect((await decode(withTags)).left.length).toBe((await decode(without)).left.length)
  })

  test('is written so that a strict reader has nothing to say against it', async () => {
    const bytes = await encodeSound(sound, format, { ...tags, timedLyrics })
    const { quality } = await parseBuffer(bytes, undefined, { duration: true })
    const warnings = quality.warnings.map(({ message }) => message)
    // It compares the length of a chunk with what follows that chunk, and so complains of every WAV.
    expect(warnings.filter((message) => message !== 'Data chunk size exceeds file size')).toEqual([])
  })
})

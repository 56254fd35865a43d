import { describe, expect, test } from 'vitest'
import {
  hertzOf,
  kindOf,
  levelOf,
  likenessOf,
  pixelsOf,
  secondsOf,
  soundOf,
  stretchOf,
} from '../../../sandbox/contract/audio.ts'
import {
  clipFile,
  clipSampleRate,
  clipSamples,
  clipSeconds,
  toneHertz,
} from '../../../sandbox/contract/clips.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

// First bytes after https://en.wikipedia.org/wiki/List_of_file_signatures, MPEG frames after
// https://www.datavoyage.com/mpgscript/mpeghdr.htm.
test.each([
  ['mp3', 'an MPEG frame of layer III', '\xff\xfb\x90\x00'],
  ['mp3', 'a tag before it', `ID3\x04\x00\x00\x00\x00\x00\x02xx\xff\xfb\x90\x00`],
  ['aac', 'an ADTS frame', '\xff\xf1\x50\x80'],
  ['aac', 'an MPEG-4 file', '\x00\x00\x00\x20ftypM4A '],
  ['wav', 'a RIFF file of sound', 'RIFF\x24\x00\x00\x00WAVEfmt '],
  ['flac', 'FLAC', 'fLaC\x00\x00'],
  ['ogg', 'Ogg', 'OggS\x00\x02'],
  ['webm', 'Matroska', '\x1a\x45\xdf\xa3\x01'],
  ['png', 'PNG', '\x89PNG\r\n\x1a\n'],
  ['jpeg', 'JPEG', '\xff\xd8\xff\xe0'],
  ['unknown', 'a page', '<html>'],
  ['unknown', 'nothing', ''],
])('%s is told by %s', (kind, _how, text) => {
  expect(kindOf(bytes(text))).toBe(kind)
})

describe('a clip', () => {
  test.each(['tones', 'music', 'quiet', 'loud'] as const)('%s is a WAV file of its length', async (name) => {
    const file = clipFile(name)
    expect(kindOf(file)).toBe('wav')
    expect(await secondsOf(file)).toBeCloseTo(clipSeconds(name), 3)
    const { samples, sampleRate } = soundOf(file)
    expect(sampleRate).toBe(clipSampleRate)
    const given = clipSamples(name)
    expect(samples).toHaveLength(given.length)
    expect(samples.findIndex((sample, at) => Math.abs(sample - (given[at] ?? 9)) > 1e-4)).toBe(-1)
  })

  test('tones has another pitch each second', () => {
    const sound = soundOf(clipFile('tones'))
    for (const [second, hertz] of toneHertz.entries())
      expect(hertzOf(stretchOf(sound, second, second + 1))).toBeCloseTo(hertz, -1)
  })

  test('loud is much louder than quiet', () => {
    expect(levelOf(soundOf(clipFile('loud')))).toBeGreaterThan(0.5)
    expect(levelOf(soundOf(clipFile('quiet')))).toBeLessThan(0.05)
  })
})

describe('likeness', () => {
  const music = soundOf(clipFile('music'))
  const tones = soundOf(clipFile('tones'))

  test('is one for a sound and the same at another level', () => {
    expect(likenessOf(music, { ...music, samples: music.samples.map((sample) => sample / 3) })).toBeCloseTo(
      1,
      2,
    )
  })

  test('is little for another sound, and for the same half a beat later', () => {
    expect(likenessOf(music, tones)).toBeLessThan(0.5)
    expect(likenessOf(stretchOf(music, 0, 2), stretchOf(music, 0.25, 2.25))).toBeLessThan(0.5)
  })
})

test.each([
  ['PNG', '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x02\x00\x00\x00\x01\x00', [512, 256]],
  ['JPEG', '\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x01\x00\x02\x00\x01', [512, 256]],
])('a %s tells its width and height', (_kind, text, size) => {
  expect(pixelsOf(bytes(text))).toEqual(size)
})

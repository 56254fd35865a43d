import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeClip } from '../../../studio/clips/decode.ts'
import { gather, type Parts } from '../../../studio/clips/parts.ts'
import { readTags } from '../../../studio/clips/read-tags.ts'
import { encodeSound } from '../../../studio/encode/encode.ts'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'
import { UnusableInput } from '../../../studio/unusable-input.ts'
import { makeMp4 } from '../../support/audio/clip-containers.ts'
import { encodeM4a } from '../../support/audio/m4a-files.ts'
import { encodeOpus } from '../../support/audio/opus-files.ts'
import { firstRows, runs } from '../../support/suite/runs.ts'

const tone = Float32Array.from({ length: 20_000 }, (_empty, index) => 0.4 * Math.sin(index / 12))
const sound: Stereo = { left: tone, right: tone, sampleRate: 44_100 }

/** `sound` where there is some, or what the caller is told; anything else is a bug and is thrown. */
const outcomeOf = async (bytes: Uint8Array): Promise<string> => {
  await readTags(bytes)
  try {
    const { left, right } = await decodeClip(bytes)
    expect(left.length).toBe(right.length)
    expect(left.every((sample) => Number.isFinite(sample))).toBe(true)
    return left.length > 0 ? 'sound' : 'nothing'
  } catch (error) {
    if (error instanceof UnusableInput) return error.message
    throw error
  }
}

const isTold = /^(sound|The clip .+|The studio .+|The WAV .+)$/

const encoders = {
  mp3: (of: Stereo) => encodeSound(of, 'mp3', { title: 'x', lyrics: 'y' }),
  wav: (of: Stereo) => encodeSound(of, 'wav', { title: 'x', lyrics: 'y' }),
  flac: (of: Stereo) => encodeSound(of, 'flac', { title: 'x', lyrics: 'y' }),
  ogg: (of: Stereo) => encodeSound(of, 'ogg', { title: 'x', lyrics: 'y' }),
  aac: (of: Stereo) => encodeSound(of, 'aac', { title: 'x', lyrics: 'y' }),
  webm: (of: Stereo) => encodeSound(of, 'webm', { title: 'x', lyrics: 'y' }),
  'Opus in OGG': (of: Stereo) => encodeOpus(of, 'ogg'),
  'Opus in WebM': (of: Stereo) => encodeOpus(of, 'webm'),
  'AAC in MP4': encodeM4a,
} as const

describe.each(Object.entries(encoders))('%s', (_name, encode) => {
  let whole: Uint8Array
  beforeAll(async () => {
    whole = await encode(sound)
  })

  test.each(firstRows(3, [0.01, 0.5, 0.99, 0.05, 0.2, 0.8]))(
    'that breaks off after %f of it is sound, or told of',
    async (share) => {
      expect(await outcomeOf(whole.subarray(0, Math.floor(whole.length * share)))).toMatch(isTold)
    },
  )

  test('with wrong bytes is sound, or told of', async () => {
    const wrong = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
      maxLength: 20,
    })
    // Most of what can be wrong is in the first bytes.
    const early = fc.array(fc.tuple(fc.nat(500), fc.integer({ min: 0, max: 255 })), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.oneof(early, wrong), async (changes) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, value] of changes) bytes[at] = value
        expect(await outcomeOf(bytes)).toMatch(isTold)
      }),
      { numRuns: runs(10, 400) },
    )
    // How long 400 clips take says nothing on a busy machine.
  }, 600_000)

  test('with something behind it is as it was', async () => {
    const { left } = await decodeClip(whole)
    // Eight bytes that are no element kept a reader of Matroska from ever coming to an end.
    for (const more of firstRows(2, [8, 200, 1, 7, 9])) {
      const decoded = await decodeClip(Buffer.concat([whole, new Uint8Array(more)]))
      expect(Math.abs(decoded.left.length - left.length)).toBeLessThan(4096)
    }
  })
})

/** A file with a number of four bytes changed, in the order of WAV. */
const changed = (bytes: Uint8Array, at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(value, at)
  return copy
}

describe('a file that lies', () => {
  let wav: Uint8Array
  beforeAll(async () => {
    wav = await encodeSound(sound, 'wav')
  })

  test.each([
    ['about its length', 40, 0xffff_ffff, 'sound'],
    ['about the length of all', 4, 0, 'sound'],
    ['by a rate of zero', 24, 0, 'which no clip has'],
    ['by a rate beyond all', 24, 0xffff_ffff, 'which no clip has'],
    ['by no channels', 20, 0x0000_0001, 'in a form the studio cannot read'],
    ['by a header without an end', 16, 0xffff_fff0, 'there is no sound in it'],
  ])('%s ends in what it is', async (_name, at, value, outcome) => {
    expect(await outcomeOf(changed(wav, at, value))).toContain(outcome)
  })

  test('by a tag longer than the file is told of', async () => {
    const tag = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f)
    expect(await outcomeOf(Buffer.concat([tag, wav]))).toMatch(isTold)
  })

  test('by samples that are no numbers is heard without them', async () => {
    const bytes = Buffer.alloc(44 + 8 * 4)
    Buffer.from(wav.subarray(0, 44)).copy(bytes)
    bytes.writeUInt16LE(3, 20)
    bytes.writeUInt16LE(1, 22)
    bytes.writeUInt16LE(32, 34)
    bytes.writeUInt32LE(8 * 4, 40)
    for (const [index, value] of [
      0.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -1e30,
      0,
      0,
      0,
      0.25,
    ].entries()) {
      bytes.writeFloatLE(value, 44 + index * 4)
    }
    expect([...(await decodeClip(bytes)).left]).toEqual([0.5, 0, 4, -4, 0, 0, 0, 0.25])
  })

  // A sample is a byte at least. A reader that believed these counted to three billion.
  test.each([
    ['stts', 12],
    ['stsc', 12],
    ['stsc', 16],
    ['stsz', 12],
  ])('about the samples in its table %s, %i bytes on, is told of at once', async (table, offset) => {
    const file = Buffer.from(await encodeM4a(sound))
    file.writeUInt32BE(0xa500_0001, file.indexOf(table) + offset)
    expect(await outcomeOf(file)).toBe('The clip is damaged: it claims more sound than it can hold')
  })

  test('by a picture where sound should be is told of', async () => {
    expect(await outcomeOf(makeMp4(3, ['vide']))).toBe('The clip holds no sound')
  })
})

describe('a clip of hours', () => {
  test('is not decoded beyond what is wanted, and its decoder is freed', async () => {
    const seen = { parts: 0, freed: false }
    const second = new Float32Array(8000)
    const hours = (async function* (): Parts {
      try {
        for (; seen.parts < 36_000; seen.parts += 1) {
          yield { channelData: [second], samplesDecoded: second.length, sampleRate: second.length }
        }
      } finally {
        seen.freed = true
      }
    })()
    expect((await gather(hours, 3)).channels[0]?.length).toBe(3 * second.length)
    expect(seen).toEqual({ parts: 2, freed: true })
  })

  test('of nothing but empty pieces comes to an end', async () => {
    const nothing = (async function* (): Parts {
      for (;;) yield { channelData: [], samplesDecoded: 0, sampleRate: 48_000 }
    })()
    expect((await gather(nothing, 3)).channels[0]?.length).toBe(0)
  })
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { BufferSource, EncodedPacketSink, FLAC, Input } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidRange } from '../../../studio/cutter/order.ts'
import type { AudioFormat } from '../../../studio/encode/formats.ts'
import { renderCut } from '../../../studio/renderings/cut.ts'
import { UnusableInput } from '../../../studio/unusable-input.ts'
import { firstRows } from '../../support/suite/runs.ts'
import { readWave, testSamples, type WholeSamples, waveOf } from './wave-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutter-'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

/** Cuts a file from one time to another, both in milliseconds, and gives the file that comes of it. */
const cutFile = async (clip: Uint8Array, start: number, end: number, format: AudioFormat | undefined) => {
  const clipPath = join(folder, randomUUID())
  await writeFile(clipPath, clip)
  const made = await renderCut({ clipPath, rangeMs: { start, end }, format }, clipPath)
  return { ...made, file: await readFile(`${clipPath}.${made.format}`), clipPath }
}

/** A FLAC of whole numbers, as the cutter makes it of the whole of a WAV. */
const flacOf = async (channels: WholeSamples, bits: 16 | 24, rate: number): Promise<Uint8Array> => {
  const frames = channels[0]?.length ?? 0
  return (await cutFile(waveOf(channels, { bits, rate }), 0, (frames / rate) * 1000, 'flac')).file
}

/** Whole numbers of a FLAC, frame by frame; the decoder gives them as parts of the largest one. */
const readFlac = async (file: Uint8Array) => {
  const input = new Input({
    source: new BufferSource(Buffer.concat([file, Buffer.alloc(16)])),
    formats: [FLAC],
  })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) throw new Error('no FLAC')
  const decoder = new FLACDecoder()
  await decoder.ready
  const frames: Uint8Array[] = []
  for await (const { data } of new EncodedPacketSink(track).packets()) frames.push(data)
  const { channelData, sampleRate, bitDepth } = await decoder.decodeFrames(frames)
  decoder.free()
  input.dispose()
  const largest = 2 ** (bitDepth - 1) - 1
  const channels = channelData.map((samples) =>
    Array.from(samples, (sample) => Math.round(sample * largest) || 0),
  )
  return { rate: sampleRate, bits: bitDepth, channels }
}

/** Where two lists of samples differ first; -1 where they are the same. */
const firstDifference = (one: WholeSamples, other: WholeSamples): number => {
  if (one.map(({ length }) => length).join() !== other.map(({ length }) => length).join()) return 0
  return Math.max(
    ...one.map((samples, at) => samples.findIndex((sample, index) => sample !== other[at]?.[index])),
  )
}

const readers = { wav: async (file: Buffer) => readWave(file), flac: readFlac } as const

const ranges = [
  [0, 1000],
  [0, 0.02],
  [250.3, 750.7],
  [123.456, 987.654],
  [999, 1000],
] as const

/** First each file of each other, with both depths and with other rates. */
const files = [
  ['wav', 'wav', 24, 44_100],
  ['wav', 'flac', 16, 8000],
  ['flac', 'wav', 16, 44_100],
  ['flac', 'flac', 24, 44_100],
  ['wav', 'wav', 16, 11_025],
  ['wav', 'wav', 16, 44_100],
  ['wav', 'flac', 16, 44_100],
  ['flac', 'flac', 16, 44_100],
  ['wav', 'flac', 24, 44_100],
  ['flac', 'wav', 24, 44_100],
  ['wav', 'wav', 16, 48_000],
  ['flac', 'flac', 24, 96_000],
] as const

describe.each(firstRows(4, files))(
  'from %s to %s with %i bits at %i samples a second',
  (from, to, bits, rate) => {
    const samples = testSamples(rate, bits)
    let clip: Uint8Array
    beforeAll(async () => {
      clip = from === 'wav' ? waveOf(samples, { bits, rate }) : await flacOf(samples, bits, rate)
    })

    test.each(ranges)('every sample from %d to %d ms is the same, or there is none', async (start, end) => {
      const [first, last] = [Math.round((start * rate) / 1000), Math.round((end * rate) / 1000)]
      if (first === last) {
        await expect(cutFile(clip, start, end, to)).rejects.toThrow(new UnusableInput(invalidRange))
        return
      }
      const { file, durationSeconds } = await cutFile(clip, start, end, to)
      const made = await readers[to](file)
      expect(made.rate).toBe(rate)
      expect(durationSeconds).toBe((last - first) / rate)
      const kept = samples.map((channel) => channel.slice(first, last))
      expect(firstDifference(made.channels, kept)).toBe(-1)
    })
  },
)

test.each(firstRows(4, [1, 17, 4096, 4097, 2, 15, 16, 4112, 96_000]))(
  'a FLAC of %i samples is read to its end',
  async (frames) => {
    const samples = testSamples(frames, 24)
    const flac = await flacOf(samples, 24, 96_000)
    const { file } = await cutFile(flac, 0, (frames / 96_000) * 1000, 'wav')
    expect(firstDifference(readWave(file).channels, samples)).toBe(-1)
  },
)

test('a FLAC that ends in silence is read to its end', async () => {
  const samples = testSamples(8192, 16).map((channel) => [...channel, ...Array.from({ length: 3 }, () => 0)])
  const { file } = await cutFile(await flacOf(samples, 16, 44_100), 0, (8195 / 44_100) * 1000, 'wav')
  expect(firstDifference(readWave(file).channels, samples)).toBe(-1)
})

test('a clip with one channel has it on both sides', async () => {
  const [channel = []] = testSamples(44_100, 16, 1)
  const { file } = await cutFile(waveOf([channel], { bits: 16, rate: 44_100 }), 500, 600, 'wav')
  const kept = channel.slice(22_050, 26_460)
  expect(readWave(file)).toEqual({ rate: 44_100, bits: 16, channels: [kept, kept] })
})

test('of a clip with six channels the first two are kept', async () => {
  const samples = testSamples(4410, 16, 6)
  const { file } = await cutFile(waveOf(samples, { bits: 16, rate: 44_100 }), 0, 50, 'wav')
  expect(readWave(file).channels).toEqual(samples.slice(0, 2).map((channel) => channel.slice(0, 2205)))
})

test('floating samples stay as they are', async () => {
  const samples = Float32Array.from({ length: 4410 }, (_empty, frame) => 1.2 * Math.sin(frame / 10))
  const file = Buffer.from(waveOf([Array.from({ length: 8820 }, () => 0)], { bits: 16, rate: 44_100 }))
  file.writeUInt16LE(3, 20)
  file.writeUInt32LE(4 * 44_100, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(32, 34)
  for (const [frame, sample] of samples.entries()) file.writeFloatLE(sample, 44 + 4 * frame)
  const made = readWave((await cutFile(file, 10, 60, 'wav')).file)
  expect(made).toMatchObject({ rate: 44_100, bits: 32 })
  expect(made.channels[0]).toEqual([...samples.slice(441, 2646)])
})

test('the result always has a WAV beside it, with the same samples', async () => {
  const samples = testSamples(44_100, 16)
  const { clipPath } = await cutFile(waveOf(samples, { bits: 16, rate: 44_100 }), 100, 200, 'flac')
  const { channels } = readWave(await readFile(`${clipPath}.wav`))
  expect(channels).toEqual(samples.map((channel) => channel.slice(4410, 8820)))
})

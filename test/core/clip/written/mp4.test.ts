import { BufferSource, Input, MP4 } from 'mediabunny'
import { describe, expect, test } from 'vitest'
import { undescribedAac } from '../../../../src/core/clip/sound/aac-description.ts'
import type { Sound } from '../../../../src/core/clip/sound/sound.ts'
import { aacBlock, aacFrame } from '../../../support/audio/clip-containers.ts'
import { encodeM4a } from '../../../support/audio/m4a-files.ts'
import { heardIn, packetsIn, sentOf, writtenOf } from '../../../support/audio/sent-sound.ts'

/** AAC of these packets, each of which lasts as many frames as it says. */
const aacOf = (
  rate: number,
  channels: number,
  packets: readonly (readonly [bytes: Buffer, frames: number])[],
  kind = 2,
): Sound => {
  const { description, secondsEach } = undescribedAac(rate, kind, channels) ?? {
    description: Buffer.alloc(0),
    secondsEach: 0,
  }
  const seconds = packets.map(([, frames]) => frames * secondsEach)
  return {
    coding: { kind: 'aac', description, rate },
    packets: {
      bytes: Buffer.concat(packets.map(([bytes]) => bytes)),
      sizes: packets.map(([bytes]) => bytes.length),
      seconds,
    },
    seconds: seconds.reduce((sum, one) => sum + one, 0),
  }
}

const sizes = [4, 100, 254, 255, 510, 70_000, 4] as const
const packets = sizes.map((size) => [aacFrame(1, size), 1] as const)

describe('AAC is written with its description, packets and times', () => {
  test.each([
    [8_000, 1],
    [44_100, 2],
    [48_000, 6],
    [96_000, 8],
    [64_000, 2],
    [37_800, 2],
  ])('at %i Hz with %i channels', async (rate, channels) => {
    const sound = aacOf(rate, channels, packets)
    const sent = writtenOf(sound)
    expect(sent).toMatchObject({ contentType: 'audio/mp4', ending: 'm4a', seconds: sound.seconds })
    const heard = await heardIn(sent?.bytes ?? Buffer.alloc(0))
    expect(heard).toMatchObject({ codec: 'aac', rate, channels })
    expect(sound.coding).toMatchObject({ description: heard.description })
    expect(heard.packets.map(({ length }) => length)).toEqual(sizes)
    expect(Buffer.concat(heard.packets).equals(sound.packets.bytes)).toBe(true)
    expect(heard.seconds).toBeCloseTo((sizes.length * 1024) / rate, 6)
  })

  test('of which each has its own time', async () => {
    const many = [1, 1, 2, 1, 3, 3, 3, 1].map((frames) => [aacFrame(frames), frames] as const)
    const sound = aacOf(44_100, 2, many)
    const file = writtenOf(sound)?.bytes ?? aacBlock
    const input = new Input({ source: new BufferSource(file), formats: [MP4] })
    const track = await input.getPrimaryAudioTrack()
    expect(await track?.computeDuration()).toBeCloseTo((15 * 1024) / 44_100, 6)
    expect(sentOf(file).sound?.packets.seconds).toEqual(sound.packets.seconds)
  })
})

test('a sound of 200,000 packets is written and read again', async () => {
  const sound = aacOf(44_100, 2, new Array<readonly [Buffer, number]>(200_000).fill([aacFrame(1, 20), 1]))
  const { bytes: file = Buffer.alloc(0) } = writtenOf(sound) ?? {}
  expect(file.length).toBeLessThan(sound.packets.bytes.length + 4 * 200_000 + 3_100)
  const input = new Input({ source: new BufferSource(file), formats: [MP4] })
  const track = await input.getPrimaryAudioTrack()
  expect(await track?.computeDuration()).toBeCloseTo((200_000 * 1024) / 44_100, 3)
  const again = sentOf(file)
  expect(again.sound?.packets.sizes.length).toBe(200_000)
  expect(again.file?.bytes.equals(file)).toBe(true)
})

test('ALAC is written with its own description', async () => {
  const description = Buffer.alloc(24)
  description.writeUInt32BE(4096)
  description.writeUInt32BE(96_000, 20)
  const bytes = Buffer.from('three packets')
  const sound: Sound = {
    coding: { kind: 'alac', description, rate: 96_000 },
    packets: { bytes, sizes: [5, 1, 7], seconds: new Array<number>(3).fill(4096 / 96_000) },
    seconds: (3 * 4096) / 96_000,
  }
  const sent = writtenOf(sound)
  const heard = await heardIn(sent?.bytes ?? bytes)
  expect(heard.packets.map(String)).toEqual(['three', ' ', 'packets'])
  expect(heard.seconds).toBeCloseTo(sound.seconds, 6)
  const again = sentOf(sent?.bytes ?? bytes).sound
  expect(again?.coding).toEqual(sound.coding)
  expect(again?.packets.sizes).toEqual([5, 1, 7])
})

test('an M4A of an encoder is written with the description and the packets that another reader finds in it', async () => {
  const tone = Float32Array.from({ length: 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
  const file = Buffer.from(await encodeM4a({ left: tone, right: tone, sampleRate: 44_100 }))
  const { sound, file: sent } = sentOf(file)
  const [own, theirs] = [await heardIn(sent?.bytes ?? file), await heardIn(file)]
  expect(own.description.equals(theirs.description)).toBe(true)
  expect(own.packets.length).toBe(theirs.packets.length)
  expect(Buffer.concat(own.packets).equals(Buffer.concat(theirs.packets))).toBe(true)
  expect(sound === undefined ? 0 : packetsIn(sound).length).toBe(theirs.packets.length)
})

describe('silence that an encoder put in front is passed over, and no more', () => {
  const rate = 44_100
  const sound = aacOf(rate, 2, new Array<readonly [Buffer, number]>(20).fill([aacFrame(), 1]))
  test.each([0, 1, 1_024, 2_112, 19 * 1_024])('%i samples', async (lead) => {
    const file = writtenOf({ ...sound, lead: lead / rate })?.bytes ?? aacBlock
    const input = new Input({ source: new BufferSource(file), formats: [MP4] })
    const track = await input.getPrimaryAudioTrack()
    expect(await track?.getFirstTimestamp()).toBeCloseTo(-lead / rate, 6)
    const heard = await heardIn(file)
    expect(heard.packets.length).toBe(20)
    expect(file.includes('elst')).toBe(lead > 0)
  })

  test('as long as something of the sound is left', () => {
    const file = writtenOf({ ...sound, lead: 99 })?.bytes ?? aacBlock
    const list = file.indexOf('elst') + 12
    expect(file.readUInt32BE(list)).toBe(1)
    expect(file.readUInt32BE(list + 4)).toBe(20 * 1_024 - 1)
  })
})

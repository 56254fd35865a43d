import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
import { f64, makeAac, makeMp4, webmCluster, webmOf } from '../../../support/audio/clip-containers.ts'

const counted = (file: Buffer) => {
  const found = readSound(file)
  return found?.kind === 'audio' ? found.counted?.seconds : 'no sound'
}

/** A copy of an MP4 with larger samples, which are there. */
const withSamplesOf = (file: Buffer, bytes: number): Buffer => {
  const copy = Buffer.concat([file, Buffer.alloc(bytes * 130)])
  copy.writeUInt32BE(bytes, copy.indexOf('stsz') + 8)
  return copy
}

/** An MP4 with samples of so many bytes, described by these two bytes (ISO/IEC 14496-3, 1.6.2.1). */
const mp4With = (bytes: number, description: string): Buffer => {
  const file = withSamplesOf(makeMp4(3), bytes)
  file.write(description, file.indexOf(Buffer.from('05021210', 'hex')) + 2, 'hex')
  return file
}

describe('a frame of AAC has as many bytes as the channels allow that its own description states', () => {
  test.each<[string, string, number]>([
    ['one', '1208', 1],
    ['two', '1210', 2],
    ['six', '1230', 6],
    ['eight, by their configuration', '1238', 8],
    ['eight, by a later configuration', '1260', 8],
    ['none, so that the stream says it', '1200', 8],
    ['no more than eight, though 24 are stated', '1268', 8],
  ])('%s', (_, description, channels) => {
    expect(counted(mp4With(channels * 768, description))).toBeCloseTo(3, 1)
    expect(counted(mp4With(channels * 768 + 1, description))).toBeUndefined()
  })

  test('at a rate that is written out', () => {
    const sixChannels = '17805622300000'
    const file = withSamplesOf(makeMp4(3), 6 * 768)
    const at = file.indexOf(Buffer.from('05021210', 'hex'))
    const longer = Buffer.concat([
      file.subarray(0, at),
      Buffer.from(`0507${sixChannels}`, 'hex'),
      file.subarray(at + 4),
    ])
    for (const word of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'mp4a', 'esds']) {
      const size = longer.indexOf(word) - 4
      longer.writeUInt32BE(longer.readUInt32BE(size) + 5, size)
    }
    expect(counted(longer)).toBeCloseTo(3, 1)
  })
})

test('AAC in ADTS is counted also where the stream alone says its channels', () => {
  const file = makeAac(3)
  const frameBytes = file.length / Math.round((3 * 44_100) / 1024)
  for (let at = 0; at < file.length; at += frameBytes) file[at + 3] = (file[at + 3] ?? 0) & 0x3f
  expect(counted(file)).toBeCloseTo(3, 1)
})

test('nothing certain is said of AAC in Matroska whose blocks begin with the head of a frame', () => {
  const file = webmOf(webmCluster(0, 3))
  file.write('A_AAC\0', file.indexOf('A_OPUS'))
  f64(8_000).copy(file, file.indexOf(f64(48_000)))
  expect(counted(file)).toBeCloseTo(150 * 0.128, 1)
  const block = file.indexOf(Buffer.from('0800000000', 'hex'), file.indexOf('1f43b675', 0, 'hex') + 40)
  file.write('fff1', block, 'hex')
  expect(counted(file)).toBeUndefined()
})

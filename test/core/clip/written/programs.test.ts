import { describe, expect, test } from 'vitest'
import { fixtures, readFixture } from '../../../clips/fixtures.ts'
import { audibleIn, heardIn, sentOf } from '../../../support/audio/sent-sound.ts'

const files = fixtures().rows.flatMap(({ name, by }) => {
  const file = readFixture({ name })
  return file === undefined ? [] : [{ name, by, sent: sentOf(file) }]
})
const sound = files.flatMap(({ name, by, sent: { sound: found, file } }) =>
  found === undefined || file === undefined ? [] : [[name, by, found, file] as const],
)

test('most files of other programs are sent', () => {
  expect(sound.length).toBeGreaterThan(100)
})

/** Packed sound in WAV that the other reader doesn't know, and the codec whose name it doesn't. */
const unknownFormats: readonly number[] = [0x02, 0x11, 0x31]
/** A frame of MP3 at 8 kHz, with which some decoders begin. */
const unheardSeconds = 0.08

describe('what is sent of a file of another program', () => {
  test.each(sound)(
    'has its packets, byte for byte, and lasts as long: %s of %s',
    async (_name, _by, found, file) => {
      const { coding, packets } = found
      if (coding.kind === 'wave' && unknownFormats.includes(coding.format)) {
        expect(file.bytes.includes(packets.bytes)).toBe(true)
        return
      }
      const heard = await heardIn(file.bytes)
      const all = Buffer.concat(coding.kind === 'mpeg' ? audibleIn(heard.packets) : heard.packets)
      expect(heard.seconds).toBeLessThanOrEqual(file.seconds + 1e-6)
      expect(heard.seconds).toBeGreaterThan(file.seconds - unheardSeconds)
      expect(all.length).toBeGreaterThan(0)
      if (coding.kind !== 'wave') expect(packets.bytes.subarray(-all.length).equals(all)).toBe(true)
      else if (coding.mend === undefined) expect(all.equals(packets.bytes)).toBe(true)
      else expect(all.length).toBe(packets.bytes.length)
      if (coding.kind !== 'mpeg' && coding.kind !== 'wave')
        expect(heard.packets.length).toBe(packets.sizes.length)
    },
  )

  test.each(sound)('is the same if it is sent again: %s of %s', (_name, _by, _found, file) => {
    const again = sentOf(file.bytes).file
    expect(again?.bytes.equals(file.bytes)).toBe(true)
    expect(again?.contentType).toBe(file.contentType)
    expect(again?.seconds).toBeCloseTo(file.seconds, 9)
  })
})

import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
import { encodeMp3 } from '../../../../studio/encode/mp3.ts'
import { makeAac } from '../../../support/audio/clip-containers.ts'

const seconds = 3
const tone = Float32Array.from({ length: seconds * 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
const mp3 = Buffer.from(await encodeMp3({ left: tone, right: tone, sampleRate: 44_100 }))
const aac = makeAac(seconds)

const id3 = (size: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size)])

/** The head of an APE tag (https://wiki.hydrogenaudio.org/index.php?title=APE_Tags_Header). */
const ape = (size: number): Buffer => {
  const head = Buffer.alloc(32)
  head.write('APETAGEX')
  head.writeUInt32LE(2_000, 8)
  head.writeUInt32LE(size, 12)
  head.writeUInt32LE(0xa000_0000, 20)
  return head
}

const text = Buffer.alloc(5_000, 'icy-name: Radio\r\n')
const cover = Buffer.alloc(60_000, 'a cover')
const nothing = Buffer.alloc(0)

/** The last is how many bytes belong to no tag by its size: each can be a millisecond of sound. */
const fronts: readonly (readonly [string, Buffer, number?])[] = [
  ['an ID3 tag', Buffer.concat([id3([0, 3, 0x54, 0x60]), cover])],
  [
    'an ID3 tag whose size has all bits of its bytes',
    Buffer.concat([id3([0, 0, 0xea, 0x60]), cover]),
    cover.length,
  ],
  ['an ID3 tag of no size', Buffer.concat([id3([0, 0, 0, 0]), cover]), cover.length],
  ['an ID3 tag that is larger than the file', id3([0x7f, 0x7f, 0x7f, 0x7f])],
  ['an ID3 tag that reaches into the sound', id3([0, 0, 0x60, 0])],
  ['an APE tag', Buffer.concat([ape(cover.length), cover])],
  ['an APE tag that is larger than the file', ape(0x7fff_ffff)],
  ['both tags', Buffer.concat([ape(5_000), text, id3([0, 0, 0x27, 8]), text])],
  ['two pages of text', Buffer.concat([text, text]), 2 * text.length],
  ['nothing', nothing],
]

const kinds: readonly (readonly [string, Buffer])[] = [
  ['MP3', mp3],
  ['AAC', aac],
]

const expectSeconds = (file: Buffer, expected: number, exact = true): void => {
  const found = readSound(file)
  const counted = found?.kind === 'audio' ? found.counted : undefined
  expect(counted?.exact).toBe(exact)
  expect(counted?.seconds).toBeGreaterThan(expected - 0.1)
  expect(counted?.seconds).toBeLessThan(expected + 0.2)
}

describe('sound is found and counted as a whole behind', () => {
  test.each(
    fronts.flatMap(([name, front, strange = 0]) =>
      kinds.map(([kind, sound]) => [name, kind, front, sound, strange] as const),
    ),
  )('%s: %s', (_name, _kind, front, sound, strange) =>
    expectSeconds(Buffer.concat([front, sound]), seconds + strange / 1_000, strange === 0),
  )
})

describe('a tag between frames leaves out only what is no row of frames, whatever its size', () => {
  const between: readonly (readonly [string, Buffer])[] = [
    ['an ID3 tag', Buffer.concat([id3([0, 3, 0x54, 0x60]), cover])],
    ['an ID3 tag with a size that covers all that follows', id3([0x7f, 0x7f, 0x7f, 0x7f])],
    ['an APE tag', Buffer.concat([ape(cover.length), cover])],
    ['an APE tag with a size that covers all that follows', ape(0x7fff_ffff)],
  ]
  test.each(
    between.flatMap(([name, tag]) => kinds.map(([kind, sound]) => [name, kind, tag, sound] as const)),
  )('%s: %s', (_name, _kind, tag, sound) => expectSeconds(Buffer.concat([sound, tag, sound]), 2 * seconds))
})

describe('no sound is found in', () => {
  // The same each time.
  const noise = Buffer.from(
    Uint32Array.from({ length: 500_000 }, (_empty, index) => Math.imul(index + 1, 2_654_435_761)).buffer,
  )
  test.each<[string, Buffer]>([
    ['text', text],
    ['a tag before text', Buffer.concat([id3([0, 0, 0, 0]), text])],
    ['a tag before noise', Buffer.concat([id3([0, 0, 0, 0]), noise])],
    [
      'a tag before bytes that all begin a frame',
      Buffer.concat([id3([0, 0, 0, 0]), Buffer.alloc(2_000_000, 0xff)]),
    ],
    ...['\x1aE\xdf\xa3', 'OggS', 'RIFF', 'FORM', 'fLaC', '\0\0\0\x08ftyp'].map((mark): [string, Buffer] => [
      `a container without a track before sound: ${JSON.stringify(mark)}`,
      Buffer.concat([Buffer.from(mark, 'latin1'), Buffer.alloc(100), mp3]),
    ]),
    ['much text before sound', Buffer.concat([Buffer.alloc(100_000, 'text'), mp3])],
  ])('%s', (_, file) => {
    expect(readSound(file)).toBeUndefined()
  })
})

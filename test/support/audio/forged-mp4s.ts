import { makeFragmentedMp4, makeMp4, mp4Box } from './clip-containers.ts'
import { hiddenSeconds, type NamedFile } from './forged-clips.ts'

// MP4 files that seem to last a second by some of their tables, while decoders play much more by others.

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const rate = 44_100
const framesIn = (seconds: number): number => Math.round((seconds * rate) / 1024)
const shownFrames = framesIn(1)

const parents: readonly string[] = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf']

/** The same boxes, with others in place of each one of a name. */
export const replacing = (file: Buffer, name: string, ...others: readonly Buffer[]): Buffer => {
  const parts: Buffer[] = []
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) {
    const box = file.subarray(at, at + file.readUInt32BE(at))
    const found = box.toString('latin1', 4, 8)
    const isParent = parents.includes(found)
    const same = isParent ? mp4Box(found, replacing(box.subarray(8), name, ...others)) : box
    parts.push(...(found === name ? others : [same]))
  }
  return Buffer.concat(parts)
}

/** A box with a list, by its entries' numbers. */
const list = (name: string, ...entries: readonly (readonly number[])[]): Buffer =>
  mp4Box(name, u32(0, entries.length, ...entries.flat()))

const changed = (file: Buffer, ...boxes: readonly (readonly [string, ...(readonly Buffer[])])[]): Buffer =>
  boxes.reduce((last, [name, ...others]) => replacing(last, name, ...others), file)

/** A table of sizes that are told in so many bits. */
export const compactSizes = (bits: number, samples: number): Buffer =>
  mp4Box(
    'stz2',
    u32(0, bits, samples),
    Buffer.alloc(Math.ceil((samples * bits) / 8), bits === 16 ? '\0w' : 'w'),
  )

/** Some more than two seconds, so that the sound of any chunk below lies in it. */
const pcmBytes = 400_000

/** PCM of 16 bits for two channels: a second in a chunk, as its table of sizes says; the chunks can differ. */
export const pcmMp4 = (...tables: readonly Buffer[]): Buffer => {
  const file = changed(
    makeMp4(1),
    ['stts', list('stts', [rate, 1])],
    ['stsz', mp4Box('stsz', u32(0, 4, rate))],
    ['stsc', list('stsc', [1, rate, 1])],
    ['mdat', mp4Box('mdat', Buffer.alloc(pcmBytes, 'sound'))],
    ...tables.map((table): readonly [string, Buffer] => [table.toString('latin1', 4, 8), table]),
  )
  file.write('sowt', file.indexOf('mp4a'))
  return file
}

/** PCM whose description, in version 1 of QuickTime, packs two samples into the bytes of many. */
const packed = (): Buffer => {
  const file = pcmMp4()
  const at = file.indexOf('sowt') + 4
  file.writeUInt16BE(1, at + 8)
  file.writeUInt32BE(2, at + 28)
  file.writeUInt32BE(8 * hiddenSeconds, at + 36)
  return file
}

/** What an MP4 has in place of the head of an Ogg with Opus: two channels at 48 kHz (RFC 7845, 5.1). */
const opusBox = mp4Box('dOps', Buffer.from('0002000000bb80000000', 'hex').subarray(0, 10), Buffer.alloc(1))

/** Packets of Opus in an MP4 of a second, of which each is played for 10 ms. */
export const opusMp4: Buffer = (() => {
  const file = makeMp4(1)
  file.write('Opus', file.indexOf('mp4a'))
  // It has the room of the description of AAC, whose name nobody reads then.
  const at = file.indexOf('esds') - 4
  const room = file.readUInt32BE(at) - opusBox.length
  Buffer.concat([opusBox, mp4Box('free', Buffer.alloc(room - 8))]).copy(file, at)
  return Buffer.concat([file, mp4Box('free', Buffer.alloc(1000))])
})()

const manyFrames = list('stsc', [1, framesIn(hiddenSeconds), 1])
const mp4 = makeMp4(1)

/** MP4 files whose tables contradict each other. */
export const forgedTables: readonly NamedFile[] = [
  [
    'a second table of sizes',
    changed(mp4, [
      'stsz',
      mp4Box('stsz', u32(0, 100, shownFrames)),
      compactSizes(8, framesIn(hiddenSeconds)),
    ]),
  ],
  ['PCM whose chunk has more than its table of sizes', pcmMp4(list('stsc', [1, hiddenSeconds * rate, 1]))],
  [
    'PCM with more chunks than its table of sizes',
    pcmMp4(mp4Box('stco', u32(0, hiddenSeconds, ...new Array<number>(hiddenSeconds).fill(1000)))),
  ],
  [
    'PCM whose groups of chunks are in disorder',
    pcmMp4(list('stsc', [3, 1, 1], [2, hiddenSeconds * rate, 1], [1, 1, 1])),
  ],
  [
    'PCM whose last group of chunks is the largest',
    pcmMp4(list('stsc', [1, 1, 1], [2, hiddenSeconds * rate, 1]), list('stco', [1000], [1004])),
  ],
  [
    'PCM with two tables of chunks',
    changed(pcmMp4(), ['stsc', list('stsc', [1, rate, 1]), list('stsc', [1, hiddenSeconds * rate, 1])]),
  ],
  ['PCM without sizes', pcmMp4(mp4Box('stsz', u32(0, 4, 0)), list('stsc', [1, hiddenSeconds * rate, 1]))],
  ['PCM that is packed', packed()],
  ['AAC whose chunk has more than its table of sizes', changed(mp4, ['stsc', manyFrames])],
  ['Opus whose chunk has more than its table of sizes', changed(opusMp4, ['stsc', manyFrames])],
]

const live = makeFragmentedMp4(1)
/** The header of a track's part in a fragment. */
const header = (track: number): Buffer => mp4Box('tfhd', u32(0x02_0018, track, 1024, 100))
/** Many samples that go by a header. */
const run = mp4Box('trun', u32(1, framesIn(hiddenSeconds), 0))

/** The fragment of a file, with more boxes behind its parts. */
const withPart = (file: Buffer, ...more: readonly Buffer[]): Buffer =>
  changed(file, ['mfhd', mp4Box('mfhd', u32(0, 1))], ['traf', ...more])

const first = mp4Box('traf', header(1), mp4Box('trun', u32(1, shownFrames, 0)))

/** A file in fragments whose head tells of another track, in one of its lists only. */
const withTrack2 = (file: Buffer, where: 'trak' | 'trex'): Buffer => {
  const general = mp4Box('trex', u32(0, 1, 1, 0, 0, 0))
  if (where === 'trex') return changed(file, ['trex', general, mp4Box('trex', u32(0, 2, 1, 0, 0, 0))])
  const at = file.indexOf('trak') - 4
  const track = Buffer.from(file.subarray(at, at + file.readUInt32BE(at)))
  const other = Buffer.from(track)
  other.writeUInt32BE(2, other.indexOf('tkhd') + 16)
  other.write('vide', other.indexOf('soun'))
  other.write('avc1', other.indexOf('mp4a'))
  return changed(file, ['trak', track, other])
}

/** The same with a track 2 of pictures that the head tells all about. */
const filmed = withTrack2(withTrack2(live, 'trak'), 'trex')

/** A film of a second in fragments, with more pictures than sound. */
export const filmedFragments: Buffer = withPart(filmed, first, mp4Box('traf', header(2), run))

/** MP4 files with runs that decoders give to another track than they seem to be in. */
export const forgedRuns: readonly NamedFile[] = [
  ['a run without a header', withPart(live, first, mp4Box('traf', run))],
  ['a run behind the header of an unknown track', withPart(live, first, mp4Box('traf', header(2), run))],
  ['a run behind a second header', withPart(filmed, first, mp4Box('traf', header(1), header(2), run))],
  [
    'a run behind the header of a track without defaults',
    withPart(withTrack2(live, 'trak'), first, mp4Box('traf', header(2), run)),
  ],
  [
    'a run behind the header of a track that has only defaults',
    withPart(withTrack2(live, 'trex'), first, mp4Box('traf', header(2), run)),
  ],
  ['a run behind its part of a fragment', withPart(filmed, first, mp4Box('traf', header(2)), run)],
  [
    'a run of a track that only another film has',
    Buffer.concat([
      withPart(live, first, mp4Box('traf', header(2), run)),
      filmed.subarray(0, filmed.indexOf('moof') - 4).subarray(28),
    ]),
  ],
]

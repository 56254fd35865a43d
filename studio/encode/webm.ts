import type { Stereo } from '../music/sound/stereo.ts'
import { element, float, signed, text, unsigned } from './ebml.ts'
import { lyricsComments, type SoundTags } from './tags.ts'
import { encodeVorbisPackets } from './vorbis.ts'

/** One coded piece of the sound. */
type Block = { readonly data: Uint8Array; readonly atMs: number }

const clusterMs = 5000
const nanosecondsPerSecond = 1e9
const writer = 'Tunesmith'

/** Levels that tags speak of (https://www.matroska.org/technical/tagging.html#target-types). */
const levels = { track: 30, album: 50 } as const

const headerElement = element(
  0x1a45dfa3,
  unsigned(0x4286, 1),
  unsigned(0x42f7, 1),
  unsigned(0x42f2, 4),
  unsigned(0x42f3, 8),
  text(0x4282, 'webm'),
  unsigned(0x4287, 4),
  unsigned(0x4285, 2),
)

const infoElement = (durationMs: number, title: string | undefined): Uint8Array =>
  element(
    0x1549a966,
    unsigned(0x2ad7b1, 1_000_000),
    float(0x4489, durationMs),
    ...(title === undefined ? [] : [text(0x7ba9, title)]),
    text(0x4d80, writer),
    text(0x5741, writer),
  )

const trackElement = (sampleRate: number, headers: Uint8Array): Uint8Array =>
  element(
    0x1654ae6b,
    element(
      0xae,
      unsigned(0xd7, 1),
      unsigned(0x73c5, 1),
      unsigned(0x83, 2),
      unsigned(0x9c, 0),
      text(0x22b59c, 'und'),
      text(0x86, 'A_VORBIS'),
      element(0x63a2, headers),
      element(0xe1, float(0xb5, sampleRate), unsigned(0x9f, 2)),
    ),
  )

const tagElement = (level: number, values: Readonly<Record<string, string | undefined>>): Uint8Array => {
  const simple = Object.entries(values).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [element(0x67c8, text(0x45a3, name), text(0x447a, 'und'), text(0x4487, value))],
  )
  return simple.length === 0
    ? new Uint8Array(0)
    : element(0x7373, element(0x63c0, unsigned(0x68ca, level)), ...simple)
}

const tagsElement = ({ title, artist, album, comment, ...words }: SoundTags): Uint8Array => {
  const ofTrack = { TITLE: title, ARTIST: artist, COMMENT: comment, ...lyricsComments(words) }
  const tags = [tagElement(levels.track, ofTrack), tagElement(levels.album, { TITLE: album })]
  return tags.every(({ length }) => length === 0) ? new Uint8Array(0) : element(0x1254c367, ...tags)
}

const blockHeader = (offsetMs: number, flags: number): Uint8Array =>
  Uint8Array.of(0x81, offsetMs >> 8, offsetMs & 0xff, flags)

/** A block; the last one says how much to discard, so that the sound ends where it did. */
const blockElement = ({ data, atMs }: Block, clusterAtMs: number, discardNs: number): Uint8Array =>
  discardNs === 0
    ? element(0xa3, blockHeader(atMs - clusterAtMs, 0x80), data)
    : element(0xa0, element(0xa1, blockHeader(atMs - clusterAtMs, 0), data), signed(0x75a2, discardNs))

type Cluster = { readonly atMs: number; readonly bytes: Uint8Array }

const clustersOf = (blocks: readonly Block[], discardNs: number): readonly Cluster[] =>
  [...Map.groupBy(blocks, ({ atMs }) => Math.floor(atMs / clusterMs)).values()].map((group) => {
    const atMs = group[0]?.atMs ?? 0
    const elements = group.map((block) => blockElement(block, atMs, block === blocks.at(-1) ? discardNs : 0))
    return { atMs, bytes: element(0x1f43b675, unsigned(0xe7, atMs), ...elements) }
  })

/** Where the clusters begin, so that a player can leap. All places have the same width, whatever they are. */
const cuesElement = (clusters: readonly Cluster[], firstAt: number): Uint8Array => {
  let at = firstAt
  const points = clusters.map(({ atMs, bytes }) => {
    const point = element(0xbb, unsigned(0xb3, atMs), element(0xb7, unsigned(0xf7, 1), unsigned(0xf1, at, 8)))
    at += bytes.length
    return point
  })
  return element(0x1c53bb6b, ...points)
}

/**
 * The block lengths that the first header of Vorbis names
 * (https://xiph.org/vorbis/doc/Vorbis_I_spec.html#x1-630004.2.2).
 */
const blockLengths = (headers: Uint8Array): readonly [number, number] => {
  // Behind the three numbers of the lacing; the lengths of the comments may take more than one.
  const at = Buffer.from(headers).indexOf('\u0001vorbis') + 28
  const powers = headers[at] ?? 0
  return [2 ** (powers & 0x0f), 2 ** (powers >> 4)]
}

/**
 * How many samples the packets decode to: of two neighbours the mean of the quarters. libvorbis, which made
 * them, has two modes, and the bit behind the kind of packet says whether it is the one with long blocks.
 */
const decodedLength = (packets: readonly { readonly data: Uint8Array }[], headers: Uint8Array): number => {
  const lengths = packets.map(({ data: [first = 0] }) => blockLengths(headers)[(first >> 1) & 1] ?? 0)
  return lengths.reduce(
    (sum, length, index) => sum + (index === 0 ? 0 : (length + (lengths[index - 1] ?? 0)) / 4),
    0,
  )
}

/**
 * Vorbis in WebM (https://www.webmproject.org/docs/container/). The packets begin with the sound, and
 * DiscardPadding says, to the nanosecond, what of the last one lies behind it
 * (https://www.rfc-editor.org/rfc/rfc9559#section-5.1.3.5.7).
 */
export const encodeWebm = async (sound: Stereo, tags: SoundTags = {}): Promise<Uint8Array> => {
  const { headers, packets } = await encodeVorbisPackets(sound)
  const { sampleRate } = sound
  const discarded = decodedLength(packets, headers) - sound.left.length
  const discardNs = Math.round((discarded * nanosecondsPerSecond) / sampleRate)
  const blocks = packets.map(({ data, timestamp }) => ({ data, atMs: Math.round(timestamp * 1000) }))
  const clusters = clustersOf(blocks, discardNs)
  const front = Buffer.concat([
    infoElement((sound.left.length * 1000) / sampleRate, tags.title),
    trackElement(sampleRate, headers),
    tagsElement(tags),
  ])
  const cues = cuesElement(clusters, front.length + cuesElement(clusters, 0).length)
  const body = clusters.map(({ bytes }) => bytes)
  return Buffer.concat([headerElement, element(0x18538067, front, cues, ...body)])
}

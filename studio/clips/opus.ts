import { OGG } from 'mediabunny'
import { OpusDecoder } from 'opus-decoder'
import { openPackets } from './packets.ts'
import { type Parts, partOf, shortened } from './parts.ts'

const headBytes = 19

type OpusOptions = NonNullable<ConstructorParameters<typeof OpusDecoder>[0]>

/** Reads the identification header (https://www.rfc-editor.org/rfc/rfc7845#section-5.1). */
const optionsOf = (head: Uint8Array): OpusOptions => {
  const bytes = Buffer.from(head)
  if (bytes.length < headBytes) return { forceStereo: true }
  const channels = bytes.readUInt8(9)
  const options = { forceStereo: true, channels, preSkip: bytes.readUInt16LE(10) }
  // Family 0 has one stream, and no table.
  if (bytes.readUInt8(18) === 0 || bytes.length < headBytes + 2 + channels) {
    const table = Array.from({ length: channels }, (_empty, channel) => channel)
    return { ...options, streamCount: 1, coupledStreamCount: channels - 1, channelMappingTable: table }
  }
  return {
    ...options,
    streamCount: bytes.readUInt8(headBytes),
    coupledStreamCount: bytes.readUInt8(headBytes + 1),
    channelMappingTable: [...bytes.subarray(headBytes + 2, headBytes + 2 + channels)],
  }
}

/**
 * Decodes frames of Opus from any container, of which `head` is what Ogg has as the first packet. The decoder
 * leaves out what the encoder put before the sound.
 */
export const decodeOpusFrames = async function* (
  head: Uint8Array,
  frames: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Parts {
  const decoder = new OpusDecoder(optionsOf(head))
  await decoder.ready
  try {
    for await (const frame of frames) yield decoder.decodeFrame(frame)
  } finally {
    decoder.free()
  }
}

/**
 * Decodes Opus in Ogg, as Discord's voice messages have it. The last page says where
 * in the last packet the sound ends.
 */
export const decodeOpus = async function* (bytes: Uint8Array): Parts {
  const { description, packets } = await openPackets(bytes, [OGG])
  let lastSeconds = 0
  const frames = (async function* () {
    for await (const { data, duration } of packets) {
      lastSeconds = duration
      yield data
    }
  })()
  yield* shortened(decodeOpusFrames(description, frames), (last) =>
    partOf(last, 0, Math.round(lastSeconds * last.sampleRate)),
  )
}

import { OGG } from 'mediabunny'
import { OpusDecoder } from 'opus-decoder'
import { openPackets, type PacketTrack } from './packets.ts'
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

/** Decodes Opus out of any container. The decoder leaves out what the encoder put before the sound. */
export const decodeOpusPackets = async function* ({ description, packets }: PacketTrack): Parts {
  const decoder = new OpusDecoder(optionsOf(description))
  await decoder.ready
  try {
    for await (const { data } of packets) yield decoder.decodeFrame(data)
  } finally {
    decoder.free()
  }
}

/** Decodes Opus in Ogg, as Discord's voice messages have it. The last page says where in the last packet the sound ends. */
export const decodeOpus = async function* (bytes: Uint8Array): Parts {
  const track = await openPackets(bytes, [OGG])
  let lastSeconds = 0
  const packets = (async function* () {
    for await (const packet of track.packets) {
      lastSeconds = packet.duration
      yield packet
    }
  })()
  yield* shortened(decodeOpusPackets({ ...track, packets }), (last) =>
    partOf(last, 0, Math.round(lastSeconds * last.sampleRate)),
  )
}

import { decoder as createDecoder } from '@audio/decode-aac'
import { MP4, QTFF } from 'mediabunny'
import { UnusableInput } from '../unusable-input.ts'
import { id3Length } from './format.ts'
import { openPackets, type PacketTrack } from './packets.ts'
import { decodePieces, type Part, type Parts, partOf } from './parts.ts'

type AacDecoder = Awaited<ReturnType<typeof createDecoder>>

const decodeWith = (decoder: AacDecoder, bytes: Uint8Array | Uint8Array[]): Part => {
  const { channelData, sampleRate } = decoder.decode(bytes)
  return { channelData, sampleRate, samplesDecoded: channelData[0]?.length ?? 0 }
}

/** Decodes AAC in ADTS frames, which cannot say how much of them is sound: nothing is left out. */
export const decodeAac = async function* (bytes: Uint8Array): Parts {
  const decoder = await createDecoder()
  const adapted = {
    ready: Promise.resolve(),
    decode: (piece: Uint8Array) => decodeWith(decoder, piece),
    free: () => decoder.free(),
  }
  yield* decodePieces(adapted, bytes.subarray(id3Length(bytes)))
}

/** Decodes AAC out of a container, from the time zero on: before it the encoder's priming is heard. */
export const decodeAacPackets = async function* ({ description, packets }: PacketTrack): Parts {
  const decoder = await createDecoder({ asc: description })
  try {
    for await (const { data, timestamp } of packets) {
      const part = decodeWith(decoder, [data])
      yield partOf(part, Math.round(-timestamp * part.sampleRate), part.samplesDecoded)
    }
  } finally {
    decoder.free()
  }
}

/** Decodes MP4 and QuickTime with AAC in it, as phones record it. */
export const decodeMp4 = async function* (bytes: Uint8Array): Parts {
  const track = await openPackets(bytes, [MP4, QTFF])
  if (track.codec !== 'aac') throw new UnusableInput(`The studio cannot read ${track.codec} in MP4, only AAC`)
  yield* decodeAacPackets(track)
}

import { decoder as createDecoder } from '@audio/decode-aac'
import { MP4, QTFF } from 'mediabunny'
import { UnusableInput } from '../unusable-input.ts'
import { isForgedMp4 } from './forged-mp4.ts'
import { id3Length } from './format.ts'
import { openPackets } from './packets.ts'
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

/**
 * Decodes frames of AAC from any container, which knows what they are by the
 * `config` of ISO/IEC 14496-3, 1.6.
 */
export const decodeAacFrames = async function* (config: Uint8Array, frames: Iterable<Uint8Array>): Parts {
  const decoder = await createDecoder({ asc: config })
  try {
    for (const frame of frames) yield decodeWith(decoder, [frame])
  } finally {
    decoder.free()
  }
}

/**
 * Decodes MP4 and QuickTime with AAC in it, as phones record it, from time zero on:
 * before it is the encoder's priming.
 */
export const decodeMp4 = async function* (bytes: Uint8Array): Parts {
  if (isForgedMp4(bytes))
    throw new UnusableInput('The clip is damaged: it claims more sound than it can hold')
  const { codec, description, packets } = await openPackets(bytes, [MP4, QTFF])
  if (codec !== 'aac') throw new UnusableInput(`The studio cannot read ${codec} in MP4, only AAC`)
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

import {
  BufferSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputFormat,
  Logging,
  LogLevel,
} from 'mediabunny'
import { UnusableInput } from '../unusable-input.ts'

// What is wrong with a clip is for its sender to know.
Logging.level = LogLevel.Silent

/** The coded sound of a clip, taken out of its container. */
export type PacketTrack = {
  readonly codec: string
  /**
   * What the codec must know beforehand, in the form in which WebCodecs take it
   * (https://www.w3.org/TR/webcodecs-codec-registry/).
   */
  readonly description: Uint8Array
  readonly packets: AsyncGenerator<EncodedPacket, void, unknown>
}

const bytesOf = (source: AudioDecoderConfig['description']): Uint8Array => {
  if (source === undefined) return new Uint8Array(0)
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** Opens a clip's first audio track. Throws `UnusableInput` where there is none that can be decoded. */
export const openPackets = async (bytes: Uint8Array, formats: InputFormat[]): Promise<PacketTrack> => {
  const input = new Input({ source: new BufferSource(bytes), formats })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) throw new UnusableInput('The clip holds no sound')
  const codec = await track.getCodec()
  const config = await track.getDecoderConfig()
  if (codec === null || config === null) {
    throw new UnusableInput('The clip holds sound in a form the studio cannot read')
  }
  return {
    codec,
    description: bytesOf(config.description),
    packets: new EncodedPacketSink(track).packets(),
  }
}

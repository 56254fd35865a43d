import { registerAacEncoder } from '@mediabunny/aac-encoder'
import { AudioSample, AudioSampleSource, BufferTarget, Mp4OutputFormat, Output } from 'mediabunny'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'

/** AAC in MP4, as phones record it. */
export const encodeM4a = async ({ left, right, sampleRate }: Stereo): Promise<Uint8Array> => {
  registerAacEncoder()
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() })
  const source = new AudioSampleSource({ codec: 'aac', bitrate: 192_000 })
  output.addAudioTrack(source)
  await output.start()
  const data = new Float32Array([...left, ...right])
  const sample = new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: 2,
    sampleRate,
    timestamp: 0,
  })
  await source.add(sample)
  sample.close()
  source.close()
  await output.finalize()
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0))
}

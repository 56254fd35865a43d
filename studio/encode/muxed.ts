import {
  AudioSample,
  type AudioSource,
  BufferTarget,
  type MetadataTags,
  Output,
  type OutputFormat,
} from 'mediabunny'
import type { Stereo } from '../music/sound/stereo.ts'
import { lyricsComments, type SoundTags } from './tags.ts'

const framesPerSample = 65_536

/**
 * The tags as Vorbis comments (https://www.xiph.org/vorbis/doc/v-comment.html);
 * undefined where there are none.
 */
export const commentsOf = ({ title, artist, album, comment, ...words }: SoundTags): MetadataTags => ({
  ...(title === undefined ? {} : { title }),
  ...(artist === undefined ? {} : { artist }),
  ...(album === undefined ? {} : { album }),
  ...(comment === undefined ? {} : { comment }),
  raw: { ...lyricsComments(words) },
})

/** Makes a file of what the source is given while `feed` runs. */
export const muxed = async (
  format: OutputFormat,
  source: AudioSource,
  tags: SoundTags,
  feed: () => Promise<void>,
): Promise<Uint8Array> => {
  const output = new Output({ format, target: new BufferTarget() })
  output.addAudioTrack(source)
  output.setMetadataTags(commentsOf(tags))
  await output.start()
  await feed()
  await output.finalize()
  const { buffer } = output.target
  if (buffer === null) throw new Error('The file was not finished')
  return new Uint8Array(buffer)
}

/** Samples in one of the orders that encoders take. */
export type Samples =
  | { readonly format: 's16'; readonly data: Int16Array }
  | { readonly format: 's32'; readonly data: Int32Array }
  | { readonly format: 'f32-planar'; readonly data: Float32Array }

/**
 * The sound in pieces, as the encoders take them: `make` turns the frames from `start` to `end` into samples.
 */
export const feedSamples = async (
  sound: Stereo,
  add: (sample: AudioSample) => Promise<void>,
  make: (start: number, end: number) => Samples,
): Promise<void> => {
  const { length } = sound.left
  for (let start = 0; start < length; start += framesPerSample) {
    const timestamp = start / sound.sampleRate
    const piece = make(start, Math.min(length, start + framesPerSample))
    const sample = new AudioSample({ ...piece, numberOfChannels: 2, sampleRate: sound.sampleRate, timestamp })
    await add(sample)
    sample.close()
  }
}

import type { Stereo } from '../music/sound/stereo.ts'
import { UnusableInput } from '../unusable-input.ts'
import type { AudioFormat } from './formats.ts'
import type { Depth } from './integers.ts'
import type { SoundTags } from './tags.ts'

const hasTags = (tags: SoundTags): boolean => Object.values(tags).some((value) => value !== undefined)

const id3Of = async (tags: SoundTags): Promise<Uint8Array> => {
  if (!hasTags(tags)) return new Uint8Array(0)
  const { id3Tag } = await import('./id3.ts')
  return id3Tag(tags)
}

const encode = async (
  sound: Stereo,
  format: AudioFormat,
  tags: SoundTags,
  depth: Depth,
): Promise<Uint8Array> => {
  switch (format) {
    case 'mp3':
      return await (await import('./mp3.ts')).encodeMp3(sound, await id3Of(tags))
    case 'wav':
      return (await import('./wav.ts')).encodeWav(sound, await id3Of(tags), depth)
    case 'flac':
      return await (await import('./flac.ts')).encodeFlac(sound, tags, depth)
    case 'ogg':
      return await (await import('./vorbis.ts')).encodeVorbis(sound, tags)
    case 'aac':
      return await (await import('./aac.ts')).encodeAac(sound, await id3Of(tags))
    case 'webm':
      return await (await import('./webm.ts')).encodeWebm(sound, tags)
  }
}

/**
 * The sound as a file, with what is known of it. A decoder gets as many samples as there were, except of AAC,
 * whose frames cannot say how many (see `encodeAac`). The depth is that of the forms without loss. Throws
 * `UnusableInput` for a sound of no length, which no form can hold.
 */
export const encodeSound = async (
  sound: Stereo,
  format: AudioFormat,
  tags: SoundTags = {},
  depth: Depth = 16,
): Promise<Uint8Array> => {
  if (sound.left.length === 0) throw new UnusableInput('There is no sound in it')
  return await encode(sound, format, tags, depth)
}

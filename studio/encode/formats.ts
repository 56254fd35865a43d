/**
 * The forms of audio that the studio writes: the values of `output_extension` in the service's interface
 * description, and how the files' names end.
 */
export const audioFormats = ['mp3', 'wav', 'flac', 'ogg', 'aac', 'webm'] as const

export type AudioFormat = (typeof audioFormats)[number]

import type { TaskOutput } from '../tasks/task.ts'

/**
 * Names under which the file of a single output was seen, in samples of the vendor for different features:
 * plain, as a text that holds JSON (by the name of a stem), or as a map by the output's id.
 */
export const audioNames = [
  'conversion_path',
  'audio_url',
  'audio_url as JSON',
  'output_file',
  'conversion_paths',
] as const
export type AudioName = (typeof audioNames)[number]

/** The field for the file of an output, in that dialect; empty text while there is no file. */
export const audioField = (
  name: AudioName,
  { conversionId, audioUrl }: TaskOutput,
): Readonly<Record<string, unknown>> => {
  switch (name) {
    case 'audio_url as JSON':
      return { audio_url: audioUrl === '' ? '' : JSON.stringify({ audio: audioUrl }) }
    case 'conversion_paths':
      return { conversion_paths: audioUrl === '' ? '' : { [conversionId]: audioUrl } }
    default:
      return { [name]: audioUrl }
  }
}

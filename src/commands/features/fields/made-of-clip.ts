import { type Clip, clipName } from '../../../core/clip/clip.ts'
import { taskEndpoints } from '../../../core/endpoints/audio-endpoints.ts'
import { choice, optional } from '../../../core/fields/field-builders.ts'

const formats = taskEndpoints.cutter.fields.output_extension.choices

/** The file format of the result. */
export const fileFormat = optional(
  choice({
    label: 'Format',
    help: 'File format (default: same as the clip)',
    choices: formats.map((value) => ({ value, label: value.toUpperCase() })),
  }),
)

const lastOfPath = (address: string): string => {
  const { hostname, pathname } = new URL(address)
  return pathname.split('/').findLast((part) => part !== '') ?? hostname
}

/** The file name, without extension, of something made from a clip: the clip's name and what was made. */
export const fileNameAfter = (clip: Clip, made: string): string => {
  const name = clip.kind === 'link' ? lastOfPath(clip.url) : clipName(clip)
  return `${name.replace(/\.[a-z0-9]{2,4}$/i, '') || 'clip'} ${made}`
}

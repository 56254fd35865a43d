import type { UploadedClip } from '../../core/clip/clip.ts'
import { type SortedFiles, sortFiles, typeOverName } from '../../core/clip/clip-kind.ts'
import type { MessageRef } from '../../core/target.ts'

interface SlackFile {
  name: string
  contentType: string | undefined
  url: string
  bytes: number | undefined
  seconds: number | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/**
 * A file that can be read; one that was deleted, or that Slack hides, has no address.
 * https://docs.slack.dev/reference/objects/file-object
 */
const readFile = (value: unknown): SlackFile | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(value))
  const url = textOf(fields.get('url_private_download')) ?? textOf(fields.get('url_private'))
  if (url === undefined) return undefined
  const [bytes, length] = [fields.get('size'), fields.get('duration_ms')]
  return {
    name: textOf(fields.get('name')) ?? textOf(fields.get('title')) ?? 'clip',
    contentType: textOf(fields.get('mimetype')),
    url,
    bytes: typeof bytes === 'number' ? bytes : undefined,
    seconds: typeof length === 'number' && length > 0 ? length / 1000 : undefined,
  }
}

const clipOf = (
  { url, name, contentType, bytes, seconds }: SlackFile,
  message: MessageRef | undefined,
): UploadedClip => ({
  ...{ kind: 'upload', platform: 'slack', url, name, bytes, message },
  ...typeOverName({ name, contentType }),
  ...(seconds !== undefined && { secondsSaid: seconds }),
})

const readFiles = (files: unknown): readonly SlackFile[] =>
  Array.isArray(files) ? files.map(readFile).filter((file) => file !== undefined) : []

/** The files of a message that can be clips, those of a refused kind, and names of the others. */
export const sortedFiles = (files: unknown, message: MessageRef): SortedFiles<UploadedClip> => {
  const { clips, ...rest } = sortFiles(readFiles(files))
  return { ...rest, clips: clips.map((file) => clipOf(file, message)) }
}

/** The files of a message that may be clips. */
export const clipsOfMessage = (files: unknown, message: MessageRef): readonly UploadedClip[] =>
  sortedFiles(files, message).clips

/** The file that a member put into a form as a clip; what it contains is looked at later. */
export const clipOfForm = (files: unknown): UploadedClip | undefined => {
  const [file] = readFiles(files)
  return file === undefined ? undefined : clipOf(file, undefined)
}

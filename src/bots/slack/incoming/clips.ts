import type { UploadedClip } from '../../../core/clip/clip.ts'
import {
  fileKind,
  type SortedFiles,
  sortFiles,
  typeOverName,
  type UnreadableFile,
} from '../../../core/clip/clip-kind.ts'
import type { MessageRef } from '../../../core/target.ts'

interface SlackFile {
  name: string
  contentType: string | undefined
  url: string
  bytes: number | undefined
  seconds: number | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

type Fields = ReadonlyMap<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])

const nameOf = (fields: Fields): string | undefined =>
  textOf(fields.get('name')) ?? textOf(fields.get('title'))

/**
 * A file that has an address; one that was deleted, or that Slack hides, has none.
 * https://docs.slack.dev/reference/objects/file-object
 */
const readFile = (fields: Fields): SlackFile | undefined => {
  const url = textOf(fields.get('url_private_download')) ?? textOf(fields.get('url_private'))
  if (url === undefined) return undefined
  const [bytes, length] = [fields.get('size'), fields.get('duration_ms')]
  return {
    name: nameOf(fields) ?? 'clip',
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
  kind: 'upload',
  platform: 'slack',
  url,
  name,
  bytes,
  message,
  ...typeOverName({ name, contentType }),
  ...(seconds !== undefined && { secondsSaid: seconds }),
})

const readFiles = (files: unknown): readonly Fields[] => (Array.isArray(files) ? files.map(fieldsOf) : [])

/** Slack's names for files that are there no more, or were never its own. */
const whyUnreadable = (fields: Fields): UnreadableFile['why'] | undefined => {
  const mode = fields.get('mode')
  if (mode === 'tombstone') return 'deleted'
  if (mode === 'hidden_by_limit') return 'hidden'
  if (mode === 'external' || fields.get('is_external') === true) return 'elsewhere'
  return readFile(fields) === undefined ? 'closed' : undefined
}

/** Whether a file is known to have no sound, wherever it is kept. */
const isOther = (fields: Fields): boolean =>
  fileKind({ name: nameOf(fields) ?? '', contentType: textOf(fields.get('mimetype')) }) === 'other'

interface MessageFiles extends SortedFiles<UploadedClip> {
  /** Files that may be sound and cannot be read. */
  unreadable: readonly UnreadableFile[]
}

/** The files of a message that can be clips, those of a refused kind, those that can't be read, and names of the others. */
export const sortedFiles = (files: unknown, message: MessageRef): MessageFiles => {
  const told = readFiles(files).map((fields) => ({
    fields,
    name: nameOf(fields),
    why: whyUnreadable(fields),
  }))
  const { clips, others, ...rest } = sortFiles(
    told.flatMap(({ fields, why }) => (why === undefined ? (readFile(fields) ?? []) : [])),
  )
  const lost = told.flatMap(({ why, ...file }) => (why === undefined ? [] : [{ ...file, why }]))
  return {
    ...rest,
    clips: clips.map((file) => clipOf(file, message)),
    unreadable: lost.flatMap(({ fields, name, why }) => (isOther(fields) ? [] : [{ name, why }])),
    others: [...others, ...lost.flatMap(({ fields, name }) => (isOther(fields) ? (name ?? []) : []))],
  }
}

/** The files of a message that may be clips. */
export const clipsOfMessage = (files: unknown, message: MessageRef): readonly UploadedClip[] =>
  sortedFiles(files, message).clips

/** The file that a member put into a form as a clip; what it contains is looked at later. */
export const clipOfForm = (files: unknown): UploadedClip | undefined => {
  const [file] = readFiles(files).flatMap((fields) => readFile(fields) ?? [])
  return file === undefined ? undefined : clipOf(file, undefined)
}

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
  /** Who uploaded it. */
  user: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

type Fields = ReadonlyMap<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])

const nameOf = (fields: Fields): string | undefined =>
  textOf(fields.get('name')) ?? textOf(fields.get('title'))

/**
 * A file with an address; deleted files and those that Slack hides have none.
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
    user: textOf(fields.get('user')),
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

/**
 * A file is its uploader's, also where another member shares it again. One that we uploaded is for a member.
 * https://docs.slack.dev/reference/objects/file-object
 */
const ownedClip = (
  file: SlackFile,
  message: MessageRef | undefined,
  botUser: string | undefined,
): UploadedClip => {
  const clip = clipOf(file, message)
  const { user } = file
  if (user === undefined) return clip
  return user === botUser ? { ...clip, isOwnerLost: true } : { ...clip, by: user }
}

const readFiles = (files: unknown): readonly Fields[] => (Array.isArray(files) ? files.map(fieldsOf) : [])

/** Why Slack does not provide a file, by Slack's own terms. */
const whyKept = (fields: Fields): UnreadableFile['why'] | undefined => {
  const mode = fields.get('mode')
  if (mode === 'tombstone') return 'deleted'
  if (mode === 'hidden_by_limit') return 'hidden'
  return mode === 'external' || fields.get('is_external') === true ? 'elsewhere' : undefined
}

interface LostFile extends UnreadableFile {
  /** Whether it is known to have no sound. */
  isOther: boolean
}

/** A readable file, or why it can't be read. */
const toldFile = (fields: Fields): { file: SlackFile } | { lost: LostFile } => {
  const [file, why, name] = [readFile(fields), whyKept(fields), nameOf(fields)]
  if (file !== undefined && why === undefined) return { file }
  const kind = fileKind({ name: name ?? '', contentType: textOf(fields.get('mimetype')) })
  return { lost: { name, why: why ?? 'closed', isOther: kind === 'other' } }
}

interface MessageFiles extends SortedFiles<UploadedClip> {
  /** Files that may be audio and can't be read. */
  unreadable: readonly UnreadableFile[]
}

/**
 * The files of a message that can be clips, those of a refused kind, those that can't be read, and names of the
 * others. `botUser`: whose uploads are our own.
 */
export const sortedFiles = (files: unknown, message: MessageRef, botUser?: string): MessageFiles => {
  const told = readFiles(files).map(toldFile)
  const { clips, others, ...rest } = sortFiles(told.flatMap((one) => ('file' in one ? [one.file] : [])))
  const lost = told.flatMap((one) => ('lost' in one ? [one.lost] : []))
  return {
    ...rest,
    clips: clips.map((file) => ownedClip(file, message, botUser)),
    unreadable: lost.flatMap(({ name, why, isOther }) => (isOther ? [] : [{ name, why }])),
    others: [...others, ...lost.flatMap(({ name, isOther }) => (isOther ? (name ?? []) : []))],
  }
}

/** The files of a message that may be clips. */
export const clipsOfMessage = (
  files: unknown,
  message: MessageRef,
  botUser?: string,
): readonly UploadedClip[] => sortedFiles(files, message, botUser).clips

/** Who sent a form, and whose uploads are our own. */
export interface FormSender {
  member: string
  botUser: string
}

/**
 * The file that a member put into a form, as a clip; its contents are checked later. Slack may let them pick a file that
 * somebody else uploaded: it stays theirs.
 */
export const clipOfForm = (files: unknown, { member, botUser }: FormSender): UploadedClip | undefined => {
  const [file] = readFiles(files).flatMap((fields) => readFile(fields) ?? [])
  if (file === undefined) return undefined
  return file.user === member ? clipOf(file, undefined) : ownedClip(file, undefined, botUser)
}

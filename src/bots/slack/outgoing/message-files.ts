import type { FileSource, RemoteFile } from '../../../core/clip/download.ts'
import type { Picture, Sound, Written } from '../../../core/message/message.ts'
import { isExtensionAlone, onOneLine, shortened } from '../../../core/text/text.ts'
import { limits } from '../render/limits.ts'

/** A file sent with a message: read from the service, or written by us. */
export interface Upload {
  name: string
  /** Shown above the file. */
  title: string
  /** Describes a picture. */
  altText: string | undefined
  /** Beside the message, or in its thread. */
  place: 'channel' | 'thread'
  source: FileSource
}

const fileNameLength = 100
const fileTitleLength = 255

/** A file name without invalid characters, and always with its extension: phones choose the player by it. */
const fileName = (name: string): string => {
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, ' ').trim()
  if (isExtensionAlone(clean, name)) return `file${clean}`
  const characters = [...clean.replace(/^[. ]+/, '')]
  return characters.slice(-fileNameLength).join('').trim() || 'file'
}

/** A file read from the service. */
export const remoteUpload = (
  { url, name, mark }: RemoteFile,
  title: string,
  smaller?: RemoteFile,
): Upload => ({
  name: fileName(name),
  title: shortened(onOneLine(title), fileTitleLength),
  altText: undefined,
  place: 'channel',
  source: {
    kind: 'remote',
    url,
    mark,
    ...(smaller !== undefined && { smaller: { ...smaller, name: fileName(smaller.name) } }),
  },
})

/** A text as a file in the thread. */
export const textUpload = (name: string, title: string, text: string): Upload => ({
  name: fileName(name),
  title: shortened(onOneLine(title), fileTitleLength),
  altText: undefined,
  place: 'thread',
  source: { kind: 'text', text },
})

/** A file that we wrote, in the thread. */
export const writtenUpload = ({ name, title = name, data }: Written): Upload => ({
  name: fileName(name),
  title: shortened(title, fileTitleLength),
  altText: undefined,
  place: 'thread',
  source: { kind: 'bytes', data },
})

/** A sound that is at hand. */
export const soundUpload = ({ name, title, data }: Sound): Upload => ({
  name: fileName(name),
  title: shortened(onOneLine(title), fileTitleLength),
  altText: undefined,
  place: 'channel',
  source: { kind: 'bytes', data },
})

/** A picture that is at hand. */
export const pictureUpload = ({ name, description, data }: Picture): Upload => ({
  name: fileName(name),
  title: shortened(onOneLine(description), fileTitleLength),
  altText: shortened(description, limits.fileAltText),
  place: 'channel',
  source: { kind: 'bytes', data },
})

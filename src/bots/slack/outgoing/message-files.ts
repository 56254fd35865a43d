import type { FileSource, RemoteFile } from '../../../core/clip/download.ts'
import { isExtensionAlone, shortened, withoutDirectionMarks } from '../../../core/text/text.ts'

/** A file that goes along with a message: read from the service, or written by us. */
export interface Upload {
  name: string
  /** Stands above the file. */
  title: string
  /** What a picture shows. */
  altText: string | undefined
  /** Beside the message, or in the thread below it. */
  place: 'channel' | 'thread'
  source: FileSource
}

const fileNameLength = 100
const fileTitleLength = 255

/**
 * A name without what no system takes, and with its extension, also where nothing else is left of it: phones
 * play a file by it.
 */
const fileName = (name: string): string => {
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, ' ').trim()
  if (isExtensionAlone(clean, name)) return `file${clean}`
  const characters = [...clean.replace(/^[. ]+/, '')]
  return characters.slice(-fileNameLength).join('').trim() || 'file'
}

/** A file that is read from the service. */
export const remoteUpload = (
  { url, name, mark }: RemoteFile,
  title: string,
  smaller?: RemoteFile,
): Upload => ({
  name: fileName(name),
  title: shortened(withoutDirectionMarks(title), fileTitleLength),
  altText: undefined,
  place: 'channel',
  source: {
    kind: 'remote',
    url,
    mark,
    ...(smaller !== undefined && { smaller: { ...smaller, name: fileName(smaller.name) } }),
  },
})

/** A text as a file of its own, in the thread. */
export const textUpload = (name: string, title: string, text: string): Upload => ({
  name: fileName(name),
  title: shortened(withoutDirectionMarks(title), fileTitleLength),
  altText: undefined,
  place: 'thread',
  source: { kind: 'text', text },
})

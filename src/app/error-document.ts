import { fileKind } from '../core/clip/clip-kind.ts'

const pictures: readonly string[] = ['avif', 'bmp', 'gif', 'heic', 'jpeg', 'jpg', 'png', 'webp']
/** Text files of results, which are neither XML nor JSON. */
const texts: readonly string[] = ['csv', 'lrc', 'srt', 'txt', 'vtt']

const extensionOf = (url: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''

/** Whether files with this extension never consist of text. */
const isBinary = (extension: string): boolean => {
  const kind = fileKind({ name: `file.${extension}` })
  if (typeof kind === 'object') return kind.refused !== 'playlist'
  return kind === 'sound' || pictures.includes(extension)
}

const htmlType = /^(text\/html|application\/xhtml)/
const xmlType = /^(application|text)\/([\w.-]+\+)?xml$/
const jsonType = /^(application|text)\/([\w.-]+\+)?json$/

/**
 * What a host sent in place of a file, by the type it states: "a page", "XML" or "JSON"; undefined if this can be
 * the file. Hosts state a success for some errors.
 */
export const documentByType = (
  url: string,
  contentType: string | string[] | undefined,
): string | undefined => {
  const [type = ''] = `${contentType ?? ''}`.trim().toLowerCase().split(/[;\s]/, 1)
  if (htmlType.test(type)) return 'a page'
  const isXml = xmlType.test(type)
  if (!isXml && !jsonType.test(type)) return undefined
  const extension = extensionOf(url)
  const isNeither = extension === '' || isBinary(extension) || texts.includes(extension)
  if (isXml) return isNeither || extension === 'json' ? 'XML' : undefined
  return isNeither ? 'JSON' : undefined
}

const headBytes = 512

/** Formats of sound and pictures have control characters, or bytes that are not UTF-8, in their first bytes. */
const isText = (head: Uint8Array): boolean => {
  if (head.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte))) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Whether a file that should be sound or a picture is text, whatever type its host stated. */
export const isTextInstead = (url: string, bytes: Uint8Array): boolean =>
  isText(bytes.subarray(0, headBytes)) && isBinary(extensionOf(url))

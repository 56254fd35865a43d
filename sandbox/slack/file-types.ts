import { extname } from 'node:path'

/** What Slack calls a kind of file. https://docs.slack.dev/reference/objects/file-object#types */
export type FileType = { readonly mimetype: string; readonly filetype: string; readonly prettyType: string }

const types: Readonly<Record<string, FileType>> = {
  '.mp3': { mimetype: 'audio/mpeg', filetype: 'mp3', prettyType: 'MP3' },
  '.wav': { mimetype: 'audio/wav', filetype: 'wav', prettyType: 'WAV' },
  '.ogg': { mimetype: 'audio/ogg', filetype: 'ogg', prettyType: 'OGG' },
  '.opus': { mimetype: 'audio/ogg', filetype: 'ogg', prettyType: 'OGG' },
  '.flac': { mimetype: 'audio/flac', filetype: 'flac', prettyType: 'FLAC' },
  '.m4a': { mimetype: 'audio/mp4', filetype: 'm4a', prettyType: 'MPEG 4 Audio' },
  '.mp4': { mimetype: 'video/mp4', filetype: 'mp4', prettyType: 'MPEG 4 Video' },
  '.png': { mimetype: 'image/png', filetype: 'png', prettyType: 'PNG' },
  '.jpg': { mimetype: 'image/jpeg', filetype: 'jpg', prettyType: 'JPEG' },
  '.jpeg': { mimetype: 'image/jpeg', filetype: 'jpg', prettyType: 'JPEG' },
  '.gif': { mimetype: 'image/gif', filetype: 'gif', prettyType: 'GIF' },
  '.webp': { mimetype: 'image/webp', filetype: 'webp', prettyType: 'WebP' },
  '.txt': { mimetype: 'text/plain', filetype: 'text', prettyType: 'Plain Text' },
  '.json': { mimetype: 'application/json', filetype: 'json', prettyType: 'JSON' },
}

const unknown: FileType = { mimetype: 'application/octet-stream', filetype: 'binary', prettyType: 'Binary' }

/** The kind of a file, which Slack tells from its name. */
export const fileTypeOf = (name: string): FileType => types[extname(name).toLowerCase()] ?? unknown

/**
 * Pictures that an image block may show.
 * https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object
 */
export const isPicture = (name: string): boolean => ['png', 'jpg', 'gif'].includes(fileTypeOf(name).filetype)

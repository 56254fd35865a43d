import { extname, parse } from 'node:path'
import type { StoredFile, World } from './state.ts'

/** A file as it came in a request. */
export type IncomingFile = {
  /** n of `files[n]`. */
  readonly index: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

const contentTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** The type of a file: what the sender says, or else what its name says. */
export const contentTypeOf = (name: string, declared: string | undefined): string =>
  declared && declared !== 'application/octet-stream'
    ? declared
    : (contentTypes[extname(name).toLowerCase()] ?? 'application/octet-stream')

/**
 * Discord keeps letters, digits, dots, dashes and underscores of a name, and turns spaces into underscores. A name of which
 * only the extension is left begins with an underscore.
 */
export const cleanFileName = (name: string): string =>
  name
    .replaceAll(' ', '_')
    .replaceAll(/[^\w.-]/g, '')
    .replace(/^(?=\.)/, '_') || 'unknown'

type NewFile = Pick<StoredFile, 'channelId' | 'bytes'> &
  Partial<Pick<StoredFile, 'description' | 'title' | 'isSpoiler' | 'voice' | 'ephemeral'>> & {
    readonly name: string
    readonly contentType: string | undefined
  }

/**
 * Keeps a file for the CDN. What was taken out of its name is in the title, which has no extension.
 * https://docs.discord.com/developers/resources/message#attachment-object
 */
export const storeFile = (world: World, file: NewFile): StoredFile => {
  const name = cleanFileName(file.name)
  const stored: StoredFile = {
    id: world.nextId(),
    channelId: file.channelId,
    name,
    contentType: contentTypeOf(file.name, file.contentType),
    bytes: file.bytes,
    description: file.description,
    title: file.title ?? (name === file.name ? undefined : parse(file.name).name),
    isSpoiler: file.isSpoiler ?? false,
    voice: file.voice,
    ephemeral: file.ephemeral ?? false,
  }
  world.files.set(stored.id, stored)
  return stored
}

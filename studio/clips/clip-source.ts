import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clipBytesMax, type UploadedFile } from '../http/form.ts'
import { isThisMachine } from '../loopback.ts'
import type { Studio } from '../studio.ts'
import { UnusableInput } from '../unusable-input.ts'

/** A clip that lies here, or is still to be fetched. */
export type ClipSource = { readonly path: string } | { readonly url: string }

/**
 * The clip that a request names by a file or by an address. `problem` says when there is neither, or both, as
 * nobody could tell which one is meant.
 */
export const readClipSource = (
  file: UploadedFile | undefined,
  url: string,
  name = 'audio',
): { readonly source: ClipSource } | { readonly problem: 'none' | 'both'; readonly text: string } => {
  if (file !== undefined && url !== '')
    return { problem: 'both', text: `Only one of ${name}_file and ${name}_url may be provided.` }
  if (file !== undefined) return { source: { path: file.path } }
  if (url !== '') return { source: { url } }
  return { problem: 'none', text: `Either ${name}_file or ${name}_url must be provided.` }
}

/**
 * Sites that show videos: the service takes their addresses, and the studio has no internet to follow them.
 */
const videoSites = /(^|\.)(youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|tiktok\.com|twitch\.tv)$/

const timeoutMs = 10_000

const withinLimit = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > clipBytesMax) throw new UnusableInput('The clip is too large')
    yield chunk
  }
}

const request = async (address: string, signal: AbortSignal): Promise<Response> => {
  try {
    return await fetch(address, { signal, redirect: 'error' })
  } catch {
    throw new UnusableInput('The clip could not be fetched from its address')
  }
}

/**
 * Fetches a clip into the studio's folder and gives its path. The studio has no internet: it
 * asks this machine only and follows no redirect away from it. Throws `UnusableInput` with
 * the reason when there is no clip.
 */
export const fetchClip = async (
  address: string,
  { clipFolder, closing }: Pick<Studio, 'clipFolder' | 'closing'>,
): Promise<string> => {
  const { hostname } = new URL(address)
  if (videoSites.test(hostname)) {
    throw new UnusableInput('The studio has no internet, so it cannot fetch the sound of a video site')
  }
  if (!isThisMachine(hostname)) {
    throw new UnusableInput('The studio fetches clips from this machine only')
  }
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)])
  const response = await request(address, signal)
  if (!response.ok || response.body === null) {
    throw new UnusableInput(`The clip could not be fetched: its address answers ${response.status}`)
  }
  const path = join(clipFolder, randomUUID())
  await pipeline(response.body, withinLimit, createWriteStream(path), { signal })
  return path
}

/** Where a clip lies, once it is here. Throws as `fetchClip`. */
export const clipPathOf = async (
  source: ClipSource,
  studio: Pick<Studio, 'clipFolder' | 'closing'>,
): Promise<string> => ('path' in source ? source.path : await fetchClip(source.url, studio))

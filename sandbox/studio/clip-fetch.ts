import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Studio } from './studio.ts'
import { UnusableInput } from './unusable-input.ts'

/** The largest clip the studio takes, uploaded or fetched. */
export const clipBytesMax = 64 * 1024 * 1024

const timeoutMs = 10_000
const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/

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
 * Fetches a clip into the studio's folder and gives its path. The studio has no internet: it asks this machine
 * only and follows no redirect away from it. Throws `UnusableInput` with the reason when there is no clip.
 */
export const fetchClip = async (
  address: string,
  { clipFolder, closing }: Pick<Studio, 'clipFolder' | 'closing'>,
): Promise<string> => {
  if (!thisMachine.test(new URL(address).hostname)) {
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

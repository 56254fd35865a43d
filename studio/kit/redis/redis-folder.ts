import { readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'

const answerTimeoutMs = 2000

const addressFile = (folder: string): string => join(folder, 'address')

const folderOf = async (url: string): Promise<string | undefined> => {
  const client = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: answerTimeoutMs,
    commandTimeout: answerTimeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const answer: unknown = await client.config('GET', 'dir')
    return Array.isArray(answer) ? answer.at(-1) : undefined
  } catch {
    return undefined
  } finally {
    client.disconnect()
  }
}

/** Writes down which Redis keeps its data in a folder. */
export const noteFolderInUse = async (folder: string, url: string): Promise<void> =>
  await writeFile(addressFile(folder), url)

/**
 * Rejects where a Redis that was noted in a folder still keeps its data there: each of two would write into
 * the files of the other. One that is gone, however it ended, is in nobody's way.
 */
export const refuseFolderInUse = async (folder: string): Promise<void> => {
  const url = await readFile(addressFile(folder), 'utf8').catch(() => undefined)
  if (url === undefined || (await folderOf(url)) !== (await realpath(folder))) return
  throw new Error(`${folder} is in use by another that runs`)
}

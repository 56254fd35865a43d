import { createHash, randomUUID } from 'node:crypto'
import {
  copyFile,
  glob,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Renderer } from './renderer.ts'
import type { Rendering } from './work.ts'

/** The cache's size limit; the least recently used renderings go first. */
const cacheBytesMax = 512 * 1024 * 1024

/** A finished rendering's hash, or the UUID of an unfinished one. Other files in the folder are not ours to delete. */
const ownName = /^(?:[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const resultFile = 'result.json'
const soundName = 'sound'

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('hex')
}

const here = fileURLToPath(new URL('.', import.meta.url))
const lockFile = fileURLToPath(new URL('../package-lock.json', import.meta.url))

/** Hashes the studio's sources and locked dependencies, so that any code change empties the cache. */
const hashCode = async (): Promise<string> => {
  const paths: string[] = []
  for await (const path of glob('**/*.ts', { cwd: here })) paths.push(path)
  const sources = paths.toSorted().map(async (path) => hashOf(path, await readFile(join(here, path))))
  return hashOf(
    process.version,
    process.arch,
    await readFile(lockFile).catch(() => ''),
    ...(await Promise.all(sources)),
  )
}

let knownCodeHash: Promise<string> | undefined

const codeHash = (): Promise<string> => {
  knownCodeHash ??= hashCode()
  return knownCodeHash
}

/** The cache key of an order. Clips count by their contents, not by their paths. */
const keyOf = async (kind: string, order: object): Promise<string> => {
  const parts = Object.entries(order).map(async ([name, value]: [string, unknown]) =>
    name.endsWith('Path') && typeof value === 'string'
      ? [name, hashOf(await readFile(value))]
      : [name, value],
  )
  return hashOf(await codeHash(), kind, JSON.stringify(await Promise.all(parts)))
}

/** Publishes a finished rendering atomically; if another process was first, its copy stays. */
const publish = async (from: string, to: string): Promise<void> => {
  await rename(from, to).catch(() => undefined)
}

const copyFiles = async (from: string, folder: string, name: string): Promise<void> => {
  const files = (await readdir(from)).filter((file) => file !== resultFile)
  for (const file of files) await copyFile(join(from, file), join(folder, file.replace(soundName, name)))
}

/** The cached result, after its files have been handed over; undefined on a miss. */
const lookUp = async (
  kept: string,
  handOver: (from: string) => Promise<void>,
): Promise<{ readonly result?: unknown } | undefined> => {
  try {
    const result = JSON.parse(await readFile(join(kept, resultFile), 'utf8'))
    await handOver(kept)
    const now = new Date()
    await utimes(kept, now, now)
    return result
  } catch {
    return undefined
  }
}

type Kept = { readonly path: string; readonly bytes: number; readonly usedMs: number }

const measure = async (path: string): Promise<Kept> => {
  const files = await Promise.all((await readdir(path)).map((file) => stat(join(path, file))))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return { path, bytes, usedMs: (await stat(path)).mtimeMs }
}

/** Removes the least recently used renderings until the cache fits in `bytesMax`. Safe while others use it. */
export const trimCache = async (cacheFolder: string, bytesMax = cacheBytesMax): Promise<void> => {
  const names = (await readdir(cacheFolder)).filter((name) => ownName.test(name))
  const measured = await Promise.allSettled(names.map((name) => measure(join(cacheFolder, name))))
  const kept = measured.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  let bytes = 0
  for (const one of kept.toSorted((a, b) => b.usedMs - a.usedMs)) {
    bytes += one.bytes
    if (bytes > bytesMax) await rm(one.path, { recursive: true, force: true })
  }
}

const prepared = new Map<string, Promise<void>>()

/** Creates and trims the folder once per process: a test run starts hundreds of studios. */
const prepare = (cacheFolder: string): Promise<void> => {
  const ready =
    prepared.get(cacheFolder) ?? mkdir(cacheFolder, { recursive: true }).then(() => trimCache(cacheFolder))
  prepared.set(cacheFolder, ready)
  return ready
}

/**
 * A renderer with a cache on disk that processes can share. `createMaker` creates the renderer for cache
 * misses; it writes into the folder it is given.
 */
export const createCachingRenderer = (
  folder: string,
  cacheFolder: string,
  createMaker: (folder: string) => Renderer,
): Renderer => {
  const maker = createMaker(cacheFolder)
  const underWay = new Set<string>()
  const handingOver = new Set<Promise<void>>()
  let isClosed = false

  const handOver = async (from: string, name: string): Promise<void> => {
    if (isClosed) return await new Promise(() => undefined) // like any closed renderer, it never settles
    const copying = copyFiles(from, folder, name)
    handingOver.add(copying)
    await copying.finally(() => handingOver.delete(copying))
  }

  const make = async <Order extends object, Result>(
    rendering: Rendering<Order, Result>,
    order: Order,
    { name, kept }: { readonly name: string; readonly kept: string },
  ): Promise<Result> => {
    const making = randomUUID()
    const path = join(cacheFolder, making)
    underWay.add(path)
    try {
      await mkdir(path, { recursive: true })
      const result = await maker.render(rendering, order, `${making}/${soundName}`)
      await writeFile(join(path, resultFile), JSON.stringify({ result }))
      await handOver(path, name)
      await publish(path, kept)
      return result
    } finally {
      await rm(path, { recursive: true, force: true })
      underWay.delete(path)
    }
  }

  return {
    render: async <Order extends object, Result>(
      rendering: Rendering<Order, Result>,
      order: Order,
      name: string,
    ): Promise<Result> => {
      await prepare(cacheFolder)
      const kept = join(cacheFolder, await keyOf(rendering.kind, order))
      const known = await lookUp(kept, (from) => handOver(from, name))
      // The key includes the kind, so the result has its type.
      return known === undefined ? await make(rendering, order, { name, kept }) : (known.result as Result)
    },
    close: async () => {
      isClosed = true
      await maker.close()
      // The caller may delete the folder next.
      await Promise.allSettled(handingOver)
      for (const path of underWay) await rm(path, { recursive: true, force: true })
    },
  }
}

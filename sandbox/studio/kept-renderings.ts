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
import type { RenderKind, RenderOrder, RenderResult } from './renderings.ts'

/** As many bytes of renderings are kept, and those that were longest not wanted go first. */
const keptBytesMax = 512 * 1024 * 1024

const resultFile = 'result.json'
const soundName = 'sound'

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('hex')
}

const here = fileURLToPath(new URL('.', import.meta.url))
const lockFile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

/** The code of the studio, and the versions of what it uses: with other code, everything is made anew. */
const readMakings = async (): Promise<string> => {
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

let makings: Promise<string> | undefined

const codeHash = (): Promise<string> => {
  makings ??= readMakings()
  return makings
}

/** What makes a rendering. Where a clip lies says nothing about it, only what is in it. */
const keyOf = async (kind: string, order: object): Promise<string> => {
  const parts = Object.entries(order).map(async ([name, value]: [string, unknown]) =>
    name.endsWith('Path') && typeof value === 'string'
      ? [name, hashOf(await readFile(value))]
      : [name, value],
  )
  return hashOf(await codeHash(), kind, JSON.stringify(await Promise.all(parts)))
}

/** All at once under its key, unless somebody else was the first to make the same. */
const settle = async (from: string, to: string): Promise<void> => {
  await rename(from, to).catch(() => undefined)
}

const copyFiles = async (from: string, folder: string, name: string): Promise<void> => {
  const files = (await readdir(from)).filter((file) => file !== resultFile)
  for (const file of files) await copyFile(join(from, file), join(folder, file.replace(soundName, name)))
}

/** Its result, once its files were handed over; undefined where it is not kept, or not any more. */
const recall = async (
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

/**
 * Removes what was longest not wanted until no more than so many bytes are left. What others remove
 * meanwhile is gone all the same.
 */
export const thinOut = async (keptFolder: string, bytesMax = keptBytesMax): Promise<void> => {
  const names = await readdir(keptFolder)
  const measured = await Promise.allSettled(names.map((name) => measure(join(keptFolder, name))))
  const kept = measured.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  let bytes = 0
  for (const one of kept.toSorted((a, b) => b.usedMs - a.usedMs)) {
    bytes += one.bytes
    if (bytes > bytesMax) await rm(one.path, { recursive: true, force: true })
  }
}

const thinnedOut = new Map<string, Promise<void>>()

/** Once in a process, for a suite starts hundreds of studios. */
const prepare = (keptFolder: string): Promise<void> => {
  const prepared =
    thinnedOut.get(keptFolder) ?? mkdir(keptFolder, { recursive: true }).then(() => thinOut(keptFolder))
  thinnedOut.set(keptFolder, prepared)
  return prepared
}

/**
 * A renderer that makes nothing twice: what it makes is kept in a folder, by the hash of what makes it, and
 * taken from there for whoever orders the same, in any process. `createMaker` gives the renderer that makes
 * what is not kept, into the folder that it is given.
 */
export const createKeptRenderer = (
  folder: string,
  keptFolder: string,
  createMaker: (folder: string) => Renderer,
): Renderer => {
  const maker = createMaker(keptFolder)
  const underWay = new Set<string>()
  const handingOver = new Set<Promise<void>>()
  let isClosed = false

  const handOver = async (from: string, name: string): Promise<void> => {
    if (isClosed) return await new Promise(() => undefined) // as of a renderer that was closed: nobody waits for it
    const copying = copyFiles(from, folder, name)
    handingOver.add(copying)
    await copying.finally(() => handingOver.delete(copying))
  }

  const make = async <Kind extends RenderKind>(
    kind: Kind,
    order: RenderOrder<Kind>,
    { name, kept }: { readonly name: string; readonly kept: string },
  ): Promise<RenderResult<Kind>> => {
    const making = randomUUID()
    const path = join(keptFolder, making)
    underWay.add(path)
    try {
      await mkdir(path, { recursive: true })
      const result = await maker.render(kind, order, `${making}/${soundName}`)
      await writeFile(join(path, resultFile), JSON.stringify({ result }))
      await handOver(path, name)
      await settle(path, kept)
      return result
    } finally {
      await rm(path, { recursive: true, force: true })
      underWay.delete(path)
    }
  }

  return {
    render: async <Kind extends RenderKind>(
      kind: Kind,
      order: RenderOrder<Kind>,
      name: string,
    ): Promise<RenderResult<Kind>> => {
      await prepare(keptFolder)
      const kept = join(keptFolder, await keyOf(kind, order))
      const known = await recall(kept, (from) => handOver(from, name))
      // What is kept under its key was given as the answer to such an order.
      return known === undefined
        ? await make(kind, order, { name, kept })
        : (known.result as RenderResult<Kind>)
    },
    close: async () => {
      isClosed = true
      await maker.close()
      // Whoever closes a studio may remove its folder right after.
      await Promise.allSettled(handingOver)
      for (const path of underWay) await rm(path, { recursive: true, force: true })
    },
  }
}

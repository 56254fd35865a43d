import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const prefix = 'tunesmith-clips-'

/** Nobody needs a clip for a day: whoever left it there was killed. */
const leftoverMs = 24 * 60 * 60_000

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const isLeftover = async (path: string, nowMs: number): Promise<boolean> => {
  try {
    return nowMs - (await stat(path)).mtimeMs > leftoverMs
  } catch {
    return false
  }
}

/**
 * Removes the folders of processes that were killed. A process that still lives
 * makes a new one when it needs it.
 */
const removeLeftovers = async (parent: string, nowMs: number): Promise<void> => {
  for (const name of await readdir(parent)) {
    const path = join(parent, name)
    if (name.startsWith(prefix) && (await isLeftover(path, nowMs)))
      await rm(path, { recursive: true, force: true })
  }
}

/** A folder for clips. */
export interface ClipFolder {
  openNew(): Promise<{ handle: FileHandle; path: string }>
  /** With whatever is left in it. */
  remove(): Promise<void>
}

/** A folder below `parent` that only this user can look into, made when it is first needed. */
export const createClipFolder = (parent: string, now: () => number): ClipFolder => {
  let made: Promise<string> | undefined
  const make = async (): Promise<string> => {
    await removeLeftovers(parent, now())
    return mkdtemp(join(parent, prefix))
  }
  const openNew = async () => {
    made ??= make()
    const folder = made
    try {
      const path = join(await folder, randomUUID())
      return { path, handle: await open(path, 'wx', 0o600) }
    } catch (error) {
      if (made === folder) made = undefined
      throw error
    }
  }
  return {
    /** Makes the folder anew when it has gone: systems clear out what lay untouched for days. */
    openNew: () =>
      openNew().catch((error: unknown) => {
        if (isMissing(error)) return openNew()
        throw error
      }),
    async remove() {
      const folder = made
      made = undefined
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true })
    },
  }
}

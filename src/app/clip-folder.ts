import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../core/errors.ts'
import { say } from '../core/text/say.ts'

const prefix = 'tunesmith-clips-'

/** No clip is needed for a day: the process that left it was killed. */
const leftoverMs = 24 * 60 * 60_000

/** Whether an error of the file system says that something isn't there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const isLeftover = async (path: string, nowMs: number): Promise<boolean> => {
  try {
    return nowMs - (await stat(path)).mtimeMs > leftoverMs
  } catch {
    return false
  }
}

/**
 * Removes the folders of killed processes. A live process makes a new one when needed. Those of another user
 * stay.
 */
const removeLeftovers = async (parent: string, nowMs: number): Promise<void> => {
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name)
    if (name.startsWith(prefix) && (await isLeftover(path, nowMs)))
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Tells the operator why clips can't be stored, by the system's code; it never blames the chat. */
export const folderUnusable = (folder: string, code: unknown, cause?: unknown): AppError =>
  new AppError(
    'folder_unusable',
    `Clips cannot be stored in ${folder} (${code}). Free its disk and let this process's user write there, or set TMPDIR to another folder.`,
    {
      cause,
      retryable: true,
      memberText: say("I can't store files right now. Your bot operator needs to fix this."),
    },
  )

/** Work on files in a folder of this machine. Throws AppError `folder_unusable`. */
export const storing = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    throw folderUnusable(folder, code, cause)
  }
}

/** A full disk still takes empty files, and some file systems store tiny ones with the name. */
const trialBytes = 4096

/** A folder for clips. */
export interface ClipFolder {
  /** Throws AppError `folder_unusable`. */
  openNew(): Promise<{ handle: FileHandle; path: string }>
  /** Writes a file there and removes it. Throws AppError `folder_unusable`. */
  tryOut(): Promise<void>
  /** Removes the folder with its contents. */
  remove(): Promise<void>
}

/** A folder below `parent` that only this user can access, made when first needed. */
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
  /** Creates the folder again if it is gone, since systems delete files that were untouched for days. */
  const openInFolder = () =>
    openNew().catch((error: unknown) => {
      if (isMissing(error)) return openNew()
      throw error
    })
  return {
    openNew: () => storing(parent, openInFolder),
    tryOut: () =>
      storing(parent, async () => {
        const { handle, path } = await openInFolder()
        try {
          await handle.writeFile(Buffer.alloc(trialBytes))
        } finally {
          await handle.close()
          await rm(path, { force: true })
        }
      }),
    async remove() {
      const folder = made
      made = undefined
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true })
    },
  }
}

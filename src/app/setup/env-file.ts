import { randomUUID } from 'node:crypto'
import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../../core/errors.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'

/** Only its owner may read it. */
const secretMode = 0o600

/** Where a link leads; the path itself if there is nothing yet. */
const targetOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** Root keeps the owner of the file that it replaces. */
const keepOwner = (from: string, to: string): void => {
  try {
    const { uid, gid } = statSync(from)
    chownSync(to, uid, gid)
  } catch {
    // There was no file, or only root may do that.
  }
}

const writeNew = (path: string, text: string): void => {
  const file = openSync(path, 'wx', secretMode)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Replaces a file as a whole, readable by its owner only: whatever happens, it has the old or the new text. Throws
 * AppError `configuration`.
 */
export const replaceFile = (path: string, text: string): void => {
  const target = targetOf(path)
  const passing = join(dirname(target), `.env-${randomUUID()}`)
  try {
    writeNew(passing, text)
    keepOwner(target, passing)
    renameSync(passing, target)
  } catch (cause) {
    rmSync(passing, { force: true })
    const mend =
      codeOf(cause) === 'EBUSY'
        ? 'Docker mounts it as a single file: mount its folder instead.'
        : 'Give this user the right to write there, or free the disk.'
    throw new AppError('configuration', `${path} cannot be written (${codeOf(cause)}). ${mend}`, { cause })
  }
}

/** Throws AppError `configuration` if no file can be made in the folder, before anything is asked. */
export const checkFolder = (folder: string): void => {
  const passing = join(folder, `.env-${randomUUID()}`)
  try {
    writeNew(passing, '')
  } catch (cause) {
    const code = codeOf(cause)
    throw new AppError(
      'configuration',
      `${resolve(folder)} cannot be written to (${code}), so .env could not be saved. Run setup in a folder of this user.`,
      { cause },
    )
  } finally {
    rmSync(passing, { force: true })
  }
}

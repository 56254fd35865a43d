import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { AppError } from '../core/errors.ts'

const readBytes = (path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT') return Buffer.alloc(0)
    if (code === 'EISDIR')
      throw new AppError(
        'configuration',
        `${path} is a folder. Docker makes one in place of a mounted file that is missing: remove it, and create the file from .env.example.`,
        { cause },
      )
    throw new AppError(
      'configuration',
      `${path} cannot be read (${code}). Give this process's user the right to read it, or remove it.`,
      { cause },
    )
  }
}

/** PowerShell's `>` writes UTF-16. Without its byte order mark, the NULs beside plain letters give it away. */
const isUtf16 = (bytes: Buffer): boolean =>
  /^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2)) || bytes.includes(0)

/**
 * A file's text; empty if it is missing. A byte order mark, which editors write before UTF-8 too, would become part of
 * the first name. Throws AppError `configuration` if it can't be read.
 */
export const readEnvironmentText = (path: string): string => {
  const bytes = readBytes(path)
  if (isUtf16(bytes)) throw new AppError('configuration', `${path} is saved as UTF-16. Save it as UTF-8.`)
  return new TextDecoder().decode(bytes)
}

/**
 * Adds a file's settings to an environment unless already set. A missing file has none. Throws AppError
 * `configuration` if it can't be read.
 */
export const loadEnvironmentFile = (path: string, environment: NodeJS.ProcessEnv): void => {
  for (const [name, value] of Object.entries(parseEnv(readEnvironmentText(path)))) environment[name] ??= value
}

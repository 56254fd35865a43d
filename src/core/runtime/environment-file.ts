import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { AppError } from '../errors.ts'

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT') return ''
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

/**
 * Adds the settings of a file to an environment, where they are not set. A file that is not there has none. Throws
 * AppError `configuration` if it cannot be read.
 */
export const loadEnvironmentFile = (path: string, environment: NodeJS.ProcessEnv): void => {
  for (const [name, value] of Object.entries(parseEnv(readText(path)))) environment[name] ??= value
}

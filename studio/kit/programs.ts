import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The absolute path of the first of these programs that a search path (`PATH` unless told) leads to. */
export const findProgram = (
  names: readonly string[],
  searchPath: string = process.env.PATH ?? '',
): string | undefined => {
  const folders = searchPath.split(delimiter).filter(isAbsolute)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { shortened } from '../text/text.ts'

/** Logs a file that is named or linked instead of sent; `message` says what happened to it. */
export type FilesLog = (message: string, error: unknown) => void

/** Bounded, because the audio service chooses the hosts. */
const hostsMax = 100

/** A host's name has at most 253 characters; a scheme and a port come on top. */
const originLengthMax = 270

/**
 * Logs each failed file, except on a host that AUDIO_FILE_HOSTS lacks: its first file is a warning with the fix,
 * the others are logged at debug level. So are hosts after the first hundred.
 */
export const createFilesLog = (log: Log): FilesLog => {
  const told = new Set<string>()
  return (message, error) => {
    const given = error instanceof AppError ? error.originNotAllowed : undefined
    if (given === undefined) return log.warn(message, { error })
    const origin = shortened(given, originLengthMax)
    if (told.has(origin) || told.size >= hostsMax) return log.debug(message, { origin })
    told.add(origin)
    log.warn(
      `files of results are on ${origin}, which AUDIO_FILE_HOSTS lacks, so they are only linked; if your audio service uses this host, add ${origin} to AUDIO_FILE_HOSTS and restart`,
    )
  }
}

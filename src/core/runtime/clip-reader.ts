import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClipReader, ClipReading, ClipStream, LocalClip } from '../clip.ts'
import { probeClip } from './clip-probe.ts'

interface ClipReaderOptions {
  /** Where the reader makes a folder of its own; the system's folder for such files unless given. */
  folder?: string
  /** The most bytes of a clip. */
  bytesMax: number
  /** The longest a clip may last, where its length can be told. */
  secondsMax: number
  /** How long a look at a file's contents may take. */
  probeTimeoutMs?: number
}

/** Fifty megabytes of MP3 that have to be counted frame by frame take one second. */
const defaultProbeTimeoutMs = 10_000

const nameLengthMax = 80
const nameEndLength = 12

/** A member's name for a file, on one line and not too long; its end with the extension is kept. */
const tidyName = (name: string): string => {
  const characters = [...name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()]
  if (characters.length === 0) return 'clip'
  if (characters.length <= nameLengthMax) return characters.join('')
  const start = characters.slice(0, nameLengthMax - nameEndLength - 1)
  return [...start, '…', ...characters.slice(-nameEndLength)].join('')
}

const megabytes = (bytes: number): string => `${Math.floor((bytes / 1024 / 1024) * 10) / 10} MB`

/** Minutes and seconds, such as 12:30; part of a second counts as one, so that too long never looks just right. */
const minutes = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Writes a stream to its end and tells its bytes, or stops as soon as they are too many. */
const save = async (
  chunks: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  bytesMax: number,
): Promise<number | 'too_many'> => {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) return 'too_many'
    await handle.writeFile(chunk)
  }
  return bytes
}

const refused = (reason: string): ClipReading => ({ status: 'refused', reason })

type Limits = Required<Pick<ClipReaderOptions, 'bytesMax' | 'secondsMax' | 'probeTimeoutMs'>>

const inspect = async (
  path: string,
  name: string,
  bytes: number,
  { secondsMax, probeTimeoutMs }: Limits,
): Promise<ClipReading> => {
  const probe = await probeClip(path, { timeoutMs: probeTimeoutMs })
  if (probe.kind === 'foreign') {
    return refused(
      `${name} is no audio file that can be read. Send an MP3, WAV, FLAC, OGG, M4A or WebM file.`,
    )
  }
  if (probe.kind === 'silent') return refused(`${name} has no sound in it. Send a file with an audio track.`)
  const { contentType, seconds } = probe
  if (seconds !== undefined && seconds > secondsMax) {
    return refused(
      `${name} lasts ${minutes(seconds)}; the most is ${minutes(secondsMax)}. Cut it and try again.`,
    )
  }
  return { status: 'read', clip: { path, name, contentType, bytes, seconds } }
}

const readInto = async (
  { handle, path }: { handle: FileHandle; path: string },
  { name, chunks }: ClipStream,
  limits: Limits,
): Promise<ClipReading> => {
  const tidy = tidyName(name)
  const bytes = await save(chunks, handle, limits.bytesMax).finally(() => handle.close())
  if (bytes === 'too_many') {
    return refused(
      `${tidy} has more than ${megabytes(limits.bytesMax)}; that is the most. Cut it or save it as MP3, and try again.`,
    )
  }
  if (bytes === 0) return refused(`${tidy} is empty. Upload it again.`)
  return inspect(path, tidy, bytes, limits)
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A folder that only this user can look into, made when it is first needed. */
const createOwnFolder = (parent: string) => {
  let made: Promise<string> | undefined
  const openNew = async (): Promise<{ handle: FileHandle; path: string }> => {
    made ??= mkdtemp(join(parent, 'tunesmith-clips-'))
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

/**
 * Reads chats' files into a folder of its own, and keeps those that are audio within the limits. `close` removes the
 * folder with whatever is left in it. How long a stream may take is up to whoever opened it.
 */
export const createClipReader = ({
  folder = tmpdir(),
  bytesMax,
  secondsMax,
  probeTimeoutMs = defaultProbeTimeoutMs,
}: ClipReaderOptions): ClipReader & { close(): Promise<void> } => {
  const ownFolder = createOwnFolder(folder)
  const limits = { bytesMax, secondsMax, probeTimeoutMs }
  const discard = ({ path }: Pick<LocalClip, 'path'>): Promise<void> => rm(path, { force: true })
  return {
    async read(stream) {
      const file = await ownFolder.openNew()
      let reading: ClipReading | undefined
      try {
        reading = await readInto(file, stream, limits)
        return reading
      } finally {
        if (reading?.status !== 'read') await discard(file)
      }
    },
    discard,
    close: () => ownFolder.remove(),
  }
}

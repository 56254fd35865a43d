import { type FileHandle, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isTooLong, tooLongText } from '../core/clip/clip.ts'
import { noAudioText, refusedKindText } from '../core/clip/clip-kind.ts'
import {
  type ClipReader,
  type ClipReading,
  type ClipStream,
  isMachineTrouble,
  type LocalClip,
} from '../core/clip/clip-reading.ts'
import { AppError } from '../core/errors.ts'
import { type Log, onChange } from '../core/log.ts'
import { say } from '../core/text/say.ts'
import { createClipFolder, folderUnusable, storing } from './clip-folder.ts'
import { probeClip } from './clip-probe.ts'

interface ClipReaderOptions {
  /** Where the reader makes its own folder; by default the system's temporary folder. */
  folder?: string
  /** Maximum bytes of a clip. */
  bytesMax: number
  /** Maximum length of a clip. */
  secondsMax: number
  /** How long a probe of a file's contents may take. */
  probeTimeoutMs?: number
  /** Reads a file's sound; in a separate process by default. */
  probe?: typeof probeClip
  /** Called each time this machine could not store or check a clip. */
  onTrouble?: (error: AppError) => void
  /** Called for each clip that was stored and checked. */
  onRead?: () => void
  now: () => number
}

/** Fifty megabytes of MP3 that must be counted frame by frame take one second. */
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

type Limits = Required<
  Pick<ClipReaderOptions, 'folder' | 'bytesMax' | 'secondsMax' | 'probeTimeoutMs' | 'probe'>
>

/** Writes a stream to its end and returns its bytes, or stops as soon as they are too many. Closes the file. */
const save = async (
  chunks: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  { bytesMax, folder }: Limits,
): Promise<number | 'too_many'> => {
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) return 'too_many'
      await storing(folder, () => handle.writeFile(chunk))
    }
    return bytes
  } finally {
    await storing(folder, () => handle.close())
  }
}

const refused = (reason: string): ClipReading => ({ status: 'refused', reason })

/** The name of a file whose sound was put into a container of its own. */
const named = (name: string, ending: string): string => `${name.replace(/\.[a-z0-9]{1,8}$/i, '')}.${ending}`

/** Another container may need a little more space. Very small packets could double it. */
const growthMax = 1.1

const tooLarge = (name: string, { bytesMax }: Limits): ClipReading =>
  refused(
    say('{{clip}} is too large (max {{most}}). Save it as MP3, or use a shorter one.', {
      clip: name,
      most: megabytes(bytesMax),
    }),
  )

const inspect = async (path: string, name: string, limits: Limits): Promise<ClipReading> => {
  const { folder, secondsMax, bytesMax, probeTimeoutMs, probe } = limits
  const found = await probe(path, { timeoutMs: probeTimeoutMs })
  switch (found.kind) {
    case 'foreign':
      return refused(noAudioText(name))
    case 'refused':
      return refused(refusedKindText(name, found.called))
    case 'silent':
      return refused(say('{{clip}} has no sound in it. Send a file with an audio track.', { clip: name }))
    case 'unwritten':
      throw folderUnusable(folder, found.code)
    case 'uncounted':
      return refused(say("I can't measure {{clip}}. Save it as MP3 and send that.", { clip: name }))
    case 'audio': {
      const { contentType, ending, seconds, bytes } = found
      if (bytes > bytesMax * growthMax) return tooLarge(name, limits)
      if (isTooLong(seconds, secondsMax, contentType)) return refused(tooLongText(name, seconds, secondsMax))
      return { status: 'read', clip: { path, name: named(name, ending), contentType, bytes, seconds } }
    }
  }
}

const readInto = async (
  { handle, path }: { handle: FileHandle; path: string },
  { name, chunks }: ClipStream,
  limits: Limits,
): Promise<ClipReading> => {
  const tidy = tidyName(name)
  const bytes = await save(chunks, handle, limits)
  if (bytes === 'too_many') return tooLarge(tidy, limits)
  if (bytes === 0) return refused(say('{{clip}} is empty. Upload it again.', { clip: tidy }))
  return inspect(path, tidy, limits)
}

const stopping = (): AppError =>
  new AppError('platform_unavailable', 'stopped reading a clip, because the process is stopping', {
    retryable: true,
  })

/** The chunks until `signal` tells us to stop, even while a host keeps us waiting for the next one. */
async function* untilStopped(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  stopped.catch(() => undefined)
  const stop = () => reject(stopping())
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  const iterator = chunks[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped])
      if (next.done === true) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // Ends a stream that is abandoned early, without waiting for one that hangs.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/** A clip reader that a process starts and stops. */
export interface OwnClipReader extends ClipReader {
  /** Why clips can't be stored, as AppError `folder_unusable`; undefined if they can. */
  trouble(): Promise<AppError | undefined>
  /** Gives up running reads with AppError `platform_unavailable`: another process reads them again. */
  giveUp(): void
  /** Removes the folder with its contents. */
  close(): Promise<void>
}

/**
 * Reads chat files into its own folder, and keeps the sound of those that are audio within the limits. The caller that
 * opened a stream limits its time.
 */
export const createClipReader = ({
  folder = tmpdir(),
  bytesMax,
  secondsMax,
  probeTimeoutMs = defaultProbeTimeoutMs,
  probe = probeClip,
  onTrouble = () => undefined,
  onRead = () => undefined,
  now,
}: ClipReaderOptions): OwnClipReader => {
  const ownFolder = createClipFolder(folder, now)
  const stop = new AbortController()
  const limits = { folder, bytesMax, secondsMax, probeTimeoutMs, probe }
  const discard = ({ path }: Pick<LocalClip, 'path'>): Promise<void> => rm(path, { force: true })
  const heard = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (isMachineTrouble(error)) onTrouble(error)
      throw error
    })
  const read = async (stream: ClipStream): Promise<ClipReading> => {
    const file = await ownFolder.openNew()
    let reading: ClipReading | undefined
    try {
      const chunks = untilStopped(stream.chunks, stop.signal)
      reading = await readInto(file, { ...stream, chunks }, limits)
      if (reading.status === 'read') onRead()
      return reading
    } finally {
      if (reading?.status !== 'read') await discard(file)
    }
  }
  return {
    read: (stream) => heard(read(stream)),
    trouble: () =>
      heard(ownFolder.tryOut()).then(
        () => undefined,
        (error: unknown) => (isMachineTrouble(error) ? error : Promise.reject(error)),
      ),
    discard,
    giveUp: () => stop.abort(),
    close: () => ownFolder.remove(),
  }
}

/** Logs when this machine can't read clips, and when it can again. */
export const createClipTroubleLog = (log: Log) => {
  const tellChanges = () => {
    const tellStored = onChange((problem) => log.error('clips cannot be stored', { problem }))
    const tellChecked = onChange((problem) => log.error('clips cannot be checked', { problem }))
    return ({ code, message }: AppError) => (code === 'folder_unusable' ? tellStored : tellChecked)(message)
  }
  let tell: ReturnType<typeof tellChanges> | undefined
  return {
    onTrouble: (error: AppError): void => {
      tell ??= tellChanges()
      tell(error)
    },
    onRead: (): void => {
      if (tell !== undefined) log.info('clips can be read again')
      tell = undefined
    },
  }
}

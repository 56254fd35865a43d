import assert from 'node:assert'
import { randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { LocalClip } from '../core/clip/clip-reading.ts'
import type { ApiBody } from '../core/endpoints/api-request.ts'

/** A form as it goes over the wire. Its files are already open, so a file that is removed now is still sent. */
interface Form {
  contentType: string
  /** Total length, known before anything is sent. */
  bytes: number
  /** Streams the body; can be read once. Awaits `beforeFiles` before the first byte of a file. */
  read(beforeFiles: () => Promise<void>): Readable
  /** Closes the files. */
  close(): Promise<void>
}

/** Result of opening a form's files; `error` is what the system said. */
type FormOpening = { status: 'open'; form: Form } | { status: 'unreadable'; error: unknown }

/** A clip that can be sent, with its part's headers. */
interface OpenFile {
  head: Buffer
  handle: FileHandle
  bytes: number
}

const newline = '\r\n'

/** How browsers escape a name in a part's headers (https://html.spec.whatwg.org/#multipart-form-data). */
const escapeName = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const textPart = (name: string, value: ApiBody[string]): Buffer =>
  Buffer.from(
    `Content-Disposition: form-data; name="${escapeName(name)}"${newline}${newline}${value}${newline}`,
  )

const fileHead = (part: string, { name, contentType }: LocalClip): Buffer => {
  const disposition = `form-data; name="${escapeName(part)}"; filename="${escapeName(name)}"`
  return Buffer.from(
    `Content-Disposition: ${disposition}${newline}Content-Type: ${contentType}${newline}${newline}`,
  )
}

const openFile = async ([part, clip]: [string, LocalClip]): Promise<OpenFile> => {
  const head = fileHead(part, clip)
  const handle = await open(clip.path)
  try {
    return { head, handle, bytes: (await handle.stat()).size }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const closeAll = async (files: readonly OpenFile[]): Promise<void> => {
  await Promise.all(files.map(({ handle }) => handle.close()))
}

/** Opens all files or none: if one fails, the others are closed again. */
const openAll = async (clips: Readonly<Record<string, LocalClip>>): Promise<readonly OpenFile[]> => {
  const openings = await Promise.allSettled(Object.entries(clips).map(openFile))
  const files = openings.flatMap((opening) => (opening.status === 'fulfilled' ? [opening.value] : []))
  const failure = openings.find((opening) => opening.status === 'rejected')
  if (failure === undefined) return files
  await closeAll(files)
  throw failure.reason
}

type Piece = Buffer | OpenFile

const sizeOf = (piece: Piece): number => (Buffer.isBuffer(piece) ? piece.length : piece.bytes)

/** Calls `mayGoOn` before each file, because the answer may have come and the files been closed meanwhile. */
async function* readPieces(
  pieces: readonly Piece[],
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece
    else if (await mayGoOn()) yield* piece.handle.createReadStream({ autoClose: false })
    else return
  }
}

/** Waits once, before the first file; after that it only tells whether the files are still open. */
const waitOnce = (wait: () => Promise<void>, areOpen: () => boolean): (() => Promise<boolean>) => {
  let waited: Promise<void> | undefined
  return async () => {
    waited ??= wait()
    await waited
    return areOpen()
  }
}

/** A boundary line before each part, and one after the last. */
const withBoundary = (boundary: string, parts: readonly (readonly Piece[])[]): readonly Piece[] => [
  ...parts.flatMap((part) => [Buffer.from(`--${boundary}${newline}`), ...part]),
  Buffer.from(`--${boundary}--${newline}`),
]

/** 128 bits: no member's text can have the line in it. */
const boundaryBytes = 16

const toForm = (body: ApiBody, files: readonly OpenFile[]): Form => {
  const boundary = `form-${randomBytes(boundaryBytes).toString('hex')}`
  const texts = Object.entries(body).map(([name, value]) => [textPart(name, value)])
  const uploads = files.map((file) => [file.head, file, Buffer.from(newline)])
  const pieces = withBoundary(boundary, [...texts, ...uploads])
  let areOpen = true
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: pieces.reduce((sum, piece) => sum + sizeOf(piece), 0),
    read: (beforeFiles) =>
      Readable.from(
        readPieces(
          pieces,
          waitOnce(beforeFiles, () => areOpen),
        ),
        { objectMode: false },
      ),
    close() {
      areOpen = false
      return closeAll(files)
    },
  }
}

/** Whether a text is a media type such as "audio/wav" and nothing else. */
export const isMediaType = (text: string): boolean => /^[\w.+-]+\/[\w.+-]+$/.test(text)

/**
 * Values and files as multipart/form-data (https://www.rfc-editor.org/rfc/rfc7578). Text is sent byte by byte:
 * FormData would turn each line break into two characters and push a text at its limit over it.
 */
export const openForm = async (
  body: ApiBody,
  clips: Readonly<Record<string, LocalClip>>,
): Promise<FormOpening> => {
  for (const { contentType } of Object.values(clips)) {
    assert(isMediaType(contentType), `${JSON.stringify(contentType)} is not a media type`)
  }
  try {
    return { status: 'open', form: toForm(body, await openAll(clips)) }
  } catch (error) {
    return { status: 'unreadable', error }
  }
}

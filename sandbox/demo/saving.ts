import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseBuffer } from 'music-metadata'
import type { Message, MessageFile } from './control-client.ts'
import type { SavedFile } from './transcript.ts'

/** Minutes and seconds in brackets after a title, such as "(0:20)". */
const statedDurations = /\((\d+):(\d\d)\)/g

/** Half a second of real difference, and half a second because messages state whole seconds. */
const durationToleranceSeconds = 0.5 + 0.5

/** The lengths that a text states, in their order. */
export const statedSeconds = (text: string | undefined): number[] =>
  [...(text ?? '').matchAll(statedDurations)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  )

const measureSeconds = async (bytes: Uint8Array, mimeType: string): Promise<number | undefined> => {
  const { format } = await parseBuffer(bytes, { mimeType }, { duration: true })
  return format.duration
}

const isAudio = ({ contentType }: { contentType: string }): boolean => contentType.startsWith('audio/')

const durationProblems = (
  file: MessageFile,
  stated: number | undefined,
  measured: number | undefined,
): string[] => {
  if (!isAudio(file)) return []
  if (measured === undefined) return [`${file.name} is no audio that can be read`]
  if (stated === undefined) return [`the message does not say how long ${file.name} is`]
  return Math.abs(measured - stated) <= durationToleranceSeconds
    ? []
    : [`${file.name} lasts ${measured.toFixed(2)} s, but the message says ${stated} s`]
}

const download = async (url: string): Promise<{ bytes: Uint8Array; contentType: string }> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return { bytes: await response.bytes(), contentType: response.headers.get('content-type') ?? '' }
}

type Saved = { file: SavedFile; problems: string[] }

/** A file, and how long its message says that it is. */
type Wanted = { file: MessageFile; stated: number | undefined }

const saveFile = async (folder: string, { file, stated }: Wanted, clip: Uint8Array): Promise<Saved> => {
  const { bytes } = await download(file.url)
  const path = join(folder, basename(file.name))
  await writeFile(path, bytes)
  const measured = isAudio(file) ? await measureSeconds(bytes, file.contentType) : undefined
  const { name, contentType } = file
  return {
    file: {
      path,
      name,
      contentType,
      bytes: bytes.length,
      ...(measured !== undefined && { durationSeconds: Math.round(measured * 1000) / 1000 }),
    },
    problems: [
      ...(bytes.length === file.bytes ? [] : [`${name} has ${bytes.length} bytes, not ${file.bytes}`]),
      ...(Buffer.compare(bytes, clip) === 0 ? [`${name} is the member's own clip`] : []),
      ...durationProblems(file, stated, measured),
    ],
  }
}

const saveImage = async (folder: string, url: string): Promise<Saved> => {
  const { bytes, contentType } = await download(url)
  const name = basename(new URL(url).pathname)
  const path = join(folder, name)
  await writeFile(path, bytes)
  return {
    file: { path, name, contentType, bytes: bytes.length },
    problems: contentType.startsWith('image/') ? [] : [`${name} is ${contentType}, not an image`],
  }
}

/** The length of a take stands beside its file, or in the message in the order of the takes. */
const withStated = ({ text, files }: Message): Wanted[] => {
  const inText = statedSeconds(text)
  const takes = files.filter(isAudio)
  return files.map((file) => {
    const [besideFile] = statedSeconds(file.description)
    return { file, stated: besideFile ?? inText[takes.indexOf(file)] }
  })
}

/**
 * Saves everything that a message shows, and says what is not as the message states
 * it, or is no more than the clip.
 */
export const saveFiles = async (
  folder: string,
  message: Message,
  clip: Uint8Array,
): Promise<{ files: SavedFile[]; problems: string[] }> => {
  if (message.files.length + message.images.length === 0) return { files: [], problems: [] }
  await mkdir(folder, { recursive: true })
  const saved: Saved[] = []
  for (const wanted of withStated(message)) saved.push(await saveFile(folder, wanted, clip))
  for (const { url } of message.images) saved.push(await saveImage(folder, url))
  return { files: saved.map(({ file }) => file), problems: saved.flatMap(({ problems }) => problems) }
}

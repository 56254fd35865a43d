import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseBuffer } from 'music-metadata'
import type { Message, MessageFile } from './control-client.ts'
import type { SavedFile } from './transcript.ts'

/** Minutes and seconds in brackets after a title, such as "(0:20)". */
const statedDuration = /\((\d+):(\d\d)\)/

/** Half a second of real difference, and half a second because messages state whole seconds. */
const durationToleranceSeconds = 0.5 + 0.5

/** What a file's description says of its length. */
export const statedSeconds = (description: string | undefined): number | undefined => {
  const [, minutes, seconds] = statedDuration.exec(description ?? '') ?? []
  return minutes === undefined ? undefined : Number(minutes) * 60 + Number(seconds)
}

const measureSeconds = async (bytes: Uint8Array, mimeType: string): Promise<number | undefined> => {
  const { format } = await parseBuffer(bytes, { mimeType }, { duration: true })
  return format.duration
}

const isAudio = ({ contentType }: { contentType: string }): boolean => contentType.startsWith('audio/')

const durationProblems = (file: MessageFile, measured: number | undefined): string[] => {
  if (!isAudio(file)) return []
  const stated = statedSeconds(file.description)
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

const saveFile = async (folder: string, file: MessageFile): Promise<Saved> => {
  const { bytes } = await download(file.url)
  const path = join(folder, basename(file.name))
  await writeFile(path, bytes)
  const measured = isAudio(file) ? await measureSeconds(bytes, file.contentType) : undefined
  const { name, contentType } = file
  return {
    file: {
      ...{ path, name, contentType, bytes: bytes.length },
      ...(measured !== undefined && { durationSeconds: Math.round(measured * 1000) / 1000 }),
    },
    problems: [
      ...(bytes.length === file.bytes ? [] : [`${name} has ${bytes.length} bytes, not ${file.bytes}`]),
      ...durationProblems(file, measured),
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

/** Saves everything that a message shows, and says what is not as the message states it. */
export const saveFiles = async (
  folder: string,
  { files, images }: Message,
): Promise<{ files: SavedFile[]; problems: string[] }> => {
  if (files.length + images.length === 0) return { files: [], problems: [] }
  await mkdir(folder, { recursive: true })
  const saved: Saved[] = []
  for (const file of files) saved.push(await saveFile(folder, file))
  for (const { url } of images) saved.push(await saveImage(folder, url))
  return { files: saved.map(({ file }) => file), problems: saved.flatMap(({ problems }) => problems) }
}

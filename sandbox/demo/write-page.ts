import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderPage } from './page.ts'
import type { Transcript } from './transcript.ts'

const font = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

/** Writes the page beside the files that it plays. Resolves to its path. */
export const writePage = async (folder: string, transcript: Transcript, tookMs: number): Promise<string> => {
  const lyrics = transcript.steps
    .flatMap(({ messages }) => messages.flatMap(({ files }) => files))
    .filter(({ name }) => name === 'lyrics.txt')
  const texts = new Map<string, string>()
  for (const { path } of lyrics) texts.set(path, await readFile(path, 'utf8'))
  const fontBase64 = await readFile(fileURLToPath(import.meta.resolve(font)), 'base64')
  const path = join(folder, 'index.html')
  await mkdir(folder, { recursive: true })
  await writeFile(path, renderPage({ transcript, folder, texts, fontBase64, tookMs }))
  return path
}

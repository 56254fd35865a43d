import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeClips, type Sound } from './make-clips.ts'
import type { ClipRow } from './row.ts'
import { clipRows } from './rows.ts'

/** The sound of the files in the repository: short, so that they are small. */
export const fixtureSound: Sound = { seconds: 0.5, rate: 8_000 }

const folder = fileURLToPath(new URL('../fixtures/clips/', import.meta.url))
const bytesMax = 9_000

/** The extension keeps other tools from taking a `.ts` for a program. */
const pathOf = ({ name }: Pick<ClipRow, 'name'>): string => `${folder}${name}.bin`

/** A row's file in the repository; undefined if it is too large. */
export const readFixture = (row: Pick<ClipRow, 'name'>): Buffer | undefined =>
  existsSync(pathOf(row)) ? readFileSync(pathOf(row)) : undefined

/** The rows with a file in the repository, and the number of these files. */
export const fixtures = () => ({
  rows: clipRows.filter((row) => existsSync(pathOf(row))),
  files: readdirSync(folder).length,
})

/** Makes the small files of all rows again. */
const writeFixtures = async (): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const files = await makeClips(clipRows, fixtureSound)
  for (const [index, row] of clipRows.entries()) {
    const file = files[index]
    if (file !== undefined && file.length <= bytesMax) writeFileSync(pathOf(row), file)
  }
}

if (import.meta.main) await writeFixtures()

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClipRow } from './row.ts'

const run = promisify(execFile)

/** The sound that every file is made of. */
export interface Sound {
  seconds: number
  rate: number
}

/** The shell's variables in the table; without times and versions, so that most files are the same each time. */
const variables = (seconds: number): string => {
  const exact = '-fflags +bitexact -flags:a +bitexact -flags:v +bitexact'
  const pictures = `-f lavfi -i testsrc=s=32x32:r=5:d=${seconds}`
  return [
    `FF='ffmpeg -v error -y -i in.wav ${exact}'`,
    `FILM='ffmpeg -v error -y ${pictures} -i in.wav ${exact}'`,
    'OUT=./out',
  ].join('\n')
}

/** The programs that make the files, all of them Debian packages: ffmpeg, sox with libsox-fmt-all, lame, opus-tools. */
const programs = ['ffmpeg', 'sox', 'lame', 'opusenc']

/** The programs that this machine lacks. */
export const missingPrograms = async (): Promise<readonly string[]> => {
  const found = await Promise.all(
    programs.map((name) =>
      run('sh', ['-c', `command -v ${name}`]).then(
        () => [],
        () => [name],
      ),
    ),
  )
  return found.flat()
}

/** How many files are made at the same time. */
const atOnce = 2

/** Makes the files of some rows, in their order. */
export const makeClips = async (
  rows: readonly ClipRow[],
  { seconds, rate }: Sound,
): Promise<readonly Buffer[]> => {
  const parent = await mkdtemp(join(tmpdir(), 'tunesmith-clips-of-tests-'))
  const files: Buffer[] = []
  const makeOne = async (index: number): Promise<void> => {
    const made = rows[index]
    if (made === undefined) return
    const folder = await mkdtemp(join(parent, 'clip-'))
    const shell = (command: string) =>
      run('sh', ['-ec', `${variables(seconds)}\n${command}`], { cwd: folder })
    await shell(`sox -R -n -r ${rate} -c 1 -b 16 in.wav synth ${seconds} sine 330 gain -6`)
    await shell(made.make)
    const file = await readFile(join(folder, 'out'))
    files[index] = made.breaks?.(file) ?? file
    await rm(folder, { recursive: true })
    await makeOne(index + atOnce)
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, (_empty, first) => makeOne(first)))
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
  return files
}

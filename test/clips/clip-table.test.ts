import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClipProbe } from '../../src/app/clip-rewrite.ts'
import { rewriteClip } from '../../src/app/clip-rewrite.ts'
import { isTooLong } from '../../src/core/clip/clip.ts'
import { refusedByName } from '../../src/core/clip/clip-kind.ts'
import { isLong } from '../support/suite/runs.ts'
import { fixtureSound, fixtures, readFixture } from './fixtures.ts'
import { makeClips, missingPrograms, type Sound } from './make-clips.ts'
import type { ClipRow } from './row.ts'
import { clipRows } from './rows.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const probe = async (file: Buffer): Promise<ClipProbe> => {
  const path = join(folder, 'clip')
  await writeFile(path, file)
  return rewriteClip(path)
}

/**
 * Encoders fill their last frame, some begin with silence, and a file that is cut loses a frame. At the low rate of
 * the small files these are longer.
 */
const tolerance = (rate: number) => (rate < 48_000 ? { less: 0.25, more: 0.45 } : { less: 0.1, more: 0.3 })

const expectMeasured = (found: ClipProbe, { lasts }: ClipRow, sound: Sound): void => {
  const { seconds: soundSeconds, rate } = sound
  const { less, more } = tolerance(rate)
  const seconds = lasts?.(soundSeconds) ?? soundSeconds
  expect(found).toMatchObject({ kind: 'audio' })
  const told = found.kind === 'audio' ? found.seconds : 0
  expect(told).toBeGreaterThan(seconds - less)
  expect(told).toBeLessThan(seconds + more)
  expect(isTooLong(told, seconds)).toBe(false)
}

/** The refusal names the kind, by the file's name or once its contents are read. */
const expectRefused = (found: ClipProbe, { name, refused = '' }: ClipRow): void => {
  const byContents = found.kind === 'refused' ? found.called : ''
  const byName = refusedByName(name)?.includes(`: ${refused} files`)
  expect(byContents === refused || (byContents === '' && byName)).toBe(true)
  expect(found.kind).not.toBe('audio')
}

test('the table is long, and most of its files lie in the repository', () => {
  const { rows, files } = fixtures()
  expect(clipRows.length).toBeGreaterThanOrEqual(160)
  expect(new Set(clipRows.map(({ name }) => name)).size).toBe(clipRows.length)
  expect(files).toBe(rows.length)
  expect(rows.length).toBeGreaterThanOrEqual(120)
})

const missing = isLong ? await missingPrograms() : []
const madeSound: Sound = { seconds: 12, rate: 48_000 }
const made = isLong && missing.length === 0

test.runIf(missing.length > 0)('programs that make the other files are missing', () => {
  console.warn(`Not there: ${missing.join(', ')}. Debian: ffmpeg sox libsox-fmt-all lame opus-tools`)
})

test.each(
  [
    ...fixtures().rows.map((row) => ['in the repository', row, fixtureSound] as const),
    ...(made ? clipRows.map((row) => ['made now', row, madeSound] as const) : []),
  ].map(
    ([where, row, sound]) =>
      [`${row.codec} in ${row.container}`, row.name, row.by, where, row, sound] as const,
  ),
)('%s is measured or refused: %s (%s), %s', async (_kind, _name, _by, where, row, sound) => {
  const [file = Buffer.alloc(0)] = where === 'made now' ? await makeClips([row], sound) : [readFixture(row)]
  const found = await probe(file)
  if (row.isUncounted) expect(found).toEqual({ kind: 'uncounted' })
  else if (row.refused === undefined) expectMeasured(found, row, sound)
  else expectRefused(found, row)
})

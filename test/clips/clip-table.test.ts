import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedByName } from '../../src/core/clip/clip-kind.ts'
import { readClipFormat } from '../../src/core/runtime/clip-format.ts'
import type { ClipProbe } from '../../src/core/runtime/clip-probe.ts'
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
  return readClipFormat(path)
}

/** Encoders fill their last frame, some begin with silence, and a file that is cut loses a frame. */
const [less, more] = [0.1, 0.3]

const expectMeasured = (found: ClipProbe, { lasts }: ClipRow, { seconds: soundSeconds }: Sound): void => {
  const seconds = lasts?.(soundSeconds) ?? soundSeconds
  expect(found).toMatchObject({ kind: 'audio' })
  for (const told of found.kind === 'audio' ? [found.seconds, found.secondsMost] : []) {
    expect(told).toBeGreaterThan(seconds - less)
    expect(told).toBeLessThan(seconds + more)
  }
}

/** What a member is told names the kind: by the name of the file, or once its contents are read. */
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

/** Not measured by their sound yet, or not told by their kind. */
const notYet: ReadonlySet<string> = new Set([
  'Voice.m4a',
  'IMG_2041.MOV',
  'VID.3gp',
  'My voice.3gp',
  'VID-20260102-WA0001.mp4',
  'chrome.mp4',
  'screen.mp4',
  'Audiobook.m4b',
  'Clip.m4v',
  'GX010042.MP4',
  '2026-01-02 10-15-00.mp4',
  'Session.mov',
  'Mixdown.mov',
  'Old.mov',
  'Bounce.mov',
  'track.mp4',
  'podcast.mp4',
  'tv.mp4',
  'stream.mp4',
  'two languages.mp4',
  'Mix.wav',
  'voicemail.wav',
  'game.wav',
  'dictaphone.wav',
  'radio.wav',
  'tape.wav',
  'zero.wav',
  'zeros.wav',
  'Loop.aif',
  'ulaw.aifc',
  'ima4.aifc',
  'sox.aiffc',
  'stream.mp3',
  'cut.mp3',
  'radio.mp2',
  'layer2.mp3',
  'mid.aac',
  'radio.latm',
  'sound.eac3',
  'chained.ogg',
  'two songs.ogg',
  'lossless.oga',
  'mumble.spx',
  'speech.ogg',
  'film.ogv',
  'vorbis.webm',
  'camera.webm',
  'screen.webm',
  '2026-01-02 10-15-00.mkv',
  'two mics.mkv',
  'pipe.mkv',
  'song.mka',
  'lossless.mka',
  'pcm.mkv',
  'disc.mkv',
  'vorbis.mka',
  'alac.mka',
  'cut.webm',
])

const missing = isLong ? await missingPrograms() : []
const madeSound: Sound = { seconds: 12, rate: 48_000 }
const made = isLong && missing.length === 0

test.runIf(missing.length > 0)('programs that make the other files are missing', () => {
  console.warn(`Not there: ${missing.join(', ')}. Debian: ffmpeg sox libsox-fmt-all lame opus-tools`)
})

test.each(
  [
    ...fixtures()
      .rows.filter(({ name }) => !notYet.has(name))
      .map((row) => ['in the repository', row, fixtureSound] as const),
    ...(made
      ? clipRows.filter(({ name }) => !notYet.has(name)).map((row) => ['made now', row, madeSound] as const)
      : []),
  ].map(
    ([where, row, sound]) =>
      [`${row.codec} in ${row.container}`, row.name, row.by, where, row, sound] as const,
  ),
)('%s is measured or refused: %s (%s), %s', async (_kind, _name, _by, where, row, sound) => {
  const [file = Buffer.alloc(0)] = where === 'made now' ? await makeClips([row], sound) : [readFixture(row)]
  const found = await probe(file)
  if (row.refused === undefined) expectMeasured(found, row, sound)
  else expectRefused(found, row)
})

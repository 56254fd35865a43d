import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PieceOrder } from '../studio/music/order.ts'
import { styles } from '../studio/music/styles/all.ts'
import { renderChanged } from '../studio/renderings/changed.ts'
import { renderCut } from '../studio/renderings/cut.ts'
import { renderInpaint } from '../studio/renderings/inpaint.ts'
import { renderMastering } from '../studio/renderings/mastering.ts'
import { renderPiece } from '../studio/renderings/piece.ts'
import { renderRemix } from '../studio/renderings/remix.ts'
import { renderSpeech } from '../studio/renderings/speech.ts'
import { renderTranscription } from '../studio/renderings/transcription.ts'
import { changeVoice, type VoiceChange } from '../studio/voice/voice-change.ts'
import { voices } from '../studio/voice-list/voices.ts'

// How many seconds of audio the studio makes in a second of one core, by the functions its render thread
// calls: clips are read from files, and results are encoded and written. Every work is done once before it is
// measured, as the thread of a studio that runs has all code loaded and compiled; of the measured runs the
// fastest counts, as other programs on the machine only ever add time.

/** One kind of work: what it does, and the seconds of audio that it made or worked on. */
type Work = {
  readonly name: string
  readonly make: (filePath: string) => Promise<{ durationSeconds: number }>
}

/** Below this many seconds of audio in a second of one core, a work is too slow. */
const wantedSpeed = 8

type Speed = {
  readonly name: string
  readonly audioSeconds: number
  readonly cpuSeconds: number
  readonly speed: number
}

const piece: PieceOrder = {
  prompt: 'a song about rivers',
  musicStyle: 'pop',
  lyrics: '',
  title: '',
  vocals: 'sung',
  gender: 'female',
  voice: '',
  seconds: 30,
  take: 1,
}
const sentence = 'The quick brown fox jumps over the lazy dog by the river. '
const voiceId = voices.find(({ name }) => name === 'Hugo Laurent')?.voiceId ?? ''
const speech = { samplePath: undefined, voice: '', gender: 'female' } as const

const music = (name: string, change: Partial<PieceOrder>): Work => ({
  name,
  make: (filePath) => renderPiece({ ...piece, ...change }, filePath),
})

/** The clips that works are done on. */
interface Clips {
  clipPath: string
  referencePath: string
  spokenPath: string
}

const clipsIn = (folder: string): Clips => ({
  clipPath: join(folder, 'clip.mp3'),
  referencePath: join(folder, 'reference.mp3'),
  spokenPath: join(folder, 'spoken.mp3'),
})

const voiceChange = (name: string, clips: Clips, change: Partial<VoiceChange>): Work => ({
  name,
  make: (filePath) =>
    renderChanged(changeVoice)(
      {
        clipPath: clips.spokenPath,
        format: 'mp3',
        wishes: { voiceId, semitones: 0, withoutBackground: false, ...change },
      },
      filePath,
    ),
})

const worksOn = (clips: Clips): readonly Work[] => [
  music('music', {}),
  music('music, batch of 60 s', { seconds: 60, vocals: 'none' }),
  {
    name: 'remix',
    make: (filePath) => renderRemix({ ...piece, prompt: 'techno', clipPath: clips.clipPath }, filePath),
  },
  {
    name: 'inpaint',
    make: (filePath) =>
      renderInpaint(
        { ...piece, clipPath: clips.clipPath, rangeSeconds: { start: 10, end: 20 }, section: '' },
        filePath,
      ),
  },
  {
    name: 'mastering',
    make: (filePath) => renderMastering({ ...clips, format: 'mp3' }, filePath),
  },
  {
    name: 'cutting',
    make: (filePath) =>
      renderCut({ clipPath: clips.clipPath, rangeMs: { start: 1000, end: 29_000 }, format: 'mp3' }, filePath),
  },
  {
    name: 'speech, one sentence',
    make: (filePath) => renderSpeech({ ...speech, text: sentence }, filePath),
  },
  {
    name: 'speech',
    make: (filePath) => renderSpeech({ ...speech, text: sentence.repeat(10) }, filePath),
  },
  {
    name: 'speech, after a sample',
    make: (filePath) =>
      renderSpeech({ ...speech, samplePath: clips.spokenPath, text: sentence.repeat(10) }, filePath),
  },
  voiceChange('voice change', clips, {}),
  voiceChange('voice change, higher', clips, { semitones: 3 }),
  voiceChange('voice change, noise out', clips, { withoutBackground: true }),
  {
    name: 'transcription',
    make: (filePath) =>
      renderTranscription(
        { clipPath: clips.spokenPath, format: 'srt', withWordTimes: true, translate: false, language: '' },
        filePath,
      ),
  },
]

const styleWorksOn = ({ clipPath }: Clips): readonly Work[] =>
  styles.flatMap(({ name }) => [
    music(name, { musicStyle: name }),
    {
      name: `remix as ${name}`,
      make: (filePath: string) => renderRemix({ ...piece, prompt: name, clipPath }, filePath),
    },
  ])

const once = async ({ name, make }: Work, filePath: string): Promise<Speed> => {
  const before = process.cpuUsage()
  const { durationSeconds: audioSeconds } = await make(filePath)
  const { user, system } = process.cpuUsage(before)
  const cpuSeconds = (user + system) / 1_000_000
  return { name, audioSeconds, cpuSeconds, speed: audioSeconds / cpuSeconds }
}

const measure = async (work: Work, runs: number, filePath: string): Promise<Speed> => {
  await once(work, filePath)
  let fastest = await once(work, filePath)
  for (let run = 1; run < runs; run += 1) {
    const speed = await once(work, filePath)
    if (speed.speed > fastest.speed) fastest = speed
  }
  return fastest
}

const line = ({ name, audioSeconds, cpuSeconds, speed }: Speed): string =>
  `${name.padEnd(24)} ${audioSeconds.toFixed(1).padStart(6)} s ${cpuSeconds.toFixed(2).padStart(7)} s ${speed.toFixed(1).padStart(7)} x`

/** Measures works and prints them as they are done, with a mark where one is too slow. */
const measureAll = async (
  some: readonly Work[],
  runs: number,
  filePath: string,
): Promise<readonly Speed[]> => {
  const speeds: Speed[] = []
  for (const work of some) {
    const speed = await measure(work, runs, filePath)
    console.log(`${line(speed)}${speed.speed < wantedSpeed ? `  under ${wantedSpeed} x` : ''}`)
    speeds.push(speed)
  }
  return speeds
}

const slowestOf = (speeds: readonly Speed[]): Speed | undefined =>
  speeds.toSorted((one, other) => one.speed - other.speed)[0]

const namesOf = (speeds: readonly Speed[]): string => speeds.map(({ name }) => name).join(', ') || 'none'

const makeClips = async (folder: string): Promise<Clips> => {
  await renderPiece(piece, join(folder, 'clip'))
  await renderPiece({ ...piece, musicStyle: 'metal', vocals: 'none' }, join(folder, 'reference'))
  await renderSpeech({ ...speech, text: sentence.repeat(10) }, join(folder, 'spoken'))
  return clipsIn(folder)
}

const measureIn = async (folder: string, { runs, styles: withStyles }: { runs: number; styles: boolean }) => {
  const clips = await makeClips(folder)
  const made = join(folder, 'made')
  console.log(`${''.padEnd(24)} ${'audio'.padStart(8)} ${'processor'.padStart(9)} ${'speed'.padStart(9)}`)
  const speeds = await measureAll(worksOn(clips), runs, made)
  const styleSpeeds = withStyles ? await measureAll(styleWorksOn(clips), runs, made) : []
  const [slowest, slowestStyle] = [slowestOf(speeds), slowestOf(styleSpeeds)]
  const under = [...speeds, ...styleSpeeds].filter(({ speed }) => speed < wantedSpeed)
  if (slowest !== undefined) console.log(`\nSlowest:           ${line(slowest)}`)
  if (slowestStyle !== undefined) console.log(`Slowest of styles: ${line(slowestStyle)}`)
  console.log(`Under ${wantedSpeed} x: ${namesOf(under)}`)
  return { wantedSpeed, runs, speeds, styleSpeeds, slowest, slowestStyle, under }
}

/**
 * Measures every work, and with `styles` every style of music too; prints the numbers, and answers with them.
 */
export const benchStudio = async (options: { runs: number; styles: boolean }) => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-bench-'))
  try {
    return await measureIn(folder, options)
  } finally {
    await rm(folder, { recursive: true })
  }
}

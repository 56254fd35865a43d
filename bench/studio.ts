import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from '../sandbox/command-line.ts'
import type { PieceOrder } from '../sandbox/studio/music/order.ts'
import { styles } from '../sandbox/studio/music/styles/all.ts'
import { renderings } from '../sandbox/studio/renderings.ts'

// How many seconds of audio the studio makes in a second of one core, by the functions its render thread calls: clips
// are read from files, and results are encoded and written.

/** One kind of work: what it does, and the seconds of audio that it made or worked on. */
type Work = {
  readonly name: string
  readonly make: (filePath: string) => Promise<{ durationSeconds: number }>
}

type Speed = {
  readonly name: string
  readonly audioSeconds: number
  readonly cpuSeconds: number
  readonly speed: number
}

const usage = `Usage: npm run bench -- [--json FILE] [--styles]

Prints the seconds of audio that the studio makes in a second of one core, work by work.

  --json FILE  writes the numbers there as well
  --styles     adds every style of music, which takes minutes`

const options = readCommandLine(
  { json: { type: 'string' }, styles: { type: 'boolean', default: false } },
  usage,
)

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
const speech = { samplePath: undefined, voice: '', gender: 'female' } as const

const folder = await mkdtemp(join(tmpdir(), 'studio-bench-'))
const clipPath = join(folder, 'clip.mp3')
const referencePath = join(folder, 'reference.mp3')
const spokenPath = join(folder, 'spoken.mp3')

const music = (name: string, change: Partial<PieceOrder>): Work => ({
  name,
  make: (filePath) => renderings.piece({ ...piece, ...change }, filePath),
})

const works: readonly Work[] = [
  music('music', {}),
  music('music, batch of 60 s', { seconds: 60, vocals: 'none' }),
  {
    name: 'remix',
    make: (filePath) => renderings.remix({ ...piece, prompt: 'techno', clipPath }, filePath),
  },
  {
    name: 'inpaint',
    make: (filePath) =>
      renderings.inpaint({ ...piece, clipPath, range: { start: 10, end: 20 }, section: '' }, filePath),
  },
  {
    name: 'mastering',
    make: (filePath) => renderings.mastering({ clipPath, referencePath, format: 'mp3' }, filePath),
  },
  {
    name: 'cutting',
    make: (filePath) =>
      renderings.cut({ clipPath, range: { start: 1000, end: 29_000 }, format: 'mp3' }, filePath),
  },
  {
    name: 'speech, one sentence',
    make: (filePath) => renderings.speech({ ...speech, text: sentence }, filePath),
  },
  {
    name: 'speech',
    make: (filePath) => renderings.speech({ ...speech, text: sentence.repeat(10) }, filePath),
  },
  {
    name: 'transcription',
    make: (filePath) =>
      renderings.transcription(
        { clipPath: spokenPath, format: 'srt', withWordTimes: true, translate: false, language: '' },
        filePath,
      ),
  },
]

const styleWorks = styles.flatMap(({ name }) => [
  music(name, { musicStyle: name }),
  {
    name: `remix as ${name}`,
    make: (filePath: string) => renderings.remix({ ...piece, prompt: name, clipPath }, filePath),
  },
])

const measure = async ({ name, make }: Work): Promise<Speed> => {
  const before = process.cpuUsage()
  const { durationSeconds: audioSeconds } = await make(join(folder, 'made'))
  const { user, system } = process.cpuUsage(before)
  const cpuSeconds = (user + system) / 1_000_000
  return { name, audioSeconds, cpuSeconds, speed: audioSeconds / cpuSeconds }
}

const print = ({ name, audioSeconds, cpuSeconds, speed }: Speed): void =>
  console.log(
    `${name.padEnd(24)} ${audioSeconds.toFixed(1).padStart(6)} s ${cpuSeconds.toFixed(2).padStart(7)} s ${speed.toFixed(1).padStart(7)} x`,
  )

try {
  await renderings.piece(piece, join(folder, 'clip'))
  await renderings.piece({ ...piece, musicStyle: 'metal', vocals: 'none' }, join(folder, 'reference'))
  await renderings.speech({ ...speech, text: sentence.repeat(10) }, join(folder, 'spoken'))
  console.log(`${''.padEnd(24)} ${'audio'.padStart(8)} ${'processor'.padStart(9)} ${'speed'.padStart(9)}`)
  const speeds: Speed[] = []
  for (const work of options.styles ? [...works, ...styleWorks] : works) {
    const speed = await measure(work)
    print(speed)
    speeds.push(speed)
  }
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ speeds }, undefined, 2)}\n`)
} finally {
  await rm(folder, { recursive: true })
}

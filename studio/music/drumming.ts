import type { Section } from './form.ts'
import { readPattern, velocityOf } from './pattern.ts'
import type { Random } from './random.ts'
import type { DrumHit, Track } from './score.ts'
import { barsOf, firstStepOf, type Song } from './song.ts'
import type { DrumName } from './sound/drum-kits.ts'
import type { DrumPattern } from './style.ts'

const drumsLufs = -18.5
const humanSeconds = 0.004
const quietDrums: readonly string[] = ['hat', 'shaker', 'ride', 'rim', 'tambourine']
const fillDrums = ['snare', 'snare', 'tomHigh', 'tomLow'] as const

const hit = (song: Song, drum: DrumName, step: number, velocity: number, random: Random): DrumHit => ({
  drum,
  at: Math.max(0, song.grid.timeOf(step) + random.between(-humanSeconds, humanSeconds)),
  velocity: Math.min(1, velocity * random.between(0.88, 1.04)),
})

const patternHits = (
  song: Song,
  pattern: DrumPattern,
  bar: number,
  isPlayed: (drum: DrumName, step: number) => boolean,
  random: Random,
): DrumHit[] => {
  const first = firstStepOf(song, bar)
  return Object.entries(pattern).flatMap(([name, signs]) => {
    const drum = name as DrumName
    return readPattern(signs)
      .filter(({ step }) => isPlayed(drum, step))
      .map(({ sign, step }) => hit(song, drum, first + step, velocityOf(sign), random))
  })
}

/** A roll through the last beat of a bar, which leads into what follows. */
const fill = (song: Song, bar: number, random: Random): DrumHit[] => {
  const { stepsPerBar, stepsPerBeat } = song.grid
  const first = firstStepOf(song, bar) + stepsPerBar - stepsPerBeat
  const drums = random.shuffle(fillDrums)
  return Array.from({ length: stepsPerBeat }, (_empty, index) =>
    hit(song, drums[index] ?? 'snare', first + index, 0.55 + 0.12 * index, random),
  )
}

const isLastBar = (section: Section, bar: number): boolean => bar === section.firstBar + section.bars - 1

const lastStrokes = (song: Song, bar: number, random: Random): DrumHit[] =>
  (['kick', 'crash'] as const).map((drum) => hit(song, drum, firstStepOf(song, bar), 0.8, random))

type Patterns = { readonly verse: DrumPattern; readonly chorus: DrumPattern }

const playBar = (
  song: Song,
  { verse, chorus }: Patterns,
  section: Section,
  bar: number,
  random: Random,
): DrumHit[] => {
  const { stepsPerBar, stepsPerBeat } = song.grid
  const hasSnare = 'snare' in chorus
  switch (section.kind) {
    case 'ending':
      return hasSnare ? lastStrokes(song, bar, random) : []
    case 'intro':
      return patternHits(song, verse, bar, (drum) => quietDrums.includes(drum), random)
    case 'verse':
    case 'chorus': {
      const pattern = section.kind === 'verse' ? verse : chorus
      const isFilled = hasSnare && isLastBar(section, bar) && section.bars > 1
      const lastBeat = stepsPerBar - stepsPerBeat
      const isPlayed = (drum: DrumName, step: number): boolean =>
        !(isFilled && step >= lastBeat && drum !== 'kick')
      const opening = section.kind === 'chorus' && bar === section.firstBar && hasSnare
      return [
        ...patternHits(song, pattern, bar, isPlayed, random),
        ...(isFilled ? fill(song, bar, random) : []),
        ...(opening ? [hit(song, 'crash', firstStepOf(song, bar), 0.6, random)] : []),
      ]
    }
  }
}

/** Plays the drums of a song; none for a style without them. */
export const playDrums = (song: Song): readonly Track[] => {
  const { kit, drums, drumsGainDb = 0 } = song.style
  if (kit === undefined || drums === undefined) return []
  const random = song.randomOf('drums')
  const patterns = { verse: random.pick(drums.verse), chorus: random.pick(drums.chorus) }
  const hits = barsOf(song).flatMap(({ bar, section }) => playBar(song, patterns, section, bar, random))
  const mix = { lufs: drumsLufs + drumsGainDb, pan: 0, reverb: 0.06, delay: 0, duck: 0 }
  return [{ kind: 'drums', kit, hits, mix }]
}

import { readPattern, type Stroke, velocityOf } from './pattern.ts'
import type { Random } from './random.ts'
import type { Note, Track } from './score.ts'
import { barsOf, firstStepOf, type Song, spanAt } from './song.ts'
import type { BarPattern, Layer } from './style.ts'
import { nearestPitch } from './theory.ts'
import { voiceChord } from './voicing.ts'

const chordsLufs = -25
const bassLufs = -20.5
const bassRegister = 38
const humanSeconds = 0.006

/** How strongly each section is played. */
const dynamics = { intro: 0.75, verse: 0.85, chorus: 1, ending: 0.9 } as const

const toNote = (
  { grid }: Song,
  step: number,
  steps: number,
  pitch: number,
  velocity: number,
  random: Random,
): Note => {
  const at = grid.timeOf(step)
  return {
    at: Math.max(0, at + random.between(-humanSeconds, humanSeconds)),
    seconds: Math.max(0.05, (grid.timeOf(step + steps) - at) * 0.96),
    pitch,
    velocity: Math.min(1, velocity * random.between(0.9, 1.05)),
  }
}

/** The pitches of a sign: a whole chord, or one tone of it. */
const pitchesOf = (sign: string, voicing: readonly number[]): readonly number[] => {
  const index = '1234'.indexOf(sign)
  if (index < 0) return voicing
  const octave = Math.floor(index / voicing.length) * 12
  return [(voicing[index % voicing.length] ?? 0) + octave]
}

type ChordPlayer = { readonly song: Song; readonly layer: Layer; readonly random: Random }

const strum = (notes: readonly Note[], seconds: number, isUp: boolean): Note[] =>
  notes.map((note, index) => ({ ...note, at: note.at + seconds * (isUp ? notes.length - 1 - index : index) }))

const playStroke = (
  { song, layer, random }: ChordPlayer,
  stroke: Stroke,
  step: number,
  voicing: readonly number[],
  loudness: number,
): Note[] => {
  const velocity = velocityOf(stroke.sign) * loudness
  const notes = pitchesOf(stroke.sign, voicing).map((pitch) =>
    toNote(song, step, stroke.steps, pitch, velocity, random),
  )
  return strum(notes, layer.strumSeconds ?? 0, step % song.grid.stepsPerBeat !== 0)
}

const playEnding = (player: ChordPlayer, step: number, voicing: readonly number[]): Note[] => {
  const { grid, seconds } = player.song
  const steps = (seconds - grid.timeOf(step)) / grid.stepSeconds
  const last = { sign: 'x', step: 0, steps }
  const strummed = { ...player, layer: { ...player.layer, strumSeconds: player.layer.strumSeconds ?? 0.02 } }
  return playStroke(strummed, last, step, voicing, dynamics.ending)
}

/** Plays the chords of a song on the instrument of a layer. */
export const playLayer = (song: Song, layer: Layer, number: number): Track => {
  const random = song.randomOf(`layer ${number}`)
  const player = { song, layer, random }
  const patch = random.pick(layer.patches)
  const strokes = readPattern(random.pick(layer.patterns))
  const notes: Note[] = []
  let voicing: readonly number[] = []
  for (const { bar, section } of barsOf(song)) {
    if (layer.onlyIn !== undefined && section.kind !== layer.onlyIn && section.kind !== 'ending') continue
    const firstStep = firstStepOf(song, bar)
    if (section.kind === 'ending') {
      voicing = voiceChord(spanAt(song, firstStep).chord, layer.register, voicing)
      notes.push(...playEnding(player, firstStep, voicing))
      continue
    }
    for (const stroke of strokes) {
      const step = firstStep + stroke.step
      voicing = voiceChord(spanAt(song, step).chord, layer.register, voicing)
      notes.push(...playStroke(player, stroke, step, voicing, dynamics[section.kind]))
    }
  }
  const { gainDb, pan = 0, reverb = 0.2, delay = 0, duck = 0 } = layer
  return { kind: 'tonal', patch, notes, mix: { lufs: chordsLufs + gainDb, pan, reverb, delay, duck } }
}

const bassIntervals: Readonly<Record<string, number>> = { '1': 0, '3': 1, '5': 2 }

const bassPitch = (song: Song, sign: string, step: number): number => {
  const { chord, firstStep, steps } = spanAt(song, step)
  const [root = 0] = chord.pitchClasses
  const low = nearestPitch(root, bassRegister)
  if (sign === '8') return low + 12
  if (sign === 'a') {
    const [next = 0] = spanAt(song, firstStep + steps).chord.pitchClasses
    const target = nearestPitch(next, low)
    return target + (target > low ? -1 : 1) * (Math.abs(target - low) > 2 ? 2 : 1)
  }
  const index = bassIntervals[sign] ?? 0
  const pitchClass =
    chord.pitchClasses.length === 2 && index > 0 ? chord.pitchClasses[1] : chord.pitchClasses[index]
  const pitch = nearestPitch(pitchClass ?? root, low + 4)
  return index === 0 ? low : pitch
}

const bassBar = (song: Song, pattern: BarPattern, bar: number, loudness: number, random: Random): Note[] =>
  readPattern(pattern).map(({ sign, step, steps }) => {
    const at = firstStepOf(song, bar) + step
    return toNote(song, at, steps, bassPitch(song, sign, at), loudness, random)
  })

/** Plays the bass of a song; none for a style without one. */
export const playBass = (song: Song): readonly Track[] => {
  const { bass } = song.style
  if (bass === undefined) return []
  const random = song.randomOf('bass')
  const patterns = { verse: random.pick(bass.verse), chorus: random.pick(bass.chorus) }
  const notes = barsOf(song).flatMap(({ bar, section: { kind } }) => {
    if (kind === 'intro') return []
    if (kind !== 'ending') return bassBar(song, patterns[kind], bar, dynamics[kind] * 0.9, random)
    const step = firstStepOf(song, bar)
    const steps = (song.seconds - song.grid.timeOf(step)) / song.grid.stepSeconds
    return [toNote(song, step, steps, bassPitch(song, '1', step), dynamics.ending, random)]
  })
  const { gainDb, duck = 0 } = bass
  const mix = { lufs: bassLufs + gainDb, pan: 0, reverb: 0.02, delay: 0, duck }
  return [{ kind: 'tonal', patch: random.pick(bass.patches), notes, mix }]
}

import type { Section } from './form.ts'
import type { Random } from './random.ts'
import type { Note, Track } from './score.ts'
import { firstStepOf, type Song, spanAt } from './song.ts'
import { keyPitchClasses, pitchClassOf } from './theory.ts'
import { nearestChordTone } from './voicing.ts'

const leadLufs = -19.5
/** How much softer the melody is where it only leads up to a voice. */
const besideVoiceDb = 3
const motifBars = 2
const reachAbove = 14
const pentatonicDegrees = { bright: [0, 1, 2, 4, 5], dark: [0, 2, 3, 4, 6] } as const

/** A tone of a motif: where it stands, how long it is, and how far from the middle in steps of the scale. */
export type MotifTone = { readonly step: number; readonly steps: number; readonly offset: number }

export type Motif = readonly MotifTone[]

/** The pitches of a scale around the register, low to high. */
export const scalePitches = (song: Song, register: number, isPentatonic: boolean): readonly number[] => {
  const all = keyPitchClasses(song.key)
  const isMinor = pitchClassOf((all[2] ?? 0) - (all[0] ?? 0)) === 3
  const degrees: readonly number[] = pentatonicDegrees[isMinor ? 'dark' : 'bright']
  const kept = isPentatonic ? all.filter((_pitchClass, degree) => degrees.includes(degree)) : all
  return Array.from({ length: 2 * reachAbove + 1 }, (_empty, index) => register - reachAbove + index).filter(
    (pitch) => kept.includes(pitchClassOf(pitch)),
  )
}

const weightOf = (song: Song, step: number): number => {
  const { stepsPerBar, stepsPerBeat } = song.grid
  const { density, syncopation } = song.style.lead
  if (step % stepsPerBar === 0) return 1 - 0.4 * syncopation
  if (step % stepsPerBeat === 0) return 0.35 + 0.5 * density - 0.25 * syncopation
  const isHalfBeat = stepsPerBeat === 4 ? step % 2 === 0 : step % stepsPerBeat === 2
  return isHalfBeat ? density * (0.35 + 0.55 * syncopation) : density * syncopation * 0.4
}

/** A line that wanders by small steps, seldom leaps, and turns back when it has gone far. */
const wander = (random: Random, from: number): number => {
  const size = random.chance(0.16) ? random.integer(2, 4) : random.integer(0, 2)
  const isUp = random.chance(0.5 - from * 0.11)
  return from + (isUp ? size : -size)
}

/** Invents a motif of two bars with a rest at its end. */
const inventMotif = (song: Song, random: Random): Motif => {
  const length = song.grid.stepsPerBar * motifBars
  const rest = Math.round(song.grid.stepsPerBeat * random.between(0.5, 1.5))
  const onsets = Array.from({ length: length - rest }, (_empty, step) => step).filter(
    (step) => step === 0 || random.chance(weightOf(song, step)),
  )
  let offset = random.integer(-1, 2)
  return onsets.map((step, index) => {
    offset = index === 0 ? offset : wander(random, offset)
    const next = onsets[index + 1] ?? length - Math.floor(rest / 2)
    return { step, steps: Math.min(next - step, song.grid.stepsPerBeat * 3), offset }
  })
}

/** The same motif with another end: the answer to the question. */
const answerTo = (motif: Motif, song: Song, random: Random): Motif => {
  const half = song.grid.stepsPerBar
  const other = inventMotif(song, random).filter(({ step }) => step >= half)
  const kept = motif.filter(({ step }) => step < half)
  const last = kept.at(-1)
  if (last === undefined) return other
  return [...kept.slice(0, -1), { ...last, steps: Math.min(last.steps, half - last.step) }, ...other]
}

/** The pitch of a motif's tone where it is played: on strong or long tones the chord decides. */
export const pitchOf = (song: Song, scale: readonly number[], step: number, tone: MotifTone): number => {
  const { stepsPerBeat, stepsPerBar } = song.grid
  const middle = Math.floor(scale.length / 2)
  const pitch = scale[Math.max(0, Math.min(scale.length - 1, middle + tone.offset))] ?? 0
  const isStrong = step % (stepsPerBar / 2) === 0 || tone.steps >= stepsPerBeat * 1.5
  return isStrong ? nearestChordTone(spanAt(song, step).chord, pitch) : pitch
}

type Melodist = { readonly song: Song; readonly scale: readonly number[]; readonly random: Random }

const playMotif = (
  { song, scale, random }: Melodist,
  motif: Motif,
  firstStep: number,
  bars: number,
): Note[] => {
  const { grid } = song
  return motif
    .filter(({ step }) => step < bars * grid.stepsPerBar)
    .map((tone) => {
      const step = firstStep + tone.step
      const at = grid.timeOf(step)
      const accent = tone.step % grid.stepsPerBeat === 0 ? 0.88 : 0.74
      return {
        at: Math.max(0, at + random.between(-0.008, 0.008)),
        seconds: Math.max(0.06, (grid.timeOf(step + tone.steps) - at) * 0.93),
        pitch: pitchOf(song, scale, step, tone),
        velocity: accent * random.between(0.92, 1.06),
      }
    })
}

/** Question, answer, question, last answer: motifs return so that one can know them again. */
const motifAt = (motifs: readonly [Motif, Motif, Motif], index: number): Motif => {
  const [question, answer, lastAnswer] = motifs
  if (index % 2 === 0) return question
  return index % 4 === 1 ? answer : lastAnswer
}

const playSection = (
  melodist: Melodist,
  section: Section,
  motifs: readonly [Motif, Motif, Motif],
): Note[] => {
  const count = Math.ceil(section.bars / motifBars)
  return Array.from({ length: count }, (_empty, index) => {
    const bar = section.firstBar + index * motifBars
    const bars = Math.min(motifBars, section.firstBar + section.bars - bar)
    return playMotif(melodist, motifAt(motifs, index), firstStepOf(melodist.song, bar), bars)
  }).flat()
}

const motifsOf = (song: Song, random: Random): readonly [Motif, Motif, Motif] => {
  const question = inventMotif(song, random)
  return [question, answerTo(question, song, random), answerTo(question, song, random)]
}

const lastNote = ({ song, scale }: Melodist, section: Section): Note => {
  const step = firstStepOf(song, section.firstBar)
  const at = song.grid.timeOf(step)
  const middle = scale[Math.floor(scale.length / 2)] ?? 0
  const [tonic = 0] = spanAt(song, step).chord.pitchClasses
  const pitch = nearestChordTone({ degree: 0, pitchClasses: [tonic] }, middle)
  return { at, seconds: (song.seconds - at) * 0.6, pitch, velocity: 0.8 }
}

/** Plays the melody of a song; beside a voice only in the introduction and on the last chord. */
export const playLead = (song: Song, hasVoice: boolean): Track => {
  const { lead } = song.style
  const random = song.randomOf('lead')
  const patch = random.pick(lead.patches)
  const verseMotifs = motifsOf(song, random)
  const chorusMotifs = motifsOf(song, random)
  const isPentatonic = lead.isPentatonic === true
  const low = { song, random, scale: scalePitches(song, lead.register, isPentatonic) }
  const high = { ...low, scale: scalePitches(song, lead.register + 3, isPentatonic) }
  const notes = song.sections
    .filter(({ kind }) => !hasVoice || kind === 'intro' || kind === 'ending')
    .flatMap((section) => {
      if (section.kind === 'ending') return [lastNote(low, section)]
      return section.kind === 'chorus'
        ? playSection(high, section, chorusMotifs)
        : playSection(low, section, verseMotifs)
    })
  const { gainDb, reverb = 0.22, delay = 0 } = lead
  return {
    kind: 'tonal',
    patch,
    notes,
    mix: { lufs: leadLufs + gainDb - (hasVoice ? besideVoiceDb : 0), pan: 0.08, reverb, delay, duck: 0 },
  }
}

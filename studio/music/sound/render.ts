import { type Random, randomFrom } from '../random.ts'
import type { DrumHit, Note, Score, Space, Track } from '../score.ts'
import { drumKits } from './drum-kits.ts'
import { soundDrum } from './drums.ts'
import { echo } from './echo.ts'
import { createFilter } from './filters.ts'
import { applyInsert } from './inserts.ts'
import { master } from './master.ts'
import { addToDesk, createDesk, type Desk, duckingGains } from './mixdown.ts'
import type { Patch } from './patch.ts'
import { patches } from './patches.ts'
import { reverberate } from './reverb.ts'
import { type Stereo, sampleRate, silence } from './stereo.ts'
import { soundTone } from './tone.ts'
import { soundVoice } from './voice.ts'

const fadeOutSeconds = 1.2

const addAt = (to: Float32Array, from: Float32Array, atSeconds: number, gain: number): void => {
  const start = Math.round(atSeconds * sampleRate)
  const end = Math.min(from.length, to.length - start)
  for (let index = Math.max(0, -start); index < end; index += 1) {
    to[start + index] = (to[start + index] ?? 0) + gain * (from[index] ?? 0)
  }
}

const soundNotes = (notes: readonly Note[], patch: Patch, track: Stereo, random: Random): void => {
  for (const note of notes) {
    const tone = soundTone(note, patch, random)
    addAt(track.left, tone, note.at, 1)
    addAt(track.right, patch.insert?.wide === true ? soundTone(note, patch, random) : tone, note.at, 1)
  }
  if (patch.insert !== undefined) applyInsert(track, patch.insert)
}

/** Where a drummer's things stand, from -1 (left) to 1. */
const drumPans: Readonly<Partial<Record<DrumHit['drum'], number>>> = {
  hat: 0.3,
  openHat: 0.3,
  ride: -0.35,
  crash: -0.25,
  tomHigh: 0.25,
  tomLow: -0.3,
  shaker: -0.4,
  tambourine: 0.4,
  conga: -0.3,
  bongo: 0.35,
}

const soundHits = (track: Track & { kind: 'drums' }, out: Stereo, random: Random): void => {
  const kit = drumKits[track.kit]
  const strokes = new Map<string, Float32Array>()
  for (const [number, hit] of track.hits.entries()) {
    // Two different strokes of each drum by turns, as no drummer plays two alike.
    const id = `${hit.drum} ${number % 2}`
    const stroke = strokes.get(id) ?? soundDrum(kit[hit.drum], random)
    strokes.set(id, stroke)
    const pan = drumPans[hit.drum] ?? 0
    addAt(out.left, stroke, hit.at, hit.velocity * (1 - Math.max(0, pan)))
    addAt(out.right, stroke, hit.at, hit.velocity * (1 + Math.min(0, pan)))
  }
}

const soundTrack = (track: Track, out: Stereo, random: Random): void => {
  switch (track.kind) {
    case 'tonal':
      soundNotes(track.notes, patches[track.patch], out, random)
      break
    case 'drums':
      soundHits(track, out, random)
      break
    case 'voice':
      soundVoice(track, out, random)
      break
    case 'clip':
      addAt(out.left, track.sound.left, 0, 1)
      addAt(out.right, track.sound.right, 0, 1)
      break
  }
}

const kickTimes = (tracks: readonly Track[]): number[] =>
  tracks.flatMap((track) =>
    track.kind === 'drums' ? track.hits.filter(({ drum }) => drum === 'kick').map(({ at }) => at) : [],
  )

const duck = ({ left, right }: Stereo, strokes: readonly number[], depth: number): void => {
  const gains = duckingGains(left.length, strokes, depth)
  for (const channel of [left, right]) {
    for (let index = 0; index < channel.length; index += 1) {
      channel[index] = (channel[index] ?? 0) * (gains[index] ?? 1)
    }
  }
}

const addDust = ({ left, right }: Stereo, amount: number, random: Random): void => {
  const filter = createFilter(2600, 0.8)
  for (let index = 0; index < left.length; index += 1) {
    const speck = random.next() < 0.00012 ? random.between(-1, 1) * 0.5 : 0
    const dust = amount * filter.bandPass(speck + random.between(-0.004, 0.004))
    left[index] = (left[index] ?? 0) + dust
    right[index] = (right[index] ?? 0) + dust
  }
}

const finishDesk = (desk: Desk, space: Space, random: Random): Stereo => {
  const mix = desk.direct
  const room = reverberate(desk.toReverb, space.reverbSeconds, space.brightness)
  const echoes = echo(desk.toEcho, space.delaySeconds)
  for (const side of ['left', 'right'] as const) {
    const filter = createFilter(space.cutoffHz)
    for (let index = 0; index < mix[side].length; index += 1) {
      const sum = (mix[side][index] ?? 0) + (room[side][index] ?? 0) + (echoes[side][index] ?? 0)
      mix[side][index] = filter.lowPass(sum)
    }
  }
  if (space.dust > 0) addDust(mix, space.dust, random)
  return mix
}

/** Sounds a score: 44.1 kHz in stereo, mastered. The same score always gives the same samples. */
export const renderScore = (score: Score): Stereo => {
  const length = Math.round(score.seconds * sampleRate)
  const desk = createDesk(length)
  const strokes = kickTimes(score.tracks)
  for (const [number, track] of score.tracks.entries()) {
    const out = silence(length)
    soundTrack(track, out, randomFrom(score.seed, 'track', number))
    if (track.mix.duck > 0) duck(out, strokes, track.mix.duck)
    addToDesk(desk, out, track.mix)
  }
  return master(finishDesk(desk, score.space, randomFrom(score.seed, 'room')), fadeOutSeconds)
}

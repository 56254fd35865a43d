import { loudness } from '../music/sound/loudness.ts'
import { type Stereo, silence } from '../music/sound/stereo.ts'
import { UnusableInput } from '../unusable-input.ts'
import { matchDynamics, spreadOf } from './dynamics.ts'
import { keepEdges } from './edges.ts'
import { equalise, type Gains } from './equaliser.ts'
import { distance, enoughLu, type Faults, isBetter, isClose, isWithin } from './faults.ts'
import { type Attempt, type Effort, type Level, measureLevel, noEffort, toLevel } from './louder.ts'
import {
  type Aim,
  aimAt,
  correct,
  matchSpectrum,
  missingChanges,
  octaveGains,
  type Portrait,
} from './matching.ts'
import { outsideDb } from './promise.ts'
import { spectrumOf } from './spectrum.ts'

/** The softest that ITU-R BS.1770 counts as sound, in LUFS. */
const softestLufs = -70
const rounds = 3
/** How often what came out is corrected itself. */
const mendings = 4

const portraitOf = (sound: Stereo): Portrait => ({ spectrum: spectrumOf(sound), lufs: loudness(sound) })

const audiblePortrait = (sound: Stereo, whatItIs: string): Portrait => {
  const portrait = portraitOf(sound)
  if (portrait.lufs <= softestLufs) throw new UnusableInput(`${whatItIs} is silent`)
  return portrait
}

/** The mastering of a sound: all that another one needs to be made like it. */
export type Mastering = {
  readonly portrait: Portrait
  readonly level: Level
  readonly spread: number | undefined
}

/** Measures the mastering of a reference. Throws `UnusableInput` for a silent one. */
export const masteringOf = (reference: Stereo): Mastering => {
  const portrait = audiblePortrait(reference, 'The reference')
  return { portrait, level: measureLevel(reference), spread: spreadOf(reference, portrait.lufs) }
}

/** Where a clip is to go, and from where. */
type Task = {
  readonly clip: Stereo
  readonly aim: Aim
  readonly mastering: Mastering
  readonly apartLu: number
}

/**
 * What a round is made of: gains for a sound, the spread that it is to have then, and how hard it is limited.
 */
type Round = {
  readonly from: Stereo
  readonly gains: Gains
  readonly spread: number | undefined
  readonly effort: Effort
}

/** What came of a round, how it is measured, and how it compares with what is wanted. */
type Outcome = {
  readonly effort: Effort
  readonly missing: readonly number[]
  readonly spread: number | undefined
  readonly faults: Faults
}

const apartOf = (spread: number | undefined, wanted: number | undefined): number =>
  spread === undefined || wanted === undefined ? 0 : Math.abs(spread - wanted)

const outcomeOf = (sound: Stereo, { missingLu, effort }: Attempt, task: Task): Outcome => {
  const { aim, mastering, apartLu } = task
  const now = portraitOf(sound)
  const missing = missingChanges(aim, now)
  const spread = spreadOf(sound, now.lufs)
  const faults = {
    loudnessLu: Math.max(0, Math.abs(missingLu) - enoughLu),
    octavesDb: outsideDb(aim.own, mastering.portrait, now),
    dynamicsLu: Math.max(0, apartOf(spread, mastering.spread) - apartLu),
    distanceDb: distance(missing),
  }
  return { effort, missing, spread, faults }
}

type Best = Outcome & { readonly sound: Stereo }
type Played = { readonly last: Outcome; readonly best: Best }

/**
 * Plays rounds for a clip, and keeps the sound of the best. Three sounds are
 * held at most, as clips may be long.
 */
const createRounds = (task: Task): ((round: Round) => Played) => {
  const equalised = silence(task.clip.left.length)
  let spare = silence(task.clip.left.length)
  let best: Best | undefined
  return ({ from, gains, spread, effort }) => {
    equalise(from, gains, equalised)
    keepEdges(equalised, task.clip)
    if (spread !== undefined) matchDynamics(equalised, loudness(equalised), spread)
    const last = outcomeOf(spare, toLevel(equalised, task.mastering.level, effort, spare), task)
    if (best === undefined || isBetter(last.faults, best.faults)) {
      const sound = spare
      spare = best?.sound ?? silence(sound.left.length)
      best = { ...last, sound }
    }
    return { last, best }
  }
}

const taskOf = (clip: Stereo, mastering: Mastering): Task => {
  const own = audiblePortrait(clip, 'The clip')
  const apartLu = apartOf(spreadOf(clip, own.lufs), mastering.spread)
  return { clip, aim: aimAt(own, mastering.portrait), mastering, apartLu }
}

/** The spread to aim for next, given the target and the result: the limiter takes some of it. */
const nextSpread = (
  asked: number | undefined,
  wanted: number | undefined,
  came: number | undefined,
): number | undefined =>
  asked === undefined || wanted === undefined || came === undefined
    ? undefined
    : Math.max(0, asked + wanted - came)

/** Filters a clip, each time in a way that takes account of what dynamics and limiter made of it before. */
const playFromClip = (play: (round: Round) => Played, { clip, aim, mastering }: Task): Best => {
  let matching = matchSpectrum(aim, mastering.portrait)
  let { spread } = mastering
  let played = play({ from: clip, gains: matching.gains, spread, effort: noEffort })
  for (let round = 1; round < rounds && !isClose(played.best.faults); round += 1) {
    const { missing, effort, spread: came } = played.last
    matching = correct(aim, matching, missing)
    spread = nextSpread(spread, mastering.spread, came)
    played = play({ from: clip, gains: matching.gains, spread, effort })
  }
  return played.best
}

/**
 * Corrects what came out itself and limits it again, which takes little then,
 * as long as that makes it better.
 */
const mend = (play: (round: Round) => Played, { mastering: { spread: wanted } }: Task, made: Best): Best => {
  let best = made
  for (let round = 0; round < mendings && !isWithin(best.faults); round += 1) {
    const spread = best.faults.dynamicsLu > 0 ? nextSpread(wanted, wanted, best.spread) : undefined
    const effort = { action: best.effort.action, driveDb: 0 }
    const played = play({ from: best.sound, gains: octaveGains(best.missing), spread, effort })
    if (played.best === best) return best
    best = played.best
  }
  return best
}

/**
 * Gives a clip the mastering of a reference: its spectrum, width, dynamics and loudness. Dynamics and limiter
 * change the spectrum, so what comes out is measured, and another round corrects it. A limiter that works
 * hard fills octaves with products of its own, which no filter before it takes away: then what came out is
 * mended. Throws `UnusableInput` for a silent clip.
 */
export const masterLike = (clip: Stereo, mastering: Mastering): Stereo => {
  const task = taskOf(clip, mastering)
  const play = createRounds(task)
  return mend(play, task, playFromClip(play, task)).sound
}

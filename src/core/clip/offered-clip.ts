import type { Choice } from '../fields/field.ts'
import { ageText } from '../text/moment.ts'
import { say } from '../text/say.ts'
import { onOneLine, shortened, shortenedInside, withoutDirectionMarks } from '../text/text.ts'
import { durationText } from '../time.ts'
import { type Clip, clipName } from './clip.ts'
import type { KnownClip } from './clip-index.ts'

/** A clip in a form's menu. Its label says what it is, and as far as that is known by whom and how old. */
export interface OfferedClip extends Choice {
  /** The member who brought it, and the label with a name for them, which platforms know. */
  by?: { member: string; labelWith: (name: string) => string }
}

/** So much do the menus of both platforms show: Slack's 75 characters. */
const labelMax = 75
/** A name that is longer would take the room of the clip's own. */
const memberNameMax = 18

const endingOfAudio = /\.(?:aac|flac|m4a|mp3|ogg|wav)$/i

/** A take of ours goes by its title and its number alone; a member's file by its name. */
const fullName = ({ clip, from }: KnownClip): string =>
  from === 'us' ? clipName(clip).replace(endingOfAudio, '') : clipName(clip)

/** How long a clip is, as far as anybody says so. */
const lengthOf = (clip: Clip): number | undefined => {
  if (clip.kind === 'link') return undefined
  return clip.kind === 'result' ? clip.seconds : (clip.seconds ?? clip.secondsSaid)
}

const bySomebody = (name: string): string =>
  say('by {{name}}', { name: shortened(onOneLine(withoutDirectionMarks(name)).trim(), memberNameMax) })

/** A clip as one of a form's choices, `nowMs` being the moment in which it is shown. */
export const offeredClip = (known: KnownClip, value: string, nowMs: number): OfferedClip => {
  const { clip, from, atMs, by } = known
  const length = lengthOf(clip)
  const facts = [
    ...(atMs === undefined ? [] : [ageText(nowMs - atMs)]),
    ...(length === undefined ? [] : [durationText(length)]),
  ]
  const labelWith = (about: readonly string[]): string => {
    const behind = about.length === 0 ? '' : ` (${about.join(', ')})`
    return `${shortenedInside(fullName(known), labelMax - behind.length)}${behind}`
  }
  const labelBy = (name: string): string => labelWith([bySomebody(name), ...facts])
  if (from === 'us') return { value, label: labelBy('Tunesmith') }
  return {
    value,
    label: labelWith(facts),
    ...(by !== undefined && { by: { member: by, labelWith: labelBy } }),
  }
}

/** A form has to open in three seconds, and does so without a name that takes longer to learn. */
export const nameWaitMs = 400

/** People who are asked after for one menu: each name may cost a request. */
const peopleMax = 10

/** A form whose clips say by whom they are, where the platform can tell the name of a member in time. */
export const withNames = async <F extends { clips: readonly OfferedClip[] }>(
  form: F,
  nameOf: (member: string) => Promise<string | undefined>,
): Promise<F> => {
  const people = [...new Set(form.clips.flatMap(({ by }) => by?.member ?? []))].slice(0, peopleMax)
  const names = new Map(await Promise.all(people.map(async (one) => [one, await nameOf(one)] as const)))
  const clips = form.clips.map((clip) => {
    const name = clip.by && names.get(clip.by.member)
    return clip.by === undefined || name === undefined ? clip : { ...clip, label: clip.by.labelWith(name) }
  })
  return { ...form, clips }
}

import type { Choice } from '../fields/field.ts'
import { ageText } from '../text/moment.ts'
import { say, sayList } from '../text/say.ts'
import { onOneLine, shortened, shortenedInside } from '../text/text.ts'
import { durationText } from '../time.ts'
import { type Clip, clipName } from './clip.ts'
import type { KnownClip } from './clip-index.ts'

/** A clip in a form's menu. The label says what it is and, if known, who brought it and how old it is. */
export interface OfferedClip extends Choice {
  /** The member who brought it, and the label with their name, which the platform knows. */
  by?: { member: string; labelWith: (name: string) => string }
}

/** Menus of both platforms show at most this many characters: Slack's 75. */
const labelMax = 75
/** A longer member name would crowd out the clip's own. */
const memberNameMax = 18

const endingOfAudio = /\.(?:aac|flac|m4a|mp3|ogg|wav)$/i

/** Our own take has its title and number; a member's file has its name. */
const fullName = ({ clip, from }: KnownClip): string =>
  from === 'us' ? clipName(clip).replace(endingOfAudio, '') : clipName(clip)

/** A clip's length, if any source states one. */
const lengthOf = (clip: Clip): number | undefined => {
  if (clip.kind === 'link') return undefined
  return clip.kind === 'result' ? clip.seconds : (clip.seconds ?? clip.secondsSaid)
}

const bySomebody = (name: string): string =>
  say('by {{name}}', { name: shortened(onOneLine(name).trim(), memberNameMax) })

/** A clip as a choice in a form; `nowMs` is when it is shown. */
export const offeredClip = (known: KnownClip, value: string, nowMs: number): OfferedClip => {
  const { clip, from, atMs, by } = known
  const length = lengthOf(clip)
  const facts = [
    ...(atMs === undefined ? [] : [ageText(nowMs - atMs)]),
    ...(length === undefined ? [] : [durationText(length)]),
  ]
  const labelWith = (about: readonly string[]): string => {
    if (about.length === 0) return shortenedInside(fullName(known), labelMax)
    const labelOf = (name: string) =>
      say('{{clip}} ({{about}})', { clip: name, about: sayList(about, 'unit') })
    return labelOf(shortenedInside(fullName(known), labelMax - labelOf('').length))
  }
  const labelBy = (name: string): string => labelWith([bySomebody(name), ...facts])
  if (from === 'us') return { value, label: labelBy('Tunesmith') }
  return {
    value,
    label: labelWith(facts),
    ...(by !== undefined && { by: { member: by, labelWith: labelBy } }),
  }
}

/** A form must open within three seconds, so slower name look-ups are skipped. */
export const nameWaitMs = 400

/** Limits the members looked up for one menu: each name may cost a request. */
const peopleMax = 10

/** A form whose clips name their members, if the platform returns the names in time. */
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

import type { Choice } from '../command/field.ts'
import { ageText } from '../message/age.ts'
import { onOneLine, shortened, withoutDirectionMarks } from '../message/text.ts'
import { say } from '../texts/say.ts'
import { clipName, type KnownClip } from './clip.ts'

/** A clip in a form's menu. Its label says what it is, and as far as that is known by whom and how old. */
export interface OfferedClip extends Choice {
  /** The member who brought it, and the label with a name for them, which platforms know. */
  by?: { member: string; labelWith: (name: string) => string }
}

/** Names that are longer would take the room of what follows them: Slack's menus show 75 characters. */
const clipNameMax = 34
const memberNameMax = 18

const endingOfAudio = /\.(?:aac|flac|m4a|mp3|ogg|wav)$/i

/** A take of ours goes by its title and its number alone; a member's file by its name. */
const shownName = ({ clip, from }: KnownClip): string =>
  shortened(from === 'us' ? clipName(clip).replace(endingOfAudio, '') : clipName(clip), clipNameMax)

/** A clip as one of a form's choices, `nowMs` being the moment in which it is shown. */
export const offeredClip = (known: KnownClip, value: string, nowMs: number): OfferedClip => {
  const { from, atMs, by } = known
  const clip = shownName(known)
  const age = atMs === undefined ? undefined : ageText(nowMs - atMs)
  const labelWith = (member: string): string => {
    const name = shortened(onOneLine(withoutDirectionMarks(member)).trim(), memberNameMax)
    return age === undefined
      ? say('{{clip}} (by {{name}})', { clip, name })
      : say('{{clip}} (by {{name}}, {{age}})', { clip, name, age })
  }
  if (from === 'us') return { value, label: labelWith('Tunesmith') }
  const label = age === undefined ? clip : `${clip} (${age})`
  return { value, label, ...(by !== undefined && { by: { member: by, labelWith } }) }
}

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

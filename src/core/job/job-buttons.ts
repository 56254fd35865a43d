import { clipFieldsOf } from '../clip/clip-field.ts'
import type { Feature } from '../command/feature.ts'
import { moreWithClip } from '../command/message-actions.ts'
import { type TakeName, writeTakeName } from '../job-id.ts'
import type { CommandLink } from '../message/command-link.ts'
import type { Button, Buttons } from '../message/message.ts'
import { heardTakes, lyricsOf, type Outcome, type Output } from '../outcome.ts'
import { say, sayDeclared } from '../text/say.ts'
import { excerptLengthMax } from '../text/text.ts'
import { isRunning, isUnfinished, type JobRecord, mayStillCome, type Prospects } from './job.ts'
import { lineageNote } from './lineage.ts'
import { ratingValues } from './ratings.ts'

/**
 * One row on Discord, which fits on Slack too:
 * https://docs.discord.com/developers/components/reference
 */
const buttonsPerRow = 5

/**
 * What a menu holds on Discord; Slack's holds more.
 * https://docs.discord.com/developers/components/reference#string-select
 */
const menuEntriesMax = 25

/** A button for an action on one job, such as `jobButton(say('Again'), 'again', { job })`. */
export const jobButton = (
  label: string,
  action: string,
  values: CommandLink['values'] & { readonly job: string },
  style: Button['style'] = 'plain',
): Button => ({ label, style, commandLink: { command: 'jobs', action, values } })

/** Buttons that run a request again, as it was or changed. */
const againButtons = (job: string): Button[] => [
  jobButton(say('Again'), 'again', { job }),
  jobButton(say('Edit'), 'edit', { job }),
]

const deleteButton = (job: string): Button => jobButton(say('Delete'), 'delete', { job }, 'danger')

/**
 * Cancels a job where that saves its cost: for free or not at all, even if the job was sent after its message was last
 * edited. A job that may be billed already only has its result hidden.
 */
export const cancelButton = ({ id, state }: Pick<JobRecord, 'id' | 'state'>): Button =>
  isRunning({ state })
    ? jobButton(say('Hide result'), 'cancel', { job: id })
    : jobButton(say('Cancel'), 'cancel', { job: id, if_free: 'yes' }, 'danger')

/** Shows a hidden result. */
export const recoverButton = ({ id }: Pick<JobRecord, 'id'>): Button =>
  jobButton(say('Show it anyway'), 'recover', { job: id })

/**
 * Buttons for a request without a result: run it again, as it was or changed, and delete its message unless a result
 * may still come, which is shown there.
 */
export const onceMoreButtons = (job: Pick<JobRecord, 'id'> & Prospects): Buttons => {
  const buttons = againButtons(job.id)
  if (!isUnfinished(job) && !mayStillCome(job)) buttons.push(deleteButton(job.id))
  return { kind: 'buttons', buttons }
}

/** One take of a result, and whether its buttons must name it. */
interface TakeOfJob extends TakeName {
  output: Output
  isOneOfSeveral: boolean
}

/** What can be made of a take: each feature that takes a clip, and its WAV if there is one. */
const takeButtons = (
  { job, number, output, isOneOfSeveral }: TakeOfJob,
  features: readonly Feature[],
): readonly Button[] => {
  const take = writeTakeName({ job, number })
  const button = (deed: string, command: string, values: CommandLink['values']): Button => ({
    label: isOneOfSeveral ? say('{{deed}} {{take}}', { deed, take: number }) : deed,
    style: 'plain',
    commandLink: { command, action: undefined, values },
  })
  const buttons: Button[] = []
  for (const { name, fields, takeAction } of features) {
    if (takeAction === undefined) continue
    const [field] = clipFieldsOf(fields)
    if (field !== undefined) buttons.push(button(sayDeclared(takeAction), name, { [field]: take }))
  }
  const hasWav = output.wavUrl !== undefined && output.wavUrl !== output.audioUrl
  if (hasWav) buttons.push(button(say('WAV'), 'result', { job, take: String(number), wav: 'yes' }))
  return buttons
}

/** One entry for a take of a result with so many that what can be made of each does not fit in a menu. */
const takeMenu = ({ job, number }: TakeName): Button => ({
  label: say('Take {{number}}', { number }),
  style: 'plain',
  commandLink: { command: moreWithClip, action: undefined, values: { take: writeTakeName({ job, number }) } },
})

/**
 * Buttons for a result's lyrics: read them, unless the message shows all of them, and sing them, if there is
 * nothing to hear.
 */
const lyricsButtons = (job: string, outcome: Outcome, isHeard: boolean): readonly Button[] => {
  const all = lyricsOf(outcome)
  if (all.length === 0) return []
  let length = 0
  for (const { words } of all) length += words.trim().length
  const buttons: Button[] = []
  if (isHeard || length > excerptLengthMax) buttons.push(jobButton(say('Lyrics'), 'lyrics', { job }))
  if (!isHeard) buttons.push(jobButton(say('Sing this'), 'sing', { job }))
  return buttons
}

/**
 * The buttons below a result, which need only the job's record: the first feature for each take, and the request
 * again. The rest is folded away, unless all of it fits in the row; ratings are left out where they don't fit.
 */
export const resultButtons = (
  { id, outcome, notes }: Pick<JobRecord, 'id' | 'outcome' | 'notes'>,
  features: readonly Feature[],
): Buttons => {
  const heard = outcome === undefined ? [] : heardTakes(outcome)
  const lyrics = outcome === undefined ? [] : lyricsButtons(id, outcome, heard.length > 0)
  const again = againButtons(id)
  const lineage = notes[lineageNote] === undefined ? [] : [jobButton(say('Lineage'), 'lineage', { job: id })]
  const last = [...lyrics, ...lineage, deleteButton(id)]
  const inRow = heard.length <= buttonsPerRow - again.length ? 1 : 0
  const [first, folded, rated]: [Button[], Button[], Button[]] = [[], [], []]
  for (const { number, output } of heard) {
    const take = { job: id, number, output, isOneOfSeveral: heard.length > 1 }
    const buttons = takeButtons(take, features)
    first.push(...buttons.slice(0, inRow))
    folded.push(...buttons.slice(inRow))
    // A result that is shown again was rated where it was made.
    for (const rating of outcome?.mark === undefined ? ratingValues : []) {
      const deed = rating === 'good' ? say('Like') : say('Dislike')
      const label = take.isOneOfSeveral ? say('{{deed}} {{take}}', { deed, take: number }) : deed
      rated.push(jobButton(label, 'rate', { job: id, take: String(number), rating }))
    }
  }
  const others = [...folded, ...last]
  const more = others.length + rated.length <= menuEntriesMax ? [...folded, ...rated, ...last] : others
  if (first.length + again.length + more.length <= buttonsPerRow)
    return { kind: 'buttons', buttons: [...first, ...folded, ...again, ...rated, ...last] }
  if (more.length <= menuEntriesMax) return { kind: 'buttons', buttons: [...first, ...again], more }
  const each = heard.map(({ number }) => takeMenu({ job: id, number }))
  return { kind: 'buttons', buttons: again, more: [...each, ...last].slice(-menuEntriesMax) }
}

import { clipFieldsOf } from '../clip/clip-field.ts'
import type { Feature } from '../command/feature.ts'
import { moreWithClip } from '../command/message-actions.ts'
import { writeTakeName } from '../job-id.ts'
import { jobCommandLink } from '../message/command-link.ts'
import type { Block, Button } from '../message/message.ts'
import { heardTakes, lyricsOf } from '../outcome.ts'
import { say, sayDeclared } from '../text/say.ts'
import { excerptLengthMax } from '../text/text.ts'
import { isRunning, type JobRecord } from './job.ts'

/**
 * One row of Discord's, which Slack has room for too:
 * https://docs.discord.com/developers/components/reference
 */
export const buttonsPerRow = 5

const plain = (label: string, action: string, jobId: string): Button => ({
  label,
  style: 'plain',
  commandLink: jobCommandLink(action, jobId),
})

const again = (jobId: string): Button => plain(say('Again'), 'again', jobId)
const edit = (jobId: string): Button => plain(say('Edit and run'), 'edit', jobId)

const deleteButton = (jobId: string): Button => ({
  label: say('Delete'),
  style: 'danger',
  commandLink: jobCommandLink('delete', jobId),
})

const cancelLabel = (job: Pick<JobRecord, 'state'>): string => {
  if (job.state === 'submitted') return say('Cancel (still billed)')
  return isRunning(job) ? say('Cancel (may be billed)') : say('Cancel')
}

/** What a button adds that promises to cancel for nothing: where that is over, its press changes nothing. */
const ifFree = { if_free: 'yes' }

/**
 * Cancels a job, and says before it is pressed where that saves nothing. One that does not say so holds to
 * that, though the job was sent since its message was last edited.
 */
export const cancelButton = ({ id, state }: Pick<JobRecord, 'id' | 'state'>): Button => {
  const commandLink = jobCommandLink('cancel', id)
  return {
    label: cancelLabel({ state }),
    style: 'danger',
    commandLink: isRunning({ state })
      ? commandLink
      : { ...commandLink, values: { ...commandLink.values, ...ifFree } },
  }
}

/** Shows a result that was made and not shown. */
export const recoverButton = ({ id }: Pick<JobRecord, 'id'>): Button =>
  plain(say('Show it after all'), 'recover', id)

/** What was booked without a result may get one yet, which is shown in its message. */
const isOverForGood = ({ state }: Pick<JobRecord, 'state'>): boolean =>
  state === 'voided' || state === 'failed'

/**
 * What is left to do about a request that came to nothing: the same once more, as it was or changed, and its
 * message taken away, where nothing can come of it any more.
 */
export const onceMoreButtons = (job: Pick<JobRecord, 'id' | 'state'>): Block => ({
  kind: 'buttons',
  buttons: [again(job.id), edit(job.id), ...(isOverForGood(job) ? [deleteButton(job.id)] : [])],
})

/**
 * What of a result is words: they can be read, unless the message itself is all of them, and where there is
 * nothing else to hear, be sung.
 */
const wordsButtons = ({ id, outcome }: Pick<JobRecord, 'id' | 'outcome'>): readonly Button[] => {
  const all = outcome === undefined ? [] : lyricsOf(outcome)
  if (outcome === undefined || all.length === 0) return []
  const read = plain(say('Lyrics'), 'lyrics', id)
  if (heardTakes(outcome).length > 0) return [read]
  const length = all.reduce((sum, { words }) => sum + words.trim().length, 0)
  return [...(length > excerptLengthMax ? [read] : []), plain(say('Sing this'), 'sing', id)]
}

/** The features that a take can go to, by the fields that take it. */
const takersAmong = (features: readonly Feature[]) =>
  features.flatMap(({ name, fields, takeAction }) => {
    const [field] = clipFieldsOf(fields)
    return field === undefined || takeAction === undefined ? [] : [{ name, field, takeAction }]
  })

/** One take of a result, and how its buttons tell it from others. */
interface TakeOfJob {
  jobId: string
  number: number
  hasWav: boolean
  isOneOfSeveral: boolean
}

const labelFor = (deed: string, { number, isOneOfSeveral }: TakeOfJob): string =>
  isOneOfSeveral ? say('{{deed}}: take {{take}}', { deed, take: number }) : deed

const wavButton = (take: TakeOfJob): Button => ({
  label: labelFor(say('WAV'), take),
  style: 'plain',
  commandLink: {
    command: 'result',
    action: undefined,
    values: { job: take.jobId, take: String(take.number), wav: 'yes' },
  },
})

const moreButton = (take: TakeOfJob): Button => ({
  label: labelFor(say('More'), take),
  style: 'plain',
  commandLink: {
    command: moreWithClip,
    action: undefined,
    values: { take: writeTakeName({ job: take.jobId, number: take.number }) },
  },
})

/**
 * A row: the first features, the take without loss where there is such a file,
 * and the way to the other features.
 */
const takeButtons = (take: TakeOfJob, takers: ReturnType<typeof takersAmong>): readonly Button[] => {
  const deeds = takers.map(({ name, field, takeAction }): Button => {
    const values = { [field]: writeTakeName({ job: take.jobId, number: take.number }) }
    return {
      label: labelFor(sayDeclared(takeAction), take),
      style: 'plain',
      commandLink: { command: name, action: undefined, values },
    }
  })
  const wav = take.hasWav ? [wavButton(take)] : []
  const room = buttonsPerRow - wav.length
  return deeds.length <= room ? [...deeds, ...wav] : [...deeds.slice(0, room - 1), ...wav, moreButton(take)]
}

/**
 * What can be done with a result, by buttons that need nothing but the job's record: a row for the whole of
 * it, and one for each take that can be heard.
 */
export const resultButtons = (
  { id, outcome }: Pick<JobRecord, 'id' | 'outcome'>,
  features: readonly Feature[],
): readonly Block[] => {
  const takers = takersAmong(features)
  const heard = outcome === undefined ? [] : heardTakes(outcome)
  const rows = heard.map(({ number, output }) =>
    takeButtons(
      {
        jobId: id,
        number,
        isOneOfSeveral: heard.length > 1,
        hasWav: output.wavUrl !== undefined && output.wavUrl !== output.audioUrl,
      },
      takers,
    ),
  )
  const whole = [again(id), edit(id), ...wordsButtons({ id, outcome }), deleteButton(id)]
  return [whole, ...rows]
    .filter((buttons) => buttons.length > 0)
    .map((buttons): Block => ({ kind: 'buttons', buttons }))
}

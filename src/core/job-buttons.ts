import { askedOfJob } from './asked.ts'
import { clipFieldsOf } from './clip.ts'
import type { Feature, Output } from './feature.ts'
import type { JobRecord } from './job.ts'
import { lyricsOf } from './lyrics.ts'
import type { Block, Button } from './message.ts'
import { writeTakeName } from './take.ts'
import { say, sayDeclared } from './texts/say.ts'

/** One row of Discord's, which Slack has room for too: https://docs.discord.com/developers/components/reference */
export const buttonsPerRow = 5

const plain = (label: string, action: string, jobId: string): Button => ({
  label,
  style: 'plain',
  asks: askedOfJob(action, jobId),
})

const again = (jobId: string): Button => plain(say('Again'), 'again', jobId)
const edit = (jobId: string): Button => plain(say('Edit and run'), 'edit', jobId)

const deleteButton = (jobId: string): Button => ({
  label: say('Delete'),
  style: 'danger',
  asks: askedOfJob('delete', jobId),
})

/** The same request once more, as it was or changed: what is left to do about one that came to nothing. */
export const onceMoreButtons = ({ id }: Pick<JobRecord, 'id'>): Block => ({
  kind: 'buttons',
  buttons: [again(id), edit(id)],
})

/** What of a result is words: they can be read, and where there is nothing else to hear, be sung. */
const wordsButtons = ({ id, outcome }: Pick<JobRecord, 'id' | 'outcome'>): readonly Button[] => {
  if (outcome === undefined || lyricsOf(outcome).length === 0) return []
  const isHeard = outcome.outputs.some(({ audioUrl }) => audioUrl !== undefined)
  const sing = plain(say('Sing this'), 'sing', id)
  return [plain(say('Lyrics'), 'lyrics', id), ...(isHeard ? [] : [sing])]
}

/** "Remix" of "Remix this clip": the rest is said by the take's number, or by the place of the button. */
const deedOf = (messageAction: string): string => sayDeclared(messageAction.replace(/ this clip$/, ''))

/** The features that a take can go to, by the fields that take it. */
const takersAmong = (features: readonly Feature[]) =>
  features.flatMap(({ name, fields, messageAction }) => {
    const [field] = clipFieldsOf(fields)
    return field === undefined || messageAction === undefined ? [] : [{ name, field, messageAction }]
  })

const takeButtons = (
  jobId: string,
  takers: ReturnType<typeof takersAmong>,
  take: number,
  hasSeveral: boolean,
): readonly Button[] =>
  takers.map(({ name, field, messageAction }) => {
    const deed = deedOf(messageAction)
    return {
      label: hasSeveral ? say('{{deed}} take {{take}}', { deed, take }) : deed,
      style: 'plain',
      asks: {
        command: name,
        action: undefined,
        values: { [field]: writeTakeName({ job: jobId, number: take }) },
      },
    }
  })

const isHeard = ({ audioUrl }: Output): boolean => audioUrl !== undefined

/**
 * What can be done with a result, by buttons that need nothing but the job's record: a row for the whole of it, and one for
 * each take with the features that take a clip, in their order and as many as fit into a row.
 */
export const resultButtons = (
  { id, outcome }: Pick<JobRecord, 'id' | 'outcome'>,
  features: readonly Feature[],
): readonly Block[] => {
  const takers = takersAmong(features)
  const outputs = outcome?.outputs ?? []
  const hasSeveral = outputs.filter(isHeard).length > 1
  const rows = outputs.flatMap((output, index) => {
    const buttons = isHeard(output) ? takeButtons(id, takers, index + 1, hasSeveral) : []
    return buttons.length === 0 ? [] : [buttons.slice(0, buttonsPerRow)]
  })
  const whole = [again(id), edit(id), ...wordsButtons({ id, outcome }), deleteButton(id)]
  return [whole, ...rows].map((buttons): Block => ({ kind: 'buttons', buttons }))
}

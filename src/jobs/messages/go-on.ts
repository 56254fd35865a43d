import { clipsIn } from '../../core/clip/clip-field.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Ending, JobRecord } from '../../core/job/job.ts'
import { onceMoreButtons, resultButtons } from '../../core/job/job-buttons.ts'
import { jobName } from '../../core/job-id.ts'
import type { Block, ResultMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'

type Features = ReadonlyMap<string, Feature>

/** A result with the buttons that lead on from it. */
export const withResultButtons = (
  message: ResultMessage,
  job: Pick<JobRecord, 'id' | 'outcome'>,
  features: Features,
): ResultMessage => ({
  ...message,
  blocks: [...message.blocks, ...resultButtons(job, [...features.values()])],
})

/**
 * What may help after each ending: the same once more, or something changed; that alone where we know what is
 * wrong; nothing where only others can help.
 */
const mends: Readonly<Record<Ending, 'same' | 'changed' | 'mended' | 'none'>> = {
  ack_too_late: 'same',
  interrupted: 'same',
  cancelled: 'none',
  not_let_in: 'none',
  blocked: 'none',
  request_unsound: 'changed',
  service_refused: 'changed',
  no_balance: 'none',
  key_refused: 'none',
  service_unreachable: 'same',
  service_failed: 'changed',
  not_reachable: 'same',
  outcome_unknown: 'same',
  overdue: 'same',
  key_gone: 'same',
  faulty: 'same',
  invalid_request: 'changed',
  clip_refused: 'none',
  clip_misfit: 'mended',
  clip_expired: 'none',
  waited_too_long: 'same',
  result_unknown: 'changed',
  still_running: 'same',
  result_gone: 'none',
  nothing_to_show: 'changed',
}

/** Words by which the service says that a clip is the reason. */
const clipNamed = /\b(?:audio|clip|file|recording|sound|track)\b/i

/** Whether the service refused or failed for the clip, by its own words: then the same again can't help. */
const isAboutClip = ({ ending, endingDetail = '', values }: JobRecord, { fields }: Feature): boolean =>
  (ending === 'service_refused' || ending === 'service_failed') &&
  clipNamed.test(endingDetail) &&
  clipsIn(fields, values).length > 0

const whatToTry = (job: JobRecord, feature: Feature): string => {
  const { state, ending, cancelledBy } = job
  if ((state === 'booked' || state === 'expired') && cancelledBy !== undefined)
    return say(
      'If a result comes after all, it is kept: {{command}} shows it. To ask for the same again would be another purchase.',
      { command: `/jobs recover ${jobName(job.id)}` },
    )
  if (state === 'booked' || state === 'expired')
    return say(
      'If a result comes after all, it is shown here. To ask for the same again would be another purchase.',
    )
  if (isAboutClip(job, feature))
    return say('The audio service names the clip as the reason. Edit and run lets you choose another one.')
  switch (mends[ending ?? 'cancelled']) {
    case 'same':
      return say('You can ask for the same again.')
    case 'changed':
      return say('You can change something and ask again, or try the same once more.')
    case 'mended':
      return say('Edit and run lets you change that.')
    case 'none':
      return ''
  }
}

/**
 * How a job without a result ended, with what to try, and buttons for that where its feature is still there.
 */
export const withOnceMore = (message: ResultMessage, job: JobRecord, features: Features): ResultMessage => {
  const feature = features.get(job.feature)
  if (feature === undefined) return message
  const text = whatToTry(job, feature)
  const notes: Block[] = text === '' ? [] : [{ kind: 'note', text }]
  return { ...message, blocks: [...message.blocks, ...notes, onceMoreButtons(job)] }
}

import { clipName } from '../../core/clip/clip.ts'
import { clipsIn } from '../../core/clip/clip-field.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import { namedValues } from '../../core/command/suggest.ts'
import { formatCredits, type Microcredits, microcredits } from '../../core/credits.ts'
import type { RawValues } from '../../core/fields/field.ts'
import { type JobRecord, purposesOf } from '../../core/job/job.ts'
import { aboutJob, settledText } from '../../core/job/job-texts.ts'
import { jobName } from '../../core/job-id.ts'
import {
  type Bound,
  boundsOf,
  creditsText,
  exactCreditsText,
  formatLeft,
  moreCreditsText,
  scarceTotal,
  tightestOf,
} from '../../core/ledger/credits-text.ts'
import { secondsOf } from '../../core/ledger/price-book.ts'
import type { Block, LineFact, ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { onOneLine, shortened } from '../../core/text/text.ts'
import { within } from '../../core/waiting.ts'
import type { JobDeps } from '../job-deps.ts'

/** A job whose cost is known. `left`: the limit that leaves its requester least now, if known. */
export type PaidJob = JobRecord & { left?: Bound | undefined }

/** A result mentions what is left once less than a fifth of the limit remains. */
const littleIsOneIn = 5

const whoGivesText = ({ target }: JobRecord, { kind }: Bound): string =>
  isPersonal(accountOf(target)) ? say('Your bot operator can give you more.') : moreCreditsText(kind)

/** What a job cost, and what is left. */
export const paidFact = (job: PaidJob): LineFact => {
  const { settled = 0, left } = job
  if (settled === 0) return { label: '', value: say('Nothing charged') }
  const used = settledText(job, creditsText(settled))
  if (left === undefined) return { label: '', value: used }
  const rest = formatLeft(left.left, Math.max(0, left.limit + left.granted))
  return { label: '', value: say('{{used}}, {{left}} left', { used, left: rest }) }
}

/** Once little is left: of how much, and who can give more. */
export const lowBlocks = (job: PaidJob): Block[] => {
  const { settled = 0, left } = job
  if (settled === 0 || left === undefined) return []
  const allowed = Math.max(0, left.limit + left.granted)
  if (left.left * littleIsOneIn >= allowed) return []
  const rest = formatLeft(left.left, allowed)
  const low = say('Only {{left}} of {{limit}} left.', { left: rest, limit: exactCreditsText(allowed) })
  return [{ kind: 'note', text: `${low} ${whoGivesText(job, left)}` }]
}

/** Says how much more than the hold the service charges, such as for a clip that only the service can read. */
export const overrunBlocks = (held: Microcredits, cost: Microcredits | undefined): Block[] => {
  if (cost === undefined || cost <= held) return []
  const over = creditsText(microcredits(cost - held))
  const text = say(
    'This costs {{over}} more than the {{held}} reserved. The audio service sets the final price.',
    {
      over,
      held: formatCredits(held),
    },
  )
  return [{ kind: 'note', text }]
}

/** The job's short name, for use in commands. */
const nameFact = ({ id }: Pick<JobRecord, 'id'>): LineFact => ({ label: say('Job'), value: jobName(id) })

/** The job's short name for a result, unless its view already names the job. */
export const nameFacts = (job: JobRecord, { blocks }: ResultMessage): LineFact[] => {
  const fact = nameFact(job)
  for (const block of blocks)
    if (block.kind === 'line') for (const { label } of block.facts) if (label === fact.label) return []
  return [fact]
}

/** A job's clips, or else its prompt and the like, so that a member can tell several jobs apart. */
export const aboutFacts = (values: RawValues, feature: Feature | undefined): LineFact[] => {
  const clips = clipsIn(feature?.fields ?? {}, values)
  if (clips.length > 0)
    return clips.map(({ label, clip }) => ({ label: sayDeclared(label), value: clipName(clip) }))
  const about = aboutJob({ values, outcome: undefined }, feature)
  return about === undefined ? [] : [{ label: '', value: `“${about}”` }]
}

/** Identifies a request by its clips or prompt, and its job. */
export const whichFacts = (
  job: Pick<JobRecord, 'id' | 'values'>,
  feature: Feature | undefined,
): LineFact[] => [...aboutFacts(job.values, feature), nameFact(job)]

/**
 * Reads what the requester may still spend there, as `/credits` reports it. A result omits it if it can't be
 * read, if limits of groups may apply and the member's groups are unknown, or if the operator's limit leaves less.
 */
export const withLeft = async (
  { budgets, log }: Pick<JobDeps, 'budgets' | 'log'>,
  job: JobRecord,
): Promise<PaidJob> => {
  if ((job.settled ?? 0) === 0) return job
  try {
    const reading = await budgets.readFor(job.target, job.groups, purposesOf(job))
    const left = tightestOf(boundsOf(reading))
    const isTold = left !== undefined && scarceTotal(reading.server, left.left) === undefined
    return reading.lacksGroups || !isTold ? job : { ...job, left }
  } catch (error) {
    log.warn('the remaining credits could not be read', { error, job: job.id })
    return job
  }
}

/** The listed name of a voice is a courtesy and must not delay a result. */
const namesWithinMs = 1_000

/**
 * A job with its voice named as members know it, for display only, never for sending. Keeps the id if the list
 * lacks the voice or can't be read in time.
 */
export const withVoiceNames = async (
  deps: Pick<JobDeps, 'features' | 'lists' | 'log'>,
  job: JobRecord,
): Promise<JobRecord> => {
  try {
    const feature = deps.features.get(job.feature)
    if (feature === undefined) return job
    const named = namedValues(feature.fields, job.values, deps.lists, job.target, 'voices')
    const values = await within(namesWithinMs, named)
    return values !== undefined && feature.prepare(values).ok ? { ...job, values } : job
  } catch (error) {
    deps.log.warn('a voice name could not be looked up', { error, job: job.id })
    return job
  }
}

/** Minutes held for a clip of unknown length; undefined for everything else. */
export const unreadMinutesOf = (prepared: PreparedRequest, longestMinutes: number): number | undefined => {
  if (!('priced' in prepared)) return undefined
  const { priced } = prepared
  return 'units' in priced || secondsOf(priced, undefined) !== undefined ? undefined : longestMinutes
}

/** The same for a job that was never about to be sent; undefined for others, whose hold may have been lowered. */
export const unreadMinutesBeforeSent = (
  { longestMinutes }: Pick<JobDeps, 'longestMinutes'>,
  { submitEpoch, values, unreadMinutes }: Pick<JobRecord, 'submitEpoch' | 'values' | 'unreadMinutes'>,
  feature: Feature,
): number | undefined => {
  const read = submitEpoch === undefined ? feature.prepare(values) : undefined
  return read?.ok ? unreadMinutesOf(read.prepared, unreadMinutes ?? longestMinutes) : undefined
}

/** The address of the clip whose length sets the price, if it is a link: only the service can read that. */
export const linkPricedBy = (prepared: PreparedRequest): string | undefined =>
  'priced' in prepared && 'clip' in prepared.priced && prepared.priced.clip.kind === 'link'
    ? prepared.priced.clip.url
    : undefined

/** Warns that the hold may be too small when the clip that sets the price can be read only by the service. */
export const unmeasuredTexts = (prepared: PreparedRequest, longestMinutes: number): readonly string[] =>
  linkPricedBy(prepared) === undefined
    ? []
    : [
        sayCount(
          "I can't measure a linked clip. If it's longer than a minute, it can cost more than I've reserved.",
          "I can't measure a linked clip. If it's longer than {{count}} minutes, it can cost more than I've reserved.",
          { count: longestMinutes },
        ),
      ]

/** What is held for a job, and for how many minutes of clip if its length is unknown: see `unreadMinutesOf`. */
export const heldFact = (held: Microcredits, unreadMinutes?: number): LineFact => {
  const amount = creditsText(held)
  return {
    label: say('Reserved'),
    value:
      unreadMinutes === undefined
        ? say('up to {{amount}}', { amount })
        : sayCount(
            '{{amount}}, enough for a one-minute clip. Unused credits come back.',
            '{{amount}}, enough for a {{count}}-minute clip. Unused credits come back.',
            { amount, count: unreadMinutes },
          ),
  }
}

/** Why a clip of unknown length needs so much, and which clips need less. */
export const unreadText = (unreadMinutes: number): string =>
  `${sayCount(
    "Until I know the clip's length, I'll reserve enough credits for one minute.",
    "Until I know the clip's length, I'll reserve enough credits for {{count}} minutes.",
    { count: unreadMinutes },
  )} ${say('Takes made here only reserve credits for their actual length.')}`

/** What a member is told about a request beside its facts, in whole sentences. */
export interface Remarks {
  /** What was left out or may not count; also true of the result. */
  lasting: readonly string[]
  /** True only until the job is over. */
  passing: readonly string[]
}

const lastingNote = 'remarks'
const passingNote = 'remarks_until_over'

/** File names can be long and must not push out what a job cost. */
const remarksLengthMax = 600

/** Remarks as notes of the job's record, so that each of its messages can repeat them. */
export const remarkNotes = ({ lasting, passing }: Remarks): JobRecord['notes'] => {
  const notes: Record<string, string> = {}
  for (const [name, texts] of Object.entries({ [lastingNote]: lasting, [passingNote]: passing })) {
    if (texts.length > 0) notes[name] = shortened(onOneLine(texts.join(' ')), remarksLengthMax)
  }
  return notes
}

/** The remarks that a message repeats, as one line; jobs of earlier versions have none. */
export const remarkBlocks = (
  { notes }: Pick<JobRecord, 'notes'>,
  progress: 'under_way' | 'over',
): Block[] => {
  const { [lastingNote]: lasting = '', [passingNote]: passing = '' } = notes
  const text = progress === 'over' ? lasting : `${lasting} ${passing}`.trim()
  return text === '' ? [] : [{ kind: 'note', text }]
}

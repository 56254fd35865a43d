import { type Answer, keptRefusal } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import type { Lists } from '../../core/command/suggest.ts'
import { type Microcredits, microcredits } from '../../core/credits.ts'
import type { Mend } from '../../core/fields/field.ts'
import { requestNote } from '../../core/job/change.ts'
import type { PauseReason, Places } from '../../core/job/concurrency.ts'
import { endings, type JobRecord, type JobRequest } from '../../core/job/job.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import { lineageNotes } from '../../core/job/lineage.ts'
import type { Payer } from '../../core/job/own-keys.ts'
import type { ClipStops } from '../../core/ledger/clip-stops.ts'
import { creditsText } from '../../core/ledger/credits-text.ts'
import { billedUnits, type PriceBook } from '../../core/ledger/price-book.ts'
import type { Log } from '../../core/log.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { type AccountId, accountOf, isPersonal } from '../../core/target.ts'
import { declared, languageNotes, say, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'
import { stoppedMessage } from '../clip-stops.ts'
import type { KeyRing } from '../job-deps.ts'
import { remarkNotes, unmeasuredTexts, unreadMinutesOf } from '../messages/job-facts.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { readIfPossible } from '../wake.ts'
import { unusedFilesText } from './ask-for-rest.ts'
import { leftOutTexts } from './defaults.ts'
import { type PressOptions, pressedJobId } from './press.ts'
import type { WholeRequest } from './read-whole.ts'

/** What a member is told of a request that omits something or may differ from what they expect. */
const remarksOn = (
  feature: Feature,
  invocation: Invocation,
  { filled, prepared }: WholeRequest,
  longestMinutes: number,
): JobRecord['notes'] => {
  const unused = unusedFilesText(feature, invocation, filled.values)
  return remarkNotes({
    lasting: [
      ...(unused === undefined ? [] : [unused]),
      ...leftOutTexts(feature, filled),
      ...prepared.warnings,
    ],
    passing: prepared.clips.length === 0 ? [] : unmeasuredTexts(prepared, longestMinutes),
  })
}

/** Dependencies for holding the maximum cost of a request and recording it as a job. */
export interface HoldDeps extends PressOptions {
  store: Pick<JobStore, 'read' | 'wasForgotten' | 'request' | 'drop'>
  lists: Lists
  prices: Pick<PriceBook, 'quote'>
  places: Pick<Places, 'pausedFor'>
  payer: Payer
  keyRing: Pick<KeyRing, 'idOf' | 'of'>
  clipStops: Pick<ClipStops, 'look'>
  /** Longest clip accepted, in whole minutes. */
  longestMinutes: number
  log: Log
  /** The number of this process: see `takerNote`. */
  taker: number
}

/** The same dependencies, with those of the key that pays for an account's new requests. */
export const withAccountKey = async <Deps extends Pick<HoldDeps, 'keyRing'>>(
  deps: Deps,
  account: AccountId,
): Promise<Deps> => {
  const keyId = isPersonal(account) ? undefined : await deps.keyRing.idOf(account)
  return keyId === undefined ? deps : { ...deps, ...deps.keyRing.of(account, keyId) }
}

/** Conditions right before a complete request is held. */
export interface Preflight {
  jobId: string
  /** Its maximum cost. */
  bound: Microcredits
  unreadMinutes: number | undefined
  /** Shown to members while the service rejects requests, or uploaded clips are stopped here. */
  paused: ResultMessage | undefined
  /** Whether the same event was received before. */
  isRepeat: boolean
  /** What the member is told of it, as notes of the job's record. */
  remarks: JobRecord['notes']
}

/** An answer must not wait long for a check that rarely fails. */
const pauseLookMs = 250

const addressText = declared(
  "The audio service can't be found at its address. Your bot operator needs to fix this.",
)

const pauseTexts = {
  operator: { balance: endings.no_balance, key: endings.key_refused, address: addressText },
  server: { balance: endings.no_own_balance, key: endings.own_key_refused, address: addressText },
} as const satisfies Record<Payer, Record<Exclude<PauseReason, 'unclear'>, string>>

/** Shown if a button's request has become dearer than the button says. */
const dearerMessage = (bound: Microcredits): ResultMessage =>
  plainMessage(
    say('The price has changed: this needs up to {{needed}} now. Nothing was charged.', {
      needed: creditsText(bound),
    }),
    'failed',
  )

/** Shown to members while the service rejects our key. After unclear answers, requests wait in the line instead. */
export const serviceRefusesMessage = async ({
  places,
  payer,
  log,
}: Pick<HoldDeps, 'places' | 'payer' | 'log'>): Promise<ResultMessage | undefined> => {
  try {
    const why = await within(pauseLookMs, places.pausedFor())
    if (why === undefined || why === 'unclear') return undefined
    return plainMessage(`${sayDeclared(pauseTexts[payer][why])} ${nothingWasCharged()}`, 'failed')
  } catch (error) {
    log.warn('could not check whether the audio service takes requests now', { error })
    return undefined
  }
}

/** The most that a request can cost. Throws AppError `store_unavailable`. */
export const boundOf = async (
  { prices, longestMinutes }: Pick<HoldDeps, 'prices' | 'longestMinutes'>,
  prepared: PreparedRequest,
): Promise<Microcredits> => {
  switch (prepared.obtains) {
    case 'task':
    case 'answer': {
      const { priced } = prepared
      const units = billedUnits(priced, { longestMinutes })
      return (await prices.quote({ price: priced.price, units })).most
    }
    case 'look_up':
    case 'kept':
      return microcredits(0)
  }
}

/**
 * Reads at once what decides whether a request is accepted now, and its maximum cost. Throws AppError
 * `store_unavailable`.
 */
export const preflight = async (
  deps: HoldDeps,
  feature: Feature,
  invocation: Invocation,
  whole: WholeRequest,
): Promise<Preflight> => {
  const { isFree } = feature
  const { prepared } = whole
  const { press, form, target, eventId } = invocation
  // A button that sends a draft is one request for good.
  const isPress = press !== undefined && form === undefined
  const jobId = isPress
    ? await pressedJobId(deps, invocation, press)
    : deps.jobIdFor(accountOf(target), eventId)
  const [paused, stopped, before, bound] = await Promise.all([
    isFree ? undefined : serviceRefusesMessage(deps),
    prepared.clips.length === 0 ? undefined : stoppedMessage(deps, prepared, accountOf(target)),
    isFree ? undefined : readIfPossible(deps, jobId),
    boundOf(deps, prepared),
  ])
  return {
    jobId,
    bound,
    unreadMinutes: unreadMinutesOf(prepared, deps.longestMinutes),
    paused: paused ?? stopped,
    isRepeat: before !== undefined,
    remarks: remarksOn(feature, invocation, whole, deps.longestMinutes),
  }
}

/** The same request again. */
export const tryAgain = (): Mend => ({ label: say('Try again'), values: {} })

/**
 * Why new requests are refused before anything is held: they cost more than their button said, or the service rejects
 * them. Repeated events still get their first answer.
 */
export const refusedForNow = (
  { isFree }: Feature,
  { paused, isRepeat, bound }: Preflight,
  boundMax: number | undefined,
): Answer | undefined => {
  if (isFree || isRepeat) return undefined
  if (boundMax !== undefined && bound > boundMax) return keptRefusal(dearerMessage(bound), '', [tryAgain()])
  return paused && keptRefusal(paused)
}

/** The part of a request that is stored. */
export const jobRequestOf = (
  feature: Feature,
  { eventId, values: given, target, fileBytesMax, replyToken, groups, isAdmin }: Invocation,
  { prepared, filled: { values } }: WholeRequest,
  { jobId: id, bound, unreadMinutes, remarks }: Preflight,
  taker: number,
): JobRequest => ({
  id,
  feature: feature.name,
  given,
  values,
  target,
  fileBytesMax,
  replyToken,
  bound,
  unreadMinutes,
  isFree: feature.isFree,
  ...(prepared.obtains === 'kept' && { copyOf: prepared.jobId }),
  groups,
  isByAdmin: isAdmin,
  taker,
  notes: {
    ...remarks,
    ...(prepared.clips.length > 0 && lineageNotes(prepared.clips)),
    [requestNote]: eventId,
    ...languageNotes(),
  },
})

import type { Clip } from '../../core/clip/clip.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import { amountMax, type Microcredits } from '../../core/credits.ts'
import { unreachable } from '../../core/errors.ts'
import { accessTo } from '../../core/job/access.ts'
import type {
  Approval,
  ApprovalAnswer,
  ApprovalControl,
  ApprovalEnd,
  Approvals,
  RuledOut,
} from '../../core/job/approval.ts'
import type { CanSee } from '../../core/job/audience.ts'
import { mayHaveClip } from '../../core/job/find-job.ts'
import { approvedNote, endings, type JobRequest } from '../../core/job/job.ts'
import type { JobList } from '../../core/job/job-list.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import { ownersNote } from '../../core/job/lineage.ts'
import { isJobId, jobName, jobNameIn } from '../../core/job-id.ts'
import type { Allowlist } from '../../core/ledger/allowlist.ts'
import type { ClipStops } from '../../core/ledger/clip-stops.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { type AccountId, type Asker, accountOf, operatorBlockOn, type Target } from '../../core/target.ts'
import { inLanguage, say, sayDeclared } from '../../core/text/say.ts'
import { stoppedMessage } from '../clip-stops.ts'
import type { JobDeps } from '../job-deps.ts'
import { unreadMinutesOf } from '../messages/job-facts.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { queueWakeUp } from '../wake.ts'
import { type ConsentDeps, lookAtConsent } from './consent.ts'
import { boundOf, serviceRefusesMessage, withAccountKey } from './hold.ts'
import { type ClipOptions, problemsWithClips, problemsWithWords } from './read-whole.ts'
import { refusedHere, type SettingsLook } from './settings-here.ts'

/** Dependencies for carrying out what admins decide. */
export interface DecideDeps
  extends Pick<
      JobDeps,
      | 'queue'
      | 'prices'
      | 'places'
      | 'payer'
      | 'keyRing'
      | 'features'
      | 'longestMinutes'
      | 'operatorBlocked'
      | 'log'
      | 'now'
    >,
    ConsentDeps,
    ClipOptions {
  approvals: Pick<Approvals, 'read' | 'find' | 'end'>
  store: Pick<JobStore, 'approve' | 'read' | 'accept'>
  clipStops: Pick<ClipStops, 'look'>
  allowlist: Pick<Allowlist, 'peek'>
  jobList: Pick<JobList, 'find'>
  canSee: CanSee
  lookAtSettings: SettingsLook
  /** Words and patterns that the operator refuses everywhere. */
  refusedWords: readonly string[]
}

const named = async (
  { approvals }: DecideDeps,
  admin: Asker,
  request: string,
): Promise<Approval | undefined> => {
  const id = isJobId(request) ? request : await approvals.find(accountOf(admin), jobNameIn(request))
  const approval = id === undefined ? undefined : await approvals.read(id)
  const access = approval && accessTo({ kind: 'approval', approval }, { target: admin })
  return access === 'allowed' ? approval : undefined
}

const end = async (
  { approvals }: DecideDeps,
  approval: Approval,
  to: ApprovalEnd,
  by?: string,
): Promise<ApprovalAnswer> => {
  const ended = await approvals.end(approval, to, by)
  switch (ended.status) {
    case 'decided':
      return ended
    case 'ended':
      return ended.state === 'declined'
        ? { status: 'declined' }
        : { status: 'decided', state: ended.state, by: undefined }
    case 'still_open':
      return { status: 'refused', result: { status: 'late' } }
    case 'unknown':
      return { status: 'unknown' }
    default:
      return unreachable(ended)
  }
}

/** A request that is not started, now or at all. */
type Refused = Extract<ApprovalAnswer, { status: 'not_now' | 'ruled_out' }>

const ruledOut = (why: RuledOut): Refused => ({ status: 'ruled_out', why })
const notNow = (message: ResultMessage): Refused => ({ status: 'not_now', message })

const unseenClip = (): Refused =>
  notNow(
    plainMessage(
      `${say("I can't confirm that the member still sees the clip's channel. Try again in a minute, or decline the request.")} ${nothingWasCharged()}`,
      'failed',
    ),
  )

/**
 * Whether the member still sees where a clip is that they found in a channel. They are in no channel now: they may have
 * left the one in which they asked, and it is an admin who acts.
 */
const stillSees = (
  { jobList, canSee }: DecideDeps,
  { parent: _parent, ...target }: Target,
  clip: Clip,
): boolean | Promise<boolean> => {
  const isOthers = clip.kind === 'upload' && (clip.by !== undefined || clip.isOwnerLost === true)
  const isFound = clip.kind === 'result' || (isOthers && clip.message !== undefined)
  const looking = {
    target: { ...target, channel: '', isAway: true as const },
    mayManage: () => false,
    canSee,
  }
  return !isFound || mayHaveClip(jobList, looking, clip, target)
}

/**
 * What is looked at for a new request, by what holds now: admins, owners of clips and the operator may have changed their
 * minds since it was made. Blocks by admins are looked at with the budget. Returns notes for the job.
 */
const rulesOn = async (
  deps: DecideDeps,
  feature: Feature,
  prepared: PreparedRequest,
  { request, channelKinds }: Approval,
  isBot: Invocation['isBot'],
): Promise<{ status: 'allowed'; notes: JobRequest['notes'] } | Refused> => {
  const { target, values } = request
  const block = operatorBlockOn(deps.operatorBlocked, target)
  if (block !== undefined) return ruledOut(block === 'member' ? 'blocked' : 'server_blocked')
  const { where, words, consent: rules } = await deps.lookAtSettings(target)
  const place = refusedHere(where, { target, channelKinds })
  if (place?.kind === 'message' && place.refusedFor === 'channel') return ruledOut('channel')
  if (place !== undefined) return notNow(place.message)
  if (problemsWithWords(feature, values, [words, deps.refusedWords]).length > 0) return ruledOut('words')
  if (prepared.clips.length === 0) return { status: 'allowed', notes: {} }
  if (problemsWithClips(deps, feature, values, prepared).length > 0) return ruledOut('clip')
  const seen = await Promise.all(prepared.clips.map(({ clip }) => stillSees(deps, target, clip)))
  if (seen.includes(false)) return unseenClip()
  const asking = { target, ...(isBot !== undefined && { isBot }) }
  const consent = await lookAtConsent(deps, feature, asking, { prepared, filled: { values } }, rules)
  switch (consent.status) {
    case 'allowed':
      return consent
    case 'refused':
      return ruledOut('consent')
    case 'undecided':
      return notNow(consent.answer.message)
  }
}

/** The request as it would be made now, at its price by now; or why it can't be started. */
const renewed = async (
  deps: DecideDeps,
  feature: Feature | undefined,
  approval: Approval,
  isBot: Invocation['isBot'],
): Promise<{ status: 'ready'; request: JobRequest } | Refused> => {
  const { isByAdmin: _then, ...request } = approval.request // rights may be gone by now
  const read = feature?.prepare(request.values)
  if (feature === undefined || read === undefined || !read.ok)
    return notNow(plainMessage(sayDeclared(endings.invalid_request), 'failed'))
  const { prepared } = read
  const rules = await rulesOn(deps, feature, prepared, approval, isBot)
  if (rules.status !== 'allowed') return rules
  const message =
    (await serviceRefusesMessage(deps)) ?? (await stoppedMessage(deps, prepared, accountOf(request.target)))
  if (message !== undefined) return notNow(message)
  const { [ownersNote]: _owners, ...others } = request.notes ?? {} // by the rule of that time
  const notes = { ...others, ...rules.notes }
  const unreadMinutes = unreadMinutesOf(prepared, deps.longestMinutes)
  const bound = await boundOf(deps, prepared)
  return { status: 'ready', request: { ...request, bound, unreadMinutes, notes } }
}

/** What an account's limit and the bonus on top of it may add up to. */
const mostOf = async ({ allowlist }: DecideDeps, account: AccountId): Promise<Microcredits> => {
  const allowance = await allowlist.peek(account)
  return (allowance.status === 'allowed' ? allowance.ceiling : undefined) ?? amountMax
}

/** There is no answer to wait for. If this fails, the sweeper does the same. */
const start = async ({ store, queue, now, log }: DecideDeps, id: string): Promise<void> => {
  try {
    const job = await store.read(id)
    const accepted = job && (await store.accept(job, undefined))
    if (accepted?.status === 'moved') await queueWakeUp({ queue, now }, id, accepted)
  } catch (error) {
    log.warn('an approved job could not be started; the sweeper will start it', { error, job: id })
  }
}

const approve = async (
  deps: DecideDeps,
  approval: Approval,
  by: string,
  isBot: Invocation['isBot'],
): Promise<ApprovalAnswer> => {
  const { state, decidedBy } = approval
  if (state !== 'open') return { status: 'decided', state, by: decidedBy }
  const { id, target, feature, bound: boundMax } = approval.request
  const paying = await withAccountKey(deps, accountOf(target))
  const ready = await renewed(paying, deps.features.get(feature), approval, isBot)
  if (ready.status === 'ruled_out') {
    const ended = await end(deps, approval, 'ruled_out')
    return ended.status === 'decided' && ended.state === 'ruled_out' ? ready : ended
  }
  if (ready.status === 'not_now') return ready
  const { request } = ready
  if (request.bound > boundMax) return { status: 'dearer', bound: request.bound }
  const most = await mostOf(deps, accountOf(target))
  // Kept in the journal, which all admins read.
  const reason = inLanguage(undefined, () => say('Approved request {{request}}', { request: jobName(id) }))
  const approved = { ...request, notes: { ...request.notes, [approvedNote]: by } }
  const result = await deps.store.approve(approved, { by, reason, most })
  switch (result.status) {
    case 'created':
      await start(deps, id)
      return { status: 'approved' }
    case 'exists':
    case 'differs':
      // Approved at the same moment, or sent by the member in another way, perhaps without success.
      return end(deps, approval, 'overtaken')
    case 'decided':
      // Somebody decided since it was read, which this says; or else its time is over.
      return end(deps, approval, 'expired')
    default:
      return { status: 'refused', result }
  }
}

/** See `ApprovalControl`. */
export const createApprovalControl = (deps: DecideDeps): ApprovalControl => ({
  async approve(admin, request, isBot) {
    const approval = await named(deps, admin, request)
    return approval === undefined ? { status: 'unknown' } : approve(deps, approval, admin.member, isBot)
  },
  async decline(admin, request) {
    const approval = await named(deps, admin, request)
    return approval === undefined ? { status: 'unknown' } : end(deps, approval, 'declined', admin.member)
  },
})

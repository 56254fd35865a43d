import { AppError } from '../../../core/errors.ts'
import { type Approval, type Approvals, approvalOpenMs } from '../../../core/job/approval.ts'
import { isForRequesterAlone } from '../../../core/job/job.ts'
import type { JobStore } from '../../../core/job/job-store.ts'
import { type Attempt, mayHavePosted, type NotifyWay } from '../../../core/job/platform.ts'
import { effectKey } from '../../../core/job-id.ts'
import { onChange } from '../../../core/log.ts'
import type { MessageRef, Target } from '../../../core/target.ts'
import { inLanguage, languageNote } from '../../../core/text/say.ts'
import type { JobDeps, PostingPlatform } from '../../job-deps.ts'
import { cardMessage, outcomeMessage } from '../../messages/approval-card.ts'
import { isCode } from '../../messages/show.ts'
import { repeat } from './repeat.ts'

/** Dependencies for showing requests to admins and telling members what became of them. */
export interface ApprovalUpkeepDeps
  extends Pick<JobDeps, 'platforms' | 'chatsHeld' | 'features' | 'deadlines' | 'log' | 'now'> {
  approvals: Pick<Approvals, 'due' | 'take' | 'note' | 'end'>
  store: Pick<JobStore, 'read' | 'wasForgotten'>
}

const retryMs = 10_000

/** Enough of the hash to tell requests apart, leaving space within a key's 25 characters. */
const keyHashLength = 14

/** The messages of a request, with the start of their keys: those of its job start otherwise. */
const parts = { card: 'ask', card_home: 'home', outcome: 'told', outcome_direct: 'direct' } as const
type Part = keyof typeof parts

const attemptFor = ({ approvals }: ApprovalUpkeepDeps, approval: Approval, part: Part): Attempt => {
  const { id } = approval.request
  const prefix = `${part}:`
  const notes: Record<string, string> = {}
  for (const [name, value] of Object.entries(approval.notes))
    if (name.startsWith(prefix)) notes[name.slice(prefix.length)] = value
  return {
    key: `${parts[part]}-${effectKey(id).slice(0, keyHashLength)}`,
    notes,
    async note(name, value) {
      if (!(await approvals.note(approval, { [`note:${prefix}${name}`]: value })))
        throw new AppError('step_over', 'the request to admins was deleted')
      notes[name] = value
    },
    askedAtMs: approval.askedAtMs,
    fileBytesMax: 0,
    linksAllowed: true,
  }
}

/** Where the request was made, unless only its member may see it. */
const homeOf = ({ request, place }: Approval): Target | undefined =>
  isForRequesterAlone(request) || place.channel === request.target.channel ? undefined : request.target

type Means = ApprovalUpkeepDeps & { platform: PostingPlatform }

/** Posts the card; undefined if it can be posted nowhere. */
const postCard = async (deps: Means, approval: Approval): Promise<MessageRef | undefined> => {
  const { platform, features, log } = deps
  const message = cardMessage(approval, features.get(approval.request.feature))
  try {
    return await platform.post(approval.place, message, attemptFor(deps, approval, 'card'))
  } catch (error) {
    if (!isCode(error, 'cannot_post')) throw error
    log.warn('admins could not be asked in their channel', { error, request: approval.request.id })
  }
  const home = homeOf(approval)
  if (home === undefined) return undefined
  try {
    return await platform.post(home, message, attemptFor(deps, approval, 'card_home'))
  } catch (error) {
    if (!isCode(error, 'cannot_post')) throw error
    return undefined
  }
}

/** Shows the card of an open request; one that is too old, or that nobody can see, ends. */
const tendOpen = async (deps: Means, approval: Approval): Promise<void> => {
  const { approvals, now } = deps
  const { expiresAtMs, card } = approval
  if (now() >= expiresAtMs) {
    await approvals.end(approval, 'expired')
    return
  }
  const posted = card ?? (await postCard(deps, approval))
  if (posted === undefined) await approvals.end(approval, 'unplaced')
  else await approvals.note(approval, { card: JSON.stringify(posted) }, expiresAtMs)
}

/** The card, even if its post was never confirmed. */
const knownCard = async (deps: Means, approval: Approval): Promise<MessageRef | undefined> => {
  const isTried = mayHavePosted(attemptFor(deps, approval, 'card'))
  const isTriedAtHome = mayHavePosted(attemptFor(deps, approval, 'card_home'))
  return approval.card ?? (isTried || isTriedAtHome ? postCard(deps, approval) : undefined)
}

/** The card says how it ended; a deleted one doesn't. */
const closeCard = async (deps: Means, approval: Approval): Promise<void> => {
  const { platform, features } = deps
  const card = await knownCard(deps, approval)
  if (card === undefined) return
  const part = card.channel === approval.place.channel ? 'card' : 'card_home'
  try {
    const message = cardMessage(approval, features.get(approval.request.feature))
    await platform.edit(card, message, attemptFor(deps, approval, part), approval.request.target)
  } catch (error) {
    if (!isCode(error, 'cannot_post', 'message_gone', 'not_posted', 'reply_over')) throw error
  }
}

/** Tells the member where they asked, or in a direct message if only they may know or that place is gone. */
const tellOutcome = async (deps: Means, approval: Approval): Promise<void> => {
  const { platform, store, features, log } = deps
  const { request, state } = approval
  const message = inLanguage(request.notes?.[languageNote], () =>
    outcomeMessage(approval, features.get(request.feature)),
  )
  if (message === undefined) return
  const isSent = (await store.read(request.id)) !== undefined || (await store.wasForgotten(request.id))
  // Sent in another way since it ended, so it would be wrong to say that nothing was charged.
  if (state !== 'approved' && isSent) return
  const tell = async (part: Part, how: NotifyWay): Promise<boolean> => {
    try {
      await platform.notify(request.target, message, attemptFor(deps, approval, part), how)
      return true
    } catch (error) {
      if (!isCode(error, 'cannot_post')) throw error
      return false
    }
  }
  if (!isForRequesterAlone(request) && (await tell('outcome', 'mention'))) return
  if (!(await tell('outcome_direct', 'direct')))
    log.info('a member could not be told what admins decided', { request: request.id })
}

/** Nothing is kept for a member who deleted their data. */
const overOf = ({ state }: Approval): 'over' | 'gone' => (state === 'withdrawn' ? 'gone' : 'over')

const tend = async (deps: Means, approval: Approval): Promise<void> => {
  const { approvals } = deps
  if (approval.state === 'open') return tendOpen(deps, approval)
  await tellOutcome(deps, approval)
  await closeCard(deps, approval)
  await approvals.note(approval, {}, overOf(approval))
}

const tendIfPossible = async (deps: ApprovalUpkeepDeps, approval: Approval): Promise<void> => {
  const { approvals, platforms, log, now } = deps
  const { id, target } = approval.request
  const platform = platforms.get(target.platform)
  if (platform === undefined) return
  try {
    await tend({ ...deps, platform }, approval)
  } catch (error) {
    if (isCode(error, 'step_over')) return
    const afterMs = error instanceof AppError ? error.retryAfterMs : undefined
    if (afterMs === undefined)
      log.warn('a message about a request to admins is tried again', { error, request: id })
    // A platform that takes none for days is not told of it for ever.
    const isOver = now() > approval.expiresAtMs + approvalOpenMs
    await approvals.note(approval, {}, isOver ? overOf(approval) : now() + (afterMs ?? retryMs))
  }
}

/** Does what is due for requests to admins of the chats that this process serves. Throws `store_unavailable`. */
export const tendApprovals = async (deps: ApprovalUpkeepDeps): Promise<void> => {
  if (deps.chatsHeld.size === 0) return
  for (const entry of await deps.approvals.due([...deps.chatsHeld])) {
    // Each only when its turn comes: those before it may take longer than any lease.
    const approval = await deps.approvals.take(entry, deps.deadlines.stepMs)
    if (approval !== undefined) await tendIfPossible(deps, approval)
  }
}

/** Runs `tendApprovals` on a schedule. Returns how to stop. */
export const startApprovals = (deps: ApprovalUpkeepDeps): { stop(): Promise<void> } => {
  const tell = onChange(
    (error) => deps.log.warn('requests to admins could not be tended', { error }),
    deps.now,
  )
  const { runNow, stop } = repeat(() => tendApprovals(deps).catch(tell), deps.deadlines.sweepMs)
  runNow()
  return { stop }
}

import {
  type Answer,
  adminsDenial,
  denial,
  type MessageAnswer,
  refusal,
  tryAgainText,
} from '../../core/command/answer.ts'
import type { Command } from '../../core/command/command.ts'
import type { Drafts } from '../../core/command/draft.ts'
import type { AllowanceOwner, Gate, GateUse, Refusal } from '../../core/command/gate.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { accessTo } from '../../core/job/access.ts'
import { isHere } from '../../core/job/audience.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import { type Log, onOutage } from '../../core/log.ts'
import { jobNamedIn } from '../../core/message/command-link.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, isPersonal, operatorBlockOn, type Target } from '../../core/target.ts'
import { say, sayCount } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { readIfPossible } from '../wake.ts'
import { continuedDraft } from './continued-draft.ts'

interface AdmitOptions {
  gate: Gate
  /** Accounts that the operator has blocked; members by their personal account. */
  operatorBlocked: readonly string[]
  log: Log
}

/** Longest time that an answer waits for the gate. */
const gateMs = 400

/**
 * Counts a member's command, and returns the refusal if they are blocked or too quick. While Redis does not
 * answer, only the operator's blocks apply. Never throws.
 */
export type Admit = (
  invocation: Pick<Invocation, 'target' | 'isAdmin' | 'isAdminUnknown'>,
  command?: Command,
) => Promise<MessageAnswer | undefined>

const operatorsBlock = (of: 'member' | 'server'): MessageAnswer => ({
  ...denial(
    of === 'member'
      ? say('Your bot operator has blocked you from using Tunesmith.')
      : say('Your bot operator has blocked this server from using Tunesmith.'),
  ),
  refusedFor: 'blocked',
})

const limitText = (use: GateUse, of: AllowanceOwner, count: number): string => {
  if (use === 'uncharged')
    return of === 'member'
      ? sayCount(
          "You've reached your limit here: {{count}} request a day without a charge.",
          "You've reached your limit here: {{count}} requests a day without a charge.",
          { count },
        )
      : sayCount(
          'This server or workspace is at its limit: {{count}} request a day without a charge.',
          'This server or workspace is at its limit: {{count}} requests a day without a charge.',
          { count },
        )
  if (use === 'request')
    return of === 'member'
      ? sayCount(
          "You've reached your limit here: {{count}} request a minute.",
          "You've reached your limit here: {{count}} requests a minute.",
          { count },
        )
      : sayCount(
          'This server or workspace is at its limit: {{count}} request a minute.',
          'This server or workspace is at its limit: {{count}} requests a minute.',
          { count },
        )
  return of === 'member'
    ? sayCount(
        "You've reached your limit here: {{count}} command or click a minute.",
        "You've reached your limit here: {{count}} commands and clicks a minute.",
        { count },
      )
    : sayCount(
        'This server or workspace is at its limit: {{count}} command or click a minute.',
        'This server or workspace is at its limit: {{count}} commands and clicks a minute.',
        { count },
      )
}

/** The answer to a member who is blocked or too quick. */
export const refusedBy = (
  admission: Refusal,
  invocation: Pick<Invocation, 'isAdminUnknown'>,
): MessageAnswer => {
  switch (admission.status) {
    case 'blocked':
      return {
        ...adminsDenial(say('An admin here has blocked you from using Tunesmith.'), invocation),
        refusedFor: 'blocked',
      }
    case 'too_many': {
      const text = [
        limitText(admission.use, admission.of, admission.limit),
        tryAgainText(admission.waitMs),
        ...(admission.use === 'command' ? [] : [nothingWasCharged()]),
      ].join(' ')
      return {
        kind: 'message',
        message: plainMessage(text, 'failed'),
        seenBy: 'member',
        isPassing: true,
        refusedFor: 'too_many',
      }
    }
  }
}

/** See `Admit`. Admins are exempt from blocks by admins, so they can always lift them. */
export const createAdmit = ({ gate, operatorBlocked, log }: AdmitOptions): Admit => {
  const tellUnchecked = onOutage(log, 'could not check whether a member is blocked or too quick')
  return async (invocation, command) => {
    const { target, isAdmin } = invocation
    const isForBlocked = command?.kind === 'utility' && command.isForBlocked === true
    const blocked = isForBlocked ? undefined : operatorBlockOn(operatorBlocked, target)
    if (blocked !== undefined) return operatorsBlock(blocked)
    try {
      const admission = await within(gateMs, gate.admit(target, isAdmin || isForBlocked))
      if (admission === undefined || admission.status === 'admitted') return undefined
      return refusedBy(admission, invocation)
    } catch (error) {
      tellUnchecked(error)
      return undefined
    }
  }
}

interface BehalfOptions {
  store: Pick<JobStore, 'read'>
  drafts: Pick<Drafts, 'read'>
}

/** The place of the request that a direct message continues; undefined if it continues none from elsewhere. */
const placeMeant = async (
  { store, drafts }: BehalfOptions,
  invocation: Invocation,
): Promise<Target | undefined> => {
  const { target, form, press, values } = invocation
  if (form !== undefined) {
    const continued = await continuedDraft(drafts, invocation)
    return continued.status === 'found' ? continued.draft.target : undefined
  }
  const jobId = press === undefined ? undefined : jobNamedIn(values)
  const job = jobId === undefined ? undefined : await readIfPossible({ store }, jobId)
  if (job === undefined || job === 'unreadable') return undefined
  return accessTo({ kind: 'private_job', job }, { target }) === 'allowed' ? job.target : undefined
}

/**
 * Moves a request to the server or workspace of the private one that it continues from a direct message; the
 * budget and rules of that place apply. Any other request is unchanged. Refuses if the member has left, or no longer
 * sees the channel. Throws AppError `store_unavailable`, and what `membershipIn` throws.
 */
export const inNameOfPlace = async (
  options: BehalfOptions,
  invocation: Invocation,
): Promise<{ invocation: Invocation } | { refused: Answer }> => {
  if (!isPersonal(accountOf(invocation.target))) return { invocation }
  const place = await placeMeant(options, invocation)
  if (place === undefined) return { invocation }
  // A member who sees the channel may not be in its private thread.
  const channel = place.isClosed === true ? place.channel : budgetChannelOf(place)
  const membership = await invocation.membershipIn?.(place.server, channel)
  if (membership === undefined)
    return {
      refused: refusal(
        say("You've left the server or workspace this came from, so you can't use it. Nothing was charged."),
      ),
    }
  const { seesChannel, ...rights } = membership
  // What is made on a platform's home tab belongs to the direct message itself.
  if (!seesChannel && !isHere(invocation.target, place))
    return {
      refused: refusal(
        seesChannel === undefined
          ? say(
              "I can't check right now whether you still see the channel this came from. Try again in a minute. Nothing was charged.",
            )
          : say(
              "You can't see the channel this came from anymore, so you can't use it. Nothing was charged.",
            ),
      ),
    }
  return { invocation: { ...invocation, ...rights, target: place, askedIn: invocation.target } }
}

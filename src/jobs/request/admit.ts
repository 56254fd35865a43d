import {
  type Answer,
  adminsDenial,
  denial,
  type MessageAnswer,
  refusal,
  tryAgainText,
} from '../../core/command/answer.ts'
import type { Command, ReadyCommand } from '../../core/command/command.ts'
import type { Drafts } from '../../core/command/draft.ts'
import type { AllowanceOwner, Gate, GateUse, Refusal } from '../../core/command/gate.ts'
import type { Asked, Invocation } from '../../core/command/invocation.ts'
import { accessTo } from '../../core/job/access.ts'
import { isHere } from '../../core/job/audience.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import { type Log, onOutage } from '../../core/log.ts'
import { jobNamedIn } from '../../core/message/command-link.ts'
import { plainMessage } from '../../core/message/message.ts'
import {
  accountOf,
  budgetChannelOf,
  isPersonal,
  memberAccountOf,
  operatorBlockOn,
  type Target,
} from '../../core/target.ts'
import { languageNow, say, sayCount } from '../../core/text/say.ts'
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

/** Dependencies for letting members in. */
export interface LetInOptions {
  admit: Admit
  store: Pick<JobStore, 'read'>
  drafts: Pick<Drafts, 'read'>
  operatorBlocked: readonly string[]
}

/** A request of somebody who was admitted. */
interface Admitted {
  invocation: Invocation
  command: ReadyCommand | undefined
  /** Asks the chat for the rest: see `Asked`. */
  learn?: Asked['learn']
  /** They were only counted in their own account so far: see `enter`. */
  isAtTheDoor?: true
}

type Refused = { refused: Answer }

/** The place of the request that a direct message continues; undefined if it continues none from elsewhere. */
const placeMeant = async (
  { store, drafts }: LetInOptions,
  invocation: Invocation,
): Promise<Target | undefined> => {
  const { target, form, press, values } = invocation
  if (!isPersonal(accountOf(target))) return undefined
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
 * A request in the name of the place that it continues from a direct message; the budget and rules of that place apply.
 * Refuses if the member has left, or no longer sees the channel. Throws what `membershipIn` throws.
 */
const inNameOf = async (
  place: Target,
  invocation: Invocation,
  membershipIn: Asked['membershipIn'],
): Promise<{ invocation: Invocation } | Refused> => {
  // A member who sees the channel may not be in its private thread.
  const channel = place.isClosed === true ? place.channel : budgetChannelOf(place)
  const membership = await membershipIn?.(place.server, channel)
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

const shutOut = (refused: MessageAnswer): Refused => ({ refused: { ...refused, isShutOut: true } })

/** The member in their own account, as in a direct message. */
const alone = (target: Target): Target =>
  isPersonal(accountOf(target))
    ? target
    : { ...target, server: memberAccountOf(target).slice(target.platform.length + 1) }

/**
 * Admits the member of a request, and only then hands out what can ask the chat about it. Whose rights or membership have
 * to be asked first is counted in their own account before: they may be no member, and use up nothing of the others'.
 * Throws AppError `store_unavailable`, and what `membershipIn` throws.
 */
export const letIn = async (
  options: LetInOptions,
  { learn, membershipIn, isUnproven, ...invocation }: Asked,
  command: ReadyCommand | undefined,
): Promise<Admitted | Refused> => {
  const { admit, operatorBlocked } = options
  const { target } = invocation
  const asking = { command, ...(learn !== undefined && { learn }) }
  const place = await placeMeant(options, invocation)
  const at = isUnproven === true ? alone(target) : target
  const refused = await admit({ ...invocation, target: at }, command)
  if (refused === undefined && place === undefined && at === target) return { invocation, ...asking }
  if (refused !== undefined) {
    const isSure =
      learn === undefined || at !== target || operatorBlockOn(operatorBlocked, target) !== undefined
    if (isSure || refused.refusedFor !== 'blocked') return shutOut(refused)
    // Admins are blocked by nobody here, and only the chat knows who is one.
    const refusedAlone = await admit({ ...invocation, target: alone(target) }, command)
    if (refusedAlone !== undefined) return shutOut(refusedAlone)
  }
  if (place === undefined) return { invocation, ...asking, isAtTheDoor: true }
  const meant = await inNameOf(place, invocation, membershipIn)
  if ('refused' in meant) return meant
  return enter(options, { ...meant, ...asking, isAtTheDoor: true })
}

/** Admits the member of a request where they asked, if that was left until the chat was asked about them. */
export const enter = async (
  { admit }: Pick<LetInOptions, 'admit'>,
  { isAtTheDoor, ...admitted }: Admitted,
): Promise<Admitted | Refused> => {
  const refused = isAtTheDoor && (await admit(admitted.invocation, admitted.command))
  return refused === undefined ? admitted : shutOut(refused)
}

/** A request with what the chat says about it, and the member's language. Throws what `learn` throws. */
export const learned = async ({
  learn,
  ...admitted
}: Admitted): Promise<(Admitted & { locale: string }) | Refused> => {
  const { refused, locale = languageNow(), ...told } = (await learn?.()) ?? {}
  if (refused !== undefined)
    return shutOut({ kind: 'message', message: plainMessage(refused, 'failed'), seenBy: 'member' })
  return { ...admitted, locale, invocation: { ...admitted.invocation, ...told } }
}

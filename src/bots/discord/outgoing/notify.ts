import { Routes } from 'discord.js'
import { AppError } from '../../../core/errors.ts'
import { lookForEarlier, makeOnce } from '../../../core/job/make-once.ts'
import type { Attempt, Platform } from '../../../core/job/platform.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import { idIn } from '../incoming/id.ts'
import { limits, nonceMs } from '../render/limits.ts'
import type { Calls } from './calls.ts'
import { textOf } from './content.ts'
import { postError, wasNotDone } from './errors.ts'
import { createMessage } from './requests.ts'

interface NotifyOptions {
  calls: Calls
  /** Milliseconds since the epoch. */
  now: () => number
}

const timeoutMs = 10_000

/** By member. All tenants share one rate for opening them, so each is opened once. */
const directChannels = new WeakMap<Calls, Map<string, string>>()
const directChannelsMax = 10_000

/**
 * The direct messages with a member: Discord always returns the same channel. Only the first message shows
 * whether the member accepts any. https://docs.discord.com/developers/resources/user#create-dm
 */
export const directChannel = async (
  { calls }: Pick<NotifyOptions, 'calls'>,
  member: string,
): Promise<string> => {
  const opened = directChannels.get(calls) ?? new Map<string, string>()
  const known = opened.get(member)
  if (known !== undefined) return known
  const call = { kind: 'other', place: 'direct messages', urgency: 'result', person: member } as const
  const answer = await calls.make(call, (rest) =>
    rest.post(Routes.userChannels(), {
      body: { recipient_id: member },
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  const channel = idIn(answer, 'channel')
  if (opened.size >= directChannelsMax) opened.clear()
  directChannels.set(calls, opened.set(member, channel))
  return channel
}

/** A mention in a channel may wait: it never delays a job's message. */
const sendOnce = async (
  { calls, now }: NotifyOptions,
  place: { member: string } | { channel: string },
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> => {
  const search = { tried: 'told', now, keyKnownMs: nonceMs }
  if ((await lookForEarlier(attempt, search)).status === 'made') return
  const isDirect = 'member' in place
  const channel = isDirect ? await directChannel({ calls }, place.member) : place.channel
  const urgency = isDirect ? 'begun' : 'progress'
  const nonce = attempt.key.slice(0, limits.nonce)
  await makeOnce(attempt, {
    ...search,
    make: () =>
      calls.make({ kind: 'create', place: channel, urgency }, (rest) =>
        createMessage(rest, channel, textOf(message), nonce),
      ),
    wasNotMade: wasNotDone,
  })
}

/**
 * A direct message: https://docs.discord.com/developers/resources/user#create-dm, a message in a channel, or a mention
 * that notifies nobody else: https://docs.discord.com/developers/resources/message#allowed-mentions-object. A message
 * that may have been sent, and whose nonce Discord has forgotten, counts as sent. Only the answer to an
 * interaction is ephemeral, while we have the right to edit it:
 * https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages
 */
export const createNotify =
  (options: NotifyOptions): Platform['notify'] =>
  async ({ member, channel }, message, attempt, how) => {
    if (how === 'ephemeral')
      throw new AppError('cannot_post', 'Discord: a channel has no messages that only one person sees')
    try {
      if (how === 'mention') await sendOnce(options, { channel }, { ...message, mentions: member }, attempt)
      else await sendOnce(options, how === 'channel' ? { channel } : { member }, message, attempt)
    } catch (error) {
      throw postError(error)
    }
  }

import { Routes } from 'discord.js'
import { AppError } from '../../../core/errors.ts'
import type { Attempt, Platform } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import { idIn } from '../incoming/id.ts'
import { limits, nonceMs } from '../render/limits.ts'
import type { Calls } from './calls.ts'
import { textOf } from './content.ts'
import { postError, wasNotDone } from './errors.ts'
import { createMessage } from './requests.ts'

interface TellOptions {
  calls: Calls
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

const timeoutMs = 10_000

/**
 * Discord answers with the same channel however often it is asked.
 * https://docs.discord.com/developers/resources/user#create-dm
 */
const directChannel = async ({ calls }: Pick<TellOptions, 'calls'>, member: string): Promise<string> => {
  const answer = await calls.make({ kind: 'other', place: 'direct messages', urgency: 'result' }, (rest) =>
    rest.post(Routes.userChannels(), {
      body: { recipient_id: member },
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  return idIn(answer, 'channel')
}

const isInDoubt = ({ notes }: Attempt): boolean => (notes.told ?? '') !== ''

const say = async (
  { calls, now }: TellOptions,
  channel: string,
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> => {
  const isRepeat = isInDoubt(attempt)
  if (!isRepeat) await attempt.note('told', String(now()))
  const nonce = attempt.key.slice(0, limits.nonce)
  try {
    await calls.make({ kind: 'create', place: channel, urgency: 'begun' }, (rest) =>
      createMessage(rest, channel, textOf(message), nonce),
    )
  } catch (error) {
    if (!isRepeat && wasNotDone(error)) await attempt.note('told', '')
    throw error
  }
}

/** The direct messages with the one who asked. That they take none shows with the first message. */
export const createDirectMessages =
  (options: Pick<TellOptions, 'calls'>): Platform['directMessages'] =>
  ({ member }) =>
    directChannel(options, member).catch((error: unknown) => Promise.reject(postError(error)))

/**
 * Only the answer to an interaction is seen by one person alone, for as long as there is a right to edit it.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages
 */
export const whisper: Platform['whisper'] = () =>
  Promise.reject(new AppError('cannot_post', 'Discord: nothing in a channel is seen by one person alone'))

/**
 * A direct message to the one who asked: https://docs.discord.com/developers/resources/user#create-dm. A
 * member may take none, or share no server with us any more. What may have been said, and whose nonce
 * Discord has forgotten, counts as said.
 */
export const createTell =
  (options: TellOptions): Platform['tell'] =>
  async (target, message, attempt) => {
    const { log, now } = options
    if (isInDoubt(attempt) && now() - Number(attempt.notes.told) >= nonceMs) return true
    try {
      await say(options, await directChannel(options, target.member), message, attempt)
      return true
    } catch (error) {
      const failure = postError(error)
      if (failure.code !== 'cannot_post') throw failure
      log.info('a member takes no direct message from us', { reason: failure.message })
      return false
    }
  }

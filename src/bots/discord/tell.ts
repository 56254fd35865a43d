import { DiscordAPIError, type REST, Routes } from 'discord.js'
import type { Log } from '../../core/log.ts'
import type { ResultMessage } from '../../core/message.ts'
import type { Attempt, Platform } from '../../core/platform.ts'
import { postError } from './errors.ts'
import { idIn } from './id.ts'
import { limits } from './limits.ts'
import { render } from './render.ts'

interface TellOptions {
  rest: () => REST
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Discord answers with the same channel however often it is asked. */
const directChannel = async (rest: REST, member: string): Promise<string> =>
  idIn(await rest.post(Routes.userChannels(), { body: { recipient_id: member } }), 'channel')

/** Discord forgets a nonce after a few minutes; whose first try is older than this is not repeated. */
const nonceMs = 2 * 60_000

const isInDoubt = ({ notes }: Attempt): boolean => (notes.told ?? '') !== ''

/**
 * Whether Discord said no: then nothing was said. https://docs.discord.com/developers/topics/opcodes-and-status-codes#http
 */
const isRefused = (error: unknown): boolean => error instanceof DiscordAPIError && error.status < 500

const say = async (
  { rest, now }: TellOptions,
  channel: string,
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> => {
  if (!isInDoubt(attempt)) await attempt.note('told', String(now()))
  const { content, embeds } = render(message)
  const nonce = attempt.key.slice(0, limits.nonce)
  const body = { content, embeds, allowed_mentions: { parse: [] }, nonce, enforce_nonce: true }
  try {
    await rest().post(Routes.channelMessages(channel), { body })
  } catch (error) {
    if (isRefused(error)) await attempt.note('told', '')
    throw error
  }
}

/**
 * A direct message to the one who asked: https://docs.discord.com/developers/resources/user#create-dm. A member may take
 * none, or share no server with us any more.
 */
export const createTell =
  (options: TellOptions): Platform['tell'] =>
  async (target, message, attempt) => {
    const { rest, log, now } = options
    if (isInDoubt(attempt) && now() - Number(attempt.notes.told) >= nonceMs) return true
    try {
      await say(options, await directChannel(rest(), target.member), message, attempt)
      return true
    } catch (error) {
      const failure = postError(error)
      if (failure.code !== 'cannot_post') throw failure
      log.info('a member takes no direct message from us', { reason: failure.message })
      return false
    }
  }

import { AppError } from '../core/errors.ts'
import type { ClaimChat, Platform } from '../core/job/platform.ts'
import type { Log } from '../core/log.ts'
import type { PlatformName } from '../core/target.ts'
import { repeat } from '../jobs/worker/upkeep/repeat.ts'
import type { ChatClaims } from '../redis/chat-processes.ts'
import type { Running } from './running.ts'

/**
 * This process's claim on a chat. All processes on one Redis must run the same bot there, since each can take any of
 * its jobs.
 */
export interface ChatClaim {
  readonly make: ClaimChat
  /** Why the claim was lost; undefined while it stands. */
  problem(): string | undefined
}

interface ChatClaimOptions {
  claims: ChatClaims
  log: Log
  running: Running[]
  /** The chats whose claims were made and are still held. */
  held: Set<PlatformName>
  renewEveryMs?: number
}

const defaultRenewEveryMs = 10_000

const claimedByAnother = (name: PlatformName, bots: { ours: string; other: string }): AppError =>
  new AppError(
    'configuration',
    `This Redis belongs to another bot on ${name}: ${bots.other}, while ours is ${bots.ours}. Give each bot a Redis database of its own, such as a REDIS_URL that ends in /1. If the other bot has ended, start again in two minutes.`,
  )

/**
 * See `ChatClaim`. Renewed until the process stops. A lost claim, such as after an outage of Redis longer than its
 * lifetime, is not made again: the process stops listening to the chat.
 */
export const createChatClaim = (
  platform: Pick<Platform, 'name' | 'stop'>,
  { claims, log, running, held, renewEveryMs = defaultRenewEveryMs }: ChatClaimOptions,
): ChatClaim => {
  const { name } = platform
  const state = {
    bot: undefined as string | undefined,
    lost: undefined as AppError | undefined,
    isStopped: false,
  }

  const make = async (bot: string): Promise<void> => {
    if (state.isStopped) return
    if (state.lost !== undefined) throw state.lost
    const other = await claims.claim(name, bot)
    if (other !== undefined) throw claimedByAnother(name, { ours: bot, other })
    state.bot = bot
    if (state.lost === undefined) held.add(name) // a renewal at the same time may have lost it
  }

  const renew = async (): Promise<void> => {
    if (state.bot === undefined || state.lost !== undefined) return
    const error = await make(state.bot).catch((failure: unknown) => failure)
    // Redis outages are logged elsewhere.
    if (!(error instanceof AppError && error.code === 'configuration')) return
    state.lost = error
    held.delete(name)
    log.error(`${name} is down: ${error.message}`, {})
    await platform.stop('listening')
  }

  const renewal = repeat(renew, renewEveryMs)
  const stop = async (): Promise<void> => {
    state.isStopped = true
    await renewal.stop()
    // A claim that can't be released expires by itself.
    if (state.bot !== undefined) await claims.release(name, state.bot).catch(() => undefined)
  }
  running.push({ name: `claim on ${name}`, kind: 'rest', stop })
  return { make, problem: () => state.lost?.message }
}

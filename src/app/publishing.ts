import { commands } from '../commands/index.ts'
import type { Effect } from '../core/effect.ts'
import { AppError } from '../core/errors.ts'
import type { Platform } from '../core/job/platform.ts'
import type { Log } from '../core/log.ts'
import { networkCode } from '../core/network-faults.ts'
import { aloneAtCalling } from '../core/pacing/share.ts'
import { spanText } from '../core/text/text.ts'
import { retrying } from '../core/waiting.ts'
import type { ChatConfig } from './chat-settings.ts'
import { createChats } from './chats.ts'
import { createDownload } from './download.ts'

interface Means {
  effect: Effect
  log: Log
  wait: (spanMs: number) => Promise<void>
}

/** An operator is waiting at a terminal. */
const triesMax = 5
const pauseMs = 3_000

/** Adds what to do next to a temporary failure; other errors already say it. */
const withMend = (error: unknown): unknown => {
  if (!(error instanceof AppError && error.code === 'platform_unavailable')) return error
  if (!(error.retryable || error.retryAfterMs)) return error
  const mend =
    networkCode(error) === undefined
      ? 'Wait, or check the network; then run this again.'
      : 'Then run this again.'
  return new AppError('platform_unavailable', `${error.message} ${mend}`, { cause: error })
}

const publishOn = async (
  platform: Platform,
  wait: Means['wait'],
  write: (text: string) => void,
): Promise<void> => {
  const onRetry = ({ message, retryAfterMs = 0 }: AppError) =>
    write(`${message} Trying again in ${spanText(Math.max(pauseMs, retryAfterMs))}.\n`)
  const tries = { triesMax, pauseMs, wait, onRetry }
  try {
    await retrying(() => platform.connect(), tries)
    write(`${await retrying(() => platform.publish(commands), tries)}\n`)
  } catch (error) {
    throw withMend(error)
  }
}

/**
 * Publishes our commands on every platform that has a token, and writes the outcome. Throws like
 * `Platform.publish`.
 */
export const publishCommands = async (
  config: ChatConfig,
  means: Means,
  write: (text: string) => void,
): Promise<void> => {
  const download = createDownload({ origins: [] }) // publishing downloads nothing
  const { platforms } = await createChats(config, { download, ...means, callers: () => aloneAtCalling })
  for (const platform of platforms) await publishOn(platform, means.wait, write)
  await download.close()
}

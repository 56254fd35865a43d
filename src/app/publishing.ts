import { commands } from '../commands/index.ts'
import type { Effect } from '../core/effect.ts'
import type { Log } from '../core/log.ts'
import { aloneAtCalling } from '../core/pacing/share.ts'
import { retrying } from '../core/retry.ts'
import { createChats } from './chats.ts'
import type { Config } from './config.ts'
import { createDownload } from './download.ts'

interface Means {
  effect: Effect
  log: Log
  wait: (spanMs: number) => Promise<void>
}

/** Somebody waits before a screen: half a minute. */
const tries = { triesMax: 10, pauseMs: 3_000 }

/**
 * Makes every platform that has a token offer our commands, and writes what came of it. Throws as
 * `Platform.publish`.
 */
export const publishCommands = async (
  config: Config,
  means: Means,
  write: (text: string) => void,
): Promise<void> => {
  const download = createDownload({ origins: config.audio.fileOrigins })
  const { platforms } = await createChats(config, { download, ...means, callers: () => aloneAtCalling })
  for (const platform of platforms) {
    await retrying(() => platform.checkAccess(), { ...tries, wait: means.wait })
    write(`${await platform.publish(commands)}\n`)
  }
  await download.close()
}

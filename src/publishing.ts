import { createChats } from './chats.ts'
import type { Effect } from './core/effect.ts'
import type { Log } from './core/log.ts'
import type { Config } from './core/runtime/config.ts'
import { createDownload } from './core/runtime/download.ts'
import { declaredCommands } from './declared-commands.ts'

interface Means {
  effect: Effect
  log: Log
  wait: (spanMs: number) => Promise<void>
}

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
  const { platforms } = await createChats(config, { download, ...means })
  for (const platform of platforms) {
    await platform.checkAccess()
    write(`${await platform.publish(declaredCommands())}\n`)
  }
  await download.close()
}

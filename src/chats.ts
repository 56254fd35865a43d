import type { Download } from './core/clip/download.ts'
import type { Effect } from './core/effect.ts'
import type { Log } from './core/log.ts'
import type { Platform } from './core/platform.ts'
import type { Config } from './core/runtime/config.ts'
import type { Mount } from './core/runtime/http-server.ts'
import { slackPath } from './slack-path.ts'

interface Chats {
  platforms: readonly Platform[]
  mounts: readonly Mount[]
}

interface SharedOptions {
  download: Download
  effect: Effect
  log: Log
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/**
 * The chat platforms that have a token, and what of them is reached over HTTP. One without a token is not even
 * loaded: its library alone takes up to a third of a second.
 */
export const createChats = async (
  { discord, slack }: Pick<Config, 'discord' | 'slack'>,
  shared: SharedOptions,
): Promise<Chats> => {
  const platforms: Platform[] = []
  const mounts: Mount[] = []
  if (discord !== undefined) {
    const { createDiscord } = await import('./bots/discord/discord.ts')
    platforms.push(createDiscord({ ...discord, ...shared, now: Date.now }))
  }
  if (slack !== undefined) {
    const { createSlack } = await import('./bots/slack/slack.ts')
    const platform = createSlack({ ...slack, ...shared, now: Date.now })
    platforms.push(platform)
    if (platform.httpHandler !== undefined) mounts.push({ path: slackPath, handle: platform.httpHandler })
  }
  return { platforms, mounts }
}

import { createDiscord } from './bots/discord/discord.ts'
import { createSlack } from './bots/slack/slack.ts'
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

/** The chat platforms that have a token, one line each, and what of them is reached over HTTP. */
export const createChats = (
  { discord, slack }: Pick<Config, 'discord' | 'slack'>,
  shared: SharedOptions,
): Chats => {
  const platforms: Platform[] = []
  const mounts: Mount[] = []
  if (discord !== undefined) platforms.push(createDiscord({ ...discord, ...shared, now: Date.now }))
  if (slack !== undefined) {
    const platform = createSlack({ ...slack, ...shared, now: Date.now })
    platforms.push(platform)
    if (platform.httpHandler !== undefined) mounts.push({ path: slackPath, handle: platform.httpHandler })
  }
  return { platforms, mounts }
}

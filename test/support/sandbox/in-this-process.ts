import type { WorldOptions } from '../../../sandbox/world/world.ts'
import { production } from '../../../src/app/serve.ts'
import { slackManifestText } from '../../../src/app/slack-manifest.ts'
import { createDiscord } from '../../../src/bots/discord/discord.ts'
import { performed } from '../../../src/core/effect.ts'
import { startStudio } from '../../../studio/server.ts'
import { allCommands } from '../commands/commands.ts'
import { createRecordingLog } from '../recording-log.ts'
import '../suite/speech.ts'
import { botInProcess } from './bot-in-process.ts'

interface Registered {
  token: string
  /** Where Discord's API is, without its version. */
  api: string
}

/**
 * Registers the commands on Discord as `npm run publish-commands` does, but in this process, which saves a start.
 */
export const publishCommands = async ({ token, api }: Registered): Promise<void> => {
  const discord = createDiscord({
    effect: performed,
    token,
    apiUrl: api,
    fileOrigins: [],
    messageContent: true,
    shards: undefined,
    log: createRecordingLog(),
    download: () => Promise.reject(new Error('nothing is downloaded here')),
    wait: () => Promise.resolve(),
    now: Date.now,
  })
  await discord.publish(allCommands)
}

/** Of what waits for the next look, so that nobody in a test waits for it. */
const deadlines = { ...production.deadlines, sweepMs: 500, questionsMs: 500 }

/**
 * What a world otherwise starts processes for: each loads for a second what this process has loaded already. The
 * studio renders every sound, or keeps them in `cacheFolder`.
 */
export const inThisProcess = (cacheFolder?: string) =>
  ({
    publish: ({ discord }) => publishCommands(discord),
    slackManifest: slackManifestText,
    runBot: botInProcess({ ...production, deadlines }),
    startStudio: (redisUrl, folder) => startStudio({ redisUrl, folder, cacheFolder }),
  }) as const satisfies Partial<WorldOptions>

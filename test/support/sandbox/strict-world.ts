import type { Addresses } from '../../../sandbox/world/addresses.ts'
import { encryptionKey } from '../../../sandbox/world/bot.ts'
import { startWorld, type World, type WorldOptions } from '../../../sandbox/world/world.ts'
import { soundsFolder } from '../../../studio/kit/caches.ts'
import { createStudioClient } from '../service/studio-client.ts'
import { inThisProcess } from './in-this-process.ts'
import { quickPeople } from './quick-people.ts'
import { leaksIn, shapesIn, summariesOf, watchRefusals, watchSent } from './strict.ts'

/** The shortest song: hardly any test listens to it. */
const musicSeconds = 1

/** More look-ups than the least plan has, so that nobody waits for the next minute. */
const settings = { AUDIO_API_LOOKUPS_PER_MINUTE: '1000' }

/** Tests set the budgets that they need; an empty setting brings back the usual starter credits. */
const noStarterCredits = { OPERATOR_NEW_SERVER_CREDITS: '0' }

/** What no line of a log and no metric may have, by the names of the settings. */
export const secretsIn = ({ discord, slack, studio }: Addresses): Readonly<Record<string, string>> => ({
  DISCORD_TOKEN: discord.token,
  SLACK_BOT_TOKEN: slack.botToken,
  SLACK_APP_TOKEN: slack.appToken,
  SLACK_SIGNING_SECRET: slack.signingSecret,
  SLACK_CLIENT_SECRET: slack.clientSecret,
  AUDIO_API_KEY: studio.apiKey,
  ENCRYPTION_KEY: encryptionKey,
})

/**
 * A world in which what the platforms or the audio service refuse fails the test, until it has stopped, and so does a
 * secret in anything that a bot writes. Its studio runs in this process, with the cache of sounds that all tests share.
 */
export const startStrictWorld = async (options: WorldOptions): Promise<World> => {
  const lines: string[] = []
  const world = await startWorld({
    ...inThisProcess(soundsFolder),
    musicSeconds,
    ...options,
    onLine: (child, line) => {
      lines.push(line)
      options.onLine?.(child, line)
    },
    settings: { ...quickPeople, ...noStarterCredits, ...(options.settings ?? settings) },
  })
  const studio = createStudioClient(world.addresses.studio)
  let last: readonly string[] | undefined
  watchRefusals(async () => summariesOf(world.wire))
  watchRefusals(async () => leaksIn(lines, secretsIn(world.addresses)))
  watchRefusals(async () => shapesIn(lines))
  watchSent(world.wire)
  watchRefusals(async () => last ?? (await studio.refusals()))
  return {
    ...world,
    async stop() {
      last = await studio.refusals()
      await world.stop()
    },
  }
}

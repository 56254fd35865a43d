import { type Check, ok } from '../../core/doctor-check.ts'
import type { PlatformName } from '../../core/target.ts'
import type { StoreConnection } from '../address.ts'
import { readProcesses } from '../chat-processes.ts'
import type { Keys } from '../keys.ts'

interface ProcessesOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** The chats that have a token. */
  platforms: readonly PlatformName[]
}

const titles = { discord: 'Discord', slack: 'Slack' } as const satisfies Record<PlatformName, string>

/** Which processes run, by what they renew in Redis while they do. */
export const processesCheck = (options: ProcessesOptions): Check => ({
  id: 'jobs.processes',
  async run() {
    const found = await Promise.all(
      options.platforms.map(async (platform) => ({
        platform,
        bots: await readProcesses(options, platform),
      })),
    )
    return found.map(({ platform, bots }) => {
      const title = titles[platform]
      if (bots.size > 1)
        return {
          verdict: 'failed',
          what: `processes of several bots use this Redis for ${title}`,
          why: `They are ${[...bots.keys()].join(' and ')}, and each refuses the others.`,
          mend: 'Give each bot a Redis of its own, and restart.',
        }
      const count = [...bots.values()].flat().length
      return ok(
        count === 0
          ? `no process runs ${title} now, or it stopped within two minutes`
          : `processes that run ${title}: ${count}`,
      )
    })
  },
})

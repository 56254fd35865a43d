import type { Client } from 'discord.js'
import { createBriefly } from '../../../core/caches.ts'
import type { Platform } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { Target, Viewer } from '../../../core/target.ts'
import { within } from '../../../core/waiting.ts'
import { type FoundMember, findMember, findPlace, seesPlace } from './membership.ts'
import { canSeeChannel } from './rights.ts'

interface VisibilityOptions {
  /** Undefined while the bot is not connected. */
  client: () => Client | undefined
  now: () => number
  log: Log
}

/** Short, because an answer waits for it. */
const askedMaxMs = 1_000

/** Long enough for one list, short enough that a removed member loses access within seconds. */
const memberKnownMs = 3_000
const membersKnownMax = 1_000

/**
 * What members see of their servers. The gateway's cache is current for acting members only. Without another intent it
 * doesn't hear when others leave or lose roles, so Discord is asked about them. Never throws; without an answer in time,
 * they see nothing. https://docs.discord.com/developers/events/gateway#privileged-intents
 */
export const createVisibility = ({ client, now, log }: VisibilityOptions): Pick<Platform, 'canSee'> => {
  const memberOf = createBriefly<FoundMember>({ now, spanMs: memberKnownMs, entriesMax: membersKnownMax })

  const ask = async ({ rest }: Client, viewer: Viewer, { channel }: Target): Promise<boolean> => {
    const [found, place] = await Promise.all([
      memberOf(`${viewer.server} ${viewer.member}`, () => findMember(rest, viewer)),
      findPlace(rest, channel),
    ])
    return found !== undefined && place !== undefined && seesPlace(rest, viewer, found, place)
  }

  return {
    async canSee(viewer, place) {
      const connected = client()
      if (connected === undefined || viewer.isAway !== true) return canSeeChannel(connected, viewer, place)
      try {
        return (await within(askedMaxMs, ask(connected, viewer, place))) ?? false
      } catch (error) {
        log.warn('Discord did not say what a member sees', { error })
        return false
      }
    },
  }
}

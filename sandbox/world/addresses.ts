import type { DiscordAddresses } from '../discord/stand-in.ts'
import type { SlackAddresses } from '../slack/stand-in.ts'

/** Where everything is, as `npm run sandbox -- --ready FILE` writes it. */
export interface Addresses {
  redis: { url: string }
  /** `controlUrl` answers when the studio's network does not. */
  studio: { baseUrl: string; apiKey: string; cdnUrl: string; controlUrl: string }
  control: { url: string }
  /** Where a person looks; absent where nobody does. */
  room?: { url: string }
  discord: DiscordAddresses
  slack: SlackAddresses
  /** Absent when only the stand-ins run. */
  bot?: { httpUrl: string }
}

/** The chat platforms that there is a stand-in for. */
export const chatPlatforms = ['discord', 'slack'] as const
export type ChatPlatform = (typeof chatPlatforms)[number]

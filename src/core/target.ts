import { z } from 'zod'

/** Every chat platform there is: a new one is named here. */
export const platformNames = ['discord', 'slack'] as const
export type PlatformName = (typeof platformNames)[number]

/** Where a request came from and where its result belongs. Serialisable. */
export interface Target {
  platform: PlatformName
  /** Whose members and whose money: a server on Discord, a workspace on Slack. */
  server: string
  channel: string
  thread?: string
  member: string
}

/** One message of a chat. Serialisable. `thread` is the message at the head of its thread, where it is in one. */
export interface MessageRef {
  platform: PlatformName
  channel: string
  message: string
  thread?: string
}

/** Reads a stored MessageRef. */
export const messageRef = z.object({
  platform: z.enum(platformNames),
  channel: z.string(),
  message: z.string(),
  thread: z.string().exactOptional(),
})

/** An answer of ours whose id we never learnt, by the platform's short-lived right to edit it. */
export interface ReplyRef {
  platform: PlatformName
  channel: string
  thread?: string
  replyToken: string
}

/** Whose money it is: `<platform>:<server>`. */
export type AccountId = `${PlatformName}:${string}`

/** Whether it is one member's own, for direct messages: its server begins with "@". */
export const isPersonal = (account: AccountId): boolean => /^[^:]*:@/.test(account)

/** The account that pays for what is asked in this place. */
export const accountOf = ({ platform, server }: Target): AccountId => `${platform}:${server}`

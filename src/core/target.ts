export type PlatformName = 'discord' | 'slack'

/** Where a request came from and where its result belongs. Serialisable. */
export interface Target {
  platform: PlatformName
  server: string
  channel: string
  thread?: string
  member: string
}

/**
 * One message of ours. `replyToken` is the platform's short-lived right to edit an answer whose own id we never
 * learnt (Discord: the interaction token, 15 minutes).
 */
export interface MessageRef {
  platform: PlatformName
  channel: string
  message: string
  replyToken?: string
}

/** Whose money it is: `<platform>:<server>`. */
export type AccountId = `${PlatformName}:${string}`

/** The account that pays for what is asked in this place. */
export const accountOf = ({ platform, server }: Target): AccountId => `${platform}:${server}`

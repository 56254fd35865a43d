import { z } from 'zod'

/** Every chat platform there is: a new one is named here. */
export const platformNames = ['discord', 'slack'] as const
export type PlatformName = (typeof platformNames)[number]

/** Where a request came from and where its result belongs. Serialisable. */
export interface Target {
  platform: PlatformName
  /** Whose members and whose money: a server on Discord, a workspace on Slack; see `personalServer`. */
  server: string
  channel: string
  /** What `channel` is a thread of, where a thread is a channel of its own, as on Discord. */
  parent?: string
  /** Whether that thread is for its members alone. */
  isClosed?: true
  /** The message at the head of a thread in `channel`, as on Slack. */
  thread?: string
  member: string
}

/** Reads a stored Target. */
export const storedTarget = z.object({
  platform: z.enum(platformNames),
  server: z.string(),
  channel: z.string(),
  parent: z.string().exactOptional(),
  isClosed: z.literal(true).exactOptional(),
  thread: z.string().exactOptional(),
  member: z.string(),
})

/** Who asks, wherever in a server or a workspace that is. */
export type Asker = Pick<Target, 'platform' | 'server' | 'member'>

/** The direct messages with a member, whose channel the platform finds out. */
export type DirectTarget = Asker & { isDirect: true }

/**
 * One message of a chat. Serialisable. `thread` is the message at the head of its thread, where it is in one.
 */
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

/** A message to edit, with the reply token that may edit it while it is valid. */
export type EditRef = (MessageRef & { replyToken?: string }) | ReplyRef

/** Whose money it is: `<platform>:<server>`. */
export type AccountId = `${PlatformName}:${string}`

/**
 * What stands for a server in a direct message, where a member's own account pays. `team`: the workspace that
 * the member's id is of, where ids are no one's alone.
 */
export const personalServer = (member: string, team?: string): string =>
  team === undefined ? `@${member}` : `@${team}/${member}`

/** Whether it is one member's own, for direct messages: its server begins with "@". */
export const isPersonal = (account: AccountId): boolean => /^[^:]*:@/.test(account)

/** Whether a text names an account of some platform. */
export const isAccount = (text: string): text is AccountId =>
  platformNames.some((platform) => text.startsWith(`${platform}:`) && text.length > platform.length + 1)

/** An account's platform. */
export const platformOf = (account: AccountId): string => account.slice(0, account.indexOf(':'))

/** The account that pays for what is asked in this place. */
export const accountOf = ({ platform, server }: Pick<Target, 'platform' | 'server'>): AccountId =>
  `${platform}:${server}`

/** A member's personal account, whose id on Slack includes their workspace's. */
export const memberAccountOf = (target: Target): AccountId => {
  const { platform, server, member } = target
  const account = accountOf(target)
  if (isPersonal(account)) return account
  return accountOf({ platform, server: personalServer(member, platform === 'slack' ? server : undefined) })
}

/** The channel whose budget it is: what is asked in a thread counts for the channel around it. */
export const budgetChannelOf = ({ channel, parent }: Target): string => parent ?? channel

/**
 * Whether the operator has blocked the member or the server of a request; undefined if neither. `blocked` lists accounts:
 * a member's is their personal one.
 */
export const operatorBlockOn = (
  blocked: readonly string[],
  target: Target,
): 'member' | 'server' | undefined => {
  if (blocked.includes(memberAccountOf(target))) return 'member'
  // On Slack a direct message is in the member's workspace, too.
  const workspace = accountOf(target).replace(/^(slack:)@([^/]+)\/.*$/, '$1$2')
  return blocked.includes(workspace) ? 'server' : undefined
}

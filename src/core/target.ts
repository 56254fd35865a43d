import { z } from 'zod'

/** Every chat platform. A new one is added here. */
export const platformNames = ['discord', 'slack'] as const
export type PlatformName = (typeof platformNames)[number]

/** Where a request came from and where its result belongs. Serialisable. */
export interface Target {
  platform: PlatformName
  /** Whose members and money it is: a server on Discord, a workspace on Slack; see `personalServer`. */
  server: string
  channel: string
  /** The parent channel, if `channel` is a thread with a channel of its own, as on Discord. */
  parent?: string
  /** Whether that thread is only for its members. */
  isClosed?: true
  /** The message at the head of a thread in `channel`, as on Slack. */
  thread?: string
  member: string
}

/** Parses a stored Target. */
export const storedTarget = z.object({
  platform: z.enum(platformNames),
  server: z.string(),
  channel: z.string(),
  parent: z.string().exactOptional(),
  isClosed: z.literal(true).exactOptional(),
  thread: z.string().exactOptional(),
  member: z.string(),
})

/** The member who asks, anywhere in a server or workspace. */
export type Asker = Pick<Target, 'platform' | 'server' | 'member'>

/** Whose bot acts, where one program is a bot of its own in each workspace. */
export type Home = Pick<Target, 'server'>

/** A member, as somebody who sees channels of a server or workspace. */
export interface Viewer extends Asker {
  /** They aren't acting there right now, so what earlier events said about them may be outdated. */
  isAway?: true
}

/** A member's direct messages; the platform finds their channel. */
export type DirectTarget = Asker & { isDirect: true }

/** One message of a chat. Serialisable. `thread` is the first message of its thread, if it is in one. */
export interface MessageRef {
  platform: PlatformName
  channel: string
  message: string
  thread?: string
}

/** Parses a stored MessageRef. */
export const messageRef = z.object({
  platform: z.enum(platformNames),
  channel: z.string(),
  message: z.string(),
  thread: z.string().exactOptional(),
})

/** Our answer whose id is unknown, by the platform's short-lived token for editing it. */
export interface ReplyRef {
  platform: PlatformName
  channel: string
  thread?: string
  replyToken: string
}

/** A message to edit, with the reply token that can edit it while it is valid. */
export type EditRef = (MessageRef & { replyToken?: string }) | ReplyRef

/** The account that pays: `<platform>:<server>`. */
export type AccountId = `${PlatformName}:${string}`

/**
 * Takes the place of a server in a direct message, where the member's own account pays. `team`: the member's
 * workspace, on platforms whose ids are not globally unique.
 */
export const personalServer = (member: string, team?: string): string =>
  team === undefined ? `@${member}` : `@${team}/${member}`

/** Whether an account is a member's own, for direct messages: its server begins with "@". */
export const isPersonal = (account: AccountId): boolean => /^[^:]*:@/.test(account)

const accountPattern = new RegExp(`^(?:${platformNames.join('|')}):.`, 's')

/** Whether a text is the account id of a known platform. */
export const isAccount = (text: string): text is AccountId => accountPattern.test(text)

/** An account's platform. */
export const platformOf = (account: AccountId): string => account.slice(0, account.indexOf(':'))

/** The account that pays for requests in this place. */
export const accountOf = ({ platform, server }: Pick<Target, 'platform' | 'server'>): AccountId =>
  `${platform}:${server}`

/** A member's personal account, whose id on Slack includes their workspace's. */
export const memberAccountOf = (asker: Asker): AccountId => {
  const { platform, server, member } = asker
  const account = accountOf(asker)
  if (isPersonal(account)) return account
  return accountOf({ platform, server: personalServer(member, platform === 'slack' ? server : undefined) })
}

/** The channel whose budget applies: a request in a thread counts for the parent channel. */
export const budgetChannelOf = ({ channel, parent }: Target): string => parent ?? channel

/**
 * Whether the operator has blocked the member or the server of a request; undefined if neither. `blocked` lists
 * accounts: a member's is their personal one.
 */
export const operatorBlockOn = (
  blocked: readonly string[],
  asker: Asker,
): 'member' | 'server' | undefined => {
  if (blocked.length === 0) return undefined
  if (blocked.includes(memberAccountOf(asker))) return 'member'
  // On Slack a direct message is in the member's workspace, too.
  const workspace = accountOf(asker).replace(/^(slack:)@([^/]+)\/.*$/, '$1$2')
  return blocked.includes(workspace) ? 'server' : undefined
}

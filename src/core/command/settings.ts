import type { AccountId, PlatformName } from '../target.ts'
import { type ConsentRules, usualConsent } from './consent.ts'
import { confirmFromName, readyNoticeName } from './own-settings.ts'
import { seenByName, spoilerName } from './seen-by.ts'

/** The fields of requests that can have defaults, whichever features have them. */
export const requestSettingNames = ['voice', 'model', 'language', 'cover', seenByName, spoilerName] as const

/** Everything that can have a default. */
export const settingNames = [...requestSettingNames, readyNoticeName, confirmFromName] as const
export type SettingName = (typeof settingNames)[number]

/** Owners of defaults, the nearest to a request first. */
export const settingOwners = ['member', 'channel', 'server'] as const
export type SettingOwner = (typeof settingOwners)[number]

/** Whose defaults; `id` is the platform's own. */
export type SettingScope = { kind: 'member' | 'channel'; id: string } | { kind: 'server' }

/** Values as a member would type them for these fields; missing ones are not set. */
export type Defaults = Readonly<Partial<Record<SettingName, unknown>>>

/** Changed values; undefined removes one. */
export type DefaultsChange = Readonly<Partial<Record<SettingName, unknown>>>

/** Kinds of channels that one rule can be for. A channel can be of several kinds; a thread is of its channel's. */
export const channelKinds = ['age_restricted', 'announcement'] as const
export type ChannelKind = (typeof channelKinds)[number]

/**
 * Whether a platform has channels of these kinds. On Slack nothing marks a channel as either.
 * https://docs.slack.dev/reference/objects/conversation-object
 */
export const hasChannelKinds = { discord: true, slack: false } as const satisfies Record<
  PlatformName,
  boolean
>

/**
 * In which channels members can make requests: in all unless some are allowed, by name or by kind; never in a refused
 * one. A rule for a channel's name beats one for its kind.
 */
export interface Whereabouts {
  allowed: readonly string[]
  refused: readonly string[]
  kinds: Readonly<Partial<Record<ChannelKind, 'allow' | 'refuse'>>>
}

/** An admin's rule for channels; undefined removes it. */
export type ChannelRule = 'allow' | 'refuse' | undefined

/** What a rule is for: one channel by its id, or all channels of a kind. */
export type RuledChannels = { channel: string } | { kind: ChannelKind }

/** The most rules that one server can have. */
export const channelRulesMax = 100

/** The most channels of one server that can have defaults: as many as a server on Discord can have. */
export const channelDefaultsMax = 500

/** All settings that apply to one member in one channel. */
export interface SettingsHere {
  defaults: Readonly<Record<SettingOwner, Defaults>>
  where: Whereabouts
  /** Words and patterns that the server refuses in requests. */
  words: readonly string[]
  consent: ConsentRules
}

/**
 * Settings of members and admins. Every change is atomic, and the same change twice is one. Throws AppError
 * `store_unavailable`; the outcome of a change is then unknown.
 */
export interface SettingsStore {
  read(account: AccountId, place: { member: string; channel: string }): Promise<SettingsHere>
  /** `full`: too many channels have defaults already, and nothing was changed. */
  change(account: AccountId, scope: SettingScope, changes: DefaultsChange): Promise<'changed' | 'full'>
  /** `full`: there are too many rules already, and nothing was changed. */
  rule(account: AccountId, channels: RuledChannels, rule: ChannelRule): Promise<'changed' | 'full'>
  /** Members can make requests everywhere again. */
  liftRules(account: AccountId): Promise<void>
  /** Replaces the words and patterns that are refused; none removes them. */
  refuseWords(account: AccountId, words: readonly string[]): Promise<void>
  /** Changes the rules for clips; those left out stay. */
  setConsent(account: AccountId, rules: Partial<ConsentRules>): Promise<void>
}

/** Nothing is set. */
export const noSettings: SettingsHere = {
  defaults: { member: {}, channel: {}, server: {} },
  where: { allowed: [], refused: [], kinds: {} },
  words: [],
  consent: usualConsent,
}

/**
 * Whether members can make requests in a channel, and which rule forbids it. `not_listed`: others are allowed.
 * `unknown`: there is a rule for a kind, and the channel's kinds are not known.
 */
export type ChannelVerdict =
  | { status: 'allowed' | 'refused' | 'not_listed' | 'unknown' }
  | { status: 'kind_refused'; kind: ChannelKind }

/** What the rules say of a channel with this id and of these kinds; undefined if they are not known. */
export const verdictOn = (
  { allowed, refused, kinds }: Whereabouts,
  channel: string,
  ownKinds: readonly ChannelKind[] | undefined,
): ChannelVerdict => {
  if (refused.includes(channel)) return { status: 'refused' }
  if (allowed.includes(channel)) return { status: 'allowed' }
  let isLimited = allowed.length > 0
  let isAllowed = false
  for (const kind of channelKinds) {
    const rule = kinds[kind]
    if (rule === undefined) continue
    if (ownKinds === undefined) return { status: 'unknown' }
    if (rule === 'refuse' && ownKinds.includes(kind)) return { status: 'kind_refused', kind }
    isLimited ||= rule === 'allow'
    isAllowed ||= rule === 'allow' && ownKinds.includes(kind)
  }
  return { status: isLimited && !isAllowed ? 'not_listed' : 'allowed' }
}

/** Whether there is any rule for channels. */
export const hasChannelRules = ({ allowed, refused, kinds }: Whereabouts): boolean =>
  allowed.length + refused.length + Object.keys(kinds).length > 0

/** A default that applies here, and whose it is. Serialisable. */
export interface DefaultHere {
  name: SettingName
  value: unknown
  owner: SettingOwner
}

/** Admins' spoilers bind members: theirs are the only ones that count. */
const rulingOwners: readonly SettingOwner[] = ['channel', 'server']

/**
 * The defaults in a place for these names, for each name the nearest first. A spoiler that a channel's default, or else
 * the server's, asks for is a rule: no member's default is nearer.
 */
export const defaultsIn = (
  defaults: SettingsHere['defaults'],
  names: readonly SettingName[] = settingNames,
): readonly DefaultHere[] => {
  const set: DefaultHere[] = []
  for (const name of names) {
    const isRuled = name === spoilerName && (defaults.channel[name] ?? defaults.server[name]) === true
    for (const owner of isRuled ? rulingOwners : settingOwners) {
      const value = defaults[owner][name]
      if (value !== undefined) set.push({ name, value, owner })
    }
  }
  return set
}

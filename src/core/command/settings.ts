import type { AccountId } from '../target.ts'
import { type ConsentRules, usualConsent } from './consent.ts'
import { confirmFromName, readyNoticeName } from './own-settings.ts'
import { seenByName } from './seen-by.ts'

/** The fields of requests that can have defaults, whichever features have them. */
export const requestSettingNames = ['voice', 'model', 'language', 'cover', seenByName] as const

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

/** In which channels members can make requests: in all if none is allowed by name; never in a refused one. */
export interface Whereabouts {
  allowed: readonly string[]
  refused: readonly string[]
}

/** An admin's rule for a channel; undefined removes it. */
export type ChannelRule = 'allow' | 'refuse' | undefined

/** The most channels that one server can name. */
export const ruledChannelsMax = 100

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
  change(account: AccountId, scope: SettingScope, changes: DefaultsChange): Promise<void>
  /** `full`: too many channels are already named, and nothing was changed. */
  rule(account: AccountId, channel: string, rule: ChannelRule): Promise<'changed' | 'full'>
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
  where: { allowed: [], refused: [] },
  words: [],
  consent: usualConsent,
}

/** Whether members can make requests in a channel. */
export const mayAskIn = ({ allowed, refused }: Whereabouts, channel: string): boolean =>
  !refused.includes(channel) && (allowed.length === 0 || allowed.includes(channel))

/** A default that applies here, and whose it is. Serialisable. */
export interface DefaultHere {
  name: SettingName
  value: unknown
  owner: SettingOwner
}

/** The defaults in a place for these names, for each name the nearest first. */
export const defaultsIn = (
  defaults: SettingsHere['defaults'],
  names: readonly SettingName[] = settingNames,
): readonly DefaultHere[] => {
  const set: DefaultHere[] = []
  for (const name of names) {
    for (const owner of settingOwners) {
      const value = defaults[owner][name]
      if (value !== undefined) set.push({ name, value, owner })
    }
  }
  return set
}

import type { AccountId } from '../target.ts'
import { seenByName } from './seen-by.ts'

/** What defaults can be kept for: the fields of these names, whichever features have them. */
export const settingNames = ['voice', 'model', 'language', 'cover', seenByName] as const
export type SettingName = (typeof settingNames)[number]

/** Whose defaults there are, the nearest to a request first. */
export const settingOwners = ['member', 'channel', 'server'] as const
export type SettingOwner = (typeof settingOwners)[number]

/** Whose defaults are meant; `id` is the platform's own. */
export type SettingScope = { kind: 'member' | 'channel'; id: string } | { kind: 'server' }

/** Values as a member would give them for the fields of these names; what is not there is not set. */
export type Defaults = Readonly<Partial<Record<SettingName, unknown>>>

/** Changed values; one that is undefined is taken out. */
export type DefaultsChange = Readonly<Partial<Record<SettingName, unknown>>>

/**
 * In which channels members may ask: where none is allowed by name, in all of
 * them; never in one that is refused.
 */
export interface Whereabouts {
  allowed: readonly string[]
  refused: readonly string[]
}

/** What an admin says of a channel; undefined takes the word back. */
export type ChannelRule = 'allow' | 'refuse' | undefined

/** So many channels can be named by one server. */
export const ruledChannelsMax = 100

/** Everything that is set for one member in one channel. */
export interface SettingsHere {
  defaults: Readonly<Record<SettingOwner, Defaults>>
  where: Whereabouts
}

/**
 * What members and admins set. Every change is atomic, and the same one twice is one. Throws AppError
 * `store_unavailable`; of a change its outcome is then not known.
 */
export interface SettingsStore {
  read(account: AccountId, place: { member: string; channel: string }): Promise<SettingsHere>
  change(account: AccountId, scope: SettingScope, changes: DefaultsChange): Promise<void>
  /** `full`: too many channels are named already, and nothing was changed. */
  rule(account: AccountId, channel: string, rule: ChannelRule): Promise<'changed' | 'full'>
  /** Members may ask everywhere again. */
  liftRules(account: AccountId): Promise<void>
}

/** Nothing is set. */
export const noSettings: SettingsHere = {
  defaults: { member: {}, channel: {}, server: {} },
  where: { allowed: [], refused: [] },
}

/** Whether members may ask in a channel. */
export const mayAskIn = ({ allowed, refused }: Whereabouts, channel: string): boolean =>
  !refused.includes(channel) && (allowed.length === 0 || allowed.includes(channel))

/** A value that counts here, and whose it is. Serialisable. */
export interface DefaultHere {
  name: SettingName
  value: unknown
  owner: SettingOwner
}

/** Every value that is set for a name, the nearest first. */
export const valuesFor = (defaults: SettingsHere['defaults'], name: SettingName): readonly DefaultHere[] => {
  const values: DefaultHere[] = []
  for (const owner of settingOwners) {
    const value = defaults[owner][name]
    if (value !== undefined) values.push({ name, value, owner })
  }
  return values
}

/** Everything that is set in a place: of each name the nearest first. */
export const defaultsIn = (defaults: SettingsHere['defaults']): readonly DefaultHere[] => {
  const set: DefaultHere[] = []
  for (const name of settingNames) set.push(...valuesFor(defaults, name))
  return set
}

import type { CostSource } from '../../../src/core/job/job.ts'
import type { JobOperation } from '../../../src/core/job/job-transitions.ts'
import type { GrantScope, LimitOf, PauseOf } from '../../../src/core/ledger/budget.ts'
import type { Period } from '../../../src/core/ledger/budget-window.ts'

/** Jobs are named by a slot, which says who asks and where: the model and the store have the same eight. */
export const slotCount = 8
export const slots: readonly number[] = Array.from({ length: slotCount }, (_, slot) => slot)

export const members = ['member-1', 'member-2'] as const
export const channels = ['channel-1', 'channel-2'] as const
export const groups = ['group-1', 'group-2'] as const
export const features = ['music', 'tts'] as const
export const models = ['v7', 'v7-pro'] as const

const pick = <T>([first, second]: readonly [T, T], isSecond: boolean): T => (isSecond ? second : first)

export const memberOf = (slot: number): string => pick(members, slot % 2 === 1)
export const channelOf = (slot: number): string => pick(channels, slot % 4 > 1)
export const featureOf = (slot: number): string => pick(features, slot > 3)
/** Only some features have a model. */
export const modelOf = (slot: number): string | undefined =>
  slot > 3 ? undefined : pick(models, slot % 3 === 1)

/** What a step says, as far as its operation says anything: see `contentsOf`. */
export interface Contents {
  /** Stands for a text: a message, a task, an ending. */
  word: '' | 'other'
  /** In millionths: an estimate or a cost. */
  credits: number | undefined
  source: CostSource
}

export interface RequestCall {
  kind: 'request'
  slot: number
  bound: number
  /** What costs nothing: then the bound is nothing, too. */
  isFree: boolean
  /** `other`: the same event, but with something else in it. */
  word: '' | 'other'
  groups: readonly string[] | undefined
  /** Whether its member asked admins first, and what one of them decided. */
  leave: 'none' | 'approved' | 'declined'
  /** An admin's change that comes after the settings were read, and before the request was made. */
  overtakenBy: SettingsCall | undefined
}

export interface StepCall {
  kind: 'step'
  operation: JobOperation
  slot: number
  /** Undefined for what goes by no epoch. */
  epoch: number | undefined
  contents: Contents
}

/** An admin's change. The same `event` twice is one change. */
export type SettingsCall = { kind: 'settings'; event: number } & SettingsChange

export type SettingsChange =
  | {
      change: 'limit'
      limit: number
      period: Period | undefined
      zone: string | undefined
      weekStart: number | undefined
    }
  | { change: 'share limit'; of: LimitOf; limit: number | undefined }
  | { change: 'pause'; of: PauseOf; isPaused: boolean }
  | { change: 'sponsoring'; isAllowed: boolean }
  | {
      change: 'sponsor'
      giver: string
      receiver: string
      groups: readonly string[] | undefined
      credits: number
      /** In place of `credits`. */
      asks?: 'all that is left' | 'one too many' | undefined
    }
  | {
      change: 'grant'
      scope: GrantScope
      way: 'give' | 'take'
      credits: number
      expiresInMs?: number | undefined
    }
  | { change: 'lapse' }

/** One call of the store or of the budgets, with everything it says. */
export type Call =
  | RequestCall
  | StepCall
  | SettingsCall
  | { kind: 'take'; slot: number; wake: number; untilMs: number }
  | { kind: 'told'; slot: number; epoch: number }
  | { kind: 'wake at'; slot: number; epoch: number; atMs: number; counts: boolean }
  | { kind: 'note'; slot: number; epoch: number }
  | { kind: 'cancel'; slot: number; by: string }
  | { kind: 'correct'; slot: number; credits: number; source: CostSource }
  | { kind: 'rewake'; beforeMs: number }

/** What a request says: two of them are the same where this is. */
export const contentsOfRequest = ({ word, isFree }: Pick<RequestCall, 'word' | 'isFree'>): string =>
  `${word} ${isFree ? 'for nothing' : ''}`

/** What of a step's contents its operation passes on: two of them are the same where this is. */
export const contentsOf = ({ operation, contents: { word, credits, source } }: StepCall): string => {
  switch (operation) {
    case 'begin-submit':
      return `${credits}`
    case 'return-to-accepted':
    case 'uncertain':
      return ''
    case 'submitted':
      return `${word} ${credits}`
    case 'ready':
      return `${word} ${credits ?? 0} ${source}`
    default:
      return word
  }
}

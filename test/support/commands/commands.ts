import { commands } from '../../../src/commands/index.ts'
import { clip } from '../../../src/core/clip/clip-field.ts'
import { privately } from '../../../src/core/command/answer.ts'
import { type Command, defineAction, withPorts } from '../../../src/core/command/command.ts'
import type { SettingsStore } from '../../../src/core/command/settings.ts'
import type { VoiceSamples } from '../../../src/core/command/voice-samples.ts'
import {
  channel,
  choice,
  credits,
  group,
  integer,
  listed,
  member,
  optional,
  text,
  time,
  toggle,
} from '../../../src/core/fields/field-builders.ts'
import type { Budgets } from '../../../src/core/ledger/budget.ts'
import { boundFor, type PriceBook } from '../../../src/core/ledger/price-book.ts'
import { builtInPrices } from '../../../src/core/ledger/prices.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { listsWith } from './lists.ts'
import { noApprovals } from './no-approvals.ts'
import { noChanges } from './recording-budgets.ts'

const refuse = () => Promise.reject(new Error('nothing is kept here'))

const noBudgets: Budgets = {
  read: refuse,
  readShare: refuse,
  readFor: refuse,
  preview: refuse,
  setLimit: refuse,
  setShareLimit: refuse,
  grant: refuse,
  mayBeSponsored: refuse,
  setSponsoring: refuse,
  sponsor: refuse,
  isManager: refuse,
  managers: refuse,
  setManager: refuse,
  alertsPlace: refuse,
  setAlerts: refuse,
  pauses: refuse,
  pauseOn: refuse,
  setPause: refuse,
}

const noSettingsKept: SettingsStore = {
  read: refuse,
  change: refuse,
  rule: refuse,
  liftRules: refuse,
  refuseWords: refuse,
  setConsent: refuse,
}

/** The prices that hold as long as nobody learnt others. */
export const filePrices: Pick<PriceBook, 'quote'> = {
  quote: ({ price, units }) =>
    Promise.resolve({ most: boundFor(builtInPrices[price].credits, units), basis: 'list', samples: 0 }),
}

/** No voice has a sample. */
export const noSamples: Pick<VoiceSamples, 'read' | 'sampled'> = {
  read: () => Promise.resolve(undefined),
  sampled: () => Promise.resolve(new Set()),
}

/** The list of all commands, for tests of what they declare. */
export const allCommands = withPorts(commands, {
  ...noApprovals,
  blocks: { all: refuse, has: refuse, set: refuse },
  budgets: noBudgets,
  journal: { page: refuse, changes: refuse, mayHave: refuse, lines: noChanges.lines },
  overview: { spentOn: refuse, limits: refuse, expiring: refuse },
  now: Date.now,
  jobList: { latest: refuse, results: refuse, facts: refuse, find: refuse },
  jobControl: { cancel: refuse, recover: refuse, remove: refuse },
  canSee: refuse,
  places: { positionOf: refuse, pausedFor: refuse },
  lookAtChannel: refuse,
  prices: filePrices,
  settings: noSettingsKept,
  refusals: { thisMonth: refuse },
  consents: { answersOf: refuse, answer: refuse, forget: refuse },
  pseudonyms: { forget: refuse },
  ratings: { rate: refuse, counts: refuse, of: refuse, forget: refuse },
  lists: listsWith({}),
  voiceList: { read: refuse },
  voiceSamples: { read: refuse, sampled: refuse },
  records: { walk: refuse, copiesOf: refuse, forget: refuse },
  clips: { of: refuse, forget: refuse },
  drafts: { of: refuse, forget: refuse },
  retentionMs: undefined,
  privacyContact: undefined,
  deadlines: { lateMs: 0 },
})

/** A command that refers to everything that a server has. */
export const pointing: Command = {
  kind: 'utility',
  name: 'point',
  summary: 'Point at something',
  topic: 'choices',
  audience: 'admins',
  actions: defineAction({
    name: 'point',
    summary: 'Point at something',
    fields: {
      who: member({ label: 'Who', help: 'Somebody' }),
      where: channel({ label: 'Channel', help: 'Some place' }),
      role: group({ label: 'Role', help: 'Some group' }),
    },
    run: () => Promise.resolve(privately(plainMessage('there'))),
  }),
}

const named = (label: string) => ({ label, help: `Some ${label}` })
const fast = { value: 'fast', label: 'Fast' }

/** A field of each kind that may be left out. */
export const choosingFields = {
  title: optional(text({ ...named('Title'), lengthMax: 80 })),
  pace: optional(choice({ ...named('Pace'), choices: [fast] })),
  loud: optional(toggle(named('Loud'))),
  quiet: optional(toggle(named('Quiet'))),
  sum: optional(credits(named('Sum'))),
  pitch: optional(integer({ ...named('Pitch'), min: -12, max: 12 })),
  start: optional(time(named('Start'))),
  voice: optional(listed({ ...named('Voice'), list: 'voices', lengthMax: 50 })),
  source: optional(clip(named('Source'))),
  who: optional(member(named('Who'))),
  where: optional(channel(named('Channel'))),
  role: optional(group(named('Role'))),
}

const choosing: Command = {
  kind: 'utility',
  name: 'choose',
  summary: 'Choose something',
  topic: 'choices',
  audience: 'everyone',
  actions: defineAction({
    name: 'choose',
    summary: 'Choose something',
    fields: choosingFields,
    run: () => Promise.resolve(privately(plainMessage('chosen'))),
  }),
}

/** All commands, and those for the kinds of fields that a platform has a way of its own to fill. */
export const everyCommand: readonly Command[] = [...allCommands, pointing, choosing]

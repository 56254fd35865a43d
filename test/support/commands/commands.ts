import { commands } from '../../../src/commands/index.ts'
import { privately } from '../../../src/core/command/answer.ts'
import { type Command, defineAction, withPorts } from '../../../src/core/command/command.ts'
import type { SettingsStore } from '../../../src/core/command/settings.ts'
import { channel, group, member } from '../../../src/core/fields/field-builders.ts'
import type { Budgets } from '../../../src/core/ledger/budget.ts'
import { boundFor, type PriceBook } from '../../../src/core/ledger/price-book.ts'
import { builtInPrices } from '../../../src/core/ledger/prices.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { listsWith } from './lists.ts'

const refuse = () => Promise.reject(new Error('nothing is kept here'))

const noBudgets: Budgets = {
  read: refuse,
  readShare: refuse,
  readFor: refuse,
  setLimit: refuse,
  setShareLimit: refuse,
  grant: refuse,
  isManager: refuse,
  managers: refuse,
  setManager: refuse,
}

const noSettingsKept: SettingsStore = { read: refuse, change: refuse, rule: refuse, liftRules: refuse }

/** The prices that hold as long as nobody learnt others. */
export const filePrices: Pick<PriceBook, 'quote'> = {
  quote: ({ price, units }) => Promise.resolve(boundFor(builtInPrices[price].credits, units)),
}

/** The list of all commands, for tests of what they declare. */
export const allCommands = withPorts(commands, {
  blocks: { all: refuse, has: refuse, set: refuse },
  budgets: noBudgets,
  journal: { page: refuse },
  now: Date.now,
  jobList: { latest: refuse, results: refuse, find: refuse },
  jobControl: { cancel: refuse, recover: refuse, remove: refuse },
  canSee: refuse,
  places: { positionOf: refuse },
  prices: filePrices,
  settings: noSettingsKept,
  lists: listsWith({}),
  voiceList: { read: refuse, find: refuse },
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
      where: channel({ label: 'Where', help: 'Some place' }),
      role: group({ label: 'Role', help: 'Some group' }),
    },
    run: () => Promise.resolve(privately(plainMessage('there'))),
  }),
}

/** All commands, and one for the kinds of fields that a platform has a way of its own to fill. */
export const everyCommand: readonly Command[] = [...allCommands, pointing]

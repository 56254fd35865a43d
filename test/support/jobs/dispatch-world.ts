import { music } from '../../../src/commands/features/music.ts'
import { privately } from '../../../src/core/command/answer.ts'
import { defineAction, type ReadyCommand } from '../../../src/core/command/command.ts'
import type { SettingsStore } from '../../../src/core/command/settings.ts'
import { styles } from '../../../src/core/command/styles.ts'
import { listed, text } from '../../../src/core/fields/field-builders.ts'
import type { JobStore } from '../../../src/core/job/job-store.ts'
import type { Budgets } from '../../../src/core/ledger/budget.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { createSettingsLook } from '../../../src/jobs/request/settings-here.ts'
import { listsWith, type TestLists } from '../commands/lists.ts'
import { createRecordingLog } from '../recording-log.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import { dispatchOver } from './dispatch-over.ts'

const jobId = `b00x${'a'.repeat(25)}`
/** Answer to a request that was taken. */
export const queued = { kind: 'accepted', jobId } as const

const says = (name: string, words: string) =>
  defineAction({
    name,
    summary: `Say ${words}`,
    fields: {},
    run: () => Promise.resolve(privately(plainMessage(words))),
  })

const sing = defineAction({
  name: 'sing',
  summary: 'Sing',
  fields: {
    voice: listed({ label: 'Voice', help: 'Who', list: 'voices', lengthMax: 50 }),
    song: text({ label: 'Song', help: 'Which', lengthMax: 50 }),
  },
  run: () => Promise.resolve(privately(plainMessage('la'))),
})

/** A feature and commands of one action and several, for members and admins. */
export const commands: readonly ReadyCommand[] = [
  music,
  {
    kind: 'utility',
    name: 'ping',
    summary: 'Ping',
    topic: 'choices',
    audience: 'everyone',
    actions: says('ping', 'pong'),
  },
  {
    kind: 'utility',
    name: 'choir',
    summary: 'Sing',
    topic: 'choices',
    audience: 'everyone',
    actions: [sing, says('hum', 'mmm')],
  },
  {
    kind: 'utility',
    name: 'budget',
    summary: 'Budget',
    topic: 'choices',
    audience: 'admins',
    actions: [says('show', 'all of it'), says('limit', 'set')],
  },
]

/** The member who was named a manager. */
const isManager: Budgets['isManager'] = (_account, member) => Promise.resolve(member === 'named')

/** Opens dispatches in a store that takes every request. */
export const dispatchIn =
  (store: StoreWorld) =>
  (
    overrides: Partial<JobStore> = {},
    lists: TestLists = {},
    budgets: Partial<Budgets> = {},
    offered: readonly ReadyCommand[] = commands,
    settings: Pick<SettingsStore, 'read'> = store.settings,
    answerMs = 1_500,
  ) => {
    const log = createRecordingLog()
    const voices = ['Ada', 'Bob', 'Adam'].map((label) => ({ value: `id-${label}`, label }))
    const titles = ['One', 'Song of two'].map((label) => ({ value: label, label }))
    const known = listsWith({
      voices: () => Promise.resolve(voices),
      titles: () => Promise.resolve(titles),
      styles: () => Promise.resolve(styles),
      ...lists,
    })
    const dispatch = dispatchOver(store, {
      commands: offered,
      jobIdFor: () => jobId,
      store: { ...store.store, request: async () => ({ status: 'created', left: 1 }), ...overrides },
      lists: known,
      log,
      answerMs,
      lookAtSettings: createSettingsLook({ settings, log }),
      budgets: { ...store.budgets, isManager, ...budgets },
    })
    return { log, dispatch }
  }

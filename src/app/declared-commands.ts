import { createCommands } from '../commands/index.ts'
import type { Command } from '../core/command/command.ts'
import { noCredits } from '../core/credits.ts'
import { createBlocks } from '../redis/blocks.ts'
import { createBudgets } from '../redis/budgets.ts'
import { connectStore } from '../redis/connection.ts'
import { createJobList } from '../redis/job-list.ts'
import { createJournal } from '../redis/journal.ts'
import { createKeys } from '../redis/keys.ts'
import { createSettings } from '../redis/settings.ts'

const nobodyAsks = (): Promise<never> =>
  Promise.reject(new Error('commands that are only declared do nothing'))

/** The commands as they are declared, on a Redis that nobody connects to. */
export const declaredCommands = (): readonly Command[] => {
  const options = {
    redis: connectStore('redis://127.0.0.1', () => undefined),
    keys: createKeys(),
    now: Date.now,
    defaultZone: 'UTC',
    newServerCredits: noCredits,
    clockToleranceMs: 0,
  }
  return createCommands({
    now: Date.now,
    budgets: createBudgets({ ...options, allowlist: { peek: nobodyAsks, admit: nobodyAsks } }),
    blocks: createBlocks(options),
    journal: createJournal(options),
    jobList: createJobList({ ...options, read: nobodyAsks }),
    jobControl: { cancel: nobodyAsks, recover: nobodyAsks, remove: nobodyAsks },
    canSee: nobodyAsks,
    places: { positionOf: nobodyAsks },
    prices: { quote: nobodyAsks },
    settings: createSettings(options),
    voiceList: { read: nobodyAsks, find: nobodyAsks },
    lists: {
      voices: nobodyAsks,
      languages: nobodyAsks,
      styles: nobodyAsks,
      titles: nobodyAsks,
      jobs: nobodyAsks,
      jobs_to_cancel: nobodyAsks,
      jobs_to_recover: nobodyAsks,
      jobs_to_delete: nobodyAsks,
      jobs_to_sing: nobodyAsks,
      jobs_with_words: nobodyAsks,
      jobs_with_result: nobodyAsks,
    },
    records: { walk: nobodyAsks, copiesOf: nobodyAsks, forget: nobodyAsks },
    clips: { of: nobodyAsks, forget: nobodyAsks },
    drafts: { of: nobodyAsks, forget: nobodyAsks },
    retentionMs: undefined,
    privacyContact: undefined,
    deadlines: { lateMs: 0 },
  })
}

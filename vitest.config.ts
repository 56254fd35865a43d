import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/suite/longest-first.ts'

// Hundreds of processes, of tests and of what they start, load the same files: Node compiles each once
// (https://nodejs.org/api/module.html#module-compile-cache).
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compiled', import.meta.url))

export default defineConfig({
  test: {
    setupFiles: [
      'test/support/suite/property-runs.ts',
      'test/support/suite/compiled.ts',
      'test/support/sandbox/strict-setup.ts',
    ],
    pool: 'forks',
    maxWorkers: 3, // on two processors: most tests wait for others now and then
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'redis',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/support/redis/redis-setup.ts'],
        },
      },
      {
        // What is kept in Redis, once more in a Redis Cluster of three primaries.
        test: {
          name: 'cluster',
          include: [
            'test/core/redis/{audit,budgets,clip-index,dead-letters,drafts,grants,hint,job-list,job-record,job-versions,journal,ledger,member-limits,operator-audit,operator-mirror,operator-total,places,places-line,places-model,places-pace,price-book,put-message,records,recover,removal,settings,shares,transitions,voice-copy,waiting,wake}.test.ts',
            'test/jobs/wake-queue.test.ts',
          ],
          globalSetup: ['test/support/redis/cluster-setup.ts'],
        },
      },
    ],
  },
})

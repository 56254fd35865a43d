import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['test/support/property-runs.ts', 'test/support/strict-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'redis',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/support/redis-setup.ts'],
        },
      },
      {
        // What is kept in Redis, once more in a Redis Cluster of three primaries.
        test: {
          name: 'cluster',
          include: [
            'test/core/redis/{audit,budgets,clip-index,dead-letters,drafts,grants,hint,job-list,job-record,job-versions,journal,ledger,member-limits,operator-audit,operator-mirror,operator-total,places,places-line,places-model,places-pace,price-book,records,recover,shares,transitions,waiting,wake}.test.ts',
            'test/jobs/wake-queue.test.ts',
          ],
          globalSetup: ['test/support/cluster-setup.ts'],
        },
      },
    ],
  },
})

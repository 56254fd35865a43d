import { defineConfig } from 'vitest/config'
import { compiledFolder } from './studio/kit/caches.ts'
import { LongestFirst } from './test/support/suite/longest-first.ts'
import { isLong, loadedByNode } from './test/support/suite/runs.ts'

// Hundreds of processes, of tests and of what they start, load the same files: Node compiles each once
// (https://nodejs.org/api/module.html#module-compile-cache).
process.env.NODE_COMPILE_CACHE ??= compiledFolder

/** In this order: the first one decides the names by which the others are loaded. */
const setupFiles = [
  'test/support/suite/compiled.ts',
  'test/support/suite/property-runs.ts',
  'test/support/suite/speech.ts',
  'test/support/sandbox/strict-setup.ts',
]

/** These change their process, such as its language, or fail if another file has. */
const processOfTheirOwn = [
  'test/bots/discord/setup/localizations.test.ts',
  'test/app/catalogues.test.ts',
  'test/app/{setup/redis-step,tasks/setup,tasks/setup-again,tasks/setup-slack-app}.test.ts',
  'test/e2e/setup.test.ts',
  'test/core/text/{pseudo-answers,pseudo-language,say}.test.ts',
]

/** Only in a cluster. */
const onlyInCluster = ['test/redis/ledger-cluster.test.ts']

/**
 * Tests of the Redis stores that run in a cluster too. The first ones run every script, visit all nodes or wake
 * through BullMQ. The others run there in the long form only: with a single Redis, test connections already reject
 * commands whose keys are in different slots (test/support/redis/one-slot.ts).
 */
const inCluster = [
  'test/redis/{every-script,operator-audit}.test.ts',
  'test/jobs/wake-queue.test.ts',
  ...(isLong
    ? [
        'test/redis/{archiver,archiver-names,audit,budgets,clip-index,dead-letters,drafts,gate,grants,hint,job-list,job-record,job-versions,journal,ledger,member-limits,news,operator-mirror,operator-total,places,places-line,places-model,places-pace,price-book,price-check,put-message,records,recover,removal,settings,shares,transitions,voice-copy,waiting,wake}.test.ts',
      ]
    : []),
]

/**
 * Other files share a process, because loading took a third of the time. Each uses its own channels and servers, its
 * keys are removed afterwards, and none may leave the process changed.
 */
const shared = {
  isolate: false,
  setupFiles: [...setupFiles, 'test/support/suite/left-as-found.ts', 'test/support/redis/emptied.ts'],
}

export default defineConfig({
  test: {
    pool: 'forks',
    experimental: loadedByNode,
    maxWorkers: isLong ? 3 : 4, // on two processors: most tests wait at times
    sequence: { sequencer: LongestFirst, setupFiles: 'list' },
    // No proof: a busy machine takes several times as long, and the long form tries many more cases.
    testTimeout: isLong ? 600_000 : 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        test: {
          ...shared,
          name: 'redis',
          include: [
            'test/**/*.test.ts',
            ...[...processOfTheirOwn, ...onlyInCluster].map((path) => `!${path}`),
          ],
          globalSetup: ['test/support/redis/redis-setup.ts'],
        },
      },
      {
        test: {
          name: 'alone',
          include: processOfTheirOwn,
          setupFiles,
          globalSetup: ['test/support/redis/redis-setup.ts'],
        },
      },
      {
        // Once more in a Redis Cluster of three primaries.
        test: {
          ...shared,
          name: 'cluster',
          include: [...onlyInCluster, ...inCluster],
          globalSetup: ['test/support/redis/cluster-setup.ts'],
        },
      },
    ],
  },
})

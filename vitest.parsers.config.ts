import { defineConfig } from 'vitest/config'
import { loadedByNode } from './test/support/suite/runs.ts'

/** Run apart from the others, because their coverage is measured. */
export const parserTests =
  'test/audio-api/{calls,findings,look-up,mutations,refusal,submit,task-result,voices}.test.ts'

// What comes from the audio service is untrusted, so nearly every branch that reads it needs a test. No compile cache:
// it makes coverage less precise (https://nodejs.org/api/module.html#module-compile-cache).
export default defineConfig({
  test: {
    experimental: loadedByNode,
    include: [parserTests],
    setupFiles: ['test/support/suite/property-runs.ts', 'test/support/suite/speech.ts'],
    testTimeout: 30_000,
    maxWorkers: 2,
    isolate: false,
    coverage: {
      enabled: true,
      provider: 'v8',
      include: ['src/audio-api/{answer,submission,task-result}.ts'],
      reporter: ['text'],
      reportsDirectory: 'reports/coverage',
      thresholds: { branches: 90, perFile: true },
    },
  },
})

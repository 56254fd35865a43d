import { defineConfig } from 'vitest/config'

/** Run apart from the others, because their coverage is measured. */
export const parserTests = 'test/core/api/{calls,conversion,look-up,mutations,refusal,submit,voices}.test.ts'

/** Node loads the sources as in production, and what it has compiled for one part of the tests serves the others. */
export const loadedByNode = { viteModuleRunner: false, nodeLoader: false }

// What comes from the audio service is untrusted, so nearly every branch that reads it needs a test.
export default defineConfig({
  test: {
    experimental: loadedByNode,
    include: [parserTests],
    setupFiles: ['test/support/suite/property-runs.ts'],
    testTimeout: 30_000,
    maxWorkers: 2,
    isolate: false,
    coverage: {
      enabled: true,
      provider: 'v8',
      include: ['src/core/api/{answer,conversion,refusal,result-links,submission,voices}.ts'],
      reporter: ['text'],
      reportsDirectory: 'reports/coverage',
      thresholds: { branches: 90, perFile: true },
    },
  },
})

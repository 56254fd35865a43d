import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'
import './steady-names.ts' // before the other set-up files are loaded

// Vitest ends a worker before Node would write its compile cache.
afterAll(() => flushCompileCache())

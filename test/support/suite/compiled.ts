import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'
import './steady-names.ts'

// A worker is ended before Node would keep by itself what it has compiled.
afterAll(() => flushCompileCache())

import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

/** The Redis of this test run. It is real, and shared by all test files. */
export const testRedisUrl = (): string => inject('redisUrl')

/** A key prefix that no other test file has; every test file is run in a module registry of its own. */
export const testPrefix = `test-${randomBytes(6).toString('hex')}:`

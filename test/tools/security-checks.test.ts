import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { removalOf, securityChecks } from '../../tools/security-checks.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

test.each(securityChecks)('$path: "$check" is there once, beside the tests that look after it', (check) => {
  expect(removalOf(check, readFileSync(at(check.path), 'utf8')).right).toBe(check.check)
  expect(check.tests.filter((path) => !existsSync(at(path)))).toEqual([])
})

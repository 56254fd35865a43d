import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { spoil } from '../../tools/mutants.ts'
import { removalOf, securityChecks } from '../../tools/security-checks.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

test.each(securityChecks)(
  '$path: "$check" occurs once, its tests exist, and "$without" parses in its place',
  (check) => {
    const source = readFileSync(at(check.path), 'utf8')
    const removal = removalOf(check, source)
    expect(removal.right).toBe(check.check)
    expect(check.tests.filter((path) => !existsSync(at(path)))).toEqual([])
    // A file that doesn't parse would fail every test.
    if (check.path.endsWith('.ts')) expect(() => stripTypeScriptTypes(spoil(source, removal))).not.toThrow()
  },
)

test('each removal is listed once', () => {
  const removals = securityChecks.map(({ path, check, without }) => `${path} ${check} ${without}`)
  expect(new Set(removals).size).toBe(removals.length)
})

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSources } from '../support/suite/architecture.ts'

// Money is whole millionths everywhere but in credits.ts, which has the borders, and in
// ledger/, which has the rules. Whatever else speaks of it may add, subtract and compare, but
// not divide, round or write decimals.

const speaksOfMoney = /\b(?:M|m)icrocredits\b|\bformatCredits\b/
const mayReckon = /^src\/core\/(?:credits\.ts$|ledger\/)/

const withoutTexts = (code: string): string => code.replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, "''")

/** What is divided elsewhere are times and sizes, and their names say so. */
const otherUnit = /(?:Ms|Seconds|Bytes)$/

const reckoningIn = (code: string): string[] => {
  const plain = withoutTexts(code)
  const divided = [...plain.matchAll(/([\w$]+|[)\]])\s\/\s/g)].map(([, what = '']) => what)
  const others = plain.match(/\btoFixed\b|\bparseFloat\b|\*\*|(?<![\w.])\d[\d_]*(?:\.\d+|e[+-]?\d+)/g) ?? []
  return [...divided.filter((what) => !otherUnit.test(what)), ...others]
}

const sources = readSources().filter(
  ({ path, code }) => path.startsWith('src/') && !mayReckon.test(path) && speaksOfMoney.test(code),
)

test('there is much that speaks of money', () => {
  const paths = sources.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining(['src/jobs/messages/messages.ts', 'src/redis/job-requests.ts']),
  )
  expect(paths.length).toBeGreaterThan(10)
})

test.each(sources.map(({ path, code }) => [path, code]))('%s keeps to whole millionths', (_, code) => {
  expect(reckoningIn(code)).toEqual([])
})

test.each([
  ['const half = held / 2', ['held']],
  ['const half = (held + spent) / 2', [')']],
  ['const part = amounts[0] / 2', [']']],
  ['const more = held * 1.5', ['1.5']],
  ['const credits = held * 1e-6', ['1e-6']],
  ['const text = held.toFixed(2)', ['toFixed']],
  ['const credits = parseFloat(text)', ['parseFloat']],
  ['const credits = held / 10 ** 6', ['held', '**']],
  ["const text = '2.50 / month'", []],
  ['const ageMinutes = ageMs / 60_000', []],
  ['const left = limit - held - 1_000_000', []],
])('of %j it would be said: %j', (code, said) => {
  expect(reckoningIn(code)).toEqual(said)
})

describe('the scripts', () => {
  const folder = 'src/redis/scripts'
  const scripts = globSync(`${folder}/*.lua`).map((path) => [path, readFileSync(path, 'utf8')] as const)

  test('are found', () => {
    expect(scripts.length).toBeGreaterThan(10)
  })

  // Redis tells the time in seconds and microseconds: https://redis.io/docs/latest/commands/time/
  test.each(scripts)('%s divides nothing but microseconds', (_, text) => {
    const code = text.replace(/--.*$/gm, '').replace(/'[^'\n]*'/g, "''")
    const divisions = code.match(/^.*[^/]\/[^/].*$/gm) ?? []
    for (const line of divisions) expect(line).toMatch(/time\[2\]\)? \/ 1000/)
    expect(code).not.toMatch(/(?<![\w.])\d+\.\d|math\.(?:ceil|fmod)/)
  })
})

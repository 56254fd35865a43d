import { glob, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches } from '../../../../sandbox/slack/breaches.ts'
import { refusalCodes } from '../../../../sandbox/slack/refusal-codes.ts'
import { oneOfEachKind } from '../../../support/suite/runs.ts'
import { type RawApp, until } from '../support.ts'
import { type Refusal, sourceOf, startFor } from './refusal.ts'
import { tables } from './tables/all.ts'

let shared: RawApp

beforeAll(async () => {
  shared = await startFor({})
})

afterAll(() => shared.stop())

const checkWith = async (app: RawApp, { provoke, answer, wire }: Refusal): Promise<void> => {
  expect(await provoke(app)).toEqual(answer)
  await until(app.wire, () => app.refusals().length >= wire.length)
  expect(app.refusals()).toEqual(wire)
}

/** Most rows have one stand-in for all, which is asked an hour after the one before. */
const check = async (refusal: Refusal): Promise<void> => {
  if (!refusal.spoils && refusal.app === undefined) return checkWith(shared.anew(), refusal)
  const app = await startFor(refusal)
  try {
    await checkWith(app, refusal)
  } finally {
    await app.stop()
  }
}

describe.each(Object.entries(tables))('%s is refused:', (_title, refusals) => {
  const tried = oneOfEachKind(refusals, ({ no }) => no)
  test.each(tried.map((refusal) => [refusal.what, refusal.no, sourceOf(refusal), refusal] as const))(
    '%s: %s (%s)',
    (_what, _no, _source, refusal) => check(refusal),
  )
})

const everyRefusal = Object.values(tables).flat()

const wire = everyRefusal.flatMap((refusal) => refusal.wire)

describe('the catalogue is whole:', () => {
  /** A fault of the stand-in itself, which no app can provoke. */
  const provocable = Object.keys(refusalCodes).filter((code) => code !== 'internal_error')

  test.each(provocable)('%s is provoked', (code) => {
    expect(wire.filter((line) => line.endsWith(`: ${code}`))).not.toEqual([])
  })

  test.each(Object.keys(breaches))('"%s" is provoked', (breach) => {
    expect(wire.filter((line) => line.includes(breach))).not.toEqual([])
  })

  test('nothing is refused past the two lists, but for faults of the stand-in itself', async () => {
    const folder = new URL('../../../../sandbox/slack/', import.meta.url)
    const calling: string[] = []
    for await (const file of glob('**/*.ts', { cwd: folder.pathname })) {
      const text = await readFile(new URL(file, folder), 'utf8')
      if (/(?<!const )\brecordRefusal\(/.test(text)) calling.push(file)
    }
    expect(calling.toSorted()).toEqual(['breaches.ts', 'delivery/deliver.ts', 'http.ts', 'interactions.ts'])
  })

  test('no two rows are alike', () => {
    const names = everyRefusal.map(({ what, no }) => `${what}: ${no}`)
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
  })

  test('every source is an address', () => {
    for (const refusal of everyRefusal)
      expect(sourceOf(refusal)).toMatch(/^https:\/\/(docs\.slack\.dev|github\.com)\//)
  })
})

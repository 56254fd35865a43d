import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { journalOf, type StoreWorld } from '../redis/store-world.ts'
import { figuresOf, type Model } from './model.ts'
import { jobIdOf } from './model-store.ts'

interface Money {
  posted: number
  pending: number
}

/**
 * Adds up the journal from its first line, by `<scope>|<window>`: a line's amount takes the place of what its
 * job had before. Throws where a line says that it takes the place of something else.
 */
const addUp = (journal: Awaited<ReturnType<typeof journalOf>>): Record<string, Money> => {
  const jobs = new Map<string, Money>()
  const balances: Record<string, Money> = {}
  for (const line of journal.filter(({ job }) => job !== undefined)) {
    const { operation = '', job = '', window, scopes: list = '[]' } = line
    const was = jobs.get(job) ?? { posted: 0, pending: 0 }
    const isHeld = operation === 'hold' || operation === 'adjust'
    const credits = Number(line.credits)
    const is = isHeld ? { posted: 0, pending: credits } : { posted: credits, pending: 0 }
    jobs.set(job, is)
    const before = operation === 'correct' ? was.posted : was.pending
    expect(Number(line.before), JSON.stringify(line)).toBe(before)
    const scopes: { kind: string; id: string }[] = JSON.parse(list)
    for (const scope of ['server', ...scopes.map(({ kind, id }) => `${kind}:${id}`)]) {
      const { posted, pending } = balances[`${scope}|${window}`] ?? { posted: 0, pending: 0 }
      balances[`${scope}|${window}`] = {
        posted: posted + is.posted - was.posted,
        pending: pending + is.pending - was.pending,
      }
    }
    const { posted, pending } = balances[`server|${window}`] ?? was
    expect({ posted: Number(line.posted), pending: Number(line.pending) }).toEqual({ posted, pending })
  }
  return balances
}

/** Throws where the journal does not come to the balances, or where anything is still held. */
export const checkJournal = async (world: StoreWorld, model: Model): Promise<void> => {
  const balances = addUp(await journalOf(world))
  const expected: Record<string, Money> = {}
  for (const { window, scopes } of model.jobs.values()) {
    for (const scope of scopes) {
      const { posted, pending } = figuresOf(model, scope, window)
      expected[`${scope}|${window}`] = { posted, pending }
    }
  }
  if (!isDeepStrictEqual(balances, expected)) expect(balances).toEqual(expected)
  const held = [...model.jobs].filter(([, { isHeld }]) => isHeld).map(([slot]) => jobIdOf(slot))
  expect(held, 'still held').toEqual([])
}

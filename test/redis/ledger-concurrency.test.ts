import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createModel, type Model, type Reply, requested } from '../support/ledger/model.ts'
import { answerOf } from '../support/ledger/model-answers.ts'
import { compare, createAuditor } from '../support/ledger/model-audit.ts'
import { type Call, type RequestCall, slotCount, slots } from '../support/ledger/model-calls.ts'
import { perform } from '../support/ledger/model-store.ts'
import { connectModel } from '../support/ledger/model-world.ts'
import { testRedisUrl } from '../support/redis/redis.ts'
import { journalOf, openStoreWorld } from '../support/redis/store-world.ts'
import { runs } from '../support/suite/runs.ts'

const connectionCount = 8
const startMs = Date.parse('2026-06-15T12:00:00Z')
/** Whom three changes of settings overtook. */
const keptChanging = 'Redis: the budget kept changing'
const slot = fc.nat(slotCount - 1)

const requestOf = (number: number): RequestCall => ({
  kind: 'request',
  slot: number,
  word: '',
  groups: [],
  isFree: false,
  leave: 'none',
  overtakenBy: undefined,
  bound: 50_000 * (number + 1),
})

const voidOf = (number: number): Call => ({
  kind: 'step',
  operation: 'void',
  slot: number,
  epoch: undefined,
  contents: { word: '', credits: undefined, source: 'final' },
})

const setLimit = (event: number, limit: number): Call => ({
  kind: 'settings',
  event,
  change: 'limit',
  limit,
  period: 'month',
  zone: 'UTC',
  weekStart: undefined,
})

/** Calls that leave a line in the journal wherever they change anything. */
const anyCall: fc.Arbitrary<Call> = fc.oneof(
  { arbitrary: slot.map(requestOf), weight: 6 },
  { arbitrary: slot.map(voidOf), weight: 2 },
  { arbitrary: slot.map((number): Call => ({ kind: 'cancel', slot: number, by: 'member-1' })), weight: 2 },
  {
    arbitrary: fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000)).map(([event, limit]) => setLimit(event, limit)),
    weight: 1,
  },
)

const newModel = (): Model =>
  createModel({ startMs, newServerCredits: 600_000, operatorLimit: undefined, ceiling: undefined })

/** A caller knows of a job where it counts; that is the same for all that happens here. */
const callersKnow = (): Model => {
  const model = createModel({ startMs, newServerCredits: 1e9, operatorLimit: undefined, ceiling: undefined })
  for (const number of slots) requested(model, requestOf(number))
  return model
}

interface Said {
  call: Call
  atMs: number
  reply: Reply
}

/**
 * Each connection makes its calls one after the other, each at a time of its
 * own; all connections do so at once.
 */
const callAtOnce = async (lists: readonly (readonly Call[])[]) => {
  const first = openStoreWorld({ newServerCredits: 600_000 })
  const lanes = lists.map(async (calls, lane): Promise<readonly Said[]> => {
    let atMs = startMs
    const connection = connectModel(testRedisUrl())
    const { prefix } = first
    const options = { prefix, redis: connection.redis, now: () => atMs, newServerCredits: 600_000 }
    const world = { ...openStoreWorld(options), overtakeRequest: connection.overtakeRequest }
    const said: Said[] = []
    for (const [index, call] of calls.entries()) {
      atMs = startMs + index * connectionCount + lane
      said.push({ call, atMs, reply: await perform(world, callersKnow(), call) })
    }
    world.close()
    return said
  })
  return { world: first, said: (await Promise.all(lanes)).flat() }
}

/**
 * The journal says in which order things happened: in that order, plain arithmetic gives the same answers.
 */
const check = async (lists: readonly (readonly Call[])[]): Promise<void> => {
  const { world, said } = await callAtOnce(lists)
  try {
    const model = newModel()
    const waiting = new Map(said.map((each) => [each.atMs, each]))
    const moments: Model[] = [structuredClone(model)]
    for (const { at, actor } of await journalOf(world)) {
      if (actor === 'operator') continue // what a new server begins with, in one step with its first hold
      const found = waiting.get(Number(at))
      if (found === undefined) throw new Error(`nobody called at ${at}`)
      waiting.delete(found.atMs)
      model.nowMs = found.atMs
      expect(found.reply).toEqual(answerOf(model, found.call))
      moments.push(structuredClone(model))
    }
    for (const { call, atMs, reply } of waiting.values()) {
      if (reply.because === keptChanging) continue // it was told so, and left no line
      const fits = (moment: Model) =>
        isDeepStrictEqual(answerOf({ ...structuredClone(moment), nowMs: atMs }, call), reply)
      if (!moments.some(fits)) expect.fail(`at no moment is ${JSON.stringify([call, reply])} right`)
    }
    compare(await createAuditor(world)(model), model)
  } finally {
    world.close()
  }
}

test('what eight connections do at once is what one would have done in the order of the journal', async () => {
  const lists = fc.array(fc.array(anyCall, { minLength: 4, maxLength: 12 }), {
    minLength: connectionCount,
    maxLength: connectionCount,
  })
  await fc.assert(fc.asyncProperty(lists, check), { numRuns: runs(15, 70, 200), endOnFailure: true })
}, 600_000)

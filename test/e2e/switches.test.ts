import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

// What a person can do to the sandbox by its control, as the room does.

let world: World
let people: People

beforeAll(async () => {
  world = await startStrictWorld({ bot: { platforms: ['slack'], isProcess: true } })
  people = createPeople(world.addresses, 'slack')
  await people.allows('ada', 10)
})

afterAll(() => world.stop())

const written = z.array(
  z.object({
    id: z.number(),
    kind: z.enum(['state', 'line']),
    job: z.string().optional(),
    state: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
)

const books = async (since: number, wait = 0) => {
  const url = `${world.addresses.control.url}/books?since=${since}&waitMs=${wait}`
  return written.parse(await (await fetch(url)).json())
}

const bot = async (what: string) => {
  const response = await fetch(`${world.addresses.control.url}/bot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ do: what }),
  })
  return { status: response.status, body: await response.json() }
}

/** The states that a job has gone through once it is in this one. */
const statesUntil = async (last: string): Promise<readonly (string | undefined)[]> => {
  for (let read = await books(0); ; read = await books(0)) {
    const states = read.flatMap(({ kind, state }) => (kind === 'state' ? [state] : []))
    if (states.includes(last)) return states
    await books(read.at(-1)?.id ?? 0, 10_000)
  }
}

test('a bot that is killed and started again by the control ends its song once, and the books tell how', async () => {
  const since = await people.latest('max')
  await books(0) // they are read from the first look on, and a state that is over by then is not told
  await createStudioClient(world.addresses.studio).plan({ delayMs: 3_000 })
  await people.uses('max', '/music', { prompt: 'a ballad of the switch' })
  await statesUntil('submitted')
  // Slack waits for an acknowledgement of every event; a killed bot cannot send the last one.
  excuseRefusals(/^event message\.\w+: not acknowledged/)
  expect((await bot('kill')).status).toBe(200)
  expect(await bot('kill')).toEqual({ status: 409, body: { error: 'No bot runs now' } })
  const starts = await Promise.all([bot('start'), bot('start')])
  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await bot('start')).toEqual({ status: 409, body: { error: 'The bot runs already' } })
  const noticed = await statesUntil('posted')
  const all = ['requested', 'accepted', 'submitting', 'submitted', 'ready', 'posted']
  // A state that is over before it is read is not noticed.
  expect(noticed).toEqual(all.filter((state) => noticed.includes(state)))
  expect(noticed).toEqual(expect.arrayContaining(['submitted', 'posted']))
  const lines = (await books(0)).flatMap(({ fields }) => fields?.operation ?? [])
  expect(lines.filter((operation) => operation === 'hold')).toHaveLength(1)
  expect(lines.filter((operation) => operation === 'settle')).toHaveLength(1)
  const told = (await people.messages('max', since)).filter(({ text }) => /Made with AI/.test(text))
  expect(told).toHaveLength(1)
})

test('what no switch does is refused by its name', async () => {
  expect(await bot('paint')).toMatchObject({ status: 400, body: { field: 'do' } })
})

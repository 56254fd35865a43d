import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

// The service calls back at the bot's own address, over HTTP; what it did is read from its own books.

let world: World
let people: People
let member: string

const controlUrl = () => world.addresses.studio.controlUrl

/** What the studio tells as eta: the later a task seems to end, the later it is polled. */
const tellEta = async (etaSeconds: number | null): Promise<void> => {
  const response = await fetch(`${controlUrl()}/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ etaSeconds }),
  })
  expect(response.ok).toBe(true)
}

const deliveries = z.object({ webhooks: z.array(z.object({ url: z.string(), state: z.string() })) })

const callbacks = async () =>
  deliveries.parse(await (await fetch(`${controlUrl()}/webhooks`)).json()).webhooks

const counters = z.object({
  keys: z.array(z.object({ accepted: z.record(z.string(), z.number()) })),
})

const accepted = async (): Promise<number> => {
  const { keys } = counters.parse(await (await fetch(`${controlUrl()}/counters`)).json())
  return keys.flatMap((key) => Object.values(key.accepted)).reduce((sum, count) => sum + count, 0)
}

/** One more task was bought, one charge was made, nothing is held, and the member reads one result. */
const expectOneReading = async (text: string, ask: () => Promise<unknown>): Promise<void> => {
  const studio = createStudioClient(world.addresses.studio)
  const before = { balance: await studio.balance(), accepted: await accepted() }
  await ask()
  const reading = await people.sees(member, ({ files }) => files.some(({ name }) => name.startsWith(text)))
  expect(await accepted()).toBe(before.accepted + 1)
  const charged = Number(/([\d.]+) credits/.exec(reading.text)?.[1])
  expect(before.balance - (await studio.balance())).toBeCloseTo(charged, 6)
  const results = await people.messages(member)
  expect(results.filter(({ files }) => files.some(({ name }) => name.startsWith(text)))).toHaveLength(1)
}

const read = (text: string) => people.uses(member, '/tts', { text: `${text}.` })

beforeAll(async () => {
  world = await startStrictWorld({ bot: { platforms: ['discord'], callbacks: true } })
  people = createPeople(world.addresses)
  member = world.addresses.discord.memberId
  await people.allows(world.addresses.discord.adminId, 5)
})

afterEach(async () => {
  await world.studio.faults.clear()
  await tellEta(null)
})
afterAll(() => world.stop())

test('callbacks alone deliver: nobody would look for a quarter of an hour', async () => {
  await tellEta(900)
  await expectOneReading('Called', () => read('Called'))
  const [call, ...more] = await callbacks()
  expect(more).toEqual([])
  expect(call?.state).toBe('answered')
  expect(call?.url).toMatch(/\/webhooks\/audio\/b\d\dx[a-z2-7]{25}\.[\w-]{22}$/)
})

const wire = z.array(
  z.object({
    id: z.number(),
    platform: z.string(),
    kind: z.string(),
    summary: z.string(),
    detail: z.unknown(),
  }),
)
const books = z.array(
  z.object({
    id: z.number(),
    state: z.string().optional(),
    task: z.string().optional(),
    conversions: z.array(z.string()).optional(),
  }),
)

const sandbox = async <T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> =>
  schema.parse(await (await fetch(`${world.addresses.control.url}${path}`)).json())

/** The last state of the last job, once it is this one. */
const lastState = async (sought: string) => {
  for (let entries = await sandbox('/books', books); ; entries = await sandbox('/books', books)) {
    const last = entries.findLast(({ state }) => state !== undefined)
    if (last?.state === sought) return last
    await sandbox(`/books?since=${entries.at(-1)?.id ?? 0}&waitMs=10000`, books)
  }
}

/** What went between bot and service about a task, once it is so much. */
const studioEntriesAbout = async (task: string, count: number) => {
  for (let entries = await sandbox('/wire', wire); ; entries = await sandbox('/wire', wire)) {
    const own = entries.filter(
      ({ platform, detail }) => platform === 'studio' && JSON.stringify(detail).includes(task),
    )
    if (own.length >= count) return own
    await sandbox(`/wire?since=${entries.at(-1)?.id ?? 0}&waitMs=10000`, wire)
  }
}

test('the wire has all that went between bot and service for a job, by the ids that the books have of it', async () => {
  await tellEta(900)
  await expectOneReading('Joined', () => read('Joined'))
  const { task = 'none', conversions = [] } = await lastState('posted')
  const [submission, ...more] = await studioEntriesAbout(task, 3)
  expect(submission).toMatchObject({ kind: 'request', summary: 'POST /v1/TextToSpeech 200' })
  expect(conversions).toHaveLength(1)
  expect(JSON.stringify(submission?.detail)).toContain(conversions[0])
  expect(more.map(({ kind, summary }) => `${kind}: ${summary}`).toSorted()).toEqual([
    expect.stringMatching(/^event: callback \/webhooks\/audio\/\S+ 204$/),
    'request: GET /v1/byId 200',
  ])
})

test('polling alone delivers where every callback is lost', async () => {
  await tellEta(1)
  await world.studio.faults.add({ webhooks: 'lose', times: 20 })
  await expectOneReading('Looked', () => read('Looked'))
  expect((await callbacks()).at(-1)?.state).toBe('lost')
})

test('a request that was taken and whose answer was lost comes back by its callback, and is bought once', async () => {
  await tellEta(900)
  await world.studio.faults.add({ respond: { path: '/v1/TextToSpeech', answer: 'lost', after: 'acting' } })
  await expectOneReading('Found', () => read('Found'))
})

test('forged callbacks before the true one, with another task and with other files, change nothing', async () => {
  await tellEta(900)
  await world.studio.faults.add({ webhooks: 'forge', as: 'other content' })
  await expectOneReading('Forged', () => read('Forged'))
  await world.studio.faults.add({ webhooks: 'forge', as: 'other task' })
  await expectOneReading('Strange', () => read('Strange'))
})

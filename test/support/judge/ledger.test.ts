import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobStates } from '../../../src/core/job/job.ts'
import { jobIn } from '../jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../redis/store-world.ts'
import { booksOf, type Entry, readBooks } from './books.ts'
import { violationText } from './invariants.ts'
import { judgeEnd, judgeMoment } from './ledger.ts'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 10_000_000)
})
afterEach(() => world.close())

const found = async (): Promise<readonly string[]> =>
  judgeMoment(await readBooks(world.redis, world.prefix)).map(violationText)

test('nothing is found where there is a job in every state', async () => {
  for (const state of jobStates) await jobIn(world, state)
  expect(await found()).toEqual([])
})

test('what is held and left to do is found once nothing should be', async () => {
  const { id } = await jobIn(world, 'submitted')
  const violations = judgeEnd(await readBooks(world.redis, world.prefix)).map(violationText)
  expect(violations).toContainEqual(expect.stringMatching(new RegExp(`^I4: ${id} still holds`)))
  expect(violations).toContainEqual(expect.stringMatching(new RegExp(`^I4: .*:open still has ${id}`)))
})

const window = 'month:2026-06'
const account = 'discord:server-1'

type Spoil = (id: string) => Promise<unknown>

test.each<[string, RegExp, Spoil]>([
  [
    'a hold that no figure knows of',
    /^I3: .* holds 0/,
    () => world.redis.hset(keys().account, `pending|${window}`, 0),
  ],
  [
    'a figure of a member that is gone',
    /^I3: .*member:member-1.* holds/,
    () => world.redis.hset(keys().member, `pending|${window}`, 7),
  ],
  [
    'a figure that the journal does not come to',
    /^I6: discord.* has 5/,
    () => world.redis.hset(keys().account, `posted|${window}`, 5),
  ],
  ['an account without its figures', /^I6: discord.* has 0/, () => world.redis.del(keys().account)],
  [
    'a grant that nobody gave',
    /^I6: .*, 9, by its journal/,
    () => world.redis.hset(keys().account, `granted|${window}`, 9),
  ],
  [
    'a hold of another amount than its line',
    /^I6: b\d\dx\w+ is open with 3/,
    (id) => world.redis.hset(world.keys.hold(id), 'amount', 3),
  ],
  [
    'a hold without a line',
    /^I6: job-of-nobody is settle/,
    () =>
      world.redis.hset(`${world.prefix}{b07}:hold:job-of-nobody`, {
        state: 'settle',
        settled: 4,
        amount: 4,
      }),
  ],
  [
    'a record that says another cost',
    /^I6: .* and 8, by its journal/,
    (id) => world.redis.hset(world.keys.job(id), 'settled', 8),
  ],
  [
    "an operator's total of its own",
    /^I6: the operator's pending/,
    () => world.redis.hincrby(world.keys.operatorFigures, `pending|${window}`, 1),
  ],
])('%s is found', async (_, expected, spoil) => {
  const { id } = await jobIn(world, 'submitted')
  await spoil(id)
  expect(await found()).toContainEqual(expect.stringMatching(expected))
})

const keys = () => ({
  account: world.keys.account(account),
  member: world.keys.scope(account, { kind: 'member', id: 'member-1' }),
})

const head = { account, window, scopes: '[]', at: '1781524800000' }
const limit = { operation: 'limit', account, credits: '100', at: head.at }
const hold = {
  ...head,
  operation: 'hold',
  job: 'one',
  before: '0',
  credits: '80',
  version: '1',
  posted: '0',
  pending: '80',
}
const settle = {
  ...head,
  operation: 'settle',
  job: 'one',
  before: '80',
  credits: '90',
  version: '2',
  posted: '90',
  pending: '0',
  overrun: '10',
}
const other = { ...hold, job: 'two', credits: '20', posted: '90', pending: '20' }

const journal = (...lines: Entry[1]) => judgeMoment(booksOf([['{b07}:journal', lines]])).map(violationText)

test.each<[string, RegExp, Entry[1]]>([
  ['a hold beyond the limit', /^I3: .* used 110 of 100 with the hold of two/, [limit, hold, settle, other]],
  [
    'a hold beyond what is left of a lowered limit',
    /^I3: .* used 80 of 50/,
    [{ ...limit, credits: '50' }, hold],
  ],
  [
    'a line that takes the place of something else',
    /^I6: .* takes the place of 70, not of 80/,
    [hold, { ...settle, before: '70' }],
  ],
  [
    'a line that counts elsewhere than its hold',
    /^I6: .* it was held in discord:server-1/,
    [hold, { ...settle, window: 'month:2026-07' }],
  ],
  ['a line that is missing', /^I6: .* it is change 3, not 2/, [hold, { ...settle, version: '3' }]],
  [
    'a line whose figures are wrong',
    /^I6: .* says 91 and 0, and the lines come to 90 and 0/,
    [hold, { ...settle, posted: '91' }],
  ],
  ['a cost above the hold that is not said', /^I6: .* over the 80 held/, [hold, { ...settle, overrun: '0' }]],
  [
    'a grant that does not add up',
    /^I6: a grant says 6, and it is 5/,
    [{ ...head, operation: 'grant', scope: '', credits: '5', granted: '6' }],
  ],
])('%s is found in the journal', (_, expected, lines) => {
  expect(journal(...lines)).toContainEqual(expect.stringMatching(expected))
})

test('a hold with a bonus of its own may be taken though the limit is exceeded, and no other', () => {
  const grant = { ...head, operation: 'grant', scope: '', credits: '20', granted: '20' }
  const lowered = { ...limit, credits: '50' }
  const isLimit = (text: string) => text.startsWith('I3')
  expect(journal(limit, hold, settle, lowered, grant, other).filter(isLimit)).toEqual([])
  expect(
    journal(limit, hold, settle, lowered, { ...grant, credits: '10', granted: '10' }, other).filter(isLimit),
  ).toHaveLength(1)
  const third = { ...other, job: 'three', pending: '40' }
  expect(journal(limit, hold, settle, lowered, grant, other, third).filter(isLimit)).toHaveLength(1)
})

test('a hold may use what was granted, and what costs nothing may be held beyond the limit', () => {
  const grant = { ...head, operation: 'grant', scope: '', credits: '10', granted: '10' }
  const free = { ...other, credits: '0', posted: '90', pending: '0' }
  const isLimit = (text: string) => text.startsWith('I3')
  expect(journal(limit, grant, hold, settle, { ...other, credits: '20' }).filter(isLimit)).toEqual([])
  expect(journal({ ...limit, credits: '80' }, hold, settle, free).filter(isLimit)).toEqual([])
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPrivacyDelete } from '../../../src/commands/privacy/delete.ts'
import type { PrivacyPorts } from '../../../src/commands/privacy/ports.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { jobIn, overIn } from '../../support/jobs/job-states.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

const account = 'discord:server-1'

let world: StoreWorld
let privacyDelete = createPrivacyDelete()

beforeEach(async () => {
  world = openStoreWorld()
  privacyDelete = createPrivacyDelete()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const portsOf = (overrides: Partial<PrivacyPorts> = {}): PrivacyPorts => ({
  ...world,
  journal: createJournal(world),
  now: world.clock.now,
  deadlines: { lateMs: 0 },
  retentionMs: undefined,
  privacyContact: undefined,
  ...overrides,
})

const remove = async (
  place: Parameters<typeof target>[0] = {},
  ports = portsOf(),
  values: RawValues = { sure: 'yes' },
) => {
  const asked = invocation({ command: 'privacy', action: 'delete', values, target: target(place) })
  const answer = await privacyDelete.run(asked, ports)
  if (answer.kind === 'asks') throw new Error('that is no answer')
  const { text, blocks } = answer.message
  return {
    text,
    buttons: blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : [])),
  }
}

/** A free request that shows this job's result again. */
const copyRequest = (of: string, member = 'member-2') =>
  jobRequest(
    {
      feature: 'result',
      values: { job: of },
      given: { job: of },
      isFree: true,
      bound: microcredits(0),
      copyOf: of,
    },
    { member },
  )

const copies = async (of: string, count: number): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await overIn(world, 'voided', copyRequest(of))).id))

/** The same records, with the most calls that were under way at once and the ids in order. */
const watched = () => {
  const { records } = world
  const seen = { most: 0, forgotten: [] as string[] }
  let inHand = 0
  const count = async <T>(call: Promise<T>): Promise<T> => {
    inHand += 1
    seen.most = Math.max(seen.most, inHand)
    try {
      return await call
    } finally {
      inHand -= 1
    }
  }
  const forget: typeof records.forget = (job, times) => {
    seen.forgotten.push(job.jobId)
    return count(records.forget(job, times))
  }
  const copiesOf: typeof records.copiesOf = (...of) => count(records.copiesOf(...of))
  return { seen, ports: portsOf({ records: { ...records, forget, copiesOf } }) }
}

describe('copies of a result', () => {
  test('go before it, and count towards what one click deletes', async () => {
    const song = await overIn(world, 'posted')
    const made = await copies(song.id, 260)
    const { seen, ports } = watched()
    const first = await remove({}, ports)
    expect(first.text).toMatch(
      /^0 records were deleted\. 250 copies of your results were deleted\..*There's more/,
    )
    expect(first.buttons.map(({ label }) => label)).toEqual(['Delete the rest'])
    expect(await world.store.read(song.id)).toBeDefined()
    const rest = await remove({}, ports)
    expect(rest.text).toMatch(/^1 record was deleted\. 10 copies of your results were deleted\./)
    expect(rest.buttons).toEqual([])
    expect(seen.forgotten.toSorted()).toEqual([song.id, ...made].toSorted())
    expect(seen.forgotten.at(-1)).toBe(song.id)
  })

  test('are all found past those that stay, and are looked at once', async () => {
    const song = await overIn(world, 'posted')
    const open = await Promise.all(
      Array.from({ length: 45 }, async () => (await jobIn(world, 'accepted', copyRequest(song.id))).id),
    )
    const over = await copies(song.id, 45)
    world.clock.advance(1_000)
    const mine = await jobIn(world, 'accepted', copyRequest(open[0] ?? '', 'member-1'))
    const { seen, ports } = watched()
    const names = [song.id, mine.id].map(jobName).join(' and ')
    expect((await remove({}, ports)).text).toMatch(
      new RegExp(`^0 records were deleted\\. 45 copies.*stay for now: ${names}\\.`),
    )
    expect(seen.forgotten.toSorted()).toEqual([mine.id, ...open.slice(1), ...over].toSorted())
    expect(new Set(await world.records.copiesOf(song.id))).toEqual(new Set(open))
  })
})

test('records are deleted twenty at a time', async () => {
  for (let part = 0; part < 3; part += 1)
    await Promise.all(Array.from({ length: 20 }, () => overIn(world, 'voided')))
  const { seen, ports } = watched()
  expect((await remove({}, ports)).text).toMatch(/^60 records were deleted/)
  expect(seen.most).toBeGreaterThan(1)
  expect(seen.most).toBeLessThanOrEqual(20)
})

describe('a member', () => {
  test('deletes ten times in ten minutes, and the button stays', async () => {
    for (let times = 0; times < 10; times += 1)
      expect((await remove()).text).toMatch(/^0 records were deleted/)
    const forget = vi.spyOn(world.clips, 'forget')
    const { text, buttons } = await remove()
    expect(text).toBe('Try again in 10 minutes.')
    expect(buttons.map(({ label, commandLink }) => [label, commandLink.values])).toEqual([
      ['Delete the rest', { sure: 'yes' }],
    ])
    expect(forget).not.toHaveBeenCalled()
    expect((await remove({}, portsOf(), {})).text).toContain("can't be undone")
    for (const place of [{ member: 'member-2' }, { server: 'server-2' }])
      expect((await remove(place)).text).toMatch(/^0 records/)
    world.clock.advance(10 * 60_000)
    expect((await remove()).text).toMatch(/^0 records/)
  })

  test('who clicks while it is under way gets the same answer, and another click deletes again', async () => {
    await overIn(world, 'voided')
    const forget = vi.spyOn(world.clips, 'forget')
    const both = await Promise.all([remove(), remove(), remove()])
    expect(both.map(({ text }) => text.slice(0, 20))).toEqual(
      Array.from({ length: 3 }, () => '1 record was deleted'),
    )
    expect(forget).toHaveBeenCalledTimes(1)
    await remove()
    expect(forget).toHaveBeenCalledTimes(2)
  })

  test('of an account waits for the others there, and two are served at once', async () => {
    const begun: string[] = []
    const gates: (() => void)[] = []
    const clips: PrivacyPorts['clips'] = {
      ...world.clips,
      forget: async (of) => {
        begun.push(of)
        await new Promise<void>((resolve) => gates.push(resolve))
        return 0
      },
    }
    const ports = portsOf({ clips })
    const asked = ['server-1 a', 'server-1 b', 'server-2 a', 'server-3 a'].map((name) => {
      const [server = '', member = ''] = name.split(' ')
      return remove({ server, member }, ports)
    })
    await expect.poll(() => begun.toSorted()).toEqual([account, 'discord:server-2'])
    gates.shift()?.()
    await expect.poll(() => begun.length).toBe(3)
    gates.shift()?.()
    await expect.poll(() => begun.length).toBe(4)
    for (const open of gates) open()
    expect(await Promise.all(asked)).toHaveLength(4)
  })
})

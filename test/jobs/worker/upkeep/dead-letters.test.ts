import { afterEach, beforeEach, expect, test } from 'vitest'
import { music } from '../../../../src/commands/features/music.ts'
import type { Feature } from '../../../../src/core/command/feature.ts'
import { AppError } from '../../../../src/core/errors.ts'
import { pickupsMax } from '../../../../src/core/job/dead-letters.ts'
import { deadLettersOf } from '../../../support/jobs/dead-letters.ts'
import { type JobWorld, openJobWorld } from '../../../support/jobs/job-world.ts'

const poison = 'poison'
const hourMs = 3_600_000

/** Whether everything that should be was asked for. */
let isAsked: boolean

/** Music, but for one prompt, which it is asked for as any other and cannot be prepared for sending. */
const brittle: Feature = {
  ...music,
  prepare(values) {
    if (values.prompt === poison && isAsked) throw new TypeError('this song was the end of me')
    return music.prepare(values)
  },
}

const away = () => new AppError('service_unreachable', 'away', { retryable: true })

let world: JobWorld

beforeEach(async () => {
  isAsked = false
  world = await openJobWorld({ features: [brittle] })
})
afterEach(() => world.close())

test('row 39, one job in a hundred that nobody can work on holds up none of the others, and its member is told', async () => {
  const ids: string[] = []
  for (let number = 0; number < 100; number += 1)
    ids.push(await world.start({ values: { prompt: number === 37 ? poison : `song ${number}` } }))
  isAsked = true
  const poisoned = ids[37] ?? ''
  await world.runWithSweeps(world.clock.now() + 2 * hourMs, 60_000)
  const jobs = await Promise.all(ids.map((id) => world.job(id)))
  expect(jobs.filter(({ state }) => state === 'posted')).toHaveLength(99)
  expect(await world.job(poisoned)).toMatchObject({ state: 'voided', ending: 'faulty', toldState: 'voided' })
  expect(world.texts().filter((text) => text.includes('Something broke on our side.'))).toEqual([
    expect.stringContaining('Nothing was charged.'),
  ])
  expect((await world.balances()).held).toBe(0)
  expect(world.log.lines.filter(({ message }) => message === 'a step failed')).toHaveLength(pickupsMax)
})

test('a job that may have been bought waits for the operator, who puts it back when the fault is mended', async () => {
  const id = await world.start()
  const { lookUp } = world.service
  world.service.lookUp = () => Promise.reject(new TypeError('not today'))
  await world.runWithSweeps(world.clock.now() + hourMs, 60_000)
  expect(await deadLettersOf(world).list()).toEqual([
    expect.objectContaining({
      jobId: id,
      why: 'failing',
      detail: 'TypeError: not today',
      state: 'submitted',
    }),
  ])
  expect((await world.balances()).held).toBeGreaterThan(0)
  world.service.lookUp = lookUp
  expect(await deadLettersOf(world).putBack(id)).toBe('back')
  await world.runWithSweeps(world.clock.now() + 120_000)
  expect((await world.job(id)).state).toBe('posted')
})

test('a mistake of the program while a result is shown is no outage: its job is put aside, and not tried for ever', async () => {
  const id = await world.start()
  world.platform.failNext('edit', ...Array.from({ length: 100 }, () => 'program_fault' as const))
  await world.runWithSweeps(world.clock.now() + 2 * hourMs, 60_000)
  expect(await deadLettersOf(world).list()).toMatchObject([{ jobId: id, why: 'failing', state: 'ready' }])
  const faults = world.log.lines.filter(({ level }) => level === 'error')
  expect(faults.filter(({ message }) => message === 'a step failed')).toHaveLength(pickupsMax)
  expect(faults.some(({ message }) => message === 'progress could not be shown')).toBe(true)
})

test('what is away for an hour makes no dead letter', async () => {
  const id = await world.start()
  const { lookUp } = world.service
  world.service.lookUp = () => Promise.reject(away())
  await world.runWithSweeps(world.clock.now() + hourMs / 4, 15_000)
  expect(await deadLettersOf(world).list()).toEqual([])
  world.service.lookUp = lookUp
  await world.runWithSweeps(world.clock.now() + 120_000)
  expect((await world.job(id)).state).toBe('posted')
})

test('nor does a Redis that goes away amid each step, and is back only when the step is over', async () => {
  const id = await world.start()
  const { lookUp } = world.service
  const { failed } = world.deps.store
  let looks = 0
  world.service.lookUp = () => {
    looks += 1
    let triesLost = 3
    world.deps.store.failed = (...args) => {
      triesLost -= 1
      return triesLost < 0 ? failed(...args) : Promise.reject(away())
    }
    return Promise.reject(away())
  }
  await world.runWithSweeps(world.clock.now() + hourMs / 4, 15_000)
  expect(looks).toBeGreaterThan(2 * pickupsMax)
  expect(await deadLettersOf(world).list()).toEqual([])
  world.service.lookUp = lookUp
  await world.runWithSweeps(world.clock.now() + 120_000)
  expect((await world.job(id)).state).toBe('posted')
})

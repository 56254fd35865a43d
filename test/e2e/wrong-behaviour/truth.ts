import { expect } from 'vitest'
import { createPeople, type SeenMessage } from '../../support/sandbox-people.ts'
import type { Stage } from './stage.ts'

const amount = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN)

const isReady = ({ text }: SeenMessage): boolean => text.includes('is ready')

/** The balance, once nothing runs any more. */
const settledBalance = async ({ world, platform, admin }: Stage): Promise<string> => {
  const people = createPeople(world.addresses, platform)
  for (;;) {
    const since = await people.latest(admin)
    await people.uses(admin, '/budget show')
    const { text } = await people.sees(admin, 'credits are left here', since)
    if (text.includes('Held for running jobs: 0.00')) return text
  }
}

/**
 * Holds what members were told against what there is: whatever is said to be ready is there to be heard, and all that
 * was used is stated, and nothing is promised any more.
 */
export const expectTruth = async (stage: Stage): Promise<void> => {
  const balance = await settledBalance(stage)
  const people = createPeople(stage.world.addresses, stage.platform)
  const seen = (await people.messages(stage.member)).filter(({ state }) => state === 'shown')
  const ready = seen.filter(isReady)
  const heard = seen.filter(({ files, authorId }) => files.length > 0 && authorId !== stage.member)
  expect(ready.length).toBeGreaterThan(0)
  // A file that the platform did not take is linked. On Slack files stand in a message of their own.
  const linked = ready.filter(({ files, text }) => files.length === 0 && /https?:/.test(text))
  expect(heard.length + linked.length).toBeGreaterThanOrEqual(ready.length)
  if (stage.platform === 'discord') expect(ready.filter(({ files }) => files.length === 0)).toEqual(linked)
  const told = seen
    .flatMap(({ text }) => /([\d.]+) used, /.exec(text)?.[1] ?? [])
    .reduce((sum, used) => sum + Number(used), 0)
  expect(seen.filter(({ text }) => text.includes('Working on'))).toEqual([])
  expect(amount(balance, /Used: ([\d.]+)/)).toBeCloseTo(told, 6)
}

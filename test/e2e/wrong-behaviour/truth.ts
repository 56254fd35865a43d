import { expect } from 'vitest'
import { createPeople, type SeenMessage } from '../../support/sandbox/people.ts'
import type { Stage } from './stage.ts'

const amount = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN)

const isReady = ({ text }: SeenMessage): boolean => text.includes('Made with AI')

/** The balance, once nothing runs any more. */
const settledBalance = async ({ world, platform, admin }: Stage): Promise<string> => {
  const people = createPeople(world.addresses, platform)
  for (;;) {
    const since = await people.latest(admin)
    await people.uses(admin, '/budget show')
    const { text } = await people.sees(admin, 'credits left here', since)
    if (!text.includes('In progress')) return text
  }
}

const usedIn = (seen: readonly SeenMessage[]): number =>
  seen
    .flatMap(({ text }) => /([\d.]+) credits, [\d.]+ left/.exec(text)?.[1] ?? [])
    .reduce((sum, used) => sum + Number(used), 0)

/** Real time: a result is paid for a moment before it is shown. */
const patienceMs = 10_000

/** What the member sees once all that was used is stated, or after waiting for that in vain. */
const seenInTheEnd = async (
  { world, platform, member }: Stage,
  used: number,
): Promise<readonly SeenMessage[]> => {
  const people = createPeople(world.addresses, platform)
  const patience = AbortSignal.timeout(patienceMs)
  for (;;) {
    const last = world.wire.since(0).length
    const seen = (await people.messages(member)).filter(({ state }) => state === 'shown')
    if (patience.aborted || Math.abs(usedIn(seen) - used) < 1e-6) return seen
    await world.wire.changed(last, patience)
  }
}

/**
 * Holds what members were told against what there is: whatever is said to be ready is there to be heard, and
 * all that was used is stated, and nothing is promised any more.
 */
export const expectTruth = async (stage: Stage): Promise<void> => {
  const balance = await settledBalance(stage)
  const used = amount(balance, /Used: ([\d.]+)/)
  const seen = await seenInTheEnd(stage, used)
  const ready = seen.filter(isReady)
  const heard = seen.filter(({ files, authorId }) => files.length > 0 && authorId !== stage.member)
  expect(ready.length).toBeGreaterThan(0)
  // A file that the platform did not take is linked. On Slack files stand in a message of their own.
  const linked = ready.filter(({ files, text }) => files.length === 0 && /https?:/.test(text))
  expect(heard.length + linked.length).toBeGreaterThanOrEqual(ready.length)
  if (stage.platform === 'discord') expect(ready.filter(({ files }) => files.length === 0)).toEqual(linked)
  expect(seen.filter(({ text }) => text.includes('Working on'))).toEqual([])
  expect(used).toBeCloseTo(usedIn(seen), 6)
}

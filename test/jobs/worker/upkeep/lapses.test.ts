import { expect, test, vi } from 'vitest'
import type { Bonuses, ExpiredShare } from '../../../../src/core/ledger/bonuses.ts'
import { startLapses, takeBackExpired } from '../../../../src/jobs/worker/upkeep/lapses.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'

const shares: readonly ExpiredShare[] = ['m1', 'm2', 'm3'].map((id) => ({
  account: 'discord:server-1',
  scope: { kind: 'member', id },
}))

/** Bonuses of which those of one member can't be taken back. */
const failingFor = (failing: string | undefined) => {
  const lapsed: string[] = []
  const bonuses: Bonuses = {
    due: () => Promise.resolve(shares),
    lapse({ scope }) {
      const id = scope.kind === 'server' ? '' : scope.id
      if (id === failing) return Promise.reject(new Error('Redis is away'))
      lapsed.push(id)
      return Promise.resolve()
    },
  }
  return { bonuses, lapsed }
}

test('bonuses that have expired are taken back one after the other', async () => {
  const { bonuses, lapsed } = failingFor(undefined)
  await takeBackExpired(bonuses)
  expect(lapsed).toEqual(['m1', 'm2', 'm3'])
})

test('a share that fails does not stop the others', async () => {
  const { bonuses, lapsed } = failingFor('m1')
  await expect(takeBackExpired(bonuses)).rejects.toThrow('Redis is away')
  expect(lapsed).toEqual(['m2', 'm3'])
})

test('a failed look is logged once, and the next one still comes', async () => {
  vi.useFakeTimers()
  const log = createRecordingLog()
  const { bonuses, lapsed } = failingFor('m2')
  const { stop } = startLapses({ bonuses, log, now: Date.now, deadlines: { lapsesMs: 60_000 } })
  await vi.advanceTimersByTimeAsync(180_000)
  await stop()
  vi.useRealTimers()
  expect(lapsed).toEqual(['m1', 'm3', 'm1', 'm3', 'm1', 'm3'])
  expect(log.lines.map(({ message }) => message)).toEqual(['expired bonus credits could not be taken back'])
})

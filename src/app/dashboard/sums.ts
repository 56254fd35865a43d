import type { JobState } from '../../core/job/job.ts'
import { windowAt } from '../../core/ledger/budget-window.ts'
import { daysIn, lastDays } from '../../core/ledger/days.ts'
import { totalSpend } from '../../core/ledger/spend.ts'
import type { JobRow } from '../../redis/operator-jobs.ts'
import type { Bar } from './bars.ts'
import type { DashboardDeps } from './deps.ts'

/** What was held, estimated and charged for the jobs of a feature. */
export interface FeatureCost {
  feature: string
  jobs: number
  /** In millionths. */
  held: number
  estimate: number
  charged: number
}

/** Sums over many servers and jobs, which cost some reads. */
export interface Sums {
  /** What servers spent on each of the last 30 days. `isPart`: only those that spent most were read. */
  days(): Promise<{ days: readonly Bar[]; isPart: boolean }>
  /** Costs of this month's jobs that are settled, the newest 500 of them. */
  costs(): Promise<{ rows: readonly FeatureCost[]; isPart: boolean }>
}

/** A second look within this time costs nothing. */
const cachedMs = 60_000
const dayCount = 30
/** Each costs a read per day. */
const serversMax = 200
const serversAtOnce = 20
const jobsMax = 500

const settledStates: readonly JobState[] = ['ready', 'posted', 'withheld', 'booked', 'expired']

/** The last so many days of the operator's calendar. */
export const recentDays = ({ now, zone }: Pick<DashboardDeps, 'now' | 'zone'>): readonly string[] =>
  daysIn(lastDays(windowAt('day', zone, now()).day, dayCount))

const readDays = async (deps: DashboardDeps): ReturnType<Sums['days']> => {
  const days = recentDays(deps)
  const servers = (await deps.servers()).toSorted((one, other) => other.spent - one.spent)
  const sums = new Map(days.map((day) => [day, 0]))
  const read = servers.slice(0, serversMax)
  for (let first = 0; first < read.length; first += serversAtOnce) {
    const entries = await Promise.all(
      read.slice(first, first + serversAtOnce).map(({ account }) => deps.overview.spentOn(account, days)),
    )
    for (const entry of entries.flat()) sums.set(entry.day, (sums.get(entry.day) ?? 0) + totalSpend([entry]))
  }
  return {
    days: [...sums].map(([day, amount]) => ({ day, amount })),
    isPart: servers.length > read.length,
  }
}

const addTo = (sums: Map<string, FeatureCost>, { feature, held, estimate, settled }: JobRow): void => {
  const sum = sums.get(feature) ?? { feature, jobs: 0, held: 0, estimate: 0, charged: 0 }
  sums.set(feature, {
    feature,
    jobs: sum.jobs + 1,
    held: sum.held + (held ?? 0),
    estimate: sum.estimate + (estimate ?? held ?? 0),
    charged: sum.charged + (settled ?? 0),
  })
}

const readCosts = async ({ jobs, now, zone }: DashboardDeps): ReturnType<Sums['costs']> => {
  const month = windowAt('month', zone, now()).id
  const isThisMonth = ({ createdAtMs = 0 }: JobRow) => windowAt('month', zone, createdAtMs).id === month
  const { jobs: latest, next } = await jobs.latest(undefined, settledStates, jobsMax)
  const counted = latest.filter(isThisMonth)
  const sums = new Map<string, FeatureCost>()
  for (const job of counted) if ((job.held ?? 0) > 0 || (job.settled ?? 0) > 0) addTo(sums, job)
  return {
    rows: [...sums.values()].toSorted((one, other) => other.charged - one.charged),
    isPart: next !== undefined && counted.length === latest.length,
  }
}

const cached = <T>(read: () => Promise<T>, now: () => number): (() => Promise<T>) => {
  let last: { value: Promise<T>; atMs: number } | undefined
  return () => {
    if (last === undefined || now() - last.atMs >= cachedMs) {
      const value = read()
      last = { value, atMs: now() }
      value.catch(() => {
        last = undefined
      })
    }
    return last.value
  }
}

/** See `Sums`: at most once a minute. */
export const createSums = (deps: DashboardDeps): Sums => ({
  days: cached(() => readDays(deps), deps.now),
  costs: cached(() => readCosts(deps), deps.now),
})

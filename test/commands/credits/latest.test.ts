import { expect, test } from 'vitest'
import { readyUtility } from '../../../src/core/command/command.ts'
import { microcredits, noCredits } from '../../../src/core/credits.ts'
import type { JobRecord } from '../../../src/core/job/job.ts'
import type { ListedJob } from '../../../src/core/job/job-list.ts'
import type { Target } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'
import { creditsCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { recordingBudgets, serverBudget } from '../../support/commands/recording-budgets.ts'
import { linesOf, runUtility } from '../../support/commands/run-utility.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'

const nowMs = Date.UTC(2026, 5, 15, 12)

const ago = (minutes: number, overrides: Partial<JobRecord>): ListedJob => {
  const job = jobRecord({ createdAtMs: nowMs - minutes * 60_000, ...overrides })
  return { id: job.id, job }
}
const done = { state: 'posted', settled: microcredits(120_000), settledBy: 'final' } as const

const factsFor = async (
  jobs: readonly ListedJob[],
  where: Partial<Target> = {},
  server = serverBudget(),
): Promise<readonly (readonly [string, readonly string[]])[]> => {
  const asked: unknown[] = []
  const latest = (...call: unknown[]) => {
    asked.push(call)
    return Promise.resolve(jobs)
  }
  const ports = { ...recordingBudgets({ server }), ...noApprovals, jobList: { latest } }
  const { facts } = await runUtility(
    readyUtility(creditsCommand, ports),
    undefined,
    {},
    { target: target(where) },
  )
  const { member } = target(where)
  expect(asked).toEqual([[{ account: `discord:${target(where).server}`, member }, 0, 10]])
  return facts.map(({ label, value }) => [label, linesOf(value)] as const)
}

const latestIn = async (...call: Parameters<typeof factsFor>) =>
  (await factsFor(...call)).find(([label]) => label === 'Latest requests')?.[1]

test('/credits lists the latest requests with what each cost', async () => {
  const jobs = [
    ago(0, { state: 'submitted', held: microcredits(200_000), estimate: microcredits(150_000) }),
    ago(1, { feature: 'result', held: noCredits, state: 'posted', settled: noCredits }),
    ago(2, { state: 'accepted', feature: 'tts', held: microcredits(70_000) }),
    { id: 'unreadable', job: undefined },
    ago(60, done),
    ago(120, { state: 'failed', held: microcredits(200_000), settled: noCredits, settledBy: 'final' }),
    ago(3_000, done),
    ago(4_000, done),
  ]
  expect(await latestIn(jobs)).toEqual([
    '/music: about 0.15 credits · just now',
    '/tts: up to 0.07 credits · 2 minutes ago',
    '/music: 0.12 credits · 1 hour ago',
    '/music: nothing charged · 2 hours ago',
    '/music: 0.12 credits · 2 days ago',
  ])
})

test('/credits has them in a direct message too, and nothing where there are none', async () => {
  const personal = { server: '@member-1', channel: 'dm-1' }
  expect(await latestIn([ago(5, done)], personal)).toEqual(['/music: 0.12 credits · 5 minutes ago'])
  expect(await latestIn([])).toBeUndefined()
})

test.each([
  [Date.UTC(2026, 6, 1), 0],
  [Date.UTC(2026, 6, 1, 5), 1],
])(
  "/credits says when the operator's limit resets, unless that is when the others do",
  async (resetsAtMs, count) => {
    const { spent, held } = serverBudget()
    const allowance = { status: 'allowed', ceiling: microcredits(500_000), spent, held, resetsAtMs } as const
    const facts = await factsFor([], {}, serverBudget({ allowance }))
    expect(facts.filter(([label]) => label === "Operator's limit resets")).toHaveLength(count)
  },
)

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DashboardDeps } from '../../../src/app/dashboard/deps.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { AppError } from '../../../src/core/errors.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { accountOf } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'
import { makeBusy } from '../../support/dashboard/busy-servers.ts'
import { type DashboardWorld, openDashboardWorld } from '../../support/dashboard/dashboard-world.ts'
import { deadJob } from '../../support/jobs/dead-letters.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
let dashboard: DashboardWorld

const open = async (options: Parameters<typeof openDashboardWorld>[1] = {}): Promise<DashboardWorld> => {
  const opened = await openDashboardWorld(world, options)
  await opened.signIn()
  return opened
}

beforeEach(async () => {
  world = openStoreWorld({ operatorLimit: 60_000_000 })
  dashboard = await open()
})
afterEach(async () => {
  await dashboard.close()
  world.close()
})

/** What a reader sees of a page: its words, without markup. */
const textOf = (body: string): string =>
  body
    .replaceAll(/<(?:style|title)[^>]*>.*?<\/(?:style|title)>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')

const read = async (path: string, from = dashboard): Promise<string> => {
  const answer = await from.get(`/dashboard${path}`)
  expect(answer.statusCode, path).toBe(200)
  return textOf(answer.body)
}

describe('where nothing happened yet', () => {
  test.each([
    ['', ['Nothing needs you.', 'No job has been charged this month.', 'Nothing yet.']],
    ['/servers', ['No server has used credits yet.']],
    ['/servers/discord:81384788765712384', ['No jobs yet.', 'Nothing was spent in the last 30 days.']],
    ['/jobs', ['No such jobs.']],
    ['/problems', ['No dead letters.', 'None this week']],
  ])('the page %s says so', async (path, texts) => {
    const text = await read(path)
    for (const said of texts) expect(text).toContain(said)
  })

  test('who is let in first is said where the settings name nobody', async () => {
    const other = await open({ named: [] })
    expect(await read('/servers', other)).toContain('The first one of each chat will be, automatically')
    await other.close()
  })

  test.each([
    '/servers/elsewhere:1',
    '/servers/discord:x',
    '/jobs/x',
    `/jobs/b00x${'a'.repeat(25)}`,
    '/else',
  ])('%s is nowhere', async (path) => expect((await dashboard.get(`/dashboard${path}`)).statusCode).toBe(404))
})

describe('a busy month', () => {
  let busy: Awaited<ReturnType<typeof makeBusy>>
  beforeEach(async () => {
    busy = await makeBusy(world, { days: 4 })
    await dashboard.signIn() // days have passed
  })

  test('is summed up: what needs somebody, money, days, the queue and the costs by feature', async () => {
    const text = await read('')
    expect(text).toContain('1 dead letter : jobs that no worker continues')
    expect(text).toContain('2 jobs of this week with a hidden result or an unknown outcome')
    expect(text).toMatch(/Spent this month \d+\.\d\d of 60 /)
    expect(text).toMatch(/Waiting 1 show Running 3 show/)
    expect(text).toMatch(/At the service 2 /)
    expect(text).toMatch(/lyrics \d+ \d\.\d\d \d\.\d\d \d\.\d\d \d+ %/)
    const { body } = await dashboard.get('/dashboard')
    expect(body.match(/<rect [^>]*><title>/g)).toHaveLength(30)
  })

  test('lists its servers in any order, by what they spent unless another is wanted', async () => {
    const spentIn = async (query: string) =>
      [
        ...(await dashboard.get(`/dashboard/servers${query}`)).body.matchAll(
          /href="\/dashboard\/servers\/(discord%3A\d+)"/g,
        ),
      ].map(([, account = '']) => decodeURIComponent(account))
    const servers = new Map(
      (await dashboard.deps.servers()).map((server) => [server.account as string, server]),
    )
    const bySpent = (await spentIn('')).map((account) => servers.get(account)?.spent ?? -1)
    expect(bySpent).toHaveLength(busy.accounts.length)
    expect(bySpent).toEqual(bySpent.toSorted((one, other) => other - one))
    expect(await spentIn('?sort=server')).toEqual(busy.accounts.toSorted())
    expect(await spentIn('?sort=nonsense&page=-4')).toEqual(await spentIn(''))
  })

  test('tells of a server its budget, its spending and its newest jobs', async () => {
    const [account = 'discord:0'] = busy.accounts
    const text = await read(`/servers/${encodeURIComponent(account)}`)
    expect(text).toContain('Budget 10 a month')
    expect(text).toContain('Paused by admins none')
    expect(text).toContain('let in')
  })

  test('calls a server by its name where this process knows it, whatever the name is', async () => {
    const name = '<b>Shanty Town</b>'
    const other = await open({
      deps: { names: async () => (account) => (account === busy.accounts[0] ? name : undefined) },
    })
    const [account = 'discord:0'] = busy.accounts
    const [job] = await other.deps.jobList.latest({ account, member: undefined }, 0, 1)
    for (const path of ['/servers', `/servers/${busy.accounts[0]}`, `/jobs/${job?.id}`]) {
      const { body } = await other.get(`/dashboard${path}`)
      expect(body).toContain('&lt;b&gt;Shanty Town&lt;/b&gt;')
      expect(body).toContain(busy.accounts[0])
    }
    await other.close()
  })

  test('lists jobs of all servers, newest first, and those in a state alone', async () => {
    const names = async (query: string) =>
      [
        ...(await dashboard.get(`/dashboard/jobs${query}`)).body.matchAll(
          /href="\/dashboard\/jobs\/(b\d\dx\w+)"/g,
        ),
      ].map(([, id]) => id)
    const all = await names('')
    expect(all[0]).toBe(busy.dead.id)
    expect(await names('?state=waiting')).toEqual([busy.jobs.accepted?.id])
    expect(await names('?state=hidden')).toEqual([busy.jobs.withheld?.id])
    expect(await names('?state=unknown')).toEqual([busy.jobs.uncertain?.id, busy.jobs.booked?.id])
    expect((await names('?state=running')).toSorted()).toEqual(
      [busy.dead.id, busy.jobs.submitted?.id, busy.jobs.uncertain?.id].toSorted(),
    )
  })

  test('is found by the name of a job', async () => {
    const found = await dashboard.get(`/dashboard/jobs/find?job=%23${jobName(busy.dead.id).toUpperCase()}`)
    expect(found.headers.location).toBe(`/dashboard/jobs/${busy.dead.id}`)
  })

  test('tells the steps of a job with its money', async () => {
    const text = await read(`/jobs/${busy.jobs.posted?.id}`)
    expect(text).toMatch(/Requested/)
    expect(text).toMatch(
      /Held 0\.20 .*Taken by the audio service .*Charged 0\.12 after 0\.15 .*Became posted/,
    )
    expect(text).toContain('Nothing to do: workers take care of it.')
  })

  test('names what needs somebody: dead letters, hidden results and unknown outcomes', async () => {
    const text = await read('/problems')
    expect(text).toContain(`${jobName(busy.dead.id)} `)
    expect(text).toContain('Its steps did not finish, ten times in a row')
    expect(text).toMatch(/withheld .* Show result/)
    expect(text).toMatch(/booked The audio service never confirmed the request\..* Refund/)
  })
})

describe('what needs somebody is said first:', () => {
  const problem = { name: 'discord', problem: 'is not connected' }
  const noCounts = async () => ({ ...(await dashboard.deps.countJobs()), overdueMs: 600_000 })
  const usedUp = async () => ({ ...(await dashboard.deps.operator.read()), limit: microcredits(0) })

  test.each<[string, string, () => Partial<DashboardDeps>]>([
    [
      'a chat that is away',
      'Discord : is not connected',
      () => ({ readiness: async () => ({ isReady: false, problems: [problem], degraded: [] }) }),
    ],
    [
      'a refused key, also in processes that do not report it',
      'Audio service : the audio service does not accept its key',
      () => ({ places: { pausedFor: async () => 'key' } }),
    ],
    ['workers that do not come', 'No worker has come for 10 min', () => ({ countJobs: noCounts })],
    [
      'a limit that is used up',
      'OPERATOR_LIMIT is used up for this month',
      () => ({ operator: { read: usedUp } }),
    ],
  ])('%s', async (_, says, deps) => {
    const other = await open({ deps: deps() })
    const text = await read('', other)
    expect(text).toContain(`Needs you ${says}`)
    expect(text).not.toContain('Nothing needs you.')
    await other.close()
  })

  test('a pause of everything, with its notice and the way on', async () => {
    await world.allowlist.setPause('Back at 6 pm.')
    const text = await read('')
    expect(text).toContain('All spending is paused : “ Back at 6 pm. ”')
    expect(text).toContain('Resume spending')
  })
})

test('older jobs are on further pages, each job once', async () => {
  await giveBudget(world, 100_000_000)
  const made: string[] = []
  for (let count = 0; count < 120; count += 1) {
    made.unshift((await jobIn(world, 'requested')).id)
    world.clock.advance(1_000)
  }
  const seen: string[] = []
  let path: string | undefined = '/dashboard/jobs'
  for (let pages = 0; path !== undefined && pages < 5; pages += 1) {
    const { body }: { body: string } = await dashboard.get(path)
    seen.push(...[...body.matchAll(/href="\/dashboard\/jobs\/(b\d\dx\w+)"/g)].map(([, id = '']) => id))
    path = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen).toEqual(made)
})

describe('what others wrote', () => {
  const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)> \u202egnp.exe`

  test('is text, whatever it is', async () => {
    await giveBudget(world, 100_000_000)
    await world.budgets.setPause({
      account: accountOf(target()),
      eventId: 'event-pause',
      actor: 'admin-1',
      of: { kind: 'server' },
      isPaused: false,
      reason: hostile,
    })
    const job = await deadJob(
      world,
      'submitted',
      jobRequest({ values: { prompt: hostile, [hostile]: 'x' }, feature: hostile }, { member: hostile }),
    )
    await world.allowlist.setPause(hostile)
    for (const path of ['', '/servers', '/jobs', `/jobs/${job.id}`, '/problems']) {
      const { body } = await dashboard.get(`/dashboard${path}`)
      expect(body, path).not.toMatch(/<script|<img|\u202e/)
    }
    const { body } = await dashboard.get(`/dashboard/jobs/${job.id}`)
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x')
  })

  test('in a search or an address is text, too', async () => {
    for (const path of [
      '/jobs?state=<script>',
      '/jobs?from=<script>',
      '/servers?sort=<script>&page=<script>',
    ])
      expect((await dashboard.get(`/dashboard${path}`)).body).not.toContain('<script')
  })

  test('is not shown once its member deleted the message', async () => {
    await giveBudget(world, 100_000_000)
    const job = await jobIn(world, 'posted')
    expect(await read(`/jobs/${job.id}`)).toContain('a sea shanty')
    await world.store.remove(job, 'member-1')
    expect(await read(`/jobs/${job.id}`)).not.toContain('a sea shanty')
  })
})

describe('while Redis is away', () => {
  test('a page says why there is none, and no secret', async () => {
    const lost = new AppError('store_unavailable', 'Redis: Connection is closed.')
    const problems = [{ name: 'Redis', problem: 'does not answer' }]
    const other = await open({
      deps: {
        countJobs: () => Promise.reject(lost),
        readiness: async () => ({ isReady: false, problems, degraded: [] }),
      },
    })
    const answer = await other.get('/dashboard')
    expect(answer.statusCode).toBe(503)
    expect(textOf(answer.body)).toContain(
      'Redis cannot be reached Every page needs it. Redis: does not answer',
    )
    await other.close()
  })

  test('a bug is logged and not shown', async () => {
    const other = await open({ deps: { countJobs: () => Promise.reject(new Error('a detail')) } })
    const answer = await other.get('/dashboard')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('a detail')
    await other.close()
  })
})

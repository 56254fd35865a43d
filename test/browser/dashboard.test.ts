import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { JobRecord } from '../../src/core/job/job.ts'
import { jobName } from '../../src/core/job-id.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { makeBusy } from '../support/dashboard/busy-servers.ts'
import { adminToken, type DashboardWorld, openDashboardWorld } from '../support/dashboard/dashboard-world.ts'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { firstRows } from '../support/suite/runs.ts'

// Pictures of the operator's dashboard, at each run, in reports/dashboard, all of them in the long form. docs/images/dashboard.png is the first of them.

const root = fileURLToPath(new URL('../../', import.meta.url))
const shotsFolder = join(root, 'reports/dashboard')
const screens = { wide: { width: 1280, height: 900 }, phone: { width: 360, height: 780 } } as const
/** In the short form each screen and each colour scheme once. */
const looks = firstRows(2, [
  ['wide', 'light'],
  ['phone', 'dark'],
  ['wide', 'dark'],
  ['phone', 'light'],
])

let world: StoreWorld
let dashboard: DashboardWorld
let browser: Browser
let page: Page
let url: string
let dead: JobRecord
let server: string
const problems: string[] = []

beforeAll(async () => {
  world = openStoreWorld({ operatorLimit: 60_000_000 })
  const names = [
    'Shanty Town',
    'Compilers Anonymous',
    'Synthé Club Genève',
    'Tuesday Choir',
    'The Linker Band',
  ]
  dashboard = await openDashboardWorld(world, {
    deps: { names: async () => (account) => names[Number(account.at(-1)) % 7] },
  })
  const busy = await makeBusy(world, { servers: 30 })
  dead = busy.dead
  server = busy.accounts[1] ?? ''
  url = `${await dashboard.server.listen({ host: '127.0.0.1', port: 0 })}/dashboard`
  const program = await findChromium(join(root, '.cache'))
  browser = await chromium.launch(program)
  page = await browser.newPage({ viewport: screens.wide, colorScheme: 'light' })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (said) => said.type() === 'error' && problems.push(said.text()))
  await mkdir(shotsFolder, { recursive: true })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await dashboard?.close()
  world?.close()
})
afterEach(() => expect(problems, 'what went wrong in the page').toEqual([]))

/** What axe-core finds wrong, each in a line. It runs apart from the page, whose policy forbids scripts. */
const barriers = async (): Promise<readonly string[]> => {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as { axe: typeof axe }
    return (await judge.run({ resultTypes: ['violations'] })).violations
  })
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** How far the page is wider than the screen. */
const overflow = (): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

const look = async (name: string): Promise<void> => {
  for (const [size, colorScheme] of looks) {
    await page.setViewportSize(screens[size])
    await page.emulateMedia({ colorScheme })
    expect(await barriers(), `${name} ${size} ${colorScheme}`).toEqual([])
    expect(await overflow(), `${name} ${size}`).toBe(0)
    await page.screenshot({ path: join(shotsFolder, `${name}-${size}-${colorScheme}.png`), fullPage: true })
  }
  await page.setViewportSize(screens.wide)
  await page.emulateMedia({ colorScheme: 'light' })
}

test('signs in with the token, and says what a wrong one is', async () => {
  await page.goto(url)
  await page.getByLabel('ADMIN_TOKEN').fill('a wrong token')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  problems.length = 0 // Chromium reports the 401
  await look('sign-in')
  await page.getByLabel('ADMIN_TOKEN').fill(adminToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
})

/** First those with a table and with a form. */
const pages = firstRows(2, [
  ['servers', '/servers'],
  ['job', '/jobs/JOB'],
  ['overview', ''],
  ['server', '/servers/SERVER'],
  ['jobs', '/jobs'],
  ['problems', '/problems'],
])

test.each(pages)(
  'the page %s has no barriers, and fits on a telephone, in light and dark',
  async (name, path) => {
    await page.goto(`${url}${path.replace('SERVER', server).replace('JOB', dead.id)}`)
    await look(name)
  },
)

test('a dead letter is put back by a click, and what was done is listed', async () => {
  await page.goto(`${url}/problems`)
  await page
    .getByRole('row')
    .filter({ hasText: jobName(dead.id) })
    .getByRole('button', { name: 'Retry' })
    .click()
  await page.getByRole('status').filter({ hasText: 'is put back' }).waitFor()
  expect(await page.getByText('No dead letters.').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'retry' })
    .getByRole('link', { name: jobName(dead.id) })
    .waitFor()
})

test('the board of the queue runs by its policy, and asks no other site for anything', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await dashboard.deps.bullQueue.add('wake', { jobId: dead.id, wake: 1 }, { delay: 3_600_000 })
  await page.goto(url)
  await page.getByRole('link', { name: 'Queue' }).click()
  await page.getByText('wake').first().waitFor()
  await page.screenshot({ path: join(shotsFolder, 'board.png') })
  await page.goto(`${url}/queue/queue/wake?status=delayed`)
  await page.getByText(dead.id).first().waitFor()
  await page.screenshot({ path: join(shotsFolder, 'board-queue.png') })
  expect(asked.filter((each) => !each.startsWith(new URL(url).origin))).toEqual([])
})

/** What a script of the board could try to act as the operator, and how far it came. It runs in the board's page. */
const tryAsScript = (formToken: string): string => `(async () => {
  const [url, token] = ${JSON.stringify([url, formToken])}
  const body = () => new URLSearchParams({ form_token: token, form_id: String(Math.random()), notice: 'of a script' })
  const post = url + '/do/pause'
  const [read, sent] = await Promise.all([fetch(url), fetch(post, { method: 'POST', body: body() })])
  navigator.sendBeacon(post, body())
  const opened = open(url)
  const frame = document.createElement('iframe')
  frame.src = url
  const form = Object.assign(document.createElement('form'), { method: 'post', action: post, target: '_blank' })
  form.append(...[...body()].map(([name, value]) => Object.assign(document.createElement('input'), { name, value })))
  document.body.append(frame, form)
  form.submit()
  await new Promise((done) => setTimeout(done, 2000))
  const textIn = (look) => {
    try {
      return look() ?? ''
    } catch {
      return ''
    }
  }
  return {
    read: read.status,
    sent: sent.status,
    opened: textIn(() => opened.document.body.innerText),
    framed: textIn(() => frame.contentDocument.body.innerText),
  }
})()`

test('a script of the board can neither read our pages nor press a button of theirs', async () => {
  await page.goto(url)
  const token = (await page.locator('[name=form_token]').first().getAttribute('value')) ?? ''
  expect(token).not.toBe('')
  await page.goto(`${url}/queue/`)
  expect(await page.evaluate(tryAsScript(token))).toEqual({ read: 403, sent: 403, opened: '', framed: '' })
  expect(await world.allowlist.pause()).toBeUndefined()
  problems.length = 0 // Chromium reports what it refused
  for (const other of page.context().pages()) if (other !== page) await other.close()
})

test('everything is reached by the keyboard alone', async () => {
  await page.goto(url)
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe('Skip to content')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor()
})

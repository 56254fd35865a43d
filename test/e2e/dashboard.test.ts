import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { adminToken, cookieOf } from '../support/dashboard/dashboard-world.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

let world: World
const lines: string[] = []

beforeAll(async () => {
  world = await startStrictWorld({ bot: false, onLine: (_, line) => void lines.push(line) })
})
afterAll(() => world.stop())

/** Signs in, as a browser does when a form is sent, and returns how to read a page. Node's `fetch` says that a script asks. */
const signInto = async ({ httpUrl }: Bot) => {
  const type = 'application/x-www-form-urlencoded'
  const answer = await request(`${httpUrl}/dashboard/login`, {
    method: 'POST',
    headers: { origin: httpUrl, 'content-type': type, 'sec-fetch-mode': 'navigate' },
    body: new URLSearchParams({ token: adminToken }).toString(),
  })
  expect(answer.statusCode).toBe(303)
  const cookie = cookieOf(answer.headers['set-cookie'], 'tunesmith_session') ?? ''
  return async (path: string): Promise<string> => {
    const page = await fetch(`${httpUrl}/dashboard${path}`, { headers: { cookie } })
    expect(page.status, path).toBe(200)
    return page.text()
  }
}

test('the operator sees in the browser what members did in a chat, from every process alike', async () => {
  const settings = { ADMIN_TOKEN: adminToken }
  const [bots, worker] = await Promise.all(
    ['bots', 'worker'].map((role) =>
      world.startBot({ platforms: ['discord'], args: ['--role', role], settings }),
    ),
  )
  if (bots === undefined || worker === undefined) throw new Error('a process is missing')
  const people = createPeople(world.addresses, 'discord')
  const { adminId, memberId } = world.addresses.discord
  await people.allows(adminId, 5)
  await people.uses(memberId, '/music', { prompt: 'a sea shanty about dashboards' })
  await people.sees(memberId, /a sea shanty about dashboards[\s\S]*Made with AI/)
  for (const bot of [bots, worker]) {
    const read = await signInto(bot)
    expect(await read('')).toContain('Nothing needs you.')
    const [, job] = /href="\/dashboard\/jobs\/(b\d\dx\w+)"/.exec(await read('/jobs')) ?? []
    const page = await read(`/jobs/${job}`)
    expect(page).toContain('a sea shanty about dashboards')
    expect(page).toContain('Taken by the audio service')
    expect(await read('/queue/')).toContain('Tunesmith')
  }
  const name = /class="named"[^>]*><bdi>([^<]+)</.exec(await (await signInto(bots))('/servers'))?.[1]
  expect(name).toBeTruthy()
  await Promise.all([bots.process.stop(), worker.process.stop()])
  expect(lines.filter((line) => line.includes(adminToken) || line.includes('about dashboards'))).toEqual([])
})

test('without ADMIN_TOKEN there is no such address', async () => {
  const bot = await world.startBot({ platforms: ['discord'] })
  for (const path of ['', '/', '/login', '/style.css', '/jobs'])
    expect((await fetch(`${bot.httpUrl}/dashboard${path}`)).status).toBe(404)
  await bot.process.stop()
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionMs, wrongTokensPerMinute } from '../../../src/app/dashboard/sessions.ts'
import {
  adminToken,
  cookieOf,
  type DashboardWorld,
  openDashboardWorld,
} from '../../support/dashboard/dashboard-world.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
let dashboard: DashboardWorld

beforeEach(async () => {
  world = openStoreWorld()
  dashboard = await openDashboardWorld(world)
})
afterEach(async () => {
  await dashboard.close()
  world.close()
})

const pages = ['', '/servers', '/servers/discord:1', '/jobs', '/jobs/find', '/problems'].map(
  (path) => `/dashboard${path}`,
)

describe('without a session', () => {
  test.each(pages)('%s leads to the sign-in', async (path) => {
    const answer = await dashboard.get(path)
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/dashboard/login')
    expect(answer.body).toBe('')
  })

  test.each(['do/pause', 'do/retry_all', 'logout'])('nothing is done by %s', async (path) => {
    const answer = await dashboard.post(`/dashboard/${path}`, { form_id: 'form-1' })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/dashboard/login')
    expect(await world.allowlist.pause()).toBeUndefined()
  })

  test('the sign-in page, its style and its letters are there, and say nothing else', async () => {
    const page = await dashboard.get('/dashboard/login')
    expect(page.statusCode).toBe(200)
    for (const name of ['style.css', 'inter-regular.ttf', 'inter-semibold.ttf', 'icon.svg'])
      expect((await dashboard.get(`/dashboard/${name}`)).statusCode, name).toBe(200)
  })
})

describe('a session', () => {
  test('is opened by the token, and ended by signing out', async () => {
    const answer = await dashboard.signIn()
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/dashboard')
    expect((await dashboard.get('/dashboard')).statusCode).toBe(200)
    const out = await dashboard.post('/dashboard/logout', { form_token: await dashboard.formToken() })
    expect(out.headers['set-cookie']).toMatch(/^tunesmith_session=; Path=\/dashboard; Max-Age=0;/)
    expect((await dashboard.get('/dashboard')).statusCode, 'with a copy of its cookie').toBe(303)
  })

  test.each([
    ['nothing', ''],
    ['another token', 'x'.repeat(adminToken.length)],
    ['the beginning of it', adminToken.slice(0, -1)],
    ['more than it', `${adminToken}0`],
  ])('is not opened by %s', async (_, token) => {
    const answer = await dashboard.signIn(token)
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toContain('not the token in ADMIN_TOKEN')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body).not.toContain(adminToken)
  })

  test('ignores a note with a forged signature', async () => {
    await dashboard.signIn()
    const forged = `tunesmith_note=${Buffer.from('Call 555').toString('base64url')}.${'x'.repeat(22)}`
    const page = await dashboard.get('/dashboard', {
      headers: { cookie: `${dashboard.cookie()}; ${forged}` },
    })
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain('Call 555')
  })

  test('lasts twelve hours and not longer', async () => {
    await dashboard.signIn()
    world.clock.advance(sessionMs - 1)
    expect((await dashboard.get('/dashboard')).statusCode).toBe(200)
    world.clock.advance(1)
    expect((await dashboard.get('/dashboard')).statusCode).toBe(303)
  })

  test('is known to every process with this token, and to none with another', async () => {
    await dashboard.signIn()
    const same = await openDashboardWorld(world)
    const headers = { cookie: dashboard.cookie() }
    expect((await same.get('/dashboard', { headers })).statusCode).toBe(200)
    await same.close()
    const other = await openDashboardWorld(world, { token: `${adminToken}-new` })
    expect((await other.get('/dashboard', { headers })).statusCode).toBe(303)
    await other.close()
  })

  test.each([
    ['without a signature', (cookie: string) => cookie.slice(0, cookie.lastIndexOf('.'))],
    ['with another signature', (cookie: string) => `${cookie.slice(0, -22)}${'A'.repeat(22)}`],
    ['that began later', (cookie: string) => cookie.replace(/=\d/, '=9')],
    ['that is another signed text', () => 'tunesmith_session=x'],
  ])('%s is none', async (_, forge) => {
    await dashboard.signIn()
    const headers = { cookie: forge(dashboard.cookie()) }
    expect((await dashboard.get('/dashboard', { headers })).statusCode).toBe(303)
  })
})

describe('the cookie', () => {
  test('is found behind others of its name, which another page of this host may have set', async () => {
    await dashboard.signIn()
    const ended = dashboard.cookie()
    await dashboard.post('/dashboard/logout', { form_token: await dashboard.formToken() })
    await dashboard.signIn()
    const others = `tunesmith_session=x; tunesmith_note=x; ${ended}`
    const headers = { cookie: `${others}; ${dashboard.cookie()}` }
    expect((await dashboard.get('/dashboard', { headers })).statusCode).toBe(200)
    const found = await dashboard.get('/dashboard/jobs/find?job=zzzz', { headers })
    const note = cookieOf(found.headers['set-cookie'], 'tunesmith_note')
    const shown = await dashboard.get('/dashboard/jobs', {
      headers: { cookie: `${headers.cookie}; ${note}` },
    })
    expect(shown.body).toContain('No job has that name.')
  })

  const flags = async (publicUrl: string | undefined, headers: Record<string, string>) => {
    const other = await openDashboardWorld(world, publicUrl === undefined ? {} : { publicUrl })
    const answer = await other.post('/dashboard/login', { token: adminToken }, { headers })
    await other.close()
    return String(answer.headers['set-cookie'])
  }

  test('is for the dashboard alone, for no script and no other site', async () => {
    const answer = await dashboard.signIn()
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^tunesmith_session=\d+\.[\w-]{22}\.[\w-]{22}; Path=\/dashboard; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    )
  })

  const outside = { host: 'tunes.example', origin: 'https://tunes.example' }
  test.each([
    ['behind a proxy that says so', undefined, { 'x-forwarded-proto': 'https' }, true],
    ['at a PUBLIC_URL with https', 'https://tunes.example', outside, true],
    ['at localhost, whatever PUBLIC_URL is', 'https://tunes.example', {}, false],
    ['by plain http', undefined, {}, false],
  ] as const)('%s is for https only: %s', async (_, publicUrl, headers, isSecure) => {
    const cookie = await flags(publicUrl, headers)
    expect(cookie.includes('; Secure')).toBe(isSecure)
    expect(cookie.startsWith('__Secure-tunesmith_session=')).toBe(isSecure)
  })
})

describe('wrong tokens', () => {
  const tryMany = async () => {
    for (let count = 0; count < wrongTokensPerMinute; count += 1) await dashboard.signIn('wrong')
  }

  test('are limited, which is said, and the right one is taken all the same', async () => {
    await tryMany()
    const answer = await dashboard.signIn('wrong')
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe('6')
    expect(answer.body).toContain('Many others were wrong, too.')
    expect((await dashboard.signIn()).statusCode).toBe(303)
    world.clock.advance(6_000)
    expect((await dashboard.signIn('wrong')).statusCode).toBe(401)
  })

  test('are limited no longer because a clock steps back', async () => {
    let nowMs = world.clock.now()
    const other = await openDashboardWorld(world, { deps: { now: () => nowMs } })
    nowMs -= 3_600_000
    expect((await other.signIn('wrong')).statusCode).toBe(401)
    await other.close()
  })

  test('end no session that is open', async () => {
    await dashboard.signIn()
    const headers = { cookie: dashboard.cookie() }
    await tryMany()
    expect((await dashboard.get('/dashboard', { headers })).statusCode).toBe(200)
  })
})

describe('a form', () => {
  beforeEach(() => dashboard.signIn())

  const send = async (headers: Record<string, string>, token?: string) =>
    dashboard.post(
      '/dashboard/do/pause',
      { form_token: token ?? (await dashboard.formToken()), form_id: 'form-1' },
      { headers },
    )

  test.each([
    ['of its own page', {}, 303],
    ['of its own page, by a browser that says so', { 'sec-fetch-site': 'same-origin' }, 303],
    ['of another site', { origin: 'https://evil.example' }, 403],
    ['of another site, by a browser that says so', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of another site of the same domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['of a page that hides where it is', { origin: 'null' }, 403],
    ['of its own page, that is sent as one', { 'sec-fetch-mode': 'navigate' }, 303],
    ['of a script of this origin', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 403],
    ['of one that wants no answer', { 'sec-fetch-mode': 'no-cors' }, 403],
  ])('%s is answered with %o: %d', async (_, headers, status) => {
    expect((await send(headers)).statusCode).toBe(status)
    expect(await world.allowlist.pause()).toBe(status === 303 ? '' : undefined)
  })

  test.each([
    ['without its token', ''],
    ['with another token', 'A'.repeat(22)],
  ])('%s is refused', async (_, token) => {
    const answer = await send({}, token)
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('reload the page')
    expect(await world.allowlist.pause()).toBeUndefined()
  })

  test('with the token of another session is refused', async () => {
    const token = await dashboard.formToken()
    await dashboard.signIn()
    expect((await send({}, token)).statusCode).toBe(403)
  })

  test('of another site opens no session', async () => {
    const headers = { origin: 'https://evil.example' }
    const answer = await dashboard.post('/dashboard/login', { token: adminToken }, { headers })
    expect(answer.statusCode).toBe(403)
    expect(cookieOf(answer.headers['set-cookie'], 'tunesmith_session')).toBeUndefined()
  })

  test('leads back to our own pages only', async () => {
    const { location } = await dashboard.act('resume', { back: 'https://evil.example/dashboard' })
    expect(location).toBe('/dashboard')
  })

  test('that is longer than any of ours is not read', async () => {
    const answer = await dashboard.post('/dashboard/do/pause', { notice: 'x'.repeat(10_000) })
    expect(answer.statusCode).toBe(413)
  })
})

test.each(['empty', 'iframe', 'script', 'image'])(
  'no page is shown to a script of this origin that asks for it as %s',
  async (goal) => {
    await dashboard.signIn()
    for (const path of pages) {
      const answer = await dashboard.get(path, { headers: { 'sec-fetch-dest': goal } })
      expect(answer.statusCode, path).toBe(403)
      expect(answer.body).not.toContain('form_token')
    }
    const headers = { 'sec-fetch-dest': 'document' }
    expect((await dashboard.get('/dashboard', { headers })).statusCode).toBe(200)
  },
)

test('every answer forbids scripts, frames, other sites and keeping', async () => {
  await dashboard.signIn()
  for (const path of [...pages, '/dashboard/login', '/dashboard/style.css']) {
    const { headers } = await dashboard.get(path)
    expect(headers['content-security-policy'], path).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    if (!path.endsWith('.css')) expect(headers['cache-control']).toBe('no-store')
  }
})

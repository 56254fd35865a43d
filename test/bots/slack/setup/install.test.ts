import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import { type InstalledStage, openInstalledStage } from '../installed-stage.ts'

let stage: InstalledStage

beforeEach(async () => {
  stage = await openInstalledStage()
})
afterEach(() => stage.close())

const home = () => stage.teams[0]
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${stage.publicUrl}${path}`, { headers, redirect: 'manual' })

const stranger = '203.0.113.5'
/** As a proxy adds it to what a browser sent. */
const from = (address: string) => ({ 'x-forwarded-for': `192.0.2.1, ${address}` })

/** Where Slack leads a browser back to that allowed the app. */
const allowed = async (slackPage: string, { teamId } = home()): Promise<string> => {
  const body = new URLSearchParams({ answer: 'allow', team: teamId })
  const decided = await fetch(slackPage, { method: 'POST', body, redirect: 'manual' })
  return decided.headers.get('location') ?? ''
}
const statusAndText = async (response: Response) => ({
  status: response.status,
  text: (await response.text())
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim(),
})

describe('the first page', () => {
  test('leads to Slack with our scopes, and leaves a signed state in the browser', async () => {
    const started = await get('/slack/install')
    const url = new URL(started.headers.get('location') ?? '')
    expect(started.status).toBe(302)
    expect(url.pathname).toBe('/oauth/v2/authorize')
    expect(url.searchParams.get('client_id')).toBe(stage.standIn.addresses.clientId)
    expect(url.searchParams.get('scope')?.split(',')).toContain('app_mentions:read')
    expect(url.searchParams.get('redirect_uri')).toBe(`${stage.publicUrl}/slack/oauth_redirect`)
    const cookie = started.headers.get('set-cookie') ?? ''
    expect(cookie).toContain(`=${url.searchParams.get('state')};`)
    expect(cookie).toMatch(/Secure; HttpOnly; Path=\/; Max-Age=600$/)
  })

  test.each(['POST', 'DELETE'])('answers no %s', async (method) => {
    expect((await fetch(`${stage.publicUrl}/slack/install`, { method })).status).toBe(404)
  })

  test('refuses more than ten visits a minute from one address, and nobody else’s', async () => {
    const statuses: number[] = []
    for (let visit = 0; visit < 70; visit += 1)
      statuses.push((await get('/slack/install', from(stranger))).status)
    expect(statuses.filter((status) => status === 302)).toHaveLength(10)
    expect((await get('/slack/install', from('198.51.100.7'))).status).toBe(302)
    stage.clock.advance(60_001)
    expect((await get('/slack/install', from(stranger))).status).toBe(302)
  })
})

describe('a return from Slack', () => {
  /** A browser that a signed state leads back, with this code. */
  const comeBack = async (address: string, code?: string) => {
    const started = await get('/slack/install', from(address))
    const cookie = (started.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const back = new URL(await allowed(started.headers.get('location') ?? ''))
    if (code !== undefined) back.searchParams.set('code', code)
    return () => fetch(back, { headers: { cookie, ...from(address) } })
  }
  const asked = () =>
    stage.wire.since(0).filter(({ summary }) => summary === 'oauth.v2.access invalid_code').length

  test('is held back neither by visits nor by returns with made-up states', async () => {
    const finish = await comeBack(stranger)
    for (let visit = 0; visit < 70; visit += 1) {
      await get('/slack/install', from(stranger))
      await get('/slack/oauth_redirect?code=1.2.3&state=e30.e30.e30', {
        cookie: 'slack-app-oauth-state=e30.e30.e30',
        ...from(stranger),
      })
    }
    expect((await finish()).status).toBe(200)
  })

  test('calls Slack five times a minute at most for one address, so that its rates are left for tokens', async () => {
    const statuses: number[] = []
    for (let visit = 0; visit < 7; visit += 1)
      statuses.push((await (await comeBack(stranger, '1.2.3'))()).status)
    expect([statuses, asked()]).toEqual([[400, 400, 400, 400, 400, 503, 503], 5])
    expectRefusals(...Array.from({ length: 5 }, () => 'oauth.v2.access: invalid_code'))
    expect((await (await comeBack('198.51.100.7'))()).status).toBe(200)
  })
})

describe('the last page', () => {
  test('says that the app is there, how to invite it, and is not kept by the browser', async () => {
    const { slackPage, cookie } = await stage.begin()
    const response = await fetch(await allowed(slackPage), { headers: { cookie } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await statusAndText(response)).toEqual({
      status: 200,
      text: 'Tunesmith is in Sandbox. Tunesmith is in Sandbox. Invite it into a channel with /invite @Tunesmith.',
    })
  })

  test('says if the operator has to let the workspace in', async () => {
    stage.letIn.clear()
    const { text } = await stage.install(home())
    expect(text).toContain('Credits aren&#39;t turned on here.')
    expect(text).toContain(`npm run servers -- allow slack:${home().teamId}`)
  })

  test('says that nothing changed for an admin who cancels', async () => {
    const { status, text } = await stage.install(home(), 'cancel')
    expect([status, text]).toEqual([403, expect.stringContaining('You said no on Slack')])
    expect(await stage.installations.all()).toEqual([])
  })

  const otherBrowsers = {
    'without the cookie': async () => '',
    'with the cookie of another visit': async () => (await stage.begin()).cookie,
    'with a made-up cookie': async () => 'slack-app-oauth-state=made-up',
  }
  test.each(Object.entries(otherBrowsers))('refuses a browser %s', async (_, cookieOf) => {
    const { slackPage } = await stage.begin()
    const back = await fetch(await allowed(slackPage), { headers: { cookie: await cookieOf() } })
    expect(await statusAndText(back)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Start again. Install Tunesmith'),
    })
    expect(await stage.installations.all()).toEqual([])
  })

  test('refuses a state that we did not sign', async () => {
    const cookie = 'slack-app-oauth-state=e30.e30.e30'
    const back = await get('/slack/oauth_redirect?code=1.2.3&state=e30.e30.e30', { cookie })
    expect(back.status).toBe(400)
  })

  const exchanges = () =>
    stage.wire.since(0).filter(({ summary }) => summary.startsWith('oauth.v2.access')).length

  test('takes a state only once, even in the browser that started', async () => {
    const { slackPage, cookie } = await stage.begin()
    const [address, another] = [await allowed(slackPage), await allowed(slackPage)]
    expect((await fetch(address, { headers: { cookie } })).status).toBe(200)
    for (const again of [address, another])
      expect(await statusAndText(await fetch(again, { headers: { cookie } }))).toMatchObject({
        status: 400,
        text: expect.stringContaining('Start again.'),
      })
    expect([exchanges(), (await stage.installations.all()).length]).toEqual([1, 1])
  })

  test('takes no code that Slack doesn’t know', async () => {
    const { slackPage, cookie } = await stage.begin()
    const address = new URL(await allowed(slackPage))
    address.searchParams.set('code', '1.2.3')
    expectRefusals('oauth.v2.access: invalid_code')
    expect((await fetch(address, { headers: { cookie } })).status).toBe(400)
    expect(await stage.installations.all()).toEqual([])
  })

  test('asks for another try while Slack does not answer', async () => {
    stage.standIn.faults.add({ method: 'oauth.v2.access', answer: 'lost', times: 1 })
    expect((await stage.install(home())).status).toBe(503)
  })
})

describe('an app that can’t stay', () => {
  const uninstalls = () => stage.wire.since(0).filter(({ summary }) => summary === 'apps.uninstall ok').length
  const account = () => `slack:${home().teamId}` as const

  test.each([
    [
      'which the operator has blocked',
      () => stage.operator.blocked.push(account()),
      'Your bot operator has blocked this server',
    ],
    [
      'that OPERATOR_SERVERS does not name, although it names others',
      () => [stage.operator.servers.push('slack:T0OTHER'), stage.letIn.delete(account())],
      'npm run servers -- allow slack:',
    ],
  ])('in a workspace %s is uninstalled, and nothing of it is kept', async (_, refuse, text) => {
    refuse()
    const visit = await stage.install(home())
    expect([visit.status, visit.text]).toEqual([400, expect.stringContaining(text)])
    expect(visit.text).toContain('Tunesmith was not installed.')
    expect([uninstalls(), await stage.installations.all()]).toEqual([1, []])
  })

  test('because a scope was not granted is uninstalled', async () => {
    const { slackPage, cookie } = await stage.begin()
    const fewer = new URL(slackPage)
    fewer.searchParams.set('scope', 'chat:write,commands')
    const [, second] = stage.teams // which has granted nothing before
    const back = await fetch(await allowed(fewer.href, second), { headers: { cookie } })
    expect(await statusAndText(back)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Slack didn&#39;t grant everything that Tunesmith needs.'),
    })
    expect([uninstalls(), await stage.installations.all()]).toEqual([1, []])
  })

  test('stays as it was where it was installed before', async () => {
    await stage.install(home())
    stage.operator.blocked.push(account())
    expect((await stage.install(home())).status).toBe(400)
    expect([uninstalls(), (await stage.installations.all()).length]).toEqual([0, 1])
  })

  test('can be installed where OPERATOR_SERVERS names Discord’s servers alone, or names it', async () => {
    const [first, second] = stage.teams
    stage.operator.servers.push('discord:81384788765712384')
    expect((await stage.install(first)).status).toBe(200)
    stage.operator.servers.push(`slack:${second.teamId}`)
    expect((await stage.install(second)).status).toBe(200)
  })
})

test('a process that is not connected, or ends, installs nothing', async () => {
  await stage.slack.stop('listening')
  expect((await get('/slack/install')).status).toBe(503)
})

test('nothing that was granted is in the log', async () => {
  await stage.install(home())
  const found = await stage.installations.find(home().teamId)
  const token = found?.status === 'open' ? found.installation.token : ''
  expect(token).toMatch(/^xoxb-/)
  expect(JSON.stringify(stage.log.lines)).not.toContain(token)
  expect(JSON.stringify(stage.log.lines)).not.toContain(stage.standIn.addresses.clientSecret)
})

test('the app that is installed again has the new token at once', async () => {
  await stage.install(home())
  const before = await stage.installations.find(home().teamId)
  stage.clock.advance(1)
  await stage.install(home())
  const after = await stage.installations.find(home().teamId)
  expect(after?.version).not.toBe(before?.version)
  expect(await stage.installations.all()).toHaveLength(1)
})

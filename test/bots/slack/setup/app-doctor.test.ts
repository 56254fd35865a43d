import { afterEach, beforeEach, expect, test } from 'vitest'
import { isTokenRefused, slackAppChecks } from '../../../../src/bots/slack/setup/doctor.ts'
import type { Finding } from '../../../../src/core/doctor-check.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import { type InstalledStage, openInstalledStage } from '../installed-stage.ts'

let stage: InstalledStage
beforeEach(async () => {
  stage = await openInstalledStage('socket', { rotatesTokens: true })
})
afterEach(() => stage.close())

const findings = async (changes: { clientSecret?: string; clientId?: string; apiUrl?: string } = {}) => {
  const { api, appToken, clientId, clientSecret } = stage.standIn.addresses
  const { apiUrl = api, ...client } = changes
  const checks = slackAppChecks({
    transport: { kind: 'socket', appToken },
    apiUrl,
    app: { clientId, clientSecret, ...client },
  })
  const found: Finding[] = []
  for (const check of checks) found.push(...(await check.run()))
  return found
}

test('the doctor finds nothing wrong with an app whose ID and secret Slack knows', async () => {
  expectRefusals('oauth.v2.access: invalid_code')
  expect((await findings()).map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
})

test.each([
  ['secret', { clientSecret: 'guess' }, 'bad_client_secret'],
  ['ID', { clientId: '1.2' }, 'invalid_client_id'],
])('the doctor says where to copy the right %s', async (_, changes, code) => {
  expectRefusals(`oauth.v2.access: ${code}`)
  const [found] = await findings(changes)
  expect(found).toMatchObject({
    verdict: 'failed',
    why: expect.stringContaining(code),
    mend: expect.stringContaining('Copy Client ID and Client Secret from Basic Information'),
  })
})

test('the doctor blames the network where Slack can’t be reached', async () => {
  const [found] = await findings({ apiUrl: 'http://127.0.0.1:9/api/' })
  expect(found).toMatchObject({ verdict: 'failed', mend: 'Wait, or check the network.' })
})

test('the doctor tells a refused token from one that Slack says nothing about', async () => {
  const { api } = stage.standIn.addresses
  await stage.install(stage.teams[0])
  const found = await stage.installations.find(stage.teams[0].teamId)
  const token = found?.status === 'open' ? found.installation.token : ''
  expect(await isTokenRefused(token, api)).toBe(false)
  expectRefusals('auth.test: invalid_auth')
  expect(await isTokenRefused('xoxb-none', api)).toBe(true)
  expect(await isTokenRefused(token, 'http://127.0.0.1:9/api/')).toBeUndefined()
})

test('the doctor doesn’t take a token that has expired for a refused one, unless Slack says more', async () => {
  const { api } = stage.standIn.addresses
  const [home] = stage.teams
  await stage.install(home)
  const found = await stage.installations.find(home.teamId)
  const token = found?.status === 'open' ? found.installation.token : ''
  stage.standIn.faults.add({ token: 'expire' })
  expectRefusals('auth.test: token_expired')
  expect(await isTokenRefused(token, api)).toBeUndefined()
  stage.standIn.faults.add({ method: 'auth.test', answer: 'account_inactive', times: 1 })
  expect(await isTokenRefused(token, api)).toBe(true)
})

import {
  App,
  HTTPReceiver,
  type Installation,
  type InstallationStore,
  type Logger,
  LogLevel,
} from '@slack/bolt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SlackStandIn, startSlack } from '../../../sandbox/slack/stand-in.ts'
import { createWire, type Wire } from '../../../sandbox/wire.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { distributed } from './oauth-support.ts'
import { until } from './support.ts'

/** What goes wrong here is meant to, and is looked at. */
const logger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
}
const scopes = ['chat:write', 'commands']

let clock: Clock
let wire: Wire
let slack: SlackStandIn
let origin: string
let receiver: HTTPReceiver
let app: App
let installations: Map<string, Installation>

/** What an operator would keep in a database, by workspace. */
const store = (): InstallationStore => ({
  storeInstallation: async (installation) => {
    installations.set(installation.team?.id ?? '', structuredClone(installation) as Installation)
  },
  fetchInstallation: async ({ teamId }) => {
    const found = installations.get(teamId ?? '')
    if (!found) throw new Error(`The app is not in ${teamId}`)
    return structuredClone(found) as Installation<'v2', boolean>
  },
  deleteInstallation: async ({ teamId }) => {
    installations.delete(teamId ?? '')
  },
})

/** The framework as a sold app runs it: its own pages, its own store, its own refreshing. */
const start = async (rotates: boolean): Promise<void> => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const redirectUri = `${origin}/slack/oauth_redirect`
  const declared = distributed({ rotates })
  slack.installManifest({
    ...declared,
    oauth_config: { ...declared.oauth_config, redirect_urls: [redirectUri] },
  })
  const { api, signingSecret, clientId, clientSecret } = slack.addresses
  const clientOptions = { slackApiUrl: api, retryConfig: { retries: 0 } }
  receiver = new HTTPReceiver({
    signingSecret,
    clientId,
    clientSecret,
    logger,
    stateSecret: 'a state secret',
    scopes,
    redirectUri,
    installationStore: store(),
    installerOptions: {
      authorizationUrl: `${new URL(api).origin}/oauth/v2/authorize`,
      redirectUriPath: '/slack/oauth_redirect',
      directInstall: true,
      clientOptions,
    },
  })
  const { installer } = receiver
  if (!installer) throw new Error('The receiver has no installer')
  app = new App({ receiver, logger, clientOptions })
  app.command('/music', async ({ ack, command, client }) => {
    await ack()
    await client.chat.postMessage({ channel: command.channel_id, text: `Making ${command.text}` })
  })
  app.event('app_uninstalled', async ({ body }) => {
    await installer.installationStore.deleteInstallation?.({
      teamId: body.team_id,
      enterpriseId: undefined,
      isEnterpriseInstall: false,
    })
  })
  await app.start({ port, host: '127.0.0.1' })
  slack.setRequestUrl(`${origin}/slack/events`)
}

beforeEach(async () => {
  installations = new Map()
  clock = startClock()
  wire = createWire(clock)
  slack = await startSlack({ clock, wire })
})

afterEach(async () => {
  vi.useRealTimers()
  await app.stop()
  await slack.close()
  clock.stop()
})

/** Goes to the app's own page, which leads to Slack's, and keeps the cookie by hand. */
const askToInstall = async () => {
  const response = await fetch(`${origin}/slack/install`, { redirect: 'manual' })
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return { page: response.headers.get('location') ?? '', cookie }
}

const press = async (page: string, answer: 'allow' | 'cancel', team: string) => {
  const body = new URLSearchParams({ answer, team })
  const response = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

/** As a person does it in a browser: the app's page, Slack's page, back to the app. */
const install = async (team: string, answer: 'allow' | 'cancel' = 'allow') => {
  const { page, cookie } = await askToInstall()
  return fetch(await press(page, answer, team), { headers: { cookie } })
}

const ids = () => {
  const { teamId, channelId, memberId, secondTeam } = slack.addresses
  return { home: { teamId, channelId, memberId }, second: secondTeam }
}

const ask = ({ memberId, channelId }: { memberId: string; channelId: string }, text: string) =>
  slack.people.act(memberId, channelId, { command: `/music ${text}` })

const textsIn = (channel: string) => slack.people.messages({ channel }).map(({ text }) => text)

/** When the app's own time has come so far too: what it keeps says in real time when a token expires. */
const passTime = (ms: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  clock.advance(0)
}

// https://docs.slack.dev/tools/bolt-js/concepts/authenticating-oauth
describe("the official framework's own OAuth, without a refusal", () => {
  test('comes into two workspaces and acts in each with its own token', async () => {
    await start(false)
    const { home, second } = ids()
    expect([(await install(home.teamId)).status, (await install(second.teamId)).status]).toEqual([200, 200])
    const [here, there] = [installations.get(home.teamId), installations.get(second.teamId)]
    expect(there).toMatchObject({
      team: { id: second.teamId, name: 'Second Sandbox' },
      bot: { scopes, userId: expect.any(String), id: expect.any(String) },
      isEnterpriseInstall: false,
      tokenType: 'bot',
      authVersion: 'v2',
    })
    expect(there?.bot?.token).not.toBe(here?.bot?.token)
    await Promise.all([ask(home, 'a shanty'), ask(second, 'a waltz')])
    await until(wire, () => slack.people.messages({}).length === 2)
    expect([textsIn(home.channelId), textsIn(second.channelId)]).toEqual([
      ['Making a shanty'],
      ['Making a waltz'],
    ])
    expect(wire.refusals()).toEqual([])
  })

  test('refreshes by itself what has expired after twelve hours, in the workspace that asks', async () => {
    await start(true)
    const { second } = ids()
    await install(second.teamId)
    const before = installations.get(second.teamId)?.bot
    passTime(12 * 60 * 60_000)
    await ask(second, 'a waltz')
    await until(wire, () => textsIn(second.channelId).length === 1)
    const after = installations.get(second.teamId)?.bot
    expect(after?.token).not.toBe(before?.token)
    expect(after?.refreshToken).not.toBe(before?.refreshToken)
    expect(after?.expiresAt).toBe(Math.floor(Date.now() / 1000) + 43_200)
    expect(wire.refusals()).toEqual([])
  })

  test('renews a token through its installer as well, two hours before it expires', async () => {
    await start(true)
    const { teamId } = ids().second
    await install(teamId)
    const query = { teamId, enterpriseId: undefined, isEnterpriseInstall: false }
    const first = await receiver.installer?.authorize(query)
    passTime(9 * 60 * 60_000)
    expect((await receiver.installer?.authorize(query))?.botToken).toBe(first?.botToken)
    passTime(90 * 60_000)
    const renewed = await receiver.installer?.authorize(query)
    expect(renewed?.botToken).not.toBe(first?.botToken)
    expect(wire.refusals()).toEqual([])
  })

  test('hears that it is gone, forgets that workspace, and comes back with another token', async () => {
    await start(false)
    const { second } = ids()
    await install(second.teamId)
    const before = installations.get(second.teamId)?.bot?.token
    slack.uninstallFrom(second.teamId)
    await until(wire, () =>
      wire.since(0).some(({ summary }) => summary.includes('acknowledged event app_un')),
    )
    expect([...installations.keys()]).toEqual([])
    expect(await ask(second, 'a waltz')).toMatchObject({ refused: '/music is not a valid command' })
    await install(second.teamId)
    expect(installations.get(second.teamId)?.bot?.token).not.toBe(before)
    expect(wire.refusals()).toEqual([])
  })

  test('takes no code where the person cancels, or comes back without their cookie', async () => {
    await start(false)
    const { teamId } = ids().second
    expect((await install(teamId, 'cancel')).status).toBe(500)
    const { page } = await askToInstall()
    expect((await fetch(await press(page, 'allow', teamId))).ok).toBe(false)
    expect([...installations.keys()]).toEqual([])
    expect(wire.refusals()).toEqual([])
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl } from '../../../sandbox/control/control.ts'
import type { ActResult } from '../../../sandbox/control/people.ts'
import { type RawBot, startRawBot } from '../discord/support.ts'
import { manifest, modal, type RawApp, startRawApp, until } from './support.ts'

let bot: RawBot
let app: RawApp
let control: Awaited<ReturnType<typeof startControl>>

beforeEach(async () => {
  bot = await startRawBot()
  app = await startRawApp()
  control = await startControl({ discord: bot.discord, slack: app.slack, wire: app.wire, clock: app.clock })
})

afterEach(async () => {
  await control.close()
  await Promise.all([app.stop(), bot.stop()])
})

const act = async (deed: object, url = control.url) => {
  const { memberId, channelId } = app.slack.addresses
  const response = await fetch(`${url}/act`, {
    method: 'POST',
    body: JSON.stringify({ platform: 'slack', as: memberId, channel: channelId, do: deed }),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: (await response.json()) as ActResult }
}

const install = async (body: object, url = control.url) => {
  const response = await fetch(`${url}/install`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: await response.json() }
}

const uninstall = async (body: object) => {
  const response = await fetch(`${control.url}/uninstall`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: await response.json() }
}

const messages = async (query = ''): Promise<unknown> =>
  (await fetch(`${control.url}/messages?platform=slack${query}`)).json()

describe('through the control', () => {
  test('a person writes in Slack, and Slack alone shows it', async () => {
    const { body } = await act({ say: 'hello' })
    expect(body).toEqual({ event: expect.stringMatching(/^\d+\.\d{6}$/) })
    await act({ say: 'again', replyTo: body.event })
    expect(await messages(`&since=${body.event}`)).toMatchObject([{ text: 'again', replyTo: body.event }])
    expect(bot.discord.people.messages({})).toEqual([])
  })

  test('a person runs a command, fills in the form, and dismisses the next one', async () => {
    const socket = await app.connect()
    const open = async () => {
      const acting = act({ command: '/music', options: { prompt: 'a shanty' } })
      const envelope = await socket.next('slash_commands')
      socket.ack(envelope)
      await app.call('views.open', { trigger_id: envelope.payload.trigger_id, view: modal() })
      return { text: envelope.payload.text, form: (await acting).body.form?.id ?? '' }
    }
    const first = await open()
    expect(first.text).toBe('prompt:a shanty')
    const sending = act({ submit: { form: first.form, values: { Prompt: 'a shanty' } } })
    socket.ack(await socket.next('view_submission'))
    expect((await sending).status).toBe(200)
    const { form } = await open()
    expect((await act({ close: { form } })).body).toEqual({ event: '' })
    expect((await act({ visit: 'home' })).status).toBe(200)
    expect(app.refusals()).toEqual([])
  })

  test('Slack is refused where it does not run', async () => {
    const alone = await startControl(bot)
    expect(await act({ say: 'hello' }, alone.url)).toEqual({
      status: 400,
      body: { error: 'slack does not run here', field: 'platform' },
    })
    await alone.close()
  })

  test.each([
    ['a form that is not named', { close: {} }, 'do.close.form'],
    ['a tab that is none', { visit: 'garage' }, 'do.visit'],
  ])('%s is told', async (_what, deed, field) => {
    expect(await act(deed)).toMatchObject({ status: 400, body: { field } })
  })
})

describe('an app is installed through the control', () => {
  const whole = manifest()

  test('and its commands are there from then on', async () => {
    const slash_commands = [{ command: '/dance', description: 'Dance' }]
    const features = { ...whole.features, slash_commands }
    expect(await install({ platform: 'slack', manifest: { ...whole, features } })).toEqual({
      status: 200,
      body: { ok: true },
    })
    const socket = await app.connect()
    const acting = act({ command: '/dance a jig' })
    const envelope = await socket.next('slash_commands')
    socket.ack(envelope, { text: 'Dancing' })
    expect(envelope.payload).toMatchObject({ command: '/dance', text: 'a jig' })
    expect((await acting).body).toEqual({ event: expect.any(String) })
    expect((await act({ command: '/music' })).body).toMatchObject({
      refused: '/music is not a valid command',
    })
  })

  test('and a request URL of its own takes what is sent when Socket Mode is off', async () => {
    const received: (string | undefined)[] = []
    const server = createServer((request, response) => {
      received.push(request.url)
      request.resume()
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const request_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`
    const settings = {
      event_subscriptions: { request_url, bot_events: ['app_home_opened'] },
      socket_mode_enabled: false,
    }
    const features = { app_home: { home_tab_enabled: true } }
    expect(await install({ platform: 'slack', manifest: { ...whole, features, settings } })).toMatchObject({
      status: 200,
    })
    await act({ visit: 'home' })
    await until(app.wire, () => app.refusals().length === 1)
    expect(received).toEqual(['/slack/events'])
    expect(app.refusals()).toEqual(['event app_home_opened: the request URL did not return the challenge'])
    await new Promise((resolve) => server.close(resolve))
  })

  test('and a manifest that Slack would not take is answered with its words at their places', async () => {
    const features = {
      ...whole.features,
      slash_commands: [{ command: 'music', description: 'x'.repeat(2001) }],
    }
    expect(await install({ platform: 'slack', manifest: { ...whole, features } })).toEqual({
      status: 400,
      body: {
        error: 'has an invalid format',
        field: 'manifest.features.slash_commands.0.command',
        errors: [
          { message: 'has an invalid format', pointer: '/features/slash_commands/0/command' },
          {
            message: 'must be less than 2001 characters',
            pointer: '/features/slash_commands/0/description',
          },
        ],
      },
    })
  })

  test.each([
    ['no manifest', { platform: 'slack' }, 'manifest'],
    ['no platform', { manifest: {} }, 'platform'],
  ])('not with %s', async (_what, body, field) => {
    expect(await install(body)).toMatchObject({ status: 400, body: { field } })
  })

  test('in another workspace, whose token is told, and taken out of it again', async () => {
    const { teamId: workspace } = app.slack.addresses.secondTeam
    const { status, body } = await install({ platform: 'slack', workspace })
    const { installation } = body as { installation: { access_token: string } }
    const asSecond = { headers: { authorization: `Bearer ${installation.access_token}` } }
    expect([status, await app.request('auth.test', asSecond)]).toEqual([
      200,
      expect.objectContaining({ ok: true, team_id: workspace }),
    ])
    expect(await uninstall({ platform: 'slack', workspace })).toEqual({ status: 200, body: { ok: true } })
    expect(await app.request('auth.test', asSecond)).toMatchObject({ error: 'account_inactive' })
  })

  test('in no workspace that there is not', async () => {
    const told = { status: 400, body: { field: 'workspace' } }
    expect(await install({ platform: 'slack', workspace: 'T0' })).toMatchObject(told)
    expect(await uninstall({ platform: 'slack', workspace: 'T0' })).toMatchObject(told)
  })

  test('not where Slack does not run', async () => {
    const alone = await startControl(bot)
    expect(await install({ platform: 'slack', manifest: whole }, alone.url)).toMatchObject({
      status: 400,
      body: { error: 'slack does not run here', field: 'platform' },
    })
    await alone.close()
  })
})

test('failures are asked for through the control, told when they make no sense, and cleared', async () => {
  const send = async (method: string, body?: object) => {
    const json = { 'content-type': 'application/json' }
    const init = body ? { method, body: JSON.stringify(body), headers: json } : { method }
    const response = await fetch(`${control.url}/faults`, init)
    return { status: response.status, body: await response.json() }
  }
  const fault = { target: 'slack', method: 'auth.test', answer: 'internal_error', times: 2 }
  expect(await send('POST', { ...fault, times: 0 })).toMatchObject({ status: 400, body: { field: 'times' } })
  expect(await send('POST', fault)).toEqual({ status: 200, body: { ok: true } })
  expect(await app.call('auth.test')).toMatchObject({ error: 'internal_error' })
  await send('DELETE')
  expect(await app.call('auth.test')).toMatchObject({ ok: true })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl } from '../../../sandbox/control.ts'
import type { ActResult } from '../../../sandbox/people.ts'
import { type RawBot, startRawBot } from '../discord/support.ts'
import { modal, type RawApp, startRawApp } from './support.ts'

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

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl } from '../../../sandbox/control/control.ts'
import type { ActResult } from '../../../sandbox/control/people.ts'
import { identify, intents, type RawBot, startRawBot } from './support.ts'

let bot: RawBot
let control: Awaited<ReturnType<typeof startControl>>

beforeEach(async () => {
  bot = await startRawBot()
  control = await startControl(bot)
})

afterEach(async () => {
  await control.close()
  await bot.stop()
})

const post = async (path: string, body: object) => {
  const response = await fetch(`${control.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: (await response.json()) as ActResult }
}

const act = async (deed: object) => {
  const { memberId, channelId } = bot.discord.addresses
  return (await post('/act', { platform: 'discord', as: memberId, channel: channelId, do: deed })).body
}

describe('through the control', () => {
  test('an intent is switched off and on again', async () => {
    const wanted = intents.guilds | intents.messageContent
    expect(await post('/install', { platform: 'discord', privilegedIntents: [] })).toEqual({
      status: 200,
      body: { ok: true },
    })
    const refused = await bot.connect()
    refused.send(identify(bot.discord.addresses.token, wanted))
    expect(await refused.closed).toBe(4014)
    await post('/install', { platform: 'discord', privilegedIntents: ['messageContent'] })
    await bot.identified(wanted)
    expect(await post('/install', { platform: 'discord', privilegedIntents: ['all'] })).toMatchObject({
      status: 400,
      body: { field: 'privilegedIntents.0' },
    })
  })

  test('the network and the limits of Discord fail and are put right, and a senseless fault names its field', async () => {
    const fault = (body: object) => post('/faults', { target: 'discord', ...body })
    const route = 'GET /users/@me'
    expect((await fault({ network: 'cut', ms: 60_000 })).body).toEqual({ ok: true })
    await expect(bot.call('GET', '/users/@me')).rejects.toThrow('fetch failed')
    await post('/clock', { advanceMs: 60_000 })
    expect((await bot.call('GET', '/users/@me')).status).toBe(200)
    await fault({ rateLimit: { route, retryAfterMs: 60_000, times: 2 } })
    expect((await bot.call('GET', '/users/@me')).status).toBe(429)
    await fetch(`${control.url}/faults`, { method: 'DELETE' })
    expect((await bot.call('GET', '/users/@me')).status).toBe(200)
    expect(await fault({ rateLimit: { route } })).toMatchObject({
      status: 400,
      body: { field: 'rateLimit.retryAfterMs' },
    })
    expect(bot.refusals()).toEqual([])
  })

  test('a member picks a menu entry on a clip, fills in the form and hands over another clip', async () => {
    const gateway = await bot.identified()
    const { applicationId } = bot.discord.addresses
    await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'Remix', type: 3 }])
    const { event: message } = await act({ say: 'my clip', files: [{ name: 'a.mp3', base64: 'SUQz' }] })
    const answered = async (deed: object, body: object) => {
      const acting = act(deed)
      const { d } = await gateway.next('INTERACTION_CREATE')
      const { id, token, data } = d as unknown as { id: string; token: string; data: object }
      await bot.callAs(undefined, 'POST', `/interactions/${id}/${token}/callback`, body)
      return { data, result: await acting }
    }
    const upload = { type: 18, label: 'Another', component: { type: 19, custom_id: 'other' } }
    const opened = await answered(
      { action: { name: 'Remix', message } },
      { type: 9, data: { custom_id: 'remix', title: 'Remix', components: [upload] } },
    )
    expect(opened.data).toMatchObject({
      target_id: message,
      resolved: { messages: { [message]: { content: 'my clip', attachments: [{ filename: 'a.mp3' }] } } },
    })
    const form = opened.result.form?.id ?? ''
    const file = { name: 'b.mp3', base64: 'SUQz' }
    const sent = await answered({ submit: { form, values: { Another: file } } }, { type: 5 })
    expect(Object.values((sent.data as { resolved: { attachments: object } }).resolved.attachments)).toEqual([
      expect.objectContaining({ filename: 'b.mp3', size: 3, ephemeral: true }),
    ])
    expect(bot.refusals()).toEqual([])
  })
})

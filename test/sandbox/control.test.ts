import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl } from '../../sandbox/control/control.ts'
import { InvalidFault } from '../../studio/kit/faults/invalid-fault.ts'
import { type RawBot, startRawBot } from './discord/support.ts'

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

type Body = { event?: string; nowMs?: number }

const get = async (path: string) => {
  const response = await fetch(`${control.url}${path}`)
  return { status: response.status, body: (await response.json()) as Body }
}

const post = async (path: string, body: unknown) => {
  const response = await fetch(`${control.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: (await response.json()) as Body }
}

const saying = (more: object = {}) => ({
  platform: 'discord',
  as: bot.discord.addresses.memberId,
  channel: bot.discord.addresses.channelId,
  do: { say: 'hello' },
  ...more,
})

describe('the control', () => {
  test('tells where somebody can be and what they are offered there, and names what is missing', async () => {
    const { memberId, channelId, guildId } = bot.discord.addresses
    expect((await get(`/places?platform=discord&viewer=${memberId}`)).body).toMatchObject({
      servers: [{ id: guildId }],
    })
    const path = `/offers?platform=discord&viewer=${memberId}&channel=${channelId}`
    expect(await get(path)).toEqual({ status: 200, body: { commands: [], entries: [] } })
    expect(await get('/places?platform=discord')).toMatchObject({ status: 400, body: { field: 'viewer' } })
    expect(await get('/places?platform=discord&viewer=nobody')).toMatchObject({ status: 400 })
  })

  test('shows messages as the platform has them, where that is requested', async () => {
    await post('/act', saying())
    expect((await get('/messages?original=1')).body).toMatchObject([{ original: { content: 'hello' } }])
    expect((await get('/messages')).body).not.toMatchObject([{ original: expect.anything() }])
    expect(await get('/messages?original=yes')).toMatchObject({ status: 400, body: { field: 'original' } })
  })

  test('lets a person act and shows what people see', async () => {
    const { status, body } = await post(
      '/act',
      saying({ do: { say: 'hello', files: [{ name: 'a.txt', base64: 'aGk=' }] } }),
    )
    expect([status, body]).toEqual([200, { event: expect.stringMatching(/^\d+$/) }])
    await post('/act', saying({ do: { say: 'and again', replyTo: body.event } }))
    const path = `/messages?platform=discord&channel=${bot.discord.addresses.channelId}`
    expect((await get(path)).body).toMatchObject([
      {
        id: body.event,
        text: 'hello',
        author: 'Max',
        files: [{ name: 'a.txt', bytes: 2 }],
        seenBy: 'all',
        edits: 0,
        state: 'shown',
      },
      { text: 'and again', replyTo: body.event },
    ])
    expect((await get(`${path}&since=${body.event}&viewer=Mia`)).body).toMatchObject([{ text: 'and again' }])
  })

  test('passes on what the client refused', async () => {
    expect(await post('/act', saying({ do: { command: '/nothing' } }))).toEqual({
      status: 200,
      body: { event: '', refused: expect.stringContaining('"nothing"') },
    })
  })

  test('shows the wire from a number on, and every refusal', async () => {
    await bot.call('GET', '/users/@me')
    await bot.call('GET', '/nowhere')
    const { body } = await get('/wire')
    expect(body).toMatchObject([
      {
        id: 1,
        platform: 'discord',
        kind: 'request',
        summary: 'GET /api/v10/users/@me 200',
        detail: { status: 200 },
      },
      { id: 2, kind: 'refusal' },
      { id: 3, kind: 'request', summary: 'GET /api/v10/nowhere 404' },
    ])
    expect((await get('/wire?since=2')).body).toMatchObject([{ id: 3 }])
    expect((await get('/refusals')).body).toMatchObject([
      { id: 2, summary: 'GET /api/v10/nowhere: 404 0 404: Not Found' },
    ])
    expect(JSON.stringify(body)).not.toContain(bot.discord.addresses.token)
  })

  test('answers a long look at the wire as soon as something happens', async () => {
    const looking = get('/wire?since=0&waitMs=60000')
    await bot.call('GET', '/users/@me')
    expect((await looking).body).toMatchObject([{ id: 1 }])
  })

  test('answers a long look with nothing when nothing happens', async () => {
    expect(await get('/wire?since=0&waitMs=5')).toEqual({ status: 200, body: [] })
  })
})

describe('the clock', () => {
  test('is moved on, and what falls due on the way has happened by the answer', async () => {
    const startedMs = bot.clock.now()
    const fired: string[] = []
    bot.clock.at(startedMs + 60_000, () => fired.push('in a minute'))
    bot.clock.at(startedMs + 3_600_000, () => fired.push('in an hour'))
    const { status, body } = await post('/clock', { advanceMs: 90_000 })
    expect(status).toBe(200)
    expect(fired).toEqual(['in a minute'])
    expect(body.nowMs).toBeGreaterThanOrEqual(startedMs + 90_000)
  })

  test.each([
    ['back', { advanceMs: -1 }, 'advanceMs'],
    ['by part of a millisecond', { advanceMs: 0.5 }, 'advanceMs'],
    ['by more than a year', { advanceMs: 400 * 24 * 60 * 60_000 }, 'advanceMs'],
    ['by nothing', {}, 'advanceMs'],
    ['with a field that means nothing', { advanceMs: 1, to: 'noon' }, 'to'],
  ])('cannot be moved %s', async (_how, body, field) => {
    expect(await post('/clock', body)).toMatchObject({ status: 400, body: { field } })
  })
})

describe('faults', () => {
  const asked: unknown[] = []
  const faults = {
    add: (fault: unknown) => {
      if (JSON.stringify(fault).includes('wrong')) throw new InvalidFault('gateway', 'must be one of a few')
      if (JSON.stringify(fault).includes('broken')) throw new Error('a bug')
      asked.push(fault)
    },
    clear: () => {
      asked.length = 0
    },
  }

  beforeEach(async () => {
    await control.close()
    const { people, setPrivilegedIntents, setInstallationContexts, setGatewayRules } = bot.discord
    const discord = { people, setPrivilegedIntents, setInstallationContexts, setGatewayRules, faults }
    const credentials = { access_token: 'xoxb-1', token_type: 'bot', scope: '' } as const
    const slack = {
      people,
      installManifest: () => undefined,
      installIn: () => credentials,
      uninstallFrom: () => undefined,
    }
    control = await startControl({ discord, slack, wire: bot.wire, clock: bot.clock })
  })

  afterEach(() => faults.clear())

  test('go to the stand-in that they name, without its name', async () => {
    expect(await post('/faults', { target: 'discord', gateway: 'drop' })).toEqual({
      status: 200,
      body: { ok: true },
    })
    expect(asked).toEqual([{ gateway: 'drop' }])
  })

  test('are all taken back', async () => {
    await post('/faults', { target: 'discord', gateway: 'drop' })
    const response = await fetch(`${control.url}/faults`, { method: 'DELETE' })
    expect(response.status).toBe(200)
    expect(asked).toEqual([])
  })

  test.each([
    ['none', {}, 'target'],
    ['an unknown one', { target: 'irc', gateway: 'drop' }, 'target'],
    ['one that cannot fail', { target: 'slack', gateway: 'drop' }, 'target'],
  ])('are refused for a target that is %s', async (_what, body, field) => {
    expect(await post('/faults', body)).toMatchObject({ status: 400, body: { field } })
  })

  test('are refused for a target that does not run', async () => {
    await control.close()
    control = await startControl(bot)
    expect(await post('/faults', { target: 'slack' })).toEqual({
      status: 400,
      body: { error: 'slack does not run here', field: 'target' },
    })
  })

  test('that the stand-in refuses are refused in its words, at its field', async () => {
    expect(await post('/faults', { target: 'discord', gateway: 'wrong' })).toEqual({
      status: 400,
      body: { error: 'must be one of a few', field: 'gateway' },
    })
  })

  test('that break the stand-in do not pass for a mistake of the caller', async () => {
    expect(await post('/faults', { target: 'discord', gateway: 'broken' })).toMatchObject({ status: 500 })
  })
})

describe('the control refuses and names the field', () => {
  const cases: readonly [string, () => object, string][] = [
    ['no platform', () => saying({ platform: undefined }), 'platform'],
    ['an unknown platform', () => saying({ platform: 'irc' }), 'platform'],
    ['nobody', () => saying({ as: undefined }), 'as'],
    ['somebody unknown', () => saying({ as: 'Nobody' }), 'as'],
    ['an unknown channel', () => saying({ channel: 'nowhere' }), 'channel'],
    ['no deed', () => saying({ do: {} }), 'do'],
    ['an unknown deed', () => saying({ do: { dance: true } }), 'do'],
    ['a press without a button', () => saying({ do: { press: { message: '1' } } }), 'do.press.button'],
    [
      'a file without a name',
      () => saying({ do: { say: 'x', files: [{ base64: 'aGk=' }] } }),
      'do.files.0.name',
    ],
    [
      'a file that is not base64',
      () => saying({ do: { say: 'x', files: [{ name: 'a', base64: '%' }] } }),
      'do.files.0.base64',
    ],
    ['a field that means nothing', () => saying({ mood: 'good' }), 'mood'],
  ]

  test.each(cases)('for %s', async (_what, body, field) => {
    expect(await post('/act', body())).toEqual({ status: 400, body: { error: expect.any(String), field } })
  })

  test.each([
    ['/messages?since=yesterday', 'since'],
    ['/messages?channel=nowhere', 'channel'],
    ['/messages?viewer=Nobody', 'viewer'],
    ['/messages?platform=irc', 'platform'],
    ['/wire?since=-1', 'since'],
    ['/wire?waitMs=90000', 'waitMs'],
  ])('in %s', async (path, field) => {
    expect(await get(path)).toMatchObject({ status: 400, body: { field } })
  })

  test.each([
    ['names another host', { host: 'evil.example' }],
    ['comes from a page on the internet', { origin: 'https://evil.example' }],
    ['comes from another page of this machine', { origin: 'http://127.0.0.1:1' }],
    ['comes from a page of nowhere', { origin: 'null' }],
  ])('a caller who %s', async (_title, headers) => {
    const status = await new Promise((resolve, reject) => {
      httpRequest(`${control.url}/refusals`, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .once('error', reject)
        .end()
    })
    expect(status).toBe(403)
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { identify, intents, type RawBot, startRawBot } from './support.ts'

let bot: RawBot

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

const fail = (fault: object) => bot.discord.faults.add(fault)
const summaries = () => bot.wire.since(0).map(({ summary }) => summary)
const say = (text: string) => {
  const { memberId, channelId } = bot.discord.addresses
  return bot.discord.people.act(memberId, channelId, { say: text, files: [] })
}
const ask = () => {
  const { memberId, channelId } = bot.discord.addresses
  return bot.discord.people.act(memberId, channelId, { command: '/ping', options: {}, files: [] })
}
const publish = () =>
  bot.call('PUT', `/applications/${bot.discord.addresses.applicationId}/commands`, [
    { name: 'ping', description: 'Ping' },
  ])

const openTcp = async () => {
  const { hostname, port } = new URL(bot.discord.addresses.api)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return { closed: new Promise((resolve) => socket.on('error', () => {}).once('close', resolve)) }
}

describe('a network that is cut', () => {
  test('breaks every connection, and new ones at once, until its time is over', async () => {
    const gateway = await bot.identified()
    const tcp = await openTcp()
    fail({ network: 'cut', ms: 60_000 })
    expect(await gateway.closed).toBe(1006)
    await tcp.closed
    await expect(bot.call('GET', '/users/@me')).rejects.toThrow('fetch failed')
    await expect(bot.connect()).rejects.toThrow()
    bot.clock.advance(50_000)
    await expect(fetch(bot.discord.addresses.cdn)).rejects.toThrow('fetch failed')
    bot.clock.advance(10_000)
    expect((await bot.call('GET', '/users/@me')).status).toBe(200)
    expect(bot.refusals()).toEqual([])
  })

  test('stays cut until faults are cleared, when nothing is said of the time', async () => {
    fail({ network: 'cut' })
    bot.clock.advance(60 * 60_000)
    await expect(bot.call('GET', '/users/@me')).rejects.toThrow('fetch failed')
    bot.discord.faults.clear()
    expect((await bot.call('GET', '/users/@me')).status).toBe(200)
  })

  test('lets a session be resumed, with all that it missed', async () => {
    const gateway = await bot.connect()
    gateway.send(identify(bot.discord.addresses.token, intents.guildMessages))
    const { session_id } = (await gateway.next('READY')).d as { session_id: string }
    fail({ network: 'cut' })
    await gateway.closed
    await say('while you were away')
    bot.discord.faults.clear()
    const next = await bot.connect()
    next.send({ op: 6, d: { token: bot.discord.addresses.token, session_id, seq: 1 } })
    await next.next('MESSAGE_CREATE')
    await next.next('RESUMED')
  })

  test('is to blame for what is not answered, or answered too late', async () => {
    await publish()
    const gateway = await bot.identified()
    const asking = ask()
    const { d } = await gateway.next('INTERACTION_CREATE')
    const { id, token } = d as { id: string; token: string }
    fail({ network: 'cut', ms: 4_000 })
    await expect(bot.call('GET', '/users/@me')).rejects.toThrow('fetch failed')
    bot.clock.advance(4_000)
    await asking
    const late = await bot.callAs(undefined, 'POST', `/interactions/${id}/${token}/callback`, { type: 5 })
    expect(late).toMatchObject({ status: 404, body: { code: 10062 } })
    expect(bot.refusals()).toEqual([])
  })

  test('is not to blame for what was asked after it came back', async () => {
    await publish()
    fail({ network: 'cut', ms: 1_000 })
    bot.clock.advance(1_000)
    bot.clock.advance(1) // a question of the moment in which it came back may still be lost
    const asking = ask()
    await bot.call('GET', '/users/@me') // by when it is underway
    bot.clock.advance(3_000)
    await asking
    expect(bot.refusals()).toEqual(['/ping: no answer within 3000 ms'])
  })
})

describe('a network that stalls', () => {
  test('accepts connections over which nothing goes before its time is over, and then all that was sent', async () => {
    fail({ network: 'stall', ms: 5_000 })
    const asking = bot.call('GET', '/users/@me')
    const tcp = openTcp()
    await tcp
    bot.clock.advance(5_000)
    expect((await asking).status).toBe(200)
    expect(summaries()).toEqual(['network fault: stall', 'network in order', 'GET /api/v10/users/@me 200'])
  })

  test('keeps open connections, over which nothing goes either', async () => {
    const gateway = await bot.identified(intents.guildMessages)
    const count = gateway.received.length
    fail({ network: 'stall', ms: 5_000 })
    gateway.send({ op: 1, d: null })
    await say('do you hear me?')
    expect(gateway.received).toHaveLength(count)
    bot.clock.advance(5_000)
    await gateway.next('MESSAGE_CREATE')
    expect(gateway.received.length).toBeGreaterThan(count)
    expect(bot.refusals()).toEqual([])
  })

  test('can be cut after all', async () => {
    const gateway = await bot.identified()
    fail({ network: 'stall' })
    fail({ network: 'cut' })
    expect(await gateway.closed).toBe(1006)
  })

  test('is to blame for heartbeats that do not come', async () => {
    await bot.stop()
    bot = await startRawBot({ heartbeatIntervalMs: 1_000 })
    const gateway = await bot.identified()
    fail({ network: 'stall' })
    await gateway.closed
    expect(bot.refusals()).toEqual([])
  })
})

describe('a fault of the network makes no sense', () => {
  test.each([
    ['as something else', { network: 'explode' }, 'network'],
    ['for no time', { network: 'cut', ms: 0 }, 'ms'],
    ['with a field that means nothing', { network: 'cut', mood: 1 }, 'mood'],
    ['together with another fault', { network: 'cut', gateway: 'drop' }, 'network'],
  ])('%s', (_what, fault, field) => {
    expect(() => fail(fault)).toThrow(expect.objectContaining({ name: 'InvalidFault', field }))
  })
})

test('who leaves in the middle of a request was refused nothing', async () => {
  const { api, token, channelId } = bot.discord.addresses
  const { hostname, port } = new URL(api)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = [
    `POST /api/v10/channels/${channelId}/messages HTTP/1.1`,
    ...[`Host: ${hostname}:${port}`, `Authorization: Bot ${token}`],
    ...['Content-Type: application/json', 'Content-Length: 100'],
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{"content": "half of`)
  expect((await bot.call('GET', '/users/@me')).status).toBe(200)
  socket.destroy()
  await once(socket, 'close')
  expect((await bot.call('GET', '/users/@me')).status).toBe(200)
  expect(bot.refusals()).toEqual([])
})

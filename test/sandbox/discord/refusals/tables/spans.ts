import { limits } from '../../../../../sandbox/discord/limits.ts'
import { identify, intents, type RawBot, type RawGateway, times } from '../../support.ts'
import { alone, type Border, lasting, passing, upTo } from '../borders.ts'
import { begin, commandsPath, posting, song } from '../provoking.ts'

const isTold = async (gateway: RawGateway, count: number): Promise<boolean> => {
  const acknowledged = async () => {
    for (let left = count; left > 0; left -= 1) await gateway.next(11)
    return true
  }
  return Promise.race([acknowledged(), gateway.closed.then(() => false)])
}

const beat = (gateway: RawGateway, count: number): Promise<boolean> => {
  for (const payload of times(count, () => ({ op: 1, d: null }))) gateway.send(payload)
  return isTold(gateway, count)
}

const payloadOf = (bytes: number): string => {
  const empty = JSON.stringify({ op: 1, d: null, t: '' })
  return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`)
}

/** A session that lost its connection without a goodbye. */
const abandoned = async (bot: RawBot) => {
  const gateway = await bot.connect()
  gateway.send(identify(bot.discord.addresses.token, intents.guilds | intents.guildMessages))
  const { d } = await gateway.next('READY')
  await gateway.next('GUILD_CREATE')
  bot.discord.faults.add({ gateway: 'drop' })
  await gateway.closed
  const { session_id } = d as unknown as { session_id: string }
  return async () => {
    const again = await bot.connect()
    again.send({ op: 6, d: { token: bot.discord.addresses.token, session_id, seq: 2 } })
    await beat(again, 1)
    return again.received.some(({ t }) => t === 'RESUMED')
  }
}

/** So many sessions, one after the other over one connection; whether all were let in. */
const startSessions = async (bot: RawBot, count: number): Promise<boolean> => {
  const gateway = await bot.connect()
  for (let left = count; left > 0; left -= 1) {
    gateway.send(identify(bot.discord.addresses.token, 0))
    const isIn = await Promise.race([
      gateway.next('READY').then(() => true),
      gateway.closed.then(() => false),
    ])
    if (!isIn) return false
    bot.discord.faults.add({ gateway: 'invalid session' })
    bot.clock.advance(limits.identifyWindowMs)
  }
  return true
}

/** The server has seen the end of a connection once another connection's heartbeat is answered after it. */
const settle = async (bot: RawBot) => beat(await bot.connect(), 1)

/** Every limit of the gateway, and every span of time, tried on both sides of it: each begins at its first moment. */
export const spanBorders: readonly Border[] = [
  upTo('gatewayPayloadBytes', async (bot, bytes) => {
    const gateway = await bot.connect()
    gateway.sendText(payloadOf(bytes))
    return isTold(gateway, 1)
  }),
  upTo('gatewaySends', async (bot, count) => beat(await bot.connect(), count)),
  passing('gatewaySendsWindowMs', async (bot, ms) => {
    const gateway = await bot.connect()
    await beat(gateway, 120)
    bot.clock.advance(ms)
    return beat(gateway, 1)
  }),
  { ...upTo('sessionsPerDay', startSessions), isCostly: true },
  {
    ...passing('sessionsDayMs', async (bot, ms) => {
      await bot.identified()
      bot.clock.advance(ms)
      const { body } = await bot.call('GET', '/gateway/bot')
      return (body.session_start_limit as { remaining: number }).remaining === limits.sessionsPerDay
    }),
    isSilent: true,
  },
  {
    ...passing('identifyWindowMs', async (bot, ms) => {
      const first = await bot.connect()
      const second = await bot.connect()
      first.send(identify(bot.discord.addresses.token, 0))
      await first.next('READY')
      bot.clock.advance(ms)
      second.send(identify(bot.discord.addresses.token, 0))
      return (await second.next('READY', 9)).op === 0
    }),
    isSilent: true,
  },
  upTo(
    'membersNonceBytes',
    async (bot, bytes) => {
      const { guildId, memberId } = bot.discord.addresses
      const nonce = 'x'.repeat(bytes)
      const gateway = await bot.identified()
      gateway.send({ op: 8, d: { guild_id: guildId, user_ids: memberId, nonce } })
      return 'nonce' in ((await gateway.next('GUILD_MEMBERS_CHUNK')).d as object)
    },
    true,
  ),
  lasting(
    'gatewaySessionLifeMs',
    async (bot, ms) => {
      const resume = await abandoned(bot)
      await settle(bot)
      bot.clock.advance(ms)
      return resume()
    },
    true,
  ),
  upTo(
    'gatewayReplay',
    async (bot, count) => {
      const resume = await abandoned(bot)
      await settle(bot)
      const { memberId, channelId } = bot.discord.addresses
      for (const say of times(count, String)) await bot.discord.people.act(memberId, channelId, { say })
      return resume()
    },
    true,
  ),
  lasting(
    'nonceWindowMs',
    async (bot, ms) => {
      const post = posting({ content: 'x', nonce: 'job', enforce_nonce: true })
      const first = await post(bot)
      bot.clock.advance(ms)
      return (await post(bot)).body.id === first.body.id
    },
    true,
  ),
  lasting('fileUrlLifeMs', async (bot, ms) => {
    const { body } = await posting({}, [song])(bot)
    bot.clock.advance(ms)
    return (await fetch((body.attachments as { url: string }[])[0]?.url ?? '')).ok
  }),
  lasting('answerMs', async (bot, ms) => {
    const { callback } = await begin(bot)
    bot.clock.advance(ms)
    return (await callback({ type: 5 })).status < 300
  }),
  lasting('tokenLifeMs', async (bot, ms) => {
    const { callback, webhook } = await begin(bot)
    await callback({ type: 4, data: { content: 'x' } })
    bot.clock.advance(ms)
    return (await webhook('POST', '', { content: 'y' })).status < 300
  }),
  passing('commandCreatesWindowMs', async (bot, ms) => {
    const names = (prefix: string) => times(100, (n) => ({ name: `${prefix}${n}`, description: 'C' }))
    for (const prefix of ['a', 'b']) await bot.call('PUT', commandsPath(bot), names(prefix))
    bot.clock.advance(ms)
    return (await bot.call('PUT', commandsPath(bot), names('c'))).status < 300
  }),
].map(alone)

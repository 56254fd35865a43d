import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RawBot, startRawBot, times } from './support.ts'

let bot: RawBot
let path: string

beforeAll(async () => {
  bot = await startRawBot()
  path = `/applications/${bot.discord.addresses.applicationId}/commands`
})

afterAll(() => bot.stop())

const music = (more: object = {}) => ({ name: 'music', description: 'Make a song', ...more })

describe('commands', () => {
  beforeEach(async () => {
    await bot.call('PUT', path, [])
  })

  test('are replaced as a list, and keep their ids where name and type stay', async () => {
    const first = await bot.call('PUT', path, [music(), { type: 3, name: 'Remix this clip' }])
    expect(first.body).toMatchObject([
      { name: 'music', type: 1, default_member_permissions: null, nsfw: false },
      { name: 'Remix this clip', type: 3, description: '' },
    ])
    const second = await bot.call('PUT', path, [music({ description: 'Make another' })])
    const id = (answer: typeof first) => (answer.body as unknown as { id: string }[])[0]?.id
    expect(id(second)).toBe(id(first))
    expect((await bot.call('GET', path)).body).toHaveLength(1)
  })

  test('can be made, changed, read and removed one by one', async () => {
    const made = await bot.call('POST', path, music({ default_member_permissions: '32', contexts: [0] }))
    const one = `${path}/${made.body.id}`
    expect((await bot.call('PATCH', one, { description: 'Changed' })).body).toMatchObject({
      id: made.body.id,
      name: 'music',
      description: 'Changed',
      default_member_permissions: '32',
      contexts: [0],
    })
    expect((await bot.call('GET', one)).body).toMatchObject({ description: 'Changed' })
    expect((await bot.call('DELETE', one)).status).toBe(204)
    expect(await bot.call('GET', one)).toMatchObject({ status: 404, body: { code: 10063 } })
  })

  test('made again under the same name are overwritten', async () => {
    const first = await bot.call('POST', path, music())
    const second = await bot.call('POST', path, music({ description: 'Again' }))
    expect(second.body.id).toBe(first.body.id)
    expect((await bot.call('GET', path)).body).toHaveLength(1)
  })

  test('of a server live apart from the global ones', async () => {
    const inServer = path.replace('/commands', `/guilds/${bot.discord.addresses.guildId}/commands`)
    expect((await bot.call('PUT', inServer, [music()])).body).toMatchObject([
      { guild_id: bot.discord.addresses.guildId },
    ])
    expect((await bot.call('GET', path)).body).toEqual([])
  })

  test('may be created 200 times a day and no more', async () => {
    const own = await startRawBot()
    const ownPath = `/applications/${own.discord.addresses.applicationId}/commands`
    for (const batch of [0, 1])
      await own.call(
        'PUT',
        ownPath,
        times(100, (n) => music({ name: `b${batch}c${n}` })),
      )
    expect(await own.call('POST', ownPath, music())).toMatchObject({ status: 400, body: { code: 30032 } })
    await own.call('PUT', ownPath, [])
    expect(await own.call('POST', ownPath, music())).toMatchObject({ status: 400, body: { code: 30034 } })
    own.clock.advance(24 * 60 * 60_000)
    expect(await own.call('POST', ownPath, music())).toMatchObject({ status: 200 })
    await own.stop()
  })
})

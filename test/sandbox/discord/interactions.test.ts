import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ActResult, Deed } from '../../../sandbox/control/people.ts'
import { type RawBot, type RawGateway, startRawBot } from './support.ts'

let bot: RawBot
let gateway: RawGateway

beforeEach(async () => {
  bot = await startRawBot()
  gateway = await bot.identified()
  await bot.call('PUT', `/applications/${bot.discord.addresses.applicationId}/commands`, [
    {
      name: 'music',
      description: 'Make a song',
      options: [{ type: 3, name: 'prompt', description: 'What', autocomplete: true }],
    },
    {
      name: 'speed',
      description: 'Set it',
      options: [{ type: 4, name: 'bpm', description: 'Beats', autocomplete: true }],
    },
    { name: 'Remix this clip', type: 3 },
  ])
})

afterEach(() => bot.stop())

type Event = {
  id: string
  token: string
  type: number
  data: Record<string, unknown>
  message?: { id: string }
}

/** A member does it; the bot sees the interaction. */
const begin = async (deed: Deed): Promise<{ event: Event; acting: Promise<ActResult> }> => {
  const { memberId, channelId } = bot.discord.addresses
  const acting = bot.discord.people.act(memberId, channelId, deed)
  const { d } = await gateway.next('INTERACTION_CREATE')
  return { event: d as unknown as Event, acting }
}

const music = { command: '/music prompt:x' }
const answer = ({ id, token }: Event, body: unknown, query = '') =>
  bot.callAs(undefined, 'POST', `/interactions/${id}/${token}/callback${query}`, body)
const webhook = ({ token }: Event, method: string, rest: string, body?: unknown) =>
  bot.callAs(undefined, method, `/webhooks/${bot.discord.addresses.applicationId}/${token}${rest}`, body)
const seen = () => bot.discord.people.messages({})

describe('an interaction', () => {
  test('carries everything that Discord sends', async () => {
    const { applicationId, guildId, channelId, memberId } = bot.discord.addresses
    const { event, acting } = await begin(music)
    expect(event).toMatchObject({
      application_id: applicationId,
      type: 2,
      version: 1,
      data: { name: 'music', type: 1, options: [{ name: 'prompt', type: 3, value: 'x' }] },
      guild_id: guildId,
      guild: { id: guildId, locale: 'en-US', features: ['NEWS'] },
      guild_locale: 'en-US',
      locale: 'en-US',
      channel_id: channelId,
      channel: { id: channelId, type: 0, permissions: expect.stringMatching(/^\d+$/) },
      member: {
        user: { id: memberId },
        roles: [],
        joined_at: expect.any(String),
        permissions: expect.stringMatching(/^\d+$/),
      },
      app_permissions: expect.stringMatching(/^\d+$/),
      entitlements: [],
      authorizing_integration_owners: { 0: guildId },
      context: 0,
      attachment_size_limit: 10 * 1024 * 1024,
    })
    expect(event).not.toHaveProperty('user')
    await answer(event, { type: 5 })
    await acting
  })

  test('in a direct message has a user and no server', async () => {
    const { memberId } = bot.discord.addresses
    const acting = bot.discord.people.act(memberId, '@tunesmith', music)
    const { d } = await gateway.next('INTERACTION_CREATE')
    expect(d).toMatchObject({ user: { id: memberId }, context: 1, channel: { type: 1 } })
    expect(d).not.toHaveProperty('member')
    expect(d).not.toHaveProperty('guild_id')
    await answer(d as unknown as Event, { type: 4, data: { content: 'x' } })
    await acting
  })

  test('is answered with 204, or with what came of it', async () => {
    const first = await begin(music)
    expect(await answer(first.event, { type: 4, data: { content: 'Hello' } })).toEqual({
      status: 204,
      body: {},
    })
    const second = await begin(music)
    expect(await answer(second.event, { type: 5, data: { flags: 64 } }, '?with_response=true')).toMatchObject(
      {
        status: 200,
        body: {
          interaction: {
            id: second.event.id,
            type: 2,
            response_message_loading: true,
            response_message_ephemeral: true,
          },
          resource: {
            type: 5,
            message: {
              flags: 64 | 128,
              interaction_metadata: { id: second.event.id },
              interaction: { name: 'music', type: 2, user: { id: bot.discord.addresses.memberId } },
            },
          },
        },
      },
    )
    expect(bot.refusals()).toEqual([])
  })
})

describe('the three seconds', () => {
  test('end an interaction that nobody answered, and the person sees so', async () => {
    const { event, acting } = await begin(music)
    bot.clock.advance(3_000)
    expect(await acting).toEqual({ event: event.id })
    expect(seen()).toMatchObject([
      {
        state: 'did not respond',
        text: 'The application did not respond',
        seenBy: bot.discord.addresses.memberId,
      },
    ])
    expect(bot.refusals()).toEqual(['/music: no answer within 3000 ms'])
    expect(await answer(event, { type: 5 })).toMatchObject({ status: 404, body: { code: 10062 } })
    expect(await webhook(event, 'POST', '', { content: 'x' })).toMatchObject({
      status: 404,
      body: { code: 10015 },
    })
    expect(bot.refusals()).toHaveLength(3)
  })

  test('are enough up to the last moment', async () => {
    const { event, acting } = await begin(music)
    bot.clock.advance(2_000)
    expect(await answer(event, { type: 5 })).toMatchObject({ status: 204 })
    await acting
    bot.clock.advance(5_000)
    expect(bot.refusals()).toEqual([])
  })

  test('give no suggestions when they pass, and nothing to see', async () => {
    const { acting } = await begin({ autocomplete: { command: '/music', option: 'prompt', text: 'a' } })
    bot.clock.advance(3_000)
    expect(await acting).not.toHaveProperty('choices')
    expect(seen()).toEqual([])
    expect(bot.refusals()).toHaveLength(1)
  })
})

describe('after the first answer', () => {
  test('a deferred message is filled, then edited, then removed', async () => {
    const { event, acting } = await begin(music)
    await answer(event, { type: 5 })
    await acting
    expect(seen()).toMatchObject([{ state: 'thinking', text: '' }])
    expect((await webhook(event, 'PATCH', '/messages/@original', { content: 'one' })).body).toMatchObject({
      content: 'one',
      flags: 0,
    })
    expect(seen()).toMatchObject([{ state: 'shown', text: 'one', edits: 0 }])
    await webhook(event, 'PATCH', '/messages/%40original', { content: 'two' })
    expect(seen()).toMatchObject([{ text: 'two', edits: 1 }])
    expect((await webhook(event, 'GET', '/messages/@original')).body).toMatchObject({
      content: 'two',
      type: 20,
    })
    expect((await webhook(event, 'DELETE', '/messages/@original')).status).toBe(204)
    expect(seen()).toMatchObject([{ state: 'deleted', text: '' }])
    expect(bot.refusals()).toEqual([])
    expect(await webhook(event, 'PATCH', '/messages/@original', { content: 'three' })).toMatchObject({
      status: 404,
      body: { code: 10008 },
    })
  })

  test('the first follow-up fills a deferred message, the next ones are new', async () => {
    const { event } = await begin(music)
    await answer(event, { type: 5, data: { flags: 64 } })
    await webhook(event, 'POST', '?wait=true', { content: 'one' })
    const second = await webhook(event, 'POST', '?wait=true', { content: 'two' })
    expect(seen()).toMatchObject([
      { text: 'one', seenBy: bot.discord.addresses.memberId, state: 'shown' },
      { text: 'two', seenBy: 'all', replyTo: expect.any(String) },
    ])
    expect(
      (await webhook(event, 'PATCH', `/messages/${second.body.id}`, { content: 'three' })).body,
    ).toMatchObject({ content: 'three' })
    expect(await webhook(event, 'PATCH', '/messages/123456789012345678', { content: 'x' })).toMatchObject({
      status: 404,
      body: { code: 10008 },
    })
  })

  // https://docs.discord.com/developers/components/reference#anatomy-of-a-component
  test('its parts keep the ids that the bot gave them, and get small ones otherwise', async () => {
    const { event } = await begin(music)
    const row = (name: string, more: object = {}) => ({
      type: 1,
      ...more,
      components: [{ type: 2, style: 2, label: name, custom_id: name }],
    })
    await answer(event, { type: 4, data: { components: [row('one', { id: 2 ** 30 }), row('two')] } })
    const { body } = await webhook(event, 'GET', '/messages/@original')
    const [first, second] = body.components as { id: number }[]
    expect(first).toMatchObject({ id: 2 ** 30 })
    expect(second?.id).toBeLessThan(5)
  })

  test('what one person sees does not exist for the bot token', async () => {
    const { event } = await begin(music)
    const { body } = await answer(
      event,
      { type: 4, data: { content: 'x', flags: 64 } },
      '?with_response=true',
    )
    const { message } = body.resource as { message: { id: string } }
    const path = `/channels/${bot.discord.addresses.channelId}/messages/${message.id}`
    expect(await bot.call('PATCH', path, { content: 'y' })).toMatchObject({
      status: 404,
      body: { code: 10008 },
    })
    expect(
      (await webhook(event, 'PATCH', '/messages/@original', { content: 'y', flags: 0 })).body,
    ).toMatchObject({ content: 'y', flags: 64 })
  })

  test('a message that still thinks by then failed, and the run with it', async () => {
    const { event } = await begin(music)
    await answer(event, { type: 5 })
    bot.clock.advance(15 * 60_000)
    expect(seen()).toMatchObject([{ state: 'did not respond' }])
    expect(bot.refusals()).toEqual(['/music: deferred and never answered'])
  })

  test('what would ring people is recorded, except where only one person sees it', async () => {
    const loud = await begin(music)
    await answer(loud.event, { type: 4, data: { content: '@everyone' } })
    const quiet = await begin(music)
    await answer(quiet.event, { type: 4, data: { content: '@everyone', flags: 64 } })
    expect(bot.refusals()).toEqual(['would ping @everyone'])
  })
})

describe('suggestions', () => {
  test('are handed to the one who types', async () => {
    const { event, acting } = await begin({
      autocomplete: { command: '/music', option: 'prompt', text: 'sea' },
    })
    expect(event).toMatchObject({
      type: 4,
      data: { name: 'music', options: [{ name: 'prompt', value: 'sea', focused: true }] },
    })
    await answer(event, { type: 8, data: { choices: [{ name: 'Sea shanty', value: 'shanty' }] } })
    expect(await acting).toEqual({ event: event.id, choices: [{ name: 'Sea shanty', value: 'shanty' }] })
  })
})

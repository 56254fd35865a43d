import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ActResult, Deed } from '../../../sandbox/people.ts'
import { errorsIn, type RawBot, type RawGateway, startRawBot, times } from './support.ts'

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
      guild: { id: guildId, locale: 'en-US', features: [] },
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
          resource: { type: 5, message: { flags: 64 | 128, interaction_metadata: { id: second.event.id } } },
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

describe('a callback is refused', () => {
  test('the second time', async () => {
    const { event } = await begin(music)
    await answer(event, { type: 5 })
    expect(await answer(event, { type: 5 })).toMatchObject({ status: 400, body: { code: 40060 } })
    expect(bot.refusals()).toHaveLength(1)
  })

  test('for an id or a token that is not its own', async () => {
    const { event } = await begin(music)
    expect(await answer({ ...event, id: '123456789012345678' }, { type: 5 })).toMatchObject({
      status: 404,
      body: { code: 10062 },
    })
    expect(await answer({ ...event, token: 'wrong' }, { type: 5 })).toMatchObject({
      status: 404,
      body: { code: 10062 },
    })
  })

  // https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object
  const field = (component: object) => ({ type: 18, label: 'Words', component })
  const input = (more: object = {}) => ({ type: 4, custom_id: 'words', style: 1, ...more })
  const form = (more: object = {}) => ({
    type: 9,
    data: { custom_id: 'form', title: 'Song', components: [field(input())], ...more },
  })
  const faults: readonly [string, unknown, string][] = [
    ['of a type that does not exist', { type: 99 }, 'type: UNION_TYPE_CHOICES'],
    [
      'that updates a message where there is none',
      { type: 7, data: { content: 'x' } },
      'type: BASE_TYPE_CHOICES',
    ],
    ['that suggests where nothing is typed', { type: 8, data: { choices: [] } }, 'type: BASE_TYPE_CHOICES'],
    ['without data', { type: 4 }, 'data: BASE_TYPE_REQUIRED'],
    [
      'with content of 2001 letters',
      { type: 4, data: { content: 'x'.repeat(2001) } },
      'data.content: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with 6 rows',
      {
        type: 4,
        data: {
          components: times(6, (n) => ({
            type: 1,
            components: [{ type: 2, style: 1, label: 'a', custom_id: `${n}` }],
          })),
        },
      },
      'data.components: BASE_TYPE_MAX_LENGTH',
    ],
    ['that defers with components', { type: 5, data: { flags: 1 << 15 } }, 'data.flags: BASE_TYPE_CHOICES'],
    ['that defers with content', { type: 5, data: { content: 'x' } }, 'data.content: UNKNOWN_FIELD'],
    ['with a form title of 46 letters', form({ title: 'x'.repeat(46) }), 'data.title: BASE_TYPE_BAD_LENGTH'],
    [
      'with a form of 6 parts',
      form({ components: times(6, (n) => field(input({ custom_id: `${n}` }))) }),
      'data.components: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with one form field twice',
      form({ components: times(2, () => field(input())) }),
      'data.components: COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    [
      'with a form label of 46 letters',
      form({ components: [{ ...field(input()), label: 'x'.repeat(46) }] }),
      'data.components.0.label: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with a preset of 4001 letters',
      form({ components: [field(input({ value: 'x'.repeat(4001) }))] }),
      'data.components.0.component.value: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with a label inside the input',
      form({ components: [field(input({ label: 'x' }))] }),
      'data.components.0.component.label: BASE_TYPE_FORBIDDEN',
    ],
    [
      'with one radio button',
      form({ components: [field({ type: 21, custom_id: 'r', options: [{ label: 'a', value: 'a' }] })] }),
      'data.components.0.component.options: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with a file field for 11 files',
      form({ components: [field({ type: 19, custom_id: 'f', max_values: 11 })] }),
      'data.components.0.component.max_values: NUMBER_TYPE_MAX',
    ],
    [
      'with a button in a form',
      form({ components: [field({ type: 2, style: 1, label: 'a', custom_id: 'b' })] }),
      'data.components.0.component.type: UNION_TYPE_CHOICES',
    ],
  ]

  test.each(faults)('%s', async (_fault, body, error) => {
    const { event } = await begin(music)
    const refused = await answer(event, body)
    expect(refused).toMatchObject({ status: 400, body: { code: 50035 } })
    expect(errorsIn(refused.body.errors)).toContain(error)
    expect(await answer(event, { type: 5 })).toMatchObject({ status: 204 })
  })

  test.each([
    [
      '26 suggestions',
      times(26, (n) => ({ name: `${n}`, value: `${n}` })),
      'data.choices: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a suggestion name of 101 letters',
      [{ name: 'x'.repeat(101), value: 'x' }],
      'data.choices.0.name: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a suggestion value of 101 letters',
      [{ name: 'x', value: 'x'.repeat(101) }],
      'data.choices.0.value: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a number where a text is typed',
      [{ name: 'x', value: 1 }],
      'data.choices.0.value: STRING_TYPE_CONVERT',
    ],
  ])('with %s', async (_fault, choices, error) => {
    const { event } = await begin({ autocomplete: { command: '/music', option: 'prompt', text: 'a' } })
    const refused = await answer(event, { type: 8, data: { choices } })
    expect(errorsIn(refused.body.errors)).toContain(error)
  })

  test('with a text where a number is typed', async () => {
    const { event } = await begin({ autocomplete: { command: '/speed', option: 'bpm', text: '9' } })
    const refused = await answer(event, { type: 8, data: { choices: [{ name: '90', value: '90' }] } })
    expect(errorsIn(refused.body.errors)).toEqual(['data.choices.0.value: NUMBER_TYPE_COERCE'])
  })

  test('with a file where the bot may not attach any', async () => {
    const { memberId, channelIds } = bot.discord.addresses
    void bot.discord.people.act(memberId, channelIds[2] ?? '', music)
    const { d } = await gateway.next('INTERACTION_CREATE')
    const { id, token } = d as unknown as Event
    const callback = `/interactions/${id}/${token}/callback`
    const file = { name: 'a.mp3', bytes: new Uint8Array(1) }
    expect(await bot.call('POST', callback, { type: 4, data: {} }, [file])).toMatchObject({
      status: 403,
      body: { code: 50013 },
    })
    expect(
      await bot.call('POST', callback, { type: 4, data: { content: 'I may not post here' } }),
    ).toMatchObject({ status: 204 })
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

  test('fifteen minutes later the token is dead', async () => {
    const { event } = await begin(music)
    await answer(event, { type: 4, data: { content: 'x' } })
    bot.clock.advance(15 * 60_000)
    expect(await webhook(event, 'PATCH', '/messages/@original', { content: 'y' })).toMatchObject({
      status: 401,
      body: { code: 50027 },
    })
    expect(await webhook({ ...event, token: 'wrong' }, 'POST', '', { content: 'y' })).toMatchObject({
      status: 401,
      body: { code: 50027 },
    })
    expect(bot.refusals()).toHaveLength(2)
  })

  test('a message that still thinks by then failed, and the run with it', async () => {
    const { event } = await begin(music)
    await answer(event, { type: 5 })
    bot.clock.advance(15 * 60_000)
    expect(seen()).toMatchObject([{ state: 'did not respond' }])
    expect(bot.refusals()).toEqual(['/music: deferred and never answered'])
  })

  test('nothing can be edited before there is an answer', async () => {
    const { event } = await begin(music)
    expect(await webhook(event, 'PATCH', '/messages/@original', { content: 'x' })).toMatchObject({
      status: 404,
      body: { code: 10015 },
    })
  })

  test('another application gets nowhere', async () => {
    const { event } = await begin(music)
    await answer(event, { type: 5 })
    expect(
      await bot.callAs(undefined, 'POST', `/webhooks/123456789012345678/${event.token}`, { content: 'x' }),
    ).toMatchObject({ status: 404, body: { code: 10015 } })
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

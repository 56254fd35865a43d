import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
let path: string

beforeAll(async () => {
  bot = await startRawBot()
  path = `/channels/${bot.discord.addresses.channelId}/messages`
})

afterAll(() => bot.stop())

const file = (name: string, text = name) => ({
  name,
  type: 'audio/mpeg',
  bytes: new TextEncoder().encode(text),
})
type Attachment = { id: string; filename: string; url: string }
const attachmentsOf = (body: Record<string, unknown>) => body.attachments as Attachment[]
const seen = (id: unknown) => bot.discord.people.messages({}).find((message) => message.id === id)

describe('files of a message', () => {
  test('are kept by an edit that does not speak of them', async () => {
    const { body } = await bot.call('POST', path, { content: 'a' }, [file('a.mp3')])
    const edited = await bot.call('PATCH', `${path}/${body.id}`, { content: 'b' })
    expect(edited.body).toMatchObject({ content: 'b', attachments: [{ filename: 'a.mp3' }] })
    expect(edited.body.edited_timestamp).not.toBeNull()
  })

  test('are removed by an edit that lists others, and added where they are listed', async () => {
    const { body } = await bot.call('POST', path, {}, [file('a.mp3'), file('b.mp3')])
    const [, second] = attachmentsOf(body)
    const edited = await bot.call(
      'PATCH',
      `${path}/${body.id}`,
      { attachments: [{ id: second?.id }, { id: '0', description: 'New' }] },
      [file('c.mp3')],
    )
    expect(edited.body).toMatchObject({
      attachments: [
        { id: second?.id, filename: 'b.mp3' },
        { filename: 'c.mp3', description: 'New' },
      ],
    })
    const emptied = await bot.call('PATCH', `${path}/${body.id}`, { content: 'none', attachments: [] })
    expect(emptied.body).toMatchObject({ attachments: [] })
  })

  // https://docs.discord.com/developers/resources/message#attachment-object-attachment-flags
  test('are covered if they are said to be, or by the older mark in their name, and an edit changes that', async () => {
    const { body } = await bot.call(
      'POST',
      path,
      { attachments: [{ id: '0', is_spoiler: true }, { id: '1' }, { id: '2' }] },
      [file('a.mp3'), file('b.mp3'), file('SPOILER_c.mp3')],
    )
    const flags = (message: Record<string, unknown>) =>
      (message.attachments as { flags?: number }[]).map((attachment) => attachment.flags)
    expect(flags(body)).toEqual([8, undefined, 8])
    expect(seen(body.id)?.files.map(({ isSpoiler }) => isSpoiler)).toEqual([true, undefined, true])
    const [first, second] = attachmentsOf(body)
    const attachments = [
      { id: first?.id, is_spoiler: false },
      { id: second?.id, is_spoiler: true },
    ]
    const edited = await bot.call('PATCH', `${path}/${body.id}`, { attachments })
    expect(flags(edited.body)).toEqual([undefined, 8])
  })

  test('get a name that Discord would give them', async () => {
    const { body } = await bot.call('POST', path, {}, [file('my söng (1).mp3')])
    expect(attachmentsOf(body)[0]?.filename).toBe('my_sng_1.mp3')
  })

  test('that an embed shows are not listed again', async () => {
    const { body } = await bot.call(
      'POST',
      path,
      { embeds: [{ title: 'T', image: { url: 'attachment://cover.png' } }] },
      [{ ...file('cover.png'), type: 'image/png' }, file('song.mp3')],
    )
    expect(body.attachments).toMatchObject([{ filename: 'song.mp3' }])
    expect(body.embeds).toMatchObject([
      { type: 'rich', image: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:.*cover\.png\?ex=/) } },
    ])
    expect(seen(body.id)).toMatchObject({
      text: 'T',
      files: [{ name: 'song.mp3' }],
      images: [{ url: expect.stringContaining('cover.png') }],
    })
  })

  test('in a message of components show only where a part names them', async () => {
    const { body } = await bot.call(
      'POST',
      path,
      {
        flags: 1 << 15,
        components: [
          { type: 10, content: 'Here' },
          { type: 13, file: { url: 'attachment://a.mp3' } },
        ],
      },
      [file('a.mp3'), file('b.mp3')],
    )
    expect(body).toMatchObject({
      attachments: [],
      components: [
        { id: 1, content: 'Here' },
        { id: 2, file: { url: expect.stringContaining('/a.mp3?ex=') } },
      ],
    })
    expect(seen(body.id)).toMatchObject({ text: 'Here', files: [{ name: 'a.mp3' }] })
  })

  test('of a voice message carry its length, and it cannot be edited', async () => {
    const voice = { flags: 1 << 13, attachments: [{ id: '0', duration_secs: 1.5, waveform: 'AAAA' }] }
    const { body } = await bot.call('POST', path, voice, [file('voice.ogg')])
    expect(body).toMatchObject({ flags: 1 << 13, attachments: [{ duration_secs: 1.5, waveform: 'AAAA' }] })
    expect(await bot.call('PATCH', `${path}/${body.id}`, { content: 'x' })).toMatchObject({
      status: 400,
      body: { code: 50162 },
    })
  })
})

describe('an edit', () => {
  test('clears with null and keeps what it leaves out', async () => {
    const { body } = await bot.call('POST', path, { content: 'a', embeds: [{ title: 'T' }] })
    const edited = await bot.call('PATCH', `${path}/${body.id}`, { content: null })
    expect(edited.body).toMatchObject({ content: '', embeds: [{ title: 'T' }] })
  })

  test('may not leave nothing', async () => {
    const { body } = await bot.call('POST', path, { content: 'a' })
    expect(await bot.call('PATCH', `${path}/${body.id}`, { content: '' })).toMatchObject({
      status: 400,
      body: { code: 50006 },
    })
  })

  test('may turn a message into components, and never back', async () => {
    const { body } = await bot.call('POST', path, { content: 'a' })
    const one = `${path}/${body.id}`
    const components = [{ type: 10, content: 'b' }]
    expect(await bot.call('PATCH', one, { content: null, flags: 1 << 15, components })).toMatchObject({
      status: 200,
    })
    expect(await bot.call('PATCH', one, { flags: 0, content: 'c', components: [] })).toMatchObject({
      status: 400,
      body: { errors: { flags: { _errors: [{ code: 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG' }] } } },
    })
  })

  test('is counted and dated for anyone who looks', async () => {
    const { body } = await bot.call('POST', path, { content: 'a' })
    await bot.call('PATCH', `${path}/${body.id}`, { content: 'b' })
    await bot.call('PATCH', `${path}/${body.id}`, { content: 'c' })
    expect(seen(body.id)).toMatchObject({ text: 'c', edits: 2, editedAtMs: expect.any(Number) })
  })
})

describe('a nonce', () => {
  test('that is enforced gives the first message back instead of a second one', async () => {
    const send = (content: string) => bot.call('POST', path, { content, nonce: 'job-1', enforce_nonce: true })
    const first = await send('one')
    const again = await send('two')
    expect(again.body).toMatchObject({ id: first.body.id, content: 'one' })
    bot.clock.advance(2 * 60_000 + 1)
    expect((await send('three')).body.id).not.toBe(first.body.id)
  })

  // https://github.com/discord/discord-api-docs/pull/6647
  test('of a deleted message makes none for a while: the try is answered as if it were for that message', async () => {
    const send = () => bot.call('POST', path, { content: 'x', nonce: 'job-3', enforce_nonce: true })
    const { body } = await send()
    await bot.call('DELETE', `${path}/${body.id}`)
    expect(await send()).toMatchObject({ status: 404, body: { code: 10_008 } })
    bot.clock.advance(2 * 60_000 + 1)
    expect((await send()).status).toBe(200)
  })

  test('is told to who creates the message, and to nobody who reads it later', async () => {
    const { body } = await bot.call('POST', path, { content: 'x', nonce: 'job-4', enforce_nonce: true })
    expect(body).toMatchObject({ nonce: 'job-4' })
    const one = await bot.call('GET', `${path}/${body.id}`)
    const [listed] = (await bot.call('GET', `${path}?limit=1`)).body as unknown as Record<string, unknown>[]
    const edited = await bot.call('PATCH', `${path}/${body.id}`, { content: 'y' })
    for (const read of [one.body, listed, edited.body]) {
      expect(read).toMatchObject({ id: body.id })
      expect(read).not.toHaveProperty('nonce')
    }
  })

  test('that is not enforced does nothing', async () => {
    const send = () => bot.call('POST', path, { content: 'x', nonce: 'job-2', enforce_nonce: false })
    expect((await send()).body.id).not.toBe((await send()).body.id)
  })
})

describe('the history of a channel', () => {
  test('comes newest first and in pages', async () => {
    const own = await startRawBot()
    const ownPath = `/channels/${own.discord.addresses.channelId}/messages`
    for (const content of ['0', '1', '2', '3', '4']) await own.call('POST', ownPath, { content })
    const page = async (query: string) =>
      (await own.call('GET', `${ownPath}${query}`)).body as unknown as { id: string; content: string }[]
    const texts = async (query: string) => (await page(query)).map(({ content }) => content)
    const all = await page('')
    const middle = all[2]?.id
    expect(all.map(({ content }) => content)).toEqual(['4', '3', '2', '1', '0'])
    expect(await texts('?limit=2')).toEqual(['4', '3'])
    expect(await texts(`?before=${middle}&limit=1`)).toEqual(['1'])
    expect(await texts(`?after=${middle}`)).toEqual(['4', '3'])
    expect(await texts(`?around=${middle}&limit=3`)).toEqual(['3', '2', '1'])
    expect(await own.call('GET', `${ownPath}?limit=101`)).toMatchObject({
      status: 400,
      body: { code: 50035 },
    })
    expect((await own.call('GET', `${ownPath}/${middle}`)).body).toMatchObject({ content: '2' })
    await own.stop()
  })

  test('hides what members wrote from an application without the content intent', async () => {
    const own = await startRawBot({ privilegedIntents: [] })
    const { memberId, channelId } = own.discord.addresses
    const { event } = await own.discord.people.act(memberId, channelId, { say: 'secret' })
    expect((await own.call('GET', `/channels/${channelId}/messages/${event}`)).body).toMatchObject({
      content: '',
    })
    await own.stop()
  })
})

describe('text that would ring people', () => {
  const { everyone, user, role } = {
    everyone: '@everyone',
    user: '<@123456789012345678>',
    role: '<@&123456789012345678>',
  }
  const silent = { parse: [] }
  const cases: readonly [string, object, string | undefined][] = [
    ['everyone, with nothing said against it', { content: everyone }, 'would ping @everyone'],
    ['a member', { content: user }, `would ping ${user}`],
    ['a role', { content: role }, `would ping ${role}`],
    [
      'a member in a text part',
      { flags: 1 << 15, components: [{ type: 10, content: user }] },
      `would ping ${user}`,
    ],
    [
      'a member when users are parsed',
      { content: user, allowed_mentions: { parse: ['users'] } },
      `would ping ${user}`,
    ],
    [
      'nobody when nothing is parsed',
      { content: [everyone, user, role].join(' '), allowed_mentions: silent },
      undefined,
    ],
    [
      'a member who is named one by one',
      { content: user, allowed_mentions: { parse: [], users: ['123456789012345678'] } },
      undefined,
    ],
    ['nobody from an embed', { embeds: [{ description: everyone }] }, undefined],
  ]

  test.each(cases)('is recorded: %s', async (_what, body, refusal) => {
    const before = bot.refusals().length
    expect((await bot.call('POST', path, body)).status).toBe(200)
    expect(bot.refusals().slice(before)).toEqual(refusal === undefined ? [] : [refusal])
  })
})

describe('the other routes', () => {
  test('know the bot, the application, the channels, the server and its members', async () => {
    const { applicationId, channelId, guildId, memberId, adminId } = bot.discord.addresses
    const get = async (where: string) => (await bot.call('GET', where)).body
    expect(await get('/users/@me')).toMatchObject({ id: applicationId, bot: true })
    expect(await get('/applications/@me')).toMatchObject({ id: applicationId, flags: 1 << 19 })
    expect(await get('/gateway/bot')).toMatchObject({ url: bot.discord.addresses.gateway, shards: 1 })
    expect(await get(`/channels/${channelId}`)).toMatchObject({ id: channelId, type: 0, guild_id: guildId })
    expect(await get(`/guilds/${guildId}`)).toMatchObject({ id: guildId, premium_tier: 0 })
    expect(await get(`/guilds/${guildId}/members/${memberId}`)).toMatchObject({
      user: { id: memberId },
      roles: [],
    })
    expect(await get(`/guilds/${guildId}/members/${adminId}`)).toMatchObject({ roles: [expect.any(String)] })
    expect(await get(`/guilds/${guildId}/members/123456789012345678`)).toMatchObject({ code: 10007 })
    expect(await get('/guilds/123456789012345678')).toMatchObject({ code: 10004 })
    expect((await bot.call('POST', `/channels/${channelId}/typing`)).status).toBe(204)
  })

  test('open one direct message with a member, for that member alone', async () => {
    const { memberId, memberIds } = bot.discord.addresses
    const open = () => bot.call('POST', '/users/@me/channels', { recipient_id: memberId })
    const first = await open()
    expect(first.body).toMatchObject({ type: 1, recipients: [{ id: memberId }] })
    expect((await open()).body.id).toBe(first.body.id)
    await bot.call('POST', `/channels/${first.body.id}/messages`, { content: 'between us' })
    const look = (viewer: string | undefined) =>
      bot.discord.people.messages({ viewer, channel: String(first.body.id) })
    expect(look(memberId)).toMatchObject([{ text: 'between us' }])
    expect(() => look(memberIds[1])).toThrow('There is no channel')
    expect(
      await bot.call('POST', '/users/@me/channels', { recipient_id: '123456789012345678' }),
    ).toMatchObject({ body: { code: 10013 } })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorsIn, type RawBot, startRawBot, times } from './support.ts'

let bot: RawBot
let path: string

beforeAll(async () => {
  bot = await startRawBot()
  path = `/channels/${bot.discord.addresses.channelId}/messages`
})

afterAll(() => bot.stop())

const embed = (more: object = {}) => ({ embeds: [{ title: 'T', ...more }] })
const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...more })
const row = (...components: object[]) => ({ type: 1, components })
const select = (more: object = {}) => ({
  type: 3,
  custom_id: 'pick',
  options: [{ label: 'One', value: '1' }],
  ...more,
})
const rows = (...list: object[]) => ({ content: 'x', components: list })
const v2 = (...components: object[]) => ({ flags: 1 << 15, components })
const words = (content = 'words') => ({ type: 10, content })
const song = { name: 'song.mp3', type: 'audio/mpeg', bytes: new Uint8Array(100) }

describe('a message is refused with 50035', () => {
  // Limits: https://docs.discord.com/developers/resources/message and /components/reference
  const faults: readonly [string, object, string][] = [
    ['content of 2001 letters', { content: 'x'.repeat(2001) }, 'content: BASE_TYPE_MAX_LENGTH'],
    ['a nonce of 26 letters', { content: 'x', nonce: 'n'.repeat(26) }, 'nonce: BASE_TYPE_MAX_LENGTH'],
    ['an unknown field', { content: 'x', colour: 'red' }, 'colour: UNKNOWN_FIELD'],
    ['a poll, which is not served', { content: 'x', poll: {} }, 'poll: NOT_SERVED'],
    ['an ephemeral flag', { content: 'x', flags: 1 << 6 }, 'flags: BASE_TYPE_CHOICES'],
    [
      'a reply to nothing',
      { content: 'x', message_reference: { message_id: '123456789012345678' } },
      'message_reference: REPLIES_UNKNOWN_MESSAGE',
    ],
    [
      'both parsing and naming users',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['123456789012345678'] } },
      'allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
    ],
    [
      'an unknown kind of mention',
      { content: 'x', allowed_mentions: { parse: ['all'] } },
      'allowed_mentions.parse.0: BASE_TYPE_CHOICES',
    ],

    ['11 embeds', { embeds: times(11, () => ({ title: 'T' })) }, 'embeds: BASE_TYPE_MAX_LENGTH'],
    [
      'an embed title of 257 letters',
      embed({ title: 'x'.repeat(257) }),
      'embeds.0.title: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'an embed description of 4097 letters',
      embed({ description: 'x'.repeat(4097) }),
      'embeds.0.description: BASE_TYPE_MAX_LENGTH',
    ],
    [
      '26 embed fields',
      embed({ fields: times(26, () => ({ name: 'n', value: 'v' })) }),
      'embeds.0.fields: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a field name of 257 letters',
      embed({ fields: [{ name: 'x'.repeat(257), value: 'v' }] }),
      'embeds.0.fields.0.name: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a field value of 1025 letters',
      embed({ fields: [{ name: 'n', value: 'x'.repeat(1025) }] }),
      'embeds.0.fields.0.value: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'an empty field value',
      embed({ fields: [{ name: 'n', value: ' ' }] }),
      'embeds.0.fields.0.value: BASE_TYPE_REQUIRED',
    ],
    [
      'a footer of 2049 letters',
      embed({ footer: { text: 'x'.repeat(2049) } }),
      'embeds.0.footer.text: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'an author of 257 letters',
      embed({ author: { name: 'x'.repeat(257) } }),
      'embeds.0.author.name: BASE_TYPE_MAX_LENGTH',
    ],
    ['a colour beyond white', embed({ color: 0x1000000 }), 'embeds.0.color: NUMBER_TYPE_MAX'],
    ['a link that is none', embed({ url: 'not a link' }), 'embeds.0.url: URL_TYPE_INVALID_URL'],
    ['a time that is none', embed({ timestamp: 'yesterday' }), 'embeds.0.timestamp: STRING_TYPE_REGEX'],
    [
      'over 6000 letters in all embeds',
      { embeds: times(2, () => ({ description: 'x'.repeat(3001) })) },
      'embeds: MAX_EMBED_SIZE_EXCEEDED',
    ],
    [
      'a picture that was not uploaded',
      embed({ image: { url: 'attachment://cover.png' } }),
      'embeds.0.image.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ],

    [
      '6 rows',
      rows(...times(6, (n) => row(button({ custom_id: `b${n}` })))),
      'components: BASE_TYPE_MAX_LENGTH',
    ],
    [
      '6 buttons in a row',
      rows(row(...times(6, (n) => button({ custom_id: `b${n}` })))),
      'components.0.components: BASE_TYPE_BAD_LENGTH',
    ],
    ['an empty row', rows(row()), 'components.0.components: BASE_TYPE_BAD_LENGTH'],
    ['a button outside a row', rows(button()), 'components.0.type: UNION_TYPE_CHOICES'],
    [
      'a label of 81 letters',
      rows(row(button({ label: 'x'.repeat(81) }))),
      'components.0.components.0.label: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a button without label or emoji',
      rows(row(button({ label: undefined }))),
      'components.0.components.0: BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
    ],
    [
      'a custom id of 101 letters',
      rows(row(button({ custom_id: 'x'.repeat(101) }))),
      'components.0.components.0.custom_id: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'one custom id twice',
      rows(row(button()), row(button())),
      'components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    [
      'a button without custom id',
      rows(row(button({ custom_id: undefined }))),
      'components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED',
    ],
    [
      'a link button with custom id',
      rows(row(button({ style: 5, url: 'https://a.example' }))),
      'components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
    ],
    [
      'a link button without link',
      rows(row(button({ style: 5, custom_id: undefined }))),
      'components.0.components.0.url: BASE_TYPE_REQUIRED',
    ],
    [
      'a plain button with link',
      rows(row(button({ url: 'https://a.example' }))),
      'components.0.components.0.url: BUTTON_COMPONENT_INVALID_URL',
    ],
    [
      'a menu beside a button',
      rows(row(select(), button())),
      'components.0.components.0: COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    ],
    [
      '26 lines in a menu',
      rows(row(select({ options: times(26, (n) => ({ label: `${n}`, value: `${n}` })) }))),
      'components.0.components.0.options: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'one menu value twice',
      rows(row(select({ options: times(2, () => ({ label: 'a', value: 'a' })) }))),
      'components.0.components.0.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
    ],
    [
      'a placeholder of 151 letters',
      rows(row(select({ placeholder: 'x'.repeat(151) }))),
      'components.0.components.0.placeholder: BASE_TYPE_MAX_LENGTH',
    ],
    ['text parts without the flag', { components: [words()] }, 'components.0.type: UNION_TYPE_CHOICES'],

    [
      'content beside text parts',
      { content: 'x', ...v2(words()) },
      'content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ],
    [
      'embeds beside text parts',
      { ...embed(), ...v2(words()) },
      'embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ],
    [
      '41 parts in all',
      v2(...times(40, () => words('a')), { type: 14 }),
      'components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
    ],
    [
      '4001 letters of text parts',
      v2(words('x'.repeat(2001)), words('x'.repeat(2000))),
      'components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
    ],
    [
      'a file part without upload',
      v2({ type: 13, file: { url: 'attachment://song.mp3' } }),
      'components.0.file.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ],
    [
      'a file part with a web address',
      v2({ type: 13, file: { url: 'https://a.example/a.mp3' } }),
      'components.0.file.url: UNFURLED_MEDIA_ITEM_ATTACHMENT_REQUIRED',
    ],
    [
      'a section without accessory',
      v2({ type: 9, components: [words()] }),
      'components.0.accessory: BASE_TYPE_REQUIRED',
    ],
    [
      'a section of 4 texts',
      v2({ type: 9, components: times(4, () => words()), accessory: button() }),
      'components.0.components: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a gallery of 11 pictures',
      v2({ type: 12, items: times(11, () => ({ media: { url: 'https://a.example/a.png' } })) }),
      'components.0.items: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a container in a container',
      v2({ type: 17, components: [{ type: 17, components: [words()] }] }),
      'components.0.components.0.type: UNION_TYPE_CHOICES',
    ],

    [
      'an attachment that did not come',
      { content: 'x', attachments: [{ id: '0' }] },
      'attachments.0.id: ATTACHMENT_NOT_FOUND',
    ],
  ]

  test.each(faults)('for %s', async (_fault, body, error) => {
    const before = bot.refusals().length
    const answer = await bot.call('POST', path, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } })
    expect(errorsIn(answer.body.errors)).toContain(error)
    expect(bot.refusals()).toHaveLength(before + 1)
  })

  test('for a file that the list leaves out, and for an alt text of 1025 letters', async () => {
    const leftOut = await bot.call('POST', path, { attachments: [] }, [song])
    expect(errorsIn(leftOut.body.errors)).toEqual(['attachments: ATTACHMENT_NOT_LISTED'])
    const long = await bot.call('POST', path, { attachments: [{ id: 0, description: 'x'.repeat(1025) }] }, [
      song,
    ])
    expect(errorsIn(long.body.errors)).toEqual(['attachments.0.description: BASE_TYPE_MAX_LENGTH'])
  })

  test('for 11 files', async () => {
    const answer = await bot.call(
      'POST',
      path,
      {},
      times(11, (n) => ({ ...song, name: `${n}.mp3` })),
    )
    expect(errorsIn(answer.body.errors)).toEqual(['attachments: BASE_TYPE_MAX_LENGTH'])
  })
})

describe('a message is refused', () => {
  const voice = { flags: 1 << 13, attachments: [{ id: '0', duration_secs: 1.5, waveform: 'AAAA' }] }
  const cases: readonly [string, object, readonly (typeof song)[], number, number][] = [
    ['when it shows nothing', {}, [], 400, 50006],
    ['when its text is blank', { content: ' \n' }, [], 400, 50006],
    ['when its only embed is empty', { embeds: [{}] }, [], 400, 50006],
    ['when it has the flag but no components', { flags: 1 << 15 }, [], 400, 50006],
    [
      'when a file is over 10 MiB',
      {},
      [{ ...song, bytes: new Uint8Array(10 * 1024 * 1024 + 1) }],
      413,
      40005,
    ],
    [
      'when the request is over 25 MiB',
      {},
      times(3, () => ({ ...song, bytes: new Uint8Array(9 * 1024 * 1024) })),
      413,
      40005,
    ],
    ['when a voice message has text', { ...voice, content: 'x' }, [song], 400, 50159],
    ['when a voice message has no sound', { ...voice, attachments: [] }, [], 400, 50160],
    ['when a voice message has no waveform', { flags: 1 << 13 }, [song], 400, 50161],
  ]

  test.each(cases)('%s', async (_fault, body, files, status, code) => {
    const before = bot.refusals().length
    expect(await bot.call('POST', path, body, files)).toMatchObject({ status, body: { code } })
    expect(bot.refusals()).toHaveLength(before + 1)
  })

  test('when the body is not JSON, or no body that Discord reads', async () => {
    const { api, token } = bot.discord.addresses
    const post = (type: string, body: string) =>
      fetch(`${api}/v10${path}`, {
        method: 'POST',
        body,
        headers: { authorization: `Bot ${token}`, 'content-type': type },
      })
    const broken = await post('application/json', '{')
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: 50109 }])
    const foreign = await post('text/plain', 'hello')
    expect([foreign.status, await foreign.json()]).toMatchObject([400, { code: 50035 }])
  })

  test('when a part of the form is neither the JSON nor a file', async () => {
    const { api, token } = bot.discord.addresses
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.txt')
    const answer = await fetch(`${api}/v10${path}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bot ${token}` },
    })
    expect(await answer.json()).toMatchObject({ code: 50035, errors: { file: {} } })
  })
})

describe('rights and places', () => {
  const noBots = () => `/channels/${bot.discord.addresses.channelIds[2]}/messages`
  const hidden = () => `/channels/${bot.discord.addresses.channelIds[3]}/messages`

  test.each([
    ['a channel that it cannot see', () => hidden(), 403, 50001],
    ['a channel in which it may not write', () => noBots(), 403, 50013],
    ['a channel that does not exist', () => '/channels/123456789012345678/messages', 404, 10003],
  ])('the bot cannot post in %s', async (_where, where, status, code) => {
    expect(await bot.call('POST', where(), { content: 'x' })).toMatchObject({ status, body: { code } })
  })

  test.each([
    ['no token', undefined],
    ['a wrong token', 'Bot wrong'],
    ['a token without its kind', 'token alone'],
  ])('nobody gets in with %s', async (_what, authorization) => {
    expect(await bot.callAs(authorization, 'GET', '/users/@me')).toEqual({
      status: 401,
      body: { message: '401: Unauthorized', code: 0 },
    })
  })

  test('a route that does not exist is told and recorded', async () => {
    expect(await bot.call('GET', '/guilds/1/nothing')).toEqual({
      status: 404,
      body: { message: '404: Not Found', code: 0 },
    })
    expect(bot.refusals().at(-1)).toBe('GET /api/v10/guilds/1/nothing: 404 0 404: Not Found')
    expect(await bot.call('POST', '/guilds/1/nothing', { a: 1 })).toMatchObject({ status: 404 })
  })

  test('another version of the API is not served', async () => {
    const { api, token } = bot.discord.addresses
    const answer = await fetch(`${api}/v9/users/@me`, { headers: { authorization: `Bot ${token}` } })
    expect(answer.status).toBe(404)
  })

  test('the bot edits and removes only what it wrote', async () => {
    const { memberId, channelId } = bot.discord.addresses
    const { event } = await bot.discord.people.act(memberId, channelId, { say: 'mine' })
    expect(await bot.call('PATCH', `${path}/${event}`, { content: 'x' })).toMatchObject({
      status: 403,
      body: { code: 50005 },
    })
    expect(await bot.call('DELETE', `${path}/${event}`)).toMatchObject({ status: 403, body: { code: 50013 } })
    expect(await bot.call('PATCH', `${path}/123456789012345678`, { content: 'x' })).toMatchObject({
      status: 404,
      body: { code: 10008 },
    })
  })
})

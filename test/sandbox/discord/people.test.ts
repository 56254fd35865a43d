import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActResult, Deed, Upload } from '../../../sandbox/control/people.ts'
import { type RawBot, type RawGateway, startRawBot, times } from './support.ts'

let bot: RawBot
let gateway: RawGateway

const value = (type: number, name: string, more: object = {}) => ({ type, name, description: name, ...more })

const commands = [
  {
    name: 'music',
    description: 'Make a song',
    options: [
      value(3, 'prompt', { required: true, min_length: 2, max_length: 20 }),
      value(3, 'style', {
        choices: [
          { name: 'Slow waltz', value: 'waltz' },
          { name: 'Polka', value: 'polka' },
        ],
      }),
      value(4, 'seconds', { min_value: 5, max_value: 60 }),
      value(10, 'weight', { min_value: 0, max_value: 1 }),
      value(5, 'instrumental'),
      value(6, 'for'),
      value(8, 'role'),
      value(7, 'where', { channel_types: [0] }),
      value(9, 'whom'),
      value(11, 'clip'),
      value(11, 'cover'),
    ],
  },
  {
    name: 'budget',
    description: 'Credits',
    default_member_permissions: '32',
    options: [
      { type: 1, name: 'show', description: 'Show' },
      {
        type: 2,
        name: 'limit',
        description: 'Limits',
        options: [
          { type: 1, name: 'set', description: 'Set', options: [value(4, 'credits', { required: true })] },
        ],
      },
    ],
  },
  { name: 'shutdown', description: 'Stop', default_member_permissions: '0' },
  { name: 'private', description: 'Alone', contexts: [1] },
  { name: 'Remix this clip', type: 3 },
]

beforeAll(async () => {
  bot = await startRawBot()
  gateway = await bot.identified()
  const { status } = await bot.call(
    'PUT',
    `/applications/${bot.discord.addresses.applicationId}/commands`,
    commands,
  )
  expect(status).toBe(200)
})

afterAll(() => bot.stop())

type Event = { id: string; token: string; data: Record<string, unknown> }
const mp3 = (name = 'clip.mp3'): Upload => ({ name, base64: 'SUQz' })
const act = (deed: Deed, as = bot.discord.addresses.memberId, channel = bot.discord.addresses.channelId) =>
  bot.discord.people.act(as, channel, deed)
const answer = ({ id, token }: Event, body: unknown) =>
  bot.callAs(undefined, 'POST', `/interactions/${id}/${token}/callback`, body)

/** Does it, lets the bot answer with `body`, and hands over what the bot saw and the person got. */
const through = async (
  deed: Deed,
  body: unknown = { type: 5 },
  as?: string,
): Promise<{ event: Event; result: ActResult }> => {
  const acting = act(deed, as)
  const { d } = await gateway.next('INTERACTION_CREATE')
  const event = d as unknown as Event
  expect((await answer(event, body)).status).toBe(204)
  return { event, result: await acting }
}

describe('the client does not let a person', () => {
  const prompt = 'prompt:a song'
  const refusals: readonly [string, Deed, string][] = [
    ['run a command that does not exist', { command: '/nothing' }, 'offers no command "nothing"'],
    ['leave out what is required', { command: '/music' }, 'prompt: this option is required'],
    ['write too little', { command: '/music prompt:x' }, 'prompt: between 2 and 20 characters'],
    ['write too much', { command: `/music prompt:${'x'.repeat(21)}` }, 'prompt: between 2 and 20 characters'],
    [
      'pick what is not offered',
      { command: `/music ${prompt} style:jazz` },
      'style: pick one of Slow waltz, Polka',
    ],
    ['enter a text for a number', { command: `/music ${prompt} seconds:long` }, 'seconds: must be a number'],
    [
      'enter a fraction for a whole number',
      { command: `/music ${prompt} seconds:5.5` },
      'seconds: must be a whole number',
    ],
    ['enter too small a number', { command: `/music ${prompt} seconds:4` }, 'seconds: between 5 and 60'],
    ['enter too large a number', { command: `/music ${prompt} weight:1.1` }, 'weight: between 0 and 1'],
    ['say maybe', { command: `/music ${prompt} instrumental:maybe` }, 'instrumental: True or False'],
    ['name nobody', { command: `/music ${prompt} for:Nobody` }, 'for: there is nobody called "Nobody"'],
    [
      'name a role that is none',
      { command: `/music ${prompt} role:Kings` },
      'role: there is no role "Kings"',
    ],
    [
      'name a channel that is none',
      { command: `/music ${prompt} where:nowhere` },
      'where: there is no channel "nowhere"',
    ],
    ['type beside the options', { command: `/music please ${prompt}` }, '"please" belongs to no option'],
    [
      'use an option that is none',
      { command: '/music', options: { prompt: 'a song', tempo: 3 } },
      '"tempo" is no option',
    ],
    [
      'attach more files than there are options',
      { command: `/music ${prompt}`, files: [mp3('a.mp3'), mp3('b.mp3'), mp3('c.mp3')] },
      'no option for the file "c.mp3"',
    ],
    [
      'attach a file over 10 MiB',
      {
        command: `/music ${prompt}`,
        files: [{ name: 'a.mp3', base64: Buffer.alloc(10 * 1024 * 1024 + 1).toString('base64') }],
      },
      'too powerful',
    ],
    ['run what only admins may', { command: '/budget show' }, 'offers no command "budget"'],
    ['run what nobody but administrators may', { command: '/shutdown' }, 'offers no command "shutdown"'],
    [
      'run in a server what belongs to direct messages',
      { command: '/private' },
      'offers no command "private"',
    ],
    [
      'ask for suggestions where there are none',
      { autocomplete: { command: '/music', option: 'prompt', text: 'a' } },
      'prompt: no suggestions here',
    ],
    ['send nothing', { say: ' ' }, 'There is nothing to send'],
    ['send too much', { say: 'x'.repeat(2001) }, 'Your message is too long'],
  ]

  test.each(refusals)('%s', async (_what, deed, reason) => {
    const refusalsBefore = bot.refusals().length
    const result = await act(deed)
    expect(result).toEqual({ event: '', refused: expect.stringContaining(reason) })
    expect(bot.refusals()).toHaveLength(refusalsBefore)
  })

  test('stop at a subcommand that is missing or wrong', async () => {
    const { adminId } = bot.discord.addresses
    expect(await act({ command: '/budget' }, adminId)).toMatchObject({
      refused: 'Choose one of: show, limit',
    })
    expect(await act({ command: '/budget limit' }, adminId)).toMatchObject({ refused: 'Choose one of: set' })
  })
})

describe('a deed makes no sense', () => {
  const cases: readonly [string, () => Promise<unknown>, string][] = [
    ['as nobody', () => act({ say: 'x' }, 'Nobody'), 'as'],
    ['as the bot', () => act({ say: 'x' }, bot.discord.addresses.applicationId), 'as'],
    ['in no channel', () => act({ say: 'x' }, undefined, 'nowhere'), 'channel'],
    ['on no message', () => act({ action: { name: 'Remix this clip', message: '1' } }), 'message'],
    ['in reply to nothing', () => act({ say: 'x', replyTo: '1' }), 'message'],
    ['in no form', () => act({ submit: { form: '1', values: {} } }), 'form'],
    ['with a file that has no bytes', () => act({ say: 'x', files: [{ name: 'a' }] }), 'files'],
    [
      'with a file that cannot be read',
      () => act({ say: 'x', files: [{ name: 'a', path: '/nowhere/a' }] }),
      'files',
    ],
  ]

  test.each(cases)('%s', async (_what, deed, field) => {
    await expect(deed()).rejects.toMatchObject({ name: 'UnknownReference', field })
  })
})

describe('a command', () => {
  test('carries every kind of value, and what it refers to', async () => {
    const { memberIds, channelIds, guildId, channelId } = bot.discord.addresses
    const { event, result } = await through({
      command:
        '/music prompt:a sea shanty style:Slow waltz seconds:20 weight:0.5 instrumental:true for:@Mia role:@Managers where:#music whom:Mia',
      files: [mp3('clip.mp3'), { name: 'cover.png', base64: 'AAAA' }],
    })
    expect(result).toEqual({ event: event.id })
    const options = event.data.options as { name: string; type: number; value: string }[]
    expect(options.slice(0, 6)).toEqual([
      { name: 'prompt', type: 3, value: 'a sea shanty' },
      { name: 'style', type: 3, value: 'waltz' },
      { name: 'seconds', type: 4, value: 20 },
      { name: 'weight', type: 10, value: 0.5 },
      { name: 'instrumental', type: 5, value: true },
      { name: 'for', type: 6, value: memberIds[1] },
    ])
    const givenTo = (name: string) => options.find((option) => option.name === name)?.value ?? ''
    expect(event.data.resolved).toMatchObject({
      users: { [memberIds[1] ?? '']: { username: 'mia' } },
      members: { [memberIds[1] ?? '']: { roles: [], permissions: expect.any(String) } },
      roles: { [givenTo('role')]: { name: 'Managers' } },
      channels: { [channelIds[1] ?? '']: { name: 'music', type: 0, app_permissions: expect.any(String) } },
      attachments: {
        [givenTo('clip')]: { filename: 'clip.mp3', content_type: 'audio/mpeg', size: 3, ephemeral: true },
        [givenTo('cover')]: { filename: 'cover.png', content_type: 'image/png' },
      },
    })
    expect(guildId).not.toBe(channelId)
  })

  test('takes a file for the option that names it', async () => {
    const { event } = await through({
      command: '/music prompt:x y',
      options: { cover: 'my c.png' },
      files: [mp3('a.mp3'), mp3('my c.png')],
    })
    const { attachments } = event.data.resolved as { attachments: Record<string, { filename: string }> }
    const byOption = (event.data.options as { name: string; value: string }[]).map(({ name, value: id }) => [
      name,
      attachments[id]?.filename,
    ])
    expect(byOption).toEqual([
      ['prompt', undefined],
      ['clip', 'a.mp3'],
      ['cover', 'my_c.png'],
    ])
  })

  test('with subcommands nests them, for an admin', async () => {
    const { event } = await through(
      { command: '/budget limit set credits:5' },
      undefined,
      bot.discord.addresses.adminId,
    )
    expect(event.data.options).toEqual([
      {
        name: 'limit',
        type: 2,
        options: [{ name: 'set', type: 1, options: [{ name: 'credits', type: 4, value: 5 }] }],
      },
    ])
  })

  test('may be run by a name and in a channel by its name', async () => {
    const acting = bot.discord.people.act('Mia', 'music', { command: '/music prompt:x y' })
    const { d } = await gateway.next('INTERACTION_CREATE')
    expect(d).toMatchObject({ member: { user: { username: 'mia' } }, channel: { name: 'music' } })
    await answer(d as unknown as Event, { type: 5 })
    await acting
  })
})

describe("an entry of a message's menu", () => {
  test('hands the whole message over, content intent or not', async () => {
    const said = await act({ say: 'listen', files: [mp3()] })
    const { event } = await through({ action: { name: 'Remix this clip', message: said.event } })
    expect(event.data).toMatchObject({
      name: 'Remix this clip',
      type: 3,
      target_id: said.event,
      resolved: {
        messages: { [said.event]: { content: 'listen', attachments: [{ filename: 'clip.mp3' }] } },
      },
    })
  })
})

describe('buttons and menus', () => {
  const post = async (...components: object[]) => {
    const path = `/channels/${bot.discord.addresses.channelId}/messages`
    const { body } = await bot.call('POST', path, {
      content: 'Take your pick',
      components: components.map((part) => ({ type: 1, components: [part] })),
    })
    return String(body.id)
  }
  const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Again', custom_id: 'again', ...more })
  const menu = (more: object = {}) => ({
    type: 3,
    custom_id: 'take',
    options: times(3, (n) => ({ label: `Take ${n}`, value: `${n}` })),
    ...more,
  })

  test('are pressed by label or id, and may change their message', async () => {
    const message = await post(button())
    const { event } = await through(
      { press: { message, button: 'Again' } },
      { type: 7, data: { content: 'Pressed', components: [] } },
    )
    expect(event).toMatchObject({
      type: 3,
      data: { custom_id: 'again', component_type: 2 },
      message: { id: message, content: 'Take your pick' },
    })
    expect(bot.discord.people.messages({}).find(({ id }) => id === message)).toMatchObject({
      text: 'Pressed',
      buttons: [],
      edits: 1,
    })
  })

  test('may be answered later, on the message itself', async () => {
    const message = await post(button())
    const { event } = await through({ press: { message, button: 'again' } }, { type: 6 })
    const webhook = `/webhooks/${bot.discord.addresses.applicationId}/${event.token}/messages/@original`
    expect((await bot.callAs(undefined, 'PATCH', webhook, { content: 'Later' })).body).toMatchObject({
      id: message,
      content: 'Later',
    })
  })

  test('are not pressed when they are disabled, gone, or lead to a web page', async () => {
    const message = await post(button({ disabled: true }), {
      type: 2,
      style: 5,
      label: 'Web',
      url: 'https://a.example',
    })
    expect(await act({ press: { message, button: 'again' } })).toMatchObject({
      refused: '"again" is disabled',
    })
    expect(await act({ press: { message, button: 'Web' } })).toMatchObject({ refused: '"Web" opens a link' })
    await expect(act({ press: { message, button: 'Gone' } })).rejects.toMatchObject({ field: 'button' })
  })

  test('of a menu take as many values as it says', async () => {
    const message = await post(menu({ max_values: 2 }))
    const { event } = await through(
      { press: { message, button: 'take', values: ['Take 1', '2'] } },
      { type: 6 },
    )
    expect(event.data).toMatchObject({ custom_id: 'take', component_type: 3, values: ['1', '2'] })
    expect(await act({ press: { message, button: 'take', values: [] } })).toMatchObject({
      refused: 'Pick between 1 and 2',
    })
    expect(await act({ press: { message, button: 'take', values: ['9'] } })).toMatchObject({
      refused: '"9" is not in the menu',
    })
  })

  test('of a menu of members resolve them', async () => {
    const message = await post({ type: 5, custom_id: 'who' })
    const { memberIds } = bot.discord.addresses
    const { event } = await through({ press: { message, button: 'who', values: ['Mia'] } }, { type: 6 })
    expect(event.data).toMatchObject({
      values: [memberIds[1]],
      resolved: { users: { [memberIds[1] ?? '']: { username: 'mia' } } },
    })
  })
})

describe('a form', () => {
  const field = (label: string, component: object) => ({ type: 18, label, component })
  const form = {
    type: 9,
    data: {
      custom_id: 'song',
      title: 'A song',
      components: [
        { type: 10, content: 'Tell me more' },
        field('Lyrics', {
          type: 4,
          custom_id: 'lyrics',
          style: 2,
          min_length: 3,
          max_length: 10,
          required: true,
        }),
        field('Title', { type: 4, custom_id: 'title', style: 1, required: false, value: 'Untitled' }),
        field('Voice', {
          type: 21,
          custom_id: 'voice',
          options: [
            { label: 'Low', value: 'l' },
            { label: 'High', value: 'h' },
          ],
          required: false,
        }),
        field('Clip', { type: 19, custom_id: 'clip', required: false }),
      ],
    },
  }
  const open = async () => {
    const { result } = await through({ command: '/music prompt:x y' }, form)
    return result.form?.id ?? ''
  }

  test('is shown with its fields', async () => {
    const { result } = await through({ command: '/music prompt:x y' }, form)
    expect(result.form).toMatchObject({
      title: 'A song',
      fields: [
        { name: 'lyrics', label: 'Lyrics', kind: 'paragraph', required: true },
        { name: 'title', label: 'Title', kind: 'line', required: false, value: 'Untitled' },
        {
          name: 'voice',
          label: 'Voice',
          kind: 'choice',
          required: false,
          choices: [
            { name: 'Low', value: 'l' },
            { name: 'High', value: 'h' },
          ],
        },
        { name: 'clip', label: 'Clip', kind: 'file', required: false },
      ],
    })
  })

  test('is submitted with labels or names, and keeps its nesting', async () => {
    const id = await open()
    const { event } = await through(
      { submit: { form: id, values: { Lyrics: 'la la la', voice: 'High', clip: mp3() } } },
      { type: 4, data: { content: 'Thanks' } },
    )
    expect(event).toMatchObject({
      type: 5,
      data: {
        custom_id: 'song',
        components: [
          { type: 10, id: 1 },
          { type: 18, id: 2, component: { type: 4, custom_id: 'lyrics', value: 'la la la' } },
          { type: 18, component: { type: 4, custom_id: 'title', value: 'Untitled' } },
          { type: 18, component: { type: 21, custom_id: 'voice', value: 'h' } },
          { type: 18, component: { type: 19, custom_id: 'clip', values: [expect.any(String)] } },
        ],
      },
    })
    expect(Object.values((event.data.resolved as { attachments: object }).attachments)).toMatchObject([
      { filename: 'clip.mp3' },
    ])
    await expect(act({ submit: { form: id, values: { lyrics: 'again' } } })).rejects.toMatchObject({
      field: 'form',
    })
  })

  test('is not sent off while something is missing or wrong', async () => {
    const id = await open()
    const submit = (values: Record<string, unknown>) => act({ submit: { form: id, values } })
    expect(await submit({})).toMatchObject({ refused: 'Lyrics: this field is required' })
    expect(await submit({ lyrics: 'la' })).toMatchObject({ refused: 'lyrics: between 3 and 10 characters' })
    expect(await submit({ lyrics: 'la la', voice: 'Shrill' })).toMatchObject({
      refused: 'voice: "Shrill" is not among the choices',
    })
    await expect(submit({ lyrics: 'la la', tempo: 3 })).rejects.toMatchObject({ field: 'values' })
  })

  test('belongs to the one it was opened for', async () => {
    const id = await open()
    await expect(
      act({ submit: { form: id, values: { lyrics: 'la la' } } }, bot.discord.addresses.adminId),
    ).rejects.toMatchObject({ field: 'form' })
  })
})

describe('what people see', () => {
  test('is filtered by viewer, channel and time', async () => {
    const { memberIds, channelIds, adminId } = bot.discord.addresses
    const [first, second] = channelIds
    const marker = await act({ say: 'marker' })
    await act({ say: 'elsewhere' }, undefined, second)
    const { event } = await through(
      { command: '/music prompt:x y' },
      { type: 4, data: { content: 'secret', flags: 64 } },
    )
    expect(event.id).not.toBe('')
    const look = (query: object) =>
      bot.discord.people.messages({ since: marker.event, ...query }).map(({ text }) => text)
    expect(look({})).toEqual(['elsewhere', 'secret'])
    expect(look({ viewer: adminId })).toEqual(['elsewhere'])
    expect(look({ viewer: memberIds[0], channel: first })).toEqual(['secret'])
  })

  test('reads names where mentions were written', async () => {
    const { event } = await act({
      say: `for @Mia and @tunesmith in <#${bot.discord.addresses.channelIds[1]}>`,
    })
    expect(bot.discord.people.messages({}).find(({ id }) => id === event)?.text).toBe(
      'for @Mia and @tunesmith in #music',
    )
  })
})

import {
  ApplicationCommandType,
  type Client,
  FileUploadBuilder,
  LabelBuilder,
  type MessageContextMenuCommandInteraction,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActResult, Deed } from '../../../sandbox/control/people.ts'
import { nextInteraction, startOfficialClient } from './official.ts'
import { type RawBot, type RawGateway, startRawBot, times } from './support.ts'

const clip = (name = 'clip.mp3') => ({ name, base64: 'SUQz' })
const music = { name: 'music', description: 'Make a song' }
const remix = { name: 'Remix this clip', type: ApplicationCommandType.Message } as const

describe('a form of the official client', () => {
  let bot: RawBot
  let client: Client<true>

  beforeEach(async () => {
    bot = await startRawBot()
    client = await startOfficialClient(bot, { intents: ['Guilds', 'GuildMessages'] })
    await client.application.commands.set([music, remix])
  })

  afterEach(async () => {
    await client.destroy()
    await bot.stop()
  })

  const act = (deed: Deed) =>
    bot.discord.people.act(bot.discord.addresses.memberId, bot.discord.addresses.channelId, deed)
  const next = () => nextInteraction(client)

  const remixForm = (memberId: string) =>
    new ModalBuilder()
      .setCustomId('remix:1')
      .setTitle('Remix this clip')
      .addTextDisplayComponents(new TextDisplayBuilder().setContent('It costs 5 credits'))
      .addLabelComponents(
        new LabelBuilder()
          .setLabel('Style')
          .setDescription('What it becomes')
          .setTextInputComponent(
            new TextInputBuilder()
              .setCustomId('style')
              .setStyle(TextInputStyle.Short)
              .setValue('a waltz')
              .setMaxLength(20),
          ),
        new LabelBuilder()
          .setLabel('Keep')
          .setStringSelectMenuComponent(
            new StringSelectMenuBuilder()
              .setCustomId('keep')
              .setPlaceholder('What stays')
              .setMinValues(1)
              .setMaxValues(2)
              .setOptions(
                { label: 'The tempo', value: 'tempo', default: true },
                { label: 'The key', value: 'key' },
                { label: 'The length', value: 'length' },
              ),
          ),
        new LabelBuilder()
          .setLabel('For')
          .setUserSelectMenuComponent(
            new UserSelectMenuBuilder().setCustomId('for').setDefaultUsers(memberId).setRequired(false),
          ),
        new LabelBuilder()
          .setLabel('Another clip')
          .setFileUploadComponent(
            new FileUploadBuilder().setCustomId('clip').setMaxValues(2).setRequired(false),
          ),
      )

  const opened = async (): Promise<{ shown: ActResult; message: string }> => {
    const { event: message } = await act({ say: 'listen', files: [clip('mine.mp3')] })
    const arriving = next()
    const acting = act({ action: { name: 'Remix this clip', message } })
    const interaction = (await arriving) as MessageContextMenuCommandInteraction
    expect(interaction.targetMessage).toMatchObject({ id: message, content: 'listen' })
    expect(interaction.targetMessage.attachments.first()?.name).toBe('mine.mp3')
    await interaction.showModal(remixForm(bot.discord.addresses.memberIds[1] ?? ''))
    return { shown: await acting, message }
  }

  test('under a menu entry shows its texts, its fields and what stands in them', async () => {
    const { shown } = await opened()
    expect(shown.form).toMatchObject({
      title: 'Remix this clip',
      texts: ['It costs 5 credits'],
      fields: [
        {
          name: 'style',
          label: 'Style',
          description: 'What it becomes',
          kind: 'line',
          required: true,
          value: 'a waltz',
        },
        {
          name: 'keep',
          kind: 'choices',
          placeholder: 'What stays',
          value: ['tempo'],
          choices: [{ name: 'The tempo', value: 'tempo' }, { value: 'key' }, { value: 'length' }],
        },
        { name: 'for', kind: 'member', required: false, value: [bot.discord.addresses.memberIds[1]] },
        { name: 'clip', kind: 'file', required: false },
      ],
    })
  })

  test('brings the presets that a person leaves, with what they refer to', async () => {
    const { shown } = await opened()
    const arriving = next()
    const sending = act({ submit: { form: shown.form?.id ?? '', values: {} } })
    const sent = await arriving
    if (!sent.isModalSubmit()) throw new Error('not a form')
    expect(sent.customId).toBe('remix:1')
    expect(sent.fields.getTextInputValue('style')).toBe('a waltz')
    expect(sent.fields.getStringSelectValues('keep')).toEqual(['tempo'])
    expect(sent.fields.getSelectedUsers('for')?.first()?.username).toBe('mia')
    expect(sent.fields.getUploadedFiles('clip')?.size ?? 0).toBe(0)
    await sent.reply('Remixing')
    expect(await sending).toEqual({ event: sent.id })
    expect(bot.refusals()).toEqual([])
  })

  test('brings what a person filled in, and the files', async () => {
    const { shown } = await opened()
    const arriving = next()
    const values = {
      Style: 'polka',
      keep: ['The key', 'length'],
      for: [],
      clip: [clip(), clip('more.ogg')],
    }
    const sending = act({ submit: { form: shown.form?.id ?? '', values } })
    const sent = await arriving
    if (!sent.isModalSubmit()) throw new Error('not a form')
    expect(sent.fields.getTextInputValue('style')).toBe('polka')
    expect(sent.fields.getStringSelectValues('keep')).toEqual(['key', 'length'])
    expect(sent.fields.getSelectedUsers('for')?.size ?? 0).toBe(0)
    const files = [...(sent.fields.getUploadedFiles('clip')?.values() ?? [])]
    expect(files.map(({ name, contentType, size }) => [name, contentType, size])).toEqual([
      ['clip.mp3', 'audio/mpeg', 3],
      ['more.ogg', 'audio/ogg', 3],
    ])
    expect(await (await fetch(files[0]?.url ?? '')).text()).toBe('ID3')
    await sent.deferReply()
    await sending
    expect(bot.refusals()).toEqual([])
  })
})

describe('a form', () => {
  let bot: RawBot
  let gateway: RawGateway

  beforeAll(async () => {
    bot = await startRawBot()
    gateway = await bot.identified()
    await bot.call('PUT', `/applications/${bot.discord.addresses.applicationId}/commands`, [music, remix])
  })

  afterAll(() => bot.stop())

  const act = (deed: Deed) =>
    bot.discord.people.act(bot.discord.addresses.memberId, bot.discord.addresses.channelId, deed)

  const begin = async (deed: Deed = { command: '/music' }) => {
    const acting = act(deed)
    const { d } = await gateway.next('INTERACTION_CREATE')
    const event = d as unknown as { id: string; token: string; data: Record<string, unknown> }
    const answer = (body: object) =>
      bot.callAs(undefined, 'POST', `/interactions/${event.id}/${event.token}/callback`, body)
    return { acting, event, answer }
  }

  const option = (value: string, more: object = {}) => ({ label: value, value, ...more })
  const form = (...inputs: object[]) => ({
    type: 9,
    data: {
      custom_id: 'song',
      title: 'Song',
      components: inputs.map((component, n) => ({ type: 18, label: `Field ${n}`, component })),
    },
  })
  const opened = async (...inputs: object[]) => {
    const { acting, answer } = await begin()
    expect((await answer(form(...inputs))).status).toBe(204)
    return (await acting).form?.id ?? ''
  }

  const select = (more: object = {}) => ({
    type: 3,
    custom_id: 'take',
    options: times(3, (n) => option(`${n}`)),
    ...more,
  })
  const upload = (more: object = {}) => ({ type: 19, custom_id: 'clip', ...more })
  const line = (more: object = {}) => ({ type: 4, style: 1, custom_id: 'line', ...more })

  // https://docs.discord.com/developers/components/reference
  const unsent: readonly [string, object, Record<string, unknown>, string][] = [
    [
      'a required line that is emptied',
      line({ value: 'x' }),
      { line: '' },
      'Field 0: this field is required',
    ],
    [
      'a line that is too long',
      line({ max_length: 3 }),
      { line: 'four' },
      'line: between 0 and 3 characters',
    ],
    ['a required menu without a choice', select(), {}, 'Field 0: this field is required'],
    ['too many choices', select({ max_values: 2 }), { take: ['0', '1', '2'] }, 'Pick between 1 and 2'],
    ['too few choices', select({ min_values: 2, max_values: 3 }), { take: ['0'] }, 'Pick between 2 and 3'],
    ['a choice that is not offered', select(), { take: '7' }, '"7" is not in the menu'],
    ['nobody', { type: 5, custom_id: 'who' }, { who: 'Nobody' }, '"Nobody" is not in the menu'],
    ['a required file that is missing', upload(), {}, 'Field 0: this field is required'],
    ['too many files', upload(), { clip: [clip(), clip()] }, 'clip: at most 1 files'],
    ['too few files', upload({ min_values: 2, max_values: 3 }), { clip: [clip()] }, 'clip: at least 2 files'],
    [
      'a file of another type',
      upload({ file_types: ['audio'] }),
      { clip: clip('cover.png') },
      'clip: "cover.png" is of a type that is not taken here',
    ],
    [
      'a file over 10 MiB',
      upload(),
      { clip: { name: 'a.mp3', base64: Buffer.alloc(10 * 1024 * 1024 + 1).toString('base64') } },
      'Your files are too powerful: "a.mp3" is over 10485760 bytes',
    ],
    [
      'two of one radio group',
      { type: 21, custom_id: 'one', options: [option('a'), option('b')] },
      { one: ['a', 'b'] },
      'one: pick between 0 and 1',
    ],
    [
      'three ticks where two are taken',
      { type: 22, custom_id: 'some', max_values: 2, options: ['a', 'b', 'c'].map((name) => option(name)) },
      { some: ['a', 'b', 'c'] },
      'some: pick between 1 and 2',
    ],
  ]

  test.each(unsent)('is not sent off with %s', async (_what, input, values, refused) => {
    const id = await opened(input)
    expect(await act({ submit: { form: id, values } })).toEqual({ event: '', refused })
    expect(bot.refusals()).toEqual([])
  })

  test('counts the ids of its parts through, inner ones too, and keeps those that the bot gave', async () => {
    const id = await opened(line(), select({ id: 40 }))
    const { event, answer, acting } = await begin({
      submit: { form: id, values: { line: 'la', take: '1' } },
    })
    expect(event.data.components).toEqual([
      { type: 18, id: 1, component: { type: 4, id: 2, custom_id: 'line', value: 'la' } },
      { type: 18, id: 3, component: { type: 3, id: 40, custom_id: 'take', values: ['1'] } },
    ])
    await answer({ type: 5 })
    await acting
  })
})

test('an option for files takes those whose names say so', async () => {
  const bot = await startRawBot()
  const options = [
    { type: 11, name: 'clip', description: 'A clip', required: true, file_types: ['audio', '.mid'] },
  ]
  const path = `/applications/${bot.discord.addresses.applicationId}/commands`
  expect((await bot.call('PUT', path, [{ ...music, options }])).status).toBe(200)
  const run = (name: string) =>
    bot.discord.people.act('Max', 'general', { command: '/music', files: [clip(name)] })
  expect(await run('cover.png')).toMatchObject({
    refused: 'clip: "cover.png" is of a type that is not taken here',
  })
  const gateway = await bot.identified()
  const acting = run('song.MID')
  const { d } = await gateway.next('INTERACTION_CREATE')
  expect(d).toMatchObject({ data: { options: [{ name: 'clip', type: 11 }] } })
  bot.clock.advance(3_000)
  await acting
  await bot.stop()
})

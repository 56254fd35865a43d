import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  type ChatInputCommandInteraction,
  type Client,
  ComponentType,
  ContainerBuilder,
  EmbedBuilder,
  FileBuilder,
  MediaGalleryBuilder,
  MediaGalleryItemBuilder,
  MentionableSelectMenuBuilder,
  type MessageActionRowComponentBuilder,
  MessageFlags,
  RoleSelectMenuBuilder,
  SectionBuilder,
  SeparatorBuilder,
  StringSelectMenuBuilder,
  StringSelectMenuOptionBuilder,
  TextDisplayBuilder,
  ThumbnailBuilder,
  UserSelectMenuBuilder,
} from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { firstChannel, nextInteraction, startOfficialClient } from './official.ts'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
let client: Client<true>
let channel: Awaited<ReturnType<typeof firstChannel>>

beforeEach(async () => {
  bot = await startRawBot()
  client = await startOfficialClient(bot)
  channel = await firstChannel(client, bot)
})

afterEach(async () => {
  await client.destroy()
  await bot.stop()
})

const bytes = (text: string) => Buffer.from(`ID3\u0003\u0000${text}`)
const file = (name: string) => new AttachmentBuilder(bytes(name), { name, description: `This is ${name}` })
const rowOf = (...components: MessageActionRowComponentBuilder[]) =>
  new ActionRowBuilder<MessageActionRowComponentBuilder>().addComponents(...components)
const button = (id: string) =>
  new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Secondary)
const act = (deed: Parameters<RawBot['discord']['people']['act']>[2]) =>
  bot.discord.people.act(bot.discord.addresses.memberId, bot.discord.addresses.channelId, deed)

describe('the official client posts', () => {
  test('every part of a message of components, and reads them back', async () => {
    const message = await channel.send({
      flags: MessageFlags.IsComponentsV2,
      files: [file('song.mp3'), file('cover.png')],
      components: [
        new ContainerBuilder()
          .setAccentColor(0x3366ff)
          .setSpoiler(false)
          .addTextDisplayComponents(new TextDisplayBuilder().setContent('# A song'))
          .addSectionComponents(
            new SectionBuilder()
              .addTextDisplayComponents(new TextDisplayBuilder().setContent('A cover'))
              .setThumbnailAccessory(
                new ThumbnailBuilder().setURL('attachment://cover.png').setDescription('A ship'),
              ),
            new SectionBuilder()
              .addTextDisplayComponents(new TextDisplayBuilder().setContent('Again?'))
              .setButtonAccessory(button('again')),
          )
          .addSeparatorComponents(new SeparatorBuilder().setDivider(true).setSpacing(2))
          .addMediaGalleryComponents(
            new MediaGalleryBuilder().addItems(
              new MediaGalleryItemBuilder().setURL('attachment://cover.png').setDescription('A ship'),
              new MediaGalleryItemBuilder().setURL('https://cdn.example/other.png').setSpoiler(true),
            ),
          )
          .addFileComponents(new FileBuilder().setURL('attachment://song.mp3'))
          .addActionRowComponents(rowOf(button('keep'), button('drop'))),
        rowOf(
          new StringSelectMenuBuilder()
            .setCustomId('take')
            .setOptions(new StringSelectMenuOptionBuilder().setLabel('One').setValue('1').setEmoji('🎵')),
        ),
      ],
    })
    const [container, row] = message.components
    expect(message.flags.has(MessageFlags.IsComponentsV2)).toBe(true)
    expect(container).toMatchObject({ type: ComponentType.Container, accentColor: 0x3366ff })
    expect(row).toMatchObject({ type: ComponentType.ActionRow })
    const fetched = await channel.messages.fetch({ message: message.id, force: true })
    expect(fetched.components.map(({ type }) => type)).toEqual([17, 1])
    await fetched.edit({ components: [new TextDisplayBuilder().setContent('Gone')] })
    expect(bot.discord.people.messages({})).toMatchObject([{ text: 'Gone', edits: 1 }])
    expect(bot.refusals()).toEqual([])
  })

  test('every kind of menu, and hears what was chosen', async () => {
    const menus = [
      new StringSelectMenuBuilder()
        .setCustomId('text')
        .setMinValues(0)
        .setMaxValues(2)
        .setOptions({ label: 'One', value: '1', default: true }, { label: 'Two', value: '2' }),
      new UserSelectMenuBuilder().setCustomId('user').setDefaultUsers(bot.discord.addresses.adminId),
      new RoleSelectMenuBuilder().setCustomId('role'),
      new ChannelSelectMenuBuilder().setCustomId('channel').setChannelTypes(0),
      new MentionableSelectMenuBuilder().setCustomId('any').addDefaultRoles(bot.discord.addresses.guildId),
    ]
    const message = await channel.send({ content: 'Choose', components: menus.map((menu) => rowOf(menu)) })
    const chosen: readonly (readonly [string, string])[] = [
      ['text', 'Two'],
      ['user', 'Mia'],
      ['role', 'Managers'],
      ['channel', 'music'],
      ['any', 'Mia'],
    ]
    for (const [customId, value] of chosen) {
      const collecting = message.awaitMessageComponent({ filter: (press) => press.customId === customId })
      const acting = act({ press: { message: message.id, button: customId, values: [value] } })
      const press = await collecting
      expect(press.isAnySelectMenu() && press.values).toHaveLength(1)
      await press.deferUpdate()
      await acting
    }
    expect(bot.refusals()).toEqual([])
  })

  test('a link and an emoji as buttons, beside an embed with everything in it', async () => {
    const embed = new EmbedBuilder()
      .setTitle('Song')
      .setURL('https://songs.example/1')
      .setDescription('A shanty')
      .setColor(0xffffff)
      .setAuthor({ name: 'Max', iconURL: 'https://cdn.example/max.png', url: 'https://max.example' })
      .setFooter({ text: '20 s', iconURL: 'attachment://cover.png' })
      .setImage('attachment://cover.png')
      .setThumbnail('https://cdn.example/cover.png')
      .setTimestamp(new Date('2026-01-02T03:04:05Z'))
      .addFields({ name: 'Key', value: 'C', inline: true })
    const link = new ButtonBuilder()
      .setStyle(ButtonStyle.Link)
      .setURL('https://songs.example/1')
      .setLabel('Open')
    const heart = new ButtonBuilder().setStyle(ButtonStyle.Success).setCustomId('heart').setEmoji('💙')
    const message = await channel.send({
      embeds: [embed],
      files: [file('cover.png')],
      components: [rowOf(link, heart.setDisabled(true))],
    })
    expect(message.embeds[0]).toMatchObject({ title: 'Song', fields: [{ name: 'Key', inline: true }] })
    await message.suppressEmbeds()
    expect((await message.fetch(true)).flags.has(MessageFlags.SuppressEmbeds)).toBe(true)
    expect(bot.refusals()).toEqual([])
  })

  test('a voice message with its length and waveform', async () => {
    const voice = new AttachmentBuilder(bytes('voice'), { name: 'voice.mp3' })
      .setDuration(1.5)
      .setWaveform(Buffer.alloc(8).toString('base64'))
    const message = await channel.send({ files: [voice], flags: MessageFlags.IsVoiceMessage })
    expect(message.attachments.first()).toMatchObject({ duration: 1.5, waveform: 'AAAAAAAAAAA=' })
    await expect(message.edit('words')).rejects.toMatchObject({ code: 50162 })
  })
})

describe('the official client changes what it posted', () => {
  test('keeps one file, drops another, adds a third, and drops them all', async () => {
    const message = await channel.send({ content: 'Two', files: [file('a.mp3'), file('b.mp3')] })
    const kept = message.attachments.filter(({ name }) => name === 'b.mp3')
    expect(kept.first()?.description).toBe('This is b.mp3')
    const edited = await message.edit({ attachments: [...kept.values()], files: [file('c.mp3')] })
    expect(edited.attachments.map(({ name, description }) => [name, description])).toEqual([
      ['b.mp3', 'This is b.mp3'],
      ['c.mp3', 'This is c.mp3'],
    ])
    expect((await edited.edit({ attachments: [] })).attachments.size).toBe(0)
    expect(bot.refusals()).toEqual([])
  })

  const command = async (): Promise<ChatInputCommandInteraction> => {
    const arriving = nextInteraction(client)
    void act({ command: '/sing' })
    const interaction = await arriving
    if (!interaction.isChatInputCommand()) throw new Error('not a slash command')
    return interaction
  }

  test('answers, fetches the answer, edits and deletes it', async () => {
    await client.application.commands.set([{ name: 'sing', description: 'Sing' }])
    const sing = await command()
    const reply = await sing.reply({ content: 'One', withResponse: true })
    expect(reply.resource?.message?.content).toBe('One')
    expect((await sing.fetchReply()).content).toBe('One')
    expect((await sing.editReply('Two')).content).toBe('Two')
    await sing.deleteReply()
    expect(bot.discord.people.messages({})).toMatchObject([{ state: 'deleted' }])
    expect(bot.refusals()).toEqual([])
  })

  test('follows up, fetches the follow-up, edits and deletes it', async () => {
    await client.application.commands.set([{ name: 'sing', description: 'Sing' }])
    const sing = await command()
    await sing.deferReply({ flags: MessageFlags.Ephemeral })
    await sing.editReply('One')
    const followUp = await sing.followUp({ content: 'Two', files: [file('two.mp3')] })
    await sing.editReply({ message: followUp.id, content: 'Three' })
    await sing.deleteReply(followUp.id)
    expect(bot.discord.people.messages({})).toMatchObject([
      { text: 'One', seenBy: bot.discord.addresses.memberId },
      { state: 'deleted', seenBy: 'all' },
    ])
    expect(bot.refusals()).toEqual([])
  })
})

describe('the official client looks around', () => {
  test('in the history before, after and around a message', async () => {
    const sent = []
    for (const text of ['1', '2', '3', '4', '5']) sent.push(await channel.send(text))
    const middle = sent[2]?.id ?? ''
    const texts = async (options: { before?: string; after?: string; around?: string; limit?: number }) =>
      (await channel.messages.fetch(options)).map(({ content }) => content)
    expect(await texts({ before: middle })).toEqual(['2', '1'])
    expect(await texts({ after: middle, limit: 1 })).toEqual(['4'])
    expect(await texts({ around: middle, limit: 3 })).toEqual(['4', '3', '2'])
    expect(bot.refusals()).toEqual([])
  })

  test('by collecting what members say and press', async () => {
    const hearing = channel.awaitMessages({ max: 2, filter: ({ author }) => !author.bot })
    await act({ say: 'one' })
    await act({ say: 'two' })
    expect((await hearing).map(({ content }) => content)).toEqual(['one', 'two'])
    const message = await channel.send({ content: 'Press', components: [rowOf(button('go'))] })
    const pressing = message.awaitMessageComponent({ componentType: ComponentType.Button })
    const acting = act({ press: { message: message.id, button: 'go' } })
    const press = await pressing
    await press.update({ content: 'Pressed', components: [] })
    await acting
    expect(bot.discord.people.messages({}).at(-1)).toMatchObject({ text: 'Pressed' })
    expect(bot.refusals()).toEqual([])
  })

  test('at the server, its members, roles and channels, and types and writes in private', async () => {
    const guild = await client.guilds.fetch({ guild: bot.discord.addresses.guildId, force: true })
    expect(guild.approximateMemberCount).toBe(5)
    expect((await guild.members.fetchMe()).id).toBe(client.user.id)
    expect((await guild.channels.fetch()).has(channel.id)).toBe(true)
    expect((await guild.roles.fetch()).has(guild.id)).toBe(true)
    expect((await client.application.fetch()).id).toBe(bot.discord.addresses.applicationId)
    await channel.sendTyping()
    const member = await guild.members.fetch(bot.discord.addresses.memberId)
    const message = await member.send({ content: 'Psst', files: [file('secret.mp3')] })
    await message.edit('Psst!')
    await message.delete()
    expect(bot.refusals()).toEqual([])
  })
})

describe('what is not served is refused to the official client too', () => {
  test.each([
    ['a reaction', (id: string) => channel.messages.react(id, '🎵'), { status: 404, code: 0 }],
    ['a pin', (id: string) => channel.messages.pin(id), { status: 404, code: 0 }],
    [
      'a thread',
      async (id: string) => (await channel.messages.fetch(id)).startThread({ name: 'x' }),
      { status: 404, code: 0 },
    ],
    [
      'a poll',
      () =>
        channel.send({
          poll: {
            question: { text: 'Which?' },
            answers: [{ text: 'This' }],
            duration: 1,
            allowMultiselect: false,
          },
        }),
      { status: 400, code: 50035 },
    ],
    ['a sticker', () => channel.send({ stickers: ['123456789012345678'] }), { status: 400, code: 50035 }],
  ] as const)('%s', async (_what, ask, answer) => {
    const { id } = await channel.send('x')
    await expect(ask(id)).rejects.toMatchObject(answer)
    expect(bot.refusals()).toHaveLength(1)
  })
})

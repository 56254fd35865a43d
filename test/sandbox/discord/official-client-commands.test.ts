import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  type Client,
  ContextMenuCommandBuilder,
  InteractionContextType,
  PermissionFlagsBits,
  REST,
  Routes,
  SlashCommandBuilder,
} from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nextInteraction, restTo, startOfficialClient } from './official.ts'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
let client: Client<true>

beforeEach(async () => {
  bot = await startRawBot()
  client = await startOfficialClient(bot, { intents: ['Guilds'] })
})

afterEach(async () => {
  await client.destroy()
  await bot.stop()
})

const everyOption = new SlashCommandBuilder()
  .setName('everything')
  .setNameLocalizations({ de: 'alles' })
  .setDescription('Every kind of option')
  .setDescriptionLocalizations({ de: 'Jede Art' })
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild)
  .setContexts(InteractionContextType.Guild)
  .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)
  .setNSFW(false)
  .addStringOption((option) =>
    option
      .setName('text')
      .setDescription('Text')
      .setRequired(true)
      .setMinLength(1)
      .setMaxLength(6000)
      .addChoices({ name: 'One', value: '1', name_localizations: { de: 'Eins' } }),
  )
  .addIntegerOption((option) =>
    option.setName('whole').setDescription('Whole').setMinValue(1).setMaxValue(9).setAutocomplete(true),
  )
  .addNumberOption((option) =>
    option.setName('half').setDescription('Half').addChoices({ name: 'Half', value: 0.5 }),
  )
  .addBooleanOption((option) => option.setName('yes').setDescription('Yes'))
  .addUserOption((option) => option.setName('user').setDescription('User'))
  .addRoleOption((option) => option.setName('role').setDescription('Role'))
  .addChannelOption((option) => option.setName('channel').setDescription('Channel').addChannelTypes(0))
  .addMentionableOption((option) => option.setName('any').setDescription('Any'))
  .addAttachmentOption((option) => option.setName('clip').setDescription('Clip'))

const branches = new SlashCommandBuilder()
  .setName('budget')
  .setDescription('Budget')
  .addSubcommand((sub) => sub.setName('show').setDescription('Show'))
  .addSubcommandGroup((group) =>
    group
      .setName('limit')
      .setDescription('Limit')
      .addSubcommand((sub) =>
        sub
          .setName('set')
          .setDescription('Set')
          .addIntegerOption((option) =>
            option.setName('credits').setDescription('Credits').setRequired(true),
          ),
      ),
  )

const menu = (name: string, type: ApplicationCommandType.Message | ApplicationCommandType.User) =>
  new ContextMenuCommandBuilder().setName(name).setType(type)

describe('commands made by the official builders', () => {
  test('are set, with every kind of option, branch and menu', async () => {
    const made = await client.application.commands.set([
      everyOption,
      branches,
      menu('Remix this', ApplicationCommandType.Message),
      menu('Sing for', ApplicationCommandType.User),
    ])
    expect(made.map(({ name }) => name)).toEqual(['everything', 'budget', 'Remix this', 'Sing for'])
    const everything = made.find(({ name }) => name === 'everything')
    expect(everything?.options.map(({ type }) => type)).toEqual([3, 4, 10, 5, 6, 8, 7, 9, 11])
    expect(everything?.defaultMemberPermissions?.has('ManageGuild')).toBe(true)
    expect(made.find(({ name }) => name === 'budget')?.options[1]).toMatchObject({
      type: ApplicationCommandOptionType.SubcommandGroup,
      options: [{ name: 'set', options: [{ name: 'credits', required: true }] }],
    })
    expect(bot.refusals()).toEqual([])
  })

  test('tell their names in other languages to who asks for them', async () => {
    await client.application.commands.set([everyOption])
    const route = Routes.applicationCommands(bot.discord.addresses.applicationId)
    const [plain] = (await client.rest.get(route)) as object[]
    expect(plain).not.toHaveProperty('name_localizations')
    const localised = (await client.application.commands.fetch({ withLocalizations: true })).first()
    expect(localised?.nameLocalizations).toEqual({ de: 'alles' })
    expect(bot.refusals()).toEqual([])
  })

  test.each(['global', 'of a server'])(
    'are created, fetched, edited and deleted one by one, %s',
    async (scope) => {
      const manager = client.application.commands
      const guildId = scope === 'global' ? undefined : bot.discord.addresses.guildId
      const where = guildId === undefined ? {} : { guildId }
      const made = await (guildId === undefined
        ? manager.create(branches)
        : manager.create(branches, guildId))
      expect(made.guildId).toBe(guildId ?? null)
      const found = await manager.fetch(made.id, { force: true, ...where })
      expect(found.name).toBe('budget')
      const changed = await found.edit({ description: 'Credits' })
      expect(changed).toMatchObject({ id: made.id, description: 'Credits' })
      await changed.delete()
      expect((await manager.fetch(where)).size).toBe(0)
      await expect(manager.fetch(made.id, { force: true, ...where })).rejects.toMatchObject({
        code: 10063,
      })
      expect(bot.refusals()).toHaveLength(1)
    },
  )

  test('have no overwrites where nobody made any', async () => {
    const { permissions } = client.application.commands
    expect((await permissions.fetch({ guild: bot.discord.addresses.guildId })).size).toBe(0)
    expect(bot.refusals()).toEqual([])
  })
})

test('a text of a command has all resolved that it mentions and that is there', async () => {
  const sing = new SlashCommandBuilder().setName('sing').setDescription('Sing')
  await client.application.commands.set([
    sing.addStringOption((option) => option.setName('text').setDescription('Text')),
  ])
  const { memberId, memberIds, channelId, channelIds } = bot.discord.addresses
  const text = `<@${memberIds[1]}> <#${channelIds[1]}> <@80351110224678912> <@&80351110224678912>`
  const arriving = nextInteraction(client)
  const acting = bot.discord.people.act(memberId, channelId, { command: '/sing', options: { text } })
  const interaction = await arriving
  if (!interaction.isChatInputCommand()) throw new Error('not a slash command')
  expect(interaction.options.getString('text')).toBe(text)
  const { resolved } = interaction.options
  expect(resolved?.users?.map(({ displayName }) => displayName)).toEqual(['Mia'])
  expect([...(resolved?.members?.keys() ?? [])]).toEqual([memberIds[1]])
  expect([...(resolved?.channels?.keys() ?? [])]).toEqual([channelIds[1]])
  expect(resolved?.roles).toBeUndefined()
  await interaction.reply('la')
  await acting
  expect(bot.refusals()).toEqual([])
})

test('the official library without a client speaks to the routes, and is told each error at its place', async () => {
  const { token, applicationId, channelId, guildId } = bot.discord.addresses
  const rest = new REST(restTo(bot.discord.addresses)).setToken(token)
  expect(await rest.get(Routes.user())).toMatchObject({ id: applicationId })
  expect(await rest.put(Routes.applicationGuildCommands(applicationId, guildId), { body: [] })).toEqual([])
  const files = [{ name: 'song.mp3', data: Buffer.from('ID3') }]
  const posted = await rest.post(Routes.channelMessages(channelId), { body: { content: 'x' }, files })
  expect(posted).toMatchObject({ attachments: [{ filename: 'song.mp3' }] })
  const query = new URLSearchParams({ limit: '1' })
  expect(await rest.get(Routes.channelMessages(channelId), { query })).toHaveLength(1)
  expect(bot.refusals()).toEqual([])
  await expect(
    rest.post(Routes.channelMessages(channelId), { body: { embeds: [{ title: 'x'.repeat(257) }] } }),
  ).rejects.toThrow('embeds[0].title[BASE_TYPE_MAX_LENGTH]')
  await expect(rest.get(Routes.guildBans(guildId))).rejects.toMatchObject({ status: 404, code: 0 })
  await expect(rest.put(Routes.channelMessages(channelId))).rejects.toMatchObject({ status: 405 })
  expect(bot.refusals()).toHaveLength(3)
})

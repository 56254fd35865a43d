import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type Client,
  type Interaction,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  type StringSelectMenuInteraction,
  TextDisplayBuilder,
} from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import { nextInteraction, startOfficialClient } from './official.ts'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
let client: Client<true>

beforeEach(async () => {
  bot = await startRawBot()
  client = await startOfficialClient(bot, { intents: ['Guilds'] })
  await client.application.commands.set([{ name: 'takes', description: 'Show the takes' }])
})

afterEach(async () => {
  await client.destroy()
  await bot.stop()
})

const act = (deed: Deed, as = bot.discord.addresses.memberId) =>
  bot.discord.people.act(as, bot.discord.addresses.channelId, deed)
const seen = () => bot.discord.people.messages({ viewer: bot.discord.addresses.memberId })

/** Does it, and hands over what the client got and the answer to come. */
const through = async <T extends Interaction>(deed: Deed) => {
  const arriving = nextInteraction(client)
  const acting = act(deed)
  return { interaction: (await arriving) as T, acting }
}

const menu = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
  new StringSelectMenuBuilder()
    .setCustomId('take')
    .setPlaceholder('Which take?')
    .setOptions({ label: 'Take 1', value: '1', default: true }, { label: 'Take 2', value: '2' }),
)
const keep = new ButtonBuilder().setCustomId('keep').setLabel('Keep').setStyle(ButtonStyle.Success)
const buttons = new ActionRowBuilder<ButtonBuilder>().addComponents(keep)

/** A message for one person, with a menu and a button. */
const shown = async () => {
  const { interaction, acting } = await through<ChatInputCommandInteraction>({ command: '/takes' })
  await interaction.reply({
    content: 'Two takes',
    components: [menu, buttons],
    flags: MessageFlags.Ephemeral,
  })
  await acting
  return { interaction, message: seen()[0]?.id ?? '' }
}

describe('a message for one person', () => {
  test('is used by that person and by nobody else', async () => {
    const { message } = await shown()
    expect(seen()).toMatchObject([
      {
        seenBy: bot.discord.addresses.memberId,
        buttons: [{ id: 'keep', label: 'Keep' }],
        menus: [
          {
            id: 'take',
            placeholder: 'Which take?',
            choices: [{ name: 'Take 1', value: '1', isChosen: true }, {}],
          },
        ],
      },
    ])
    const press = { press: { message, button: 'Keep' } }
    await expect(act(press, bot.discord.addresses.adminId)).rejects.toMatchObject({ field: 'message' })
  })

  test('is changed in place by a choice from its menu, at once or later', async () => {
    const { message } = await shown()
    const choice = { press: { message, button: 'Which take?', values: ['Take 2'] } }
    const first = await through<StringSelectMenuInteraction>(choice)
    expect(first.interaction.values).toEqual(['2'])
    expect(first.interaction.message.flags.has(MessageFlags.Ephemeral)).toBe(true)
    await first.interaction.update({ content: 'Take 2', components: [menu] })
    await first.acting
    expect(seen()).toMatchObject([{ id: message, text: 'Take 2', buttons: [], edits: 1 }])
    const second = await through<StringSelectMenuInteraction>(choice)
    await second.interaction.deferUpdate()
    await second.acting
    await second.interaction.editReply({ content: 'Kept', components: [] })
    expect(seen()).toMatchObject([{ id: message, text: 'Kept', menus: [], edits: 2 }])
    expect(bot.refusals()).toEqual([])
  })

  test('is edited and removed by the token of its interaction', async () => {
    const { interaction } = await shown()
    await interaction.editReply({ content: 'Three takes', components: [] })
    expect(seen()).toMatchObject([{ text: 'Three takes', edits: 1, seenBy: interaction.user.id }])
    await interaction.deleteReply()
    expect(seen()).toMatchObject([{ state: 'deleted' }])
    expect(bot.refusals()).toEqual([])
  })

  test('opens a form, whose answer changes it', async () => {
    const { message } = await shown()
    const press = await through({ press: { message, button: 'Keep' } })
    if (!press.interaction.isButton()) throw new Error('not a button')
    await press.interaction.showModal(
      new ModalBuilder()
        .setCustomId('sure')
        .setTitle('Keep it?')
        .addTextDisplayComponents(new TextDisplayBuilder().setContent('The other one is gone then')),
    )
    const { form } = await press.acting
    expect(form).toMatchObject({ texts: ['The other one is gone then'], fields: [] })
    const sent = await through({ submit: { form: form?.id ?? '', values: {} } })
    if (!sent.interaction.isModalSubmit() || !sent.interaction.isFromMessage())
      throw new Error('not a form under a message')
    await sent.interaction.update({ content: 'Kept', components: [] })
    await sent.acting
    expect(seen()).toMatchObject([{ id: message, text: 'Kept', seenBy: bot.discord.addresses.memberId }])
    expect(bot.refusals()).toEqual([])
  })
})

test('the client finds people by their ids, and nobody else', async () => {
  const [, miaId = ''] = bot.discord.addresses.memberIds
  expect(await client.users.fetch(miaId)).toMatchObject({ username: 'mia' })
  const guild = await client.guilds.fetch(bot.discord.addresses.guildId)
  const ada = await guild.members.fetch(bot.discord.addresses.adminId)
  expect([ada.displayName, ada.permissions.has('ManageGuild')]).toEqual(['Ada (admin)', true])
  await expect(client.users.fetch('123456789012345678')).rejects.toMatchObject({ code: 10013 })
})

import {
  ChannelSelectMenuBuilder,
  type ChatInputCommandInteraction,
  CheckboxBuilder,
  CheckboxGroupBuilder,
  type Client,
  FileUploadBuilder,
  LabelBuilder,
  MentionableSelectMenuBuilder,
  ModalBuilder,
  RadioGroupBuilder,
  RoleSelectMenuBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import { nextInteraction, startOfficialClient } from './official.ts'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
let client: Client<true>

beforeAll(async () => {
  bot = await startRawBot()
  client = await startOfficialClient(bot, { intents: ['Guilds'] })
  await client.application.commands.set([{ name: 'ask', description: 'Ask' }])
})

afterAll(async () => {
  await client.destroy()
  await bot.stop()
})

const act = (deed: Deed) =>
  bot.discord.people.act(bot.discord.addresses.memberId, bot.discord.addresses.channelId, deed)

const label = (text: string) => new LabelBuilder().setLabel(text).setDescription(`What ${text} is for`)
const lines = [
  { label: 'Low', value: 'l' },
  { label: 'High', value: 'h' },
]

/** Shows a form with these parts, has it sent off with these values, and hands over what the client got. */
const through = async (parts: readonly LabelBuilder[], values: Record<string, unknown>) => {
  const arriving = nextInteraction(client)
  const asking = act({ command: '/ask' })
  const command = (await arriving) as ChatInputCommandInteraction
  const form = new ModalBuilder()
    .setCustomId('form')
    .setTitle('Form')
    .addLabelComponents(...parts)
  await command.showModal(form)
  const waiting = command.awaitModalSubmit({ time: 10_000 })
  const shown = await asking
  const sending = act({ submit: { form: shown.form?.id ?? '', values } })
  const submitted = await waiting
  await submitted.reply({ content: 'Thanks' })
  await sending
  return { form: shown.form, fields: submitted.fields }
}

describe('a form of the official client', () => {
  test('takes text, choices and ticks', async () => {
    const { form, fields } = await through(
      [
        label('Words').setTextInputComponent(
          new TextInputBuilder()
            .setCustomId('words')
            .setStyle(TextInputStyle.Paragraph)
            .setMinLength(1)
            .setMaxLength(4000)
            .setPlaceholder('La la')
            .setRequired(true),
        ),
        label('Voice').setRadioGroupComponent(
          new RadioGroupBuilder().setCustomId('voice').setOptions(lines).setRequired(true),
        ),
        label('Parts').setCheckboxGroupComponent(
          new CheckboxGroupBuilder().setCustomId('parts').setOptions(lines).setMinValues(1).setMaxValues(2),
        ),
        label('Loud').setCheckboxComponent(new CheckboxBuilder().setCustomId('loud').setDefault(false)),
        label('Takes').setStringSelectMenuComponent(
          new StringSelectMenuBuilder().setCustomId('takes').setOptions(lines).setMaxValues(2),
        ),
      ],
      { words: 'la', voice: 'High', parts: ['Low', 'High'], loud: true, takes: ['Low'] },
    )
    expect(form?.fields.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'choice',
      'choices',
      'tick',
      'choices',
    ])
    expect(fields.getTextInputValue('words')).toBe('la')
    expect(fields.getRadioGroup('voice')).toBe('h')
    expect(fields.getCheckboxGroup('parts')).toEqual(['l', 'h'])
    expect(fields.getCheckbox('loud')).toBe(true)
    expect(fields.getStringSelectValues('takes')).toEqual(['l'])
    expect(bot.refusals()).toEqual([])
  })

  test('takes people, roles, channels and files', async () => {
    const { fields } = await through(
      [
        label('For').setUserSelectMenuComponent(new UserSelectMenuBuilder().setCustomId('for')),
        label('Role').setRoleSelectMenuComponent(new RoleSelectMenuBuilder().setCustomId('role')),
        label('Channel').setChannelSelectMenuComponent(new ChannelSelectMenuBuilder().setCustomId('where')),
        label('Who').setMentionableSelectMenuComponent(
          new MentionableSelectMenuBuilder().setCustomId('who').setMaxValues(2),
        ),
        label('Clips').setFileUploadComponent(
          new FileUploadBuilder().setCustomId('clips').setMinValues(1).setMaxValues(10),
        ),
      ],
      {
        for: ['Mia'],
        role: ['Managers'],
        where: ['music'],
        who: ['Mia', 'Managers'],
        clips: [
          { name: 'a.mp3', base64: 'SUQz' },
          { name: 'b.wav', base64: 'UklGRg==' },
        ],
      },
    )
    expect(fields.getSelectedUsers('for', true).map(({ username }) => username)).toEqual(['mia'])
    expect(fields.getSelectedRoles('role', true).map((role) => role?.name)).toEqual(['Managers'])
    expect(fields.getSelectedChannels('where', true).map((place) => place?.name)).toEqual(['music'])
    expect(fields.getSelectedMentionables('who')).toMatchObject({ users: { size: 1 }, roles: { size: 1 } })
    expect(fields.getUploadedFiles('clips', true).map(({ name, size }) => [name, size])).toEqual([
      ['a.mp3', 3],
      ['b.wav', 4],
    ])
    expect(bot.refusals()).toEqual([])
  })

  test('shows plain words too', async () => {
    const arriving = nextInteraction(client)
    const asking = act({ command: '/ask' })
    const command = (await arriving) as ChatInputCommandInteraction
    await command.showModal(
      new ModalBuilder()
        .setCustomId('words')
        .setTitle('Words')
        .addTextDisplayComponents(new TextDisplayBuilder().setContent('It costs 5 credits')),
    )
    expect((await asking).form).toMatchObject({ texts: ['It costs 5 credits'], fields: [] })
    expect(bot.refusals()).toEqual([])
  })
})

import { type RawBot, times } from '../../support.ts'
import { commandsPath, nobody, publishing, publishingAll } from '../provoking.ts'
import { answered, docs, invalid, type Refusal, spoiling } from '../refusal.ts'

const page = `${docs}/interactions/application-commands`
const object = `${page}#application-command-object`
const naming = `${object}-application-command-naming`
const option = `${object}-application-command-option-structure`
const optionTypes = `${object}-application-command-option-type`
const choice = `${object}-application-command-option-choice-structure`
const subcommands = `${page}#subcommands-and-subcommand-groups`
const registering = `${page}#registering-a-command`
const locales = `${docs}/reference#locales`
const codes = `${docs}/topics/opcodes-and-status-codes#json`
const files = `${docs}/reference#file-type-filtering`

const music = (more: object = {}) => ({ name: 'music', description: 'Make a song', ...more })
const text = (name: string, more: object = {}) => ({ type: 3, name, description: 'A text', ...more })
const number = (more: object) => ({ type: 4, name: 'a', description: 'A number', ...more })
const options = (...list: object[]) => music({ options: list })
const choices = (...list: object[]) => options(text('a', { choices: list }))

type Row = readonly [name: string, source: string, command: unknown, errors: string | readonly string[]]

const names: readonly Row[] = [
  ['capitals in its name', naming, music({ name: 'Music' }), 'name: APPLICATION_COMMAND_INVALID_NAME'],
  ['a space in its name', naming, music({ name: 'make music' }), 'name: APPLICATION_COMMAND_INVALID_NAME'],
  [
    'a name of 33 letters',
    naming,
    music({ name: 'a'.repeat(33) }),
    ['name: BASE_TYPE_BAD_LENGTH', 'name: APPLICATION_COMMAND_INVALID_NAME'],
  ],
  ['no description', object, { name: 'music' }, 'description: BASE_TYPE_REQUIRED'],
  ['an empty description', object, music({ description: '' }), 'description: BASE_TYPE_BAD_LENGTH'],
  [
    'a description of 101 letters',
    object,
    music({ description: 'a'.repeat(101) }),
    'description: BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a locale that there is not',
    locales,
    music({ name_localizations: { xx: 'musik' } }),
    'name_localizations.xx: UNKNOWN_FIELD',
  ],
  [
    'a bad name in a locale',
    locales,
    music({ name_localizations: { de: 'Musik!' } }),
    'name_localizations.de: APPLICATION_COMMAND_INVALID_NAME',
  ],
  [
    'names by locale that are one name',
    locales,
    music({ name_localizations: 'Musik' }),
    'name_localizations: DICT_TYPE_CONVERT',
  ],
]

const ofOptions: readonly Row[] = [
  ['26 options', object, options(...times(26, (n) => text(`o${n}`))), 'options: BASE_TYPE_MAX_LENGTH'],
  [
    'a required option after an optional one',
    option,
    options(text('a'), text('b', { required: true })),
    'options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
  ],
  [
    'two options of one name',
    option,
    options(text('a'), text('a')),
    'options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
  ],
  [
    'an option of an unknown type',
    optionTypes,
    options(text('a', { type: 12 })),
    'options.0.type: UNION_TYPE_CHOICES',
  ],
  [
    'an option without description',
    option,
    options({ type: 3, name: 'a' }),
    'options.0.description: BASE_TYPE_REQUIRED',
  ],
  [
    'an option that is neither required nor not',
    option,
    options(text('a', { required: 'yes' })),
    'options.0.required: BOOLEAN_TYPE_CONVERT',
  ],
  [
    'a longest text over 6000',
    option,
    options(text('a', { max_length: 6001 })),
    'options.0.max_length: NUMBER_TYPE_MAX',
  ],
  [
    'a shortest text below zero',
    option,
    options(text('a', { min_length: -1 })),
    'options.0.min_length: NUMBER_TYPE_MIN',
  ],
  [
    'a shortest text longer than the longest',
    option,
    options(text('a', { min_length: 3, max_length: 2 })),
    'options.0.min_length: BASE_TYPE_MAX',
  ],
  [
    'a least number over the most',
    option,
    options(number({ min_value: 3, max_value: 2 })),
    'options.0.min_value: BASE_TYPE_MAX',
  ],
  ['min_value on a text', option, options(text('a', { min_value: 1 })), 'options.0.min_value: UNKNOWN_FIELD'],
  [
    'a type of file that is none',
    files,
    options({ type: 11, name: 'clip', description: 'A clip', file_types: ['mp3'] }),
    'options.0.file_types.0: STRING_TYPE_REGEX',
  ],
  [
    'a subcommand beside a value',
    subcommands,
    options({ type: 1, name: 'sub', description: 'Sub' }, text('a')),
    'options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
  ],
  [
    'a subcommand inside a subcommand',
    subcommands,
    options({
      type: 1,
      name: 'sub',
      description: 'Sub',
      options: [{ type: 1, name: 'in', description: 'In' }],
    }),
    'options.0.options.0.type: UNION_TYPE_CHOICES',
  ],
  [
    'a value directly in a group',
    subcommands,
    options({ type: 2, name: 'group', description: 'Group', options: [text('a')] }),
    'options.0.options.0.type: BASE_TYPE_CHOICES',
  ],
]

const ofChoices: readonly Row[] = [
  [
    '26 choices',
    option,
    choices(...times(26, (n) => ({ name: `c${n}`, value: `${n}` }))),
    'options.0.choices: BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a choice name of 101 letters',
    choice,
    choices({ name: 'c'.repeat(101), value: 'v' }),
    'options.0.choices.0.name: BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a choice value of 101 letters',
    choice,
    choices({ name: 'c', value: 'v'.repeat(101) }),
    'options.0.choices.0.value: BASE_TYPE_BAD_LENGTH',
  ],
  [
    'two choices of one name',
    'observed',
    choices({ name: 'c', value: '1' }, { name: 'c', value: '2' }),
    'options.0.choices.1.name: APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
  ],
  [
    'a text as choice of a number',
    choice,
    options(number({ choices: [{ name: 'c', value: '1' }] })),
    'options.0.choices.0.value: NUMBER_TYPE_COERCE',
  ],
  [
    'choices and autocomplete at once',
    option,
    options(text('a', { autocomplete: true, choices: [{ name: 'c', value: '1' }] })),
    'options.0.choices: APPLICATION_COMMAND_OPTIONS_CHOICES_WITH_AUTOCOMPLETE',
  ],
]

const ofTheWhole: readonly Row[] = [
  [
    'more than 8000 characters in all',
    object,
    options(
      ...times(4, (n) =>
        text(`o${n}`, { choices: times(25, (m) => ({ name: `${m}`.padEnd(80, 'x'), value: 'v' })) }),
      ),
    ),
    ': APPLICATION_COMMAND_TOO_LARGE',
  ],
  [
    'more than 8000 characters in all, in the longest of its languages',
    locales,
    options(
      ...times(4, (n) =>
        text(`o${n}`, {
          choices: times(25, (m) => ({
            name: `${m}`,
            value: 'v',
            name_localizations: { de: 'x'.repeat(80) },
          })),
        }),
      ),
    ),
    ': APPLICATION_COMMAND_TOO_LARGE',
  ],
  ['a handler, which only entry points have', object, music({ handler: 1 }), 'handler: BASE_TYPE_FORBIDDEN'],
  [
    'permissions as a number',
    object,
    music({ default_member_permissions: 32 }),
    'default_member_permissions: STRING_TYPE_CONVERT',
  ],
  [
    'permissions by name',
    object,
    music({ default_member_permissions: 'ManageGuild' }),
    'default_member_permissions: NUMBER_TYPE_COERCE',
  ],
  ['no context at all', page, music({ contexts: [] }), 'contexts: BASE_TYPE_BAD_LENGTH'],
  ['an unknown context', page, music({ contexts: [3] }), 'contexts.0: BASE_TYPE_CHOICES'],
  ['a context twice', page, music({ contexts: [0, 0] }), 'contexts: SET_TYPE_NOT_UNIQUE'],
  [
    'an unknown integration type',
    page,
    music({ integration_types: [2] }),
    'integration_types.0: BASE_TYPE_CHOICES',
  ],
  ['an unknown type', object, music({ type: 9 }), 'type: UNION_TYPE_CHOICES'],
  ['a field that nobody documents', object, music({ colour: 'red' }), 'colour: UNKNOWN_FIELD'],
  [
    'a description in a message menu',
    object,
    { type: 3, name: 'Remix this clip', description: 'Remix' },
    'description: APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION',
  ],
  [
    'options in a message menu',
    object,
    { type: 3, name: 'Remix', options: [text('a')] },
    'options: BASE_TYPE_MAX_LENGTH',
  ],
  ['a command that is a text', `${docs}/reference#error-messages`, 'music', ': MODEL_TYPE_CONVERT'],
]

const published = [music(), { name: 'sing', description: 'Sing' }]

const changing = (change: object) => async (bot: RawBot) => {
  const { body } = await publishingAll(published)(bot)
  const [first] = body as unknown as { id: string }[]
  return bot.call('PATCH', `${commandsPath(bot)}/${first?.id}`, change)
}

const inGuild = (bot: RawBot): string =>
  commandsPath(bot).replace('/commands', `/guilds/${bot.discord.addresses.guildId}/commands`)

const changes: readonly Refusal[] = [
  invalid(
    'an edit that gives it the name of another',
    registering,
    'name: APPLICATION_COMMANDS_DUPLICATE_NAME',
    changing({ name: 'sing' }),
  ),
  invalid(
    'an edit of its type',
    `${page}#edit-global-application-command`,
    'type: UNKNOWN_FIELD',
    changing({ type: 3 }),
  ),
  invalid(
    'an edit of its id',
    `${page}#edit-global-application-command`,
    'id: UNKNOWN_FIELD',
    changing({ id: nobody }),
  ),
  invalid(
    'what only a global command has, in a server',
    `${page}#create-guild-application-command`,
    ['contexts: UNKNOWN_FIELD', 'integration_types: UNKNOWN_FIELD'],
    (bot) => bot.call('POST', inGuild(bot), music({ contexts: [0], integration_types: [0] })),
  ),
  invalid(
    'what only a global command has, in the list of a server',
    `${page}#bulk-overwrite-guild-application-commands`,
    '0.dm_permission: UNKNOWN_FIELD',
    (bot) => bot.call('PUT', inGuild(bot), [music({ dm_permission: true })]),
  ),
]

const lists: readonly Row[] = [
  [
    'faults in a list, each under its index',
    registering,
    [music(), music({ name: 'TTS', description: '' })],
    ['1.name: APPLICATION_COMMAND_INVALID_NAME', '1.description: BASE_TYPE_BAD_LENGTH'],
  ],
  ['a name twice in a list', registering, [music(), music()], '1.name: APPLICATION_COMMANDS_DUPLICATE_NAME'],
  ['a list that is none', `${docs}/reference#error-messages`, music(), ': LIST_TYPE_CONVERT'],
]

const tooMany = [400, 30032, 'Maximum number of application commands reached'] as const

const lengths: readonly (readonly [name: string, count: number, make: (n: number) => object])[] = [
  ['101 slash commands', 101, (n) => music({ name: `c${n}` })],
  ['16 entries of the message menu', 16, (n) => ({ type: 3, name: `Entry ${n}` })],
  ['16 entries of the member menu', 16, (n) => ({ type: 2, name: `Entry ${n}` })],
]

const counts: readonly Refusal[] = lengths.map(([name, count, make]) =>
  answered(name, registering, tooMany, publishingAll(times(count, make))),
)

const places: readonly Refusal[] = [
  answered('commands of another application', codes, [404, 10002, 'Unknown Application'], (bot) =>
    bot.call('PUT', `/applications/${nobody}/commands`, []),
  ),
  answered('commands of a server that the bot is not in', codes, [403, 50001, 'Missing Access'], (bot) =>
    bot.call('PUT', commandsPath(bot).replace('/commands', `/guilds/${nobody}/commands`), []),
  ),
  ...(['GET', 'PATCH', 'DELETE'] as const).map((method) =>
    answered(
      `${method} of a command that there is not`,
      codes,
      [404, 10063, 'Unknown application command'],
      (bot) => bot.call(method, `${commandsPath(bot)}/${nobody}`, method === 'PATCH' ? {} : undefined),
    ),
  ),
  spoiling(
    answered(
      'the 201st new command of a day',
      registering,
      [400, 30034, 'Max number of daily application command creates has been reached (200)'],
      async (bot) => {
        for (const batch of [0, 1])
          await bot.call(
            'PUT',
            commandsPath(bot),
            times(100, (n) => music({ name: `b${batch}c${n}` })),
          )
        await bot.call('PUT', commandsPath(bot), [])
        return publishing(music())(bot)
      },
    ),
  ),
]

/** What Discord refuses of commands. */
export const commandRefusals: readonly Refusal[] = [
  ...[...names, ...ofOptions, ...ofChoices, ...ofTheWhole].map(([name, source, command, errors]) =>
    invalid(name, source, errors, publishing(command)),
  ),
  ...lists.map(([name, source, list, errors]) => invalid(name, source, errors, publishingAll(list))),
  ...changes,
  ...counts,
  ...places,
]

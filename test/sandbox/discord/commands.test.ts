import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorsIn, type RawBot, startRawBot, times } from './support.ts'

let bot: RawBot
let path: string

beforeAll(async () => {
  bot = await startRawBot()
  path = `/applications/${bot.discord.addresses.applicationId}/commands`
})

afterAll(() => bot.stop())

const text = (name: string, more: object = {}) => ({ type: 3, name, description: 'A text', ...more })
const music = (more: object = {}) => ({ name: 'music', description: 'Make a song', ...more })

describe('a command is refused', () => {
  // Rules: https://docs.discord.com/developers/interactions/application-commands
  const faults: readonly [string, object, string][] = [
    ['with capitals in its name', music({ name: 'Music' }), 'name: APPLICATION_COMMAND_INVALID_NAME'],
    ['with a space in its name', music({ name: 'make music' }), 'name: APPLICATION_COMMAND_INVALID_NAME'],
    ['with a name of 33 letters', music({ name: 'a'.repeat(33) }), 'name: BASE_TYPE_BAD_LENGTH'],
    ['without a description', { name: 'music' }, 'description: BASE_TYPE_REQUIRED'],
    ['with an empty description', music({ description: '' }), 'description: BASE_TYPE_BAD_LENGTH'],
    [
      'with a description of 101 letters',
      music({ description: 'a'.repeat(101) }),
      'description: BASE_TYPE_BAD_LENGTH',
    ],
    ['with 26 options', music({ options: times(26, (n) => text(`o${n}`)) }), 'options: BASE_TYPE_MAX_LENGTH'],
    [
      'with a required option after an optional one',
      music({ options: [text('a'), text('b', { required: true })] }),
      'options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
    ],
    [
      'with two options of one name',
      music({ options: [text('a'), text('a')] }),
      'options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
    ],
    [
      'with an option of an unknown type',
      music({ options: [text('a', { type: 12 })] }),
      'options.0.type: UNION_TYPE_CHOICES',
    ],
    [
      'with an option without description',
      music({ options: [{ type: 3, name: 'a' }] }),
      'options.0.description: BASE_TYPE_REQUIRED',
    ],
    [
      'with 26 choices',
      music({ options: [text('a', { choices: times(26, (n) => ({ name: `c${n}`, value: `${n}` })) })] }),
      'options.0.choices: BASE_TYPE_MAX_LENGTH',
    ],
    [
      'with a choice name of 101 letters',
      music({ options: [text('a', { choices: [{ name: 'c'.repeat(101), value: 'v' }] })] }),
      'options.0.choices.0.name: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with a choice value of 101 letters',
      music({ options: [text('a', { choices: [{ name: 'c', value: 'v'.repeat(101) }] })] }),
      'options.0.choices.0.value: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with two choices of one name',
      music({
        options: [
          text('a', {
            choices: [
              { name: 'c', value: '1' },
              { name: 'c', value: '2' },
            ],
          }),
        ],
      }),
      'options.0.choices.1.name: APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
    ],
    [
      'with a text as choice of a number',
      music({
        options: [{ type: 4, name: 'a', description: 'A number', choices: [{ name: 'c', value: '1' }] }],
      }),
      'options.0.choices.0.value: NUMBER_TYPE_COERCE',
    ],
    [
      'with choices and autocomplete at once',
      music({ options: [text('a', { autocomplete: true, choices: [{ name: 'c', value: '1' }] })] }),
      'options.0.choices: APPLICATION_COMMAND_OPTIONS_CHOICES_WITH_AUTOCOMPLETE',
    ],
    [
      'with a longest text over 6000',
      music({ options: [text('a', { max_length: 6001 })] }),
      'options.0.max_length: NUMBER_TYPE_MAX',
    ],
    [
      'with min_value on a text',
      music({ options: [text('a', { min_value: 1 })] }),
      'options.0.min_value: UNKNOWN_FIELD',
    ],
    [
      'with a subcommand beside a value',
      music({ options: [{ type: 1, name: 'sub', description: 'Sub' }, text('a')] }),
      'options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
    ],
    [
      'with a subcommand inside a subcommand',
      music({
        options: [
          { type: 1, name: 'sub', description: 'Sub', options: [{ type: 1, name: 'in', description: 'In' }] },
        ],
      }),
      'options.0.options.0.type: UNION_TYPE_CHOICES',
    ],
    [
      'with a value directly in a group',
      music({ options: [{ type: 2, name: 'group', description: 'Group', options: [text('a')] }] }),
      'options.0.options.0.type: BASE_TYPE_CHOICES',
    ],
    [
      'with more than 8000 characters in all',
      music({
        options: times(4, (n) =>
          text(`o${n}`, { choices: times(25, (m) => ({ name: `${m}`.padEnd(80, 'x'), value: 'v' })) }),
        ),
      }),
      ': APPLICATION_COMMAND_TOO_LARGE',
    ],
    [
      'with permissions as a number',
      music({ default_member_permissions: 32 }),
      'default_member_permissions: STRING_TYPE_CONVERT',
    ],
    ['with no context at all', music({ contexts: [] }), 'contexts: BASE_TYPE_BAD_LENGTH'],
    ['with an unknown context', music({ contexts: [3] }), 'contexts.0: BASE_TYPE_CHOICES'],
    [
      'with an unknown integration type',
      music({ integration_types: [2] }),
      'integration_types.0: BASE_TYPE_CHOICES',
    ],
    [
      'with an unknown locale',
      music({ name_localizations: { xx: 'musik' } }),
      'name_localizations.xx: UNKNOWN_FIELD',
    ],
    [
      'with a bad localised name',
      music({ name_localizations: { de: 'Musik!' } }),
      'name_localizations.de: APPLICATION_COMMAND_INVALID_NAME',
    ],
    ['of an unknown type', music({ type: 9 }), 'type: UNION_TYPE_CHOICES'],
    ['with a field that nobody documents', music({ colour: 'red' }), 'colour: UNKNOWN_FIELD'],
    [
      'in a message menu with a description',
      { type: 3, name: 'Remix this clip', description: 'Remix' },
      'description: APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION',
    ],
    [
      'in a message menu with options',
      { type: 3, name: 'Remix', options: [text('a')] },
      'options: BASE_TYPE_MAX_LENGTH',
    ],
  ]

  test.each(faults)('%s', async (_fault, command, error) => {
    const before = bot.refusals().length
    const answer = await bot.call('POST', path, command)
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } })
    expect(errorsIn(answer.body.errors)).toContain(error)
    expect(bot.refusals()).toHaveLength(before + 1)
  })

  test('in a list under its index, and with every fault at once', async () => {
    const { body } = await bot.call('PUT', path, [music(), music({ name: 'TTS', description: '' })])
    expect(body.errors).toEqual({
      1: {
        name: {
          _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME', message: 'Command name must be lower case' }],
        },
        description: {
          _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be between 1 and 100 in length.' }],
        },
      },
    })
  })

  test('in a list that has its name twice', async () => {
    const { body } = await bot.call('PUT', path, [music(), music()])
    expect(errorsIn(body.errors)).toEqual(['1.name: APPLICATION_COMMANDS_DUPLICATE_NAME'])
  })

  const counts: readonly [string, number, (n: number) => object][] = [
    ['100 slash commands', 101, (n: number) => music({ name: `c${n}` })],
    ['15 entries of the message menu', 16, (n: number) => ({ type: 3, name: `Entry ${n}` })],
    ['15 entries of the member menu', 16, (n: number) => ({ type: 2, name: `Entry ${n}` })],
  ]

  test.each(counts)('beyond %s', async (_what, count, make) => {
    const answer = await bot.call('PUT', path, times(count, make))
    expect(answer).toMatchObject({ status: 400, body: { code: 30032 } })
  })

  test('of another application, or of a server that it is not in', async () => {
    expect(await bot.call('PUT', '/applications/123456789012345678/commands', [])).toMatchObject({
      status: 404,
      body: { code: 10002 },
    })
    expect(
      await bot.call('PUT', path.replace('/commands', '/guilds/123456789012345678/commands'), []),
    ).toMatchObject({
      status: 403,
      body: { code: 50001 },
    })
  })
})

describe('commands', () => {
  beforeEach(async () => {
    await bot.call('PUT', path, [])
  })

  test('are replaced as a list, and keep their ids where name and type stay', async () => {
    const first = await bot.call('PUT', path, [music(), { type: 3, name: 'Remix this clip' }])
    expect(first.body).toMatchObject([
      { name: 'music', type: 1, default_member_permissions: null, nsfw: false },
      { name: 'Remix this clip', type: 3, description: '' },
    ])
    const second = await bot.call('PUT', path, [music({ description: 'Make another' })])
    const id = (answer: typeof first) => (answer.body as unknown as { id: string }[])[0]?.id
    expect(id(second)).toBe(id(first))
    expect((await bot.call('GET', path)).body).toHaveLength(1)
  })

  test('can be made, changed, read and removed one by one', async () => {
    const made = await bot.call('POST', path, music({ default_member_permissions: '32', contexts: [0] }))
    const one = `${path}/${made.body.id}`
    expect((await bot.call('PATCH', one, { description: 'Changed' })).body).toMatchObject({
      id: made.body.id,
      name: 'music',
      description: 'Changed',
      default_member_permissions: '32',
      contexts: [0],
    })
    expect((await bot.call('GET', one)).body).toMatchObject({ description: 'Changed' })
    expect((await bot.call('DELETE', one)).status).toBe(204)
    expect(await bot.call('GET', one)).toMatchObject({ status: 404, body: { code: 10063 } })
  })

  test('made again under the same name are overwritten', async () => {
    const first = await bot.call('POST', path, music())
    const second = await bot.call('POST', path, music({ description: 'Again' }))
    expect(second.body.id).toBe(first.body.id)
    expect((await bot.call('GET', path)).body).toHaveLength(1)
  })

  test('of a server live apart from the global ones', async () => {
    const inServer = path.replace('/commands', `/guilds/${bot.discord.addresses.guildId}/commands`)
    expect((await bot.call('PUT', inServer, [music()])).body).toMatchObject([
      { guild_id: bot.discord.addresses.guildId },
    ])
    expect((await bot.call('GET', path)).body).toEqual([])
  })

  test('may be created 200 times a day and no more', async () => {
    const own = await startRawBot()
    const ownPath = `/applications/${own.discord.addresses.applicationId}/commands`
    for (const batch of [0, 1])
      await own.call(
        'PUT',
        ownPath,
        times(100, (n) => music({ name: `b${batch}c${n}` })),
      )
    expect(await own.call('POST', ownPath, music())).toMatchObject({ status: 400, body: { code: 30032 } })
    await own.call('PUT', ownPath, [])
    expect(await own.call('POST', ownPath, music())).toMatchObject({ status: 400, body: { code: 30034 } })
    own.clock.advance(24 * 60 * 60_000)
    expect(await own.call('POST', ownPath, music())).toMatchObject({ status: 200 })
    await own.stop()
  })
})

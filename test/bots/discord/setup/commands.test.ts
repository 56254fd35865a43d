import { ApplicationCommandType } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../../sandbox/discord/limits.ts'
import { namedBodyCheck } from '../../../../sandbox/discord/open-api/named-file.ts'
import { commandList } from '../../../../sandbox/discord/validation/commands.ts'
import { clipFileTypes } from '../../../../src/bots/discord/incoming/clips.ts'
import { commandBodies, slashBody } from '../../../../src/bots/discord/setup/commands.ts'
import { clip } from '../../../../src/core/clip/clip-field.ts'
import { privately } from '../../../../src/core/command/answer.ts'
import { type Command, defineAction } from '../../../../src/core/command/command.ts'
import {
  channel,
  choice,
  credits,
  group,
  listed,
  member,
  optional,
  text,
  toggle,
} from '../../../../src/core/fields/field-builders.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { allCommands } from '../../../support/commands/commands.ts'

interface Part {
  name: string
  description?: string
  required?: boolean
  options?: readonly Part[]
  choices?: readonly { name: string; value: string | number }[]
}

const bodies = commandBodies(allCommands).map((body) => [body.name, body] as const)

/** The command, its options, and theirs. */
const partsOf = (part: Part): Part[] => [part, ...(part.options ?? []).flatMap(partsOf)]

const lengthOf = ({ name, description = '', choices = [], options = [] }: Part): number =>
  name.length +
  description.length +
  choices.reduce((sum, entry) => sum + entry.name.length + String(entry.value).length, 0) +
  options.reduce((sum, option) => sum + lengthOf(option), 0)

// https://docs.discord.com/developers/interactions/application-commands#application-command-object
const namePattern = /^[-_'\p{Ll}\p{Lm}\p{Lo}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u

describe('what Discord allows of a command:', () => {
  describe.each(bodies.filter(([, { type }]) => type === ApplicationCommandType.ChatInput))(
    '/%s',
    (_, body) => {
      const parts = partsOf(body as Part)

      test('has names of up to 32 small letters, digits, dashes and underscores', () => {
        for (const { name } of parts) expect(name).toMatch(namePattern)
      })

      test('has descriptions of up to 100 characters, none of which was cut', () => {
        for (const { description = '' } of parts) {
          expect(description.length).toBeGreaterThan(0)
          expect(description.length).toBeLessThanOrEqual(100)
          expect(description).not.toMatch(/…$/)
        }
      })

      test('has no more than 25 options at any level, each name once, what is required first', () => {
        for (const { options = [] } of parts) {
          expect(options.length).toBeLessThanOrEqual(25)
          expect(new Set(options.map(({ name }) => name)).size).toBe(options.length)
          const required = options.map((option) => option.required === true)
          expect(required).toEqual([...required].sort((left, right) => Number(right) - Number(left)))
        }
      })

      test('has no more than 25 choices, with names and values of up to 100 characters', () => {
        for (const { choices = [] } of parts) {
          expect(choices.length).toBeLessThanOrEqual(25)
          for (const { name, value } of choices) {
            expect(name.length).toBeLessThanOrEqual(100)
            expect(String(value).length).toBeLessThanOrEqual(100)
          }
        }
      })

      test('has no more than 8000 characters in all', () => {
        expect(lengthOf(body as Part)).toBeLessThanOrEqual(limits.commandText)
      })
    },
  )

  test('has no more than 15 entries in the menu of a message', () => {
    const entries = bodies.filter(([, { type }]) => type === ApplicationCommandType.Message)
    expect(entries.length).toBeLessThanOrEqual(limits.messageCommands)
  })

  test('all together pass as one list, as the stand-in checks it', () => {
    const read = commandList.safeParse(bodies.map(([, body]) => JSON.parse(JSON.stringify(body))))
    expect(read.error?.issues ?? []).toEqual([])
  })
})

const { checkBody } = await namedBodyCheck()

test.runIf(checkBody !== undefined)('all commands together are what Discord’s own OpenAPI file takes', () => {
  const sent = JSON.parse(JSON.stringify(bodies.map(([, body]) => body)))
  expect(checkBody?.('PUT /applications/:applicationId/commands', sent)).toEqual([])
})

describe('what is sent to Discord', () => {
  test.each(bodies)('for %s is as it was read in review', async (name, body) => {
    await expect(`${JSON.stringify(body, null, 2)}\n`).toMatchFileSnapshot(
      `golden/${name.replaceAll(' ', '-')}.command`,
    )
  })
})

describe('a command', () => {
  const run = () => Promise.resolve(privately(plainMessage('')))
  const utility = (changes: Partial<Extract<Command, { kind: 'utility' }>>): Command => ({
    kind: 'utility',
    name: 'x',
    summary: 'X',
    topic: 'choices',
    audience: 'everyone',
    actions: defineAction({ name: 'x', summary: 'X', fields: {}, run }),
    ...changes,
  })

  test.each([
    ['everyone', undefined],
    ['admins', '32'], // 1 << 5: https://docs.discord.com/developers/topics/permissions
  ] as const)('for %s is offered to those with the permissions %s', (audience, permissions) => {
    expect(slashBody(utility({ audience })).default_member_permissions).toBe(permissions)
  })

  // https://docs.discord.com/developers/interactions/application-commands#interaction-contexts
  test.each([
    ['everyone', 'in servers and in direct messages with the bot', [0, 1]],
    ['admins', 'in servers alone', [0]],
  ] as const)('for %s is offered %s', (audience, _, contexts) => {
    expect(slashBody(utility({ audience }))).toMatchObject({ contexts, integration_types: [0] })
  })

  test('of one action has its options at once', () => {
    const fields = { words: text({ label: 'Words', help: 'Which', lengthMax: 5 }) }
    const one = utility({ actions: defineAction({ name: 'x', summary: 'X', fields, run }) })
    expect(slashBody(one).options).toMatchObject([{ type: 3, name: 'words' }])
  })

  test('of one action in a list as well', () => {
    const one = utility({ actions: [defineAction({ name: 'y', summary: 'Y', fields: {}, run })] })
    expect(slashBody(one).options).toEqual([])
  })

  test('of several actions has them as subcommands', () => {
    const actions = ['a', 'b'].map((name) => defineAction({ name, summary: name, fields: {}, run }))
    expect(slashBody(utility({ actions })).options).toEqual([
      { type: 1, name: 'a', description: 'a', options: [] },
      { type: 1, name: 'b', description: 'b', options: [] },
    ])
  })

  test('has for each kind of field the option that asks for it', () => {
    const fields = {
      note: optional(text({ label: 'Note', help: 'A note', lengthMax: 9_000 })),
      words: text({ label: 'Words', help: 'H'.repeat(150), lengthMax: 5 }),
      mood: optional(
        choice({ label: 'Mood', help: 'Mood', choices: [{ value: 'm', label: 'L'.repeat(150) }] }),
      ),
      loud: optional(toggle({ label: 'Loud', help: 'Loud' })),
      sum: optional(credits({ label: 'Sum', help: 'Sum' })),
      voice: optional(listed({ label: 'Voice', help: 'Voice', list: 'voices', lengthMax: 50 })),
      source: clip({ label: 'Source', help: 'What to work on' }),
      who: member({ label: 'Who', help: 'Whose' }),
      where: channel({ label: 'Channel', help: 'Place' }),
      band: optional(group({ label: 'Band', help: 'Role' })),
    }
    const body = slashBody(utility({ actions: defineAction({ name: 'x', summary: 'X', fields, run }) }))
    expect(body.options).toEqual([
      { type: 3, name: 'words', description: `${'H'.repeat(99)}…`, required: true, max_length: 5 },
      { type: 6, name: 'who', description: 'Whose', required: true },
      // Where messages are written, or threads:
      // https://docs.discord.com/developers/resources/channel#channel-object-channel-types
      {
        type: 7,
        name: 'where',
        description: 'Place',
        required: true,
        channel_types: [0, 2, 5, 13, 15],
      },
      { type: 3, name: 'note', description: 'A note', required: false, max_length: 6_000 },
      {
        type: 3,
        name: 'mood',
        description: 'Mood',
        required: false,
        choices: [{ name: `${'L'.repeat(99)}…`, value: 'm' }],
      },
      { type: 5, name: 'loud', description: 'Loud', required: false },
      { type: 10, name: 'sum', description: 'Sum', required: false, min_value: 0, max_value: 1_000_000 },
      { type: 3, name: 'voice', description: 'Voice', required: false, autocomplete: true, max_length: 50 },
      {
        type: 11,
        name: 'source',
        description: 'What to work on',
        required: false,
        file_types: [...clipFileTypes],
      },
      {
        type: 3,
        name: 'source_link',
        required: false,
        max_length: 2_000,
        description: 'A link instead of a file, or a take such as 3f2akd7c.2',
      },
      { type: 8, name: 'band', description: 'Role', required: false },
    ])
  })

  test('that works on a message is an entry of every message’s menu as well', () => {
    const feature = allCommands.find((command) => command.name === 'remix')
    if (feature === undefined) throw new Error('there is no remix')
    expect(commandBodies([feature])).toMatchObject([
      { type: 1, name: 'remix' },
      { type: 3, name: 'Remix this clip', contexts: [0, 1], integration_types: [0] },
    ])
    expect(commandBodies([utility({})])).toHaveLength(1)
  })
})

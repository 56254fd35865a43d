import { describe, expect, test } from 'vitest'
import { actionsOf, type Command } from '../../src/core/command.ts'
import type { Field } from '../../src/core/field.ts'
import { allCommands } from '../support/commands.ts'

const fieldsOf = (command: Command): [string, Field][] =>
  command.kind === 'feature'
    ? Object.entries(command.fields)
    : actionsOf(command).flatMap((action) => Object.entries(action.fields))

const fields = allCommands.flatMap((command) =>
  fieldsOf(command).map(([name, field]) => [`/${command.name} ${name}`, field] as const),
)

test('no two commands have one name', () => {
  const names = allCommands.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each(allCommands.map((command) => [command.name, command] as const))(
  '/%s says what it does in one line without a full stop',
  (_, command) => {
    const summaries = command.kind === 'feature' ? [] : actionsOf(command).map(({ summary }) => summary)
    for (const summary of [command.summary, ...summaries]) expect(summary).toMatch(/^[A-Z][^\n]*[^.\n]$/)
  },
)

// A problem with a field is told as "<label> is ...; <help>." and on every platform beside its name.
test.each(fields)('%s has a label and a help that fit into sentences', (_, { label, help }) => {
  expect(label).toMatch(/^[A-Z][a-z ]+$/)
  expect(help).toMatch(/^[A-Z][^\n]*[^.\n]$/)
})

const features = allCommands.flatMap((command) => (command.kind === 'feature' ? [command] : []))

// What a member sees as one option is another name on the way: Discord takes a clip's address as <name>_link.
test.each(fields)('%s does not end in the name that an address of a clip has', (name) => {
  expect(name).not.toMatch(/_link$/)
})

// The text that members type names a field before a colon, in letters of either size.
test.each(fields)('%s can be typed before a colon', (name) => {
  expect(name.split(' ').at(-1)).toMatch(/^[a-z][a-z_]*$/)
})

test('a feature that needs a clip stands in a message’s menu, and no other', () => {
  for (const { name, fields: taken, messageAction } of features) {
    const clips = Object.values(taken).filter(({ control, required }) => required && control.kind === 'clip')
    expect(messageAction !== undefined, name).toBe(clips.length > 0)
  }
})

describe('what stands in a message’s menu', () => {
  const actions = features.flatMap(({ messageAction }) => messageAction ?? [])

  test('is there, each entry once, and none is called like a command', () => {
    const names = [...actions, ...allCommands.map(({ name }) => name)]
    expect(actions).toContain('Remix this clip')
    expect(new Set(names).size).toBe(names.length)
  })

  // Discord takes 32 characters (https://docs.discord.com/developers/interactions/application-commands), Slack 24
  // (https://docs.slack.dev/reference/app-manifest).
  test.each(actions)('fits both platforms: %s', (name) => {
    expect(name).toMatch(/^[A-Z][a-z ]{0,23}$/)
  })
})

test.each(features.map((feature) => [feature.name, feature] as const))(
  '/%s names its product in the middle of a sentence, and its request to the service by conversion type',
  (_, { product, conversionType }) => {
    expect(product).toMatch(/^your [a-z ]+$/)
    expect(conversionType).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
  },
)

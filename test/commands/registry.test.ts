import { describe, expect, test } from 'vitest'
import { buttonRows as discordRows } from '../../src/bots/discord/render/buttons.ts'
import { limits } from '../../src/bots/discord/render/limits.ts'
import { buttonsOf as slackButtons } from '../../src/bots/slack/render/buttons.ts'
import { helpButtons } from '../../src/commands/help/overview.ts'
import {
  actionNamed,
  actionsOf,
  type Command,
  fieldsOf as fieldsOfAction,
} from '../../src/core/command/command.ts'
import { exampleLink } from '../../src/core/command/example.ts'
import type { Field } from '../../src/core/fields/field.ts'
import { resultButtons } from '../../src/core/job/job-buttons.ts'
import { lineageNote } from '../../src/core/job/lineage.ts'
import { jobName } from '../../src/core/job-id.ts'
import { allCommands } from '../support/commands/commands.ts'
import { outcomeOf, output } from '../support/service/outcome.ts'

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
  expect(label).toMatch(/^[A-Z](?:[a-z ]+|[A-Z]+(?: [a-z]+)?)$/)
  expect(help).toMatch(/^[A-Z][^\n]*[^.\n]$/)
})

const features = allCommands.flatMap((command) => (command.kind === 'feature' ? [command] : []))

// The first part of a longer form would be sent without it: no draft keeps a secret until the second.
test('a secret is asked for in a form of one page', () => {
  const actions = allCommands.flatMap((command) => (command.kind === 'feature' ? [] : actionsOf(command)))
  const forms = actions
    .map(({ form, fields: all }) => Object.values(form?.fields ?? all))
    .filter((asked) => asked.some(({ control }) => control.kind === 'secret'))
  expect(forms).not.toEqual([])
  for (const asked of forms) expect(asked.length).toBeLessThanOrEqual(limits.modalParts)
})

// A job's record, its message and its buttons keep what a feature was given.
test('no feature takes a secret', () => {
  for (const { fields: taken } of features)
    expect(Object.values(taken).map(({ control }) => control.kind)).not.toContain('secret')
})

// What a member sees as one option is another name on the way: Discord takes a clip's address as <name>_link.
test.each(fields)('%s does not end in the name that an address of a clip has', (name) => {
  expect(name).not.toMatch(/_link$/)
})

// The text that members type names a field before a colon, in letters of either size.
test.each(fields)('%s can be typed before a colon', (name) => {
  expect(name.split(' ').at(-1)).toMatch(/^[a-z][a-z_]*$/)
})

test('a feature that needs a clip stands in a message’s menu and below takes, and no other', () => {
  for (const { name, fields: taken, messageAction, takeAction } of features) {
    const clips = Object.values(taken).filter(({ control, required }) => required && control.kind === 'clip')
    expect(
      [messageAction, takeAction].map((action) => action !== undefined),
      name,
    ).toEqual(Array(2).fill(clips.length > 0))
  }
})

// A title of Slack's forms has at most 24 characters: https://docs.slack.dev/reference/views/modal-views
test('the form of every feature is headed by what it makes, in words that fit on both platforms', () => {
  for (const { name, formTitle, messageAction } of features) {
    expect(formTitle, name).toMatch(/^[A-Z][a-z]+ [a-z ]+$/)
    expect(formTitle.length, name).toBeLessThanOrEqual(24)
    if (messageAction !== undefined) expect(formTitle).toBe(messageAction)
  }
})

describe('the buttons below a result', () => {
  const longestId = `b63x${'z'.repeat(25)}`
  const lyrics = 'Heave ho'
  const wavUrl = 'https://cdn.example/take.wav'
  const outputs = [output(1, { lyrics, wavUrl }), output(2, { lyrics, wavUrl })]
  const shown = resultButtons(
    { id: longestId, outcome: outcomeOf(outputs), notes: { [lineageNote]: '[]' } },
    features,
  )
  const buttons = [...shown.buttons, ...(shown.more ?? [])]

  test('all fit on both platforms, with the longest ids there are', () => {
    const onDiscord = discordRows([shown]).flatMap(({ components }) => components)
    const onSlack = slackButtons([shown]).blocks.flatMap(({ elements }) => elements)
    for (const controls of [onDiscord, onSlack]) {
      const entries = controls.map((control) => ('options' in control ? (control.options?.length ?? 0) : 1))
      expect(entries).toEqual([...shown.buttons.map(() => 1), shown.more?.length])
    }
    expect(new Set(onSlack.map((element) => 'action_id' in element && element.action_id)).size).toBe(
      onSlack.length,
    )
  })

  test('ask for what there is, and give it nothing that it does not take', () => {
    for (const { label, commandLink } of buttons) {
      const command = allCommands.find(({ name }) => name === commandLink.command)
      const taken = command === undefined ? {} : fieldsOfAction(command, commandLink.action)
      expect(Object.keys(taken), label).toEqual(expect.arrayContaining(Object.keys(commandLink.values)))
    }
  })

  test('are told in one line by Slack, so that they do not drown the message', () => {
    expect(slackButtons([shown]).lines).toHaveLength(1)
    expect(slackButtons([{ buttons: shown.buttons.slice(-2) }]).lines).toEqual([
      `Again: /jobs again job:${jobName(longestId)}`,
      `Edit: /jobs edit job:${jobName(longestId)}`,
    ])
  })
})

describe('what stands in a message’s menu', () => {
  const actions = features.flatMap(({ messageAction }) => messageAction ?? [])

  test('is there, each entry once, and none is called like a command', () => {
    const names = [...actions, ...allCommands.map(({ name }) => name)]
    expect(actions).toContain('Remix this clip')
    expect(new Set(names).size).toBe(names.length)
  })

  // Discord takes 32 characters (https://docs.discord.com/developers/interactions/application-commands),
  // Slack 24 (https://docs.slack.dev/reference/app-manifest).
  test.each(actions)('fits both platforms: %s', (name) => {
    expect(name).toMatch(/^[A-Z][a-z ]{0,23}$/)
  })
})

test.each(features.map((feature) => [feature.name, feature] as const))(
  '/%s names its product in the middle of a sentence, and its tasks at the service, if it makes any, by conversion type',
  (_, { product, conversionType }) => {
    expect(product).toMatch(/^your [a-z ]+$/)
    if (conversionType !== undefined) expect(conversionType).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
  },
)

test.each(allCommands.map((command) => [command.name, command] as const))(
  '/%s has an example whose button fits on both platforms, but for the help itself',
  (name, { example }) => {
    if (name === 'help') return
    const label = example?.firstLabel ?? 'Try it'
    expect(label).toMatch(/^[A-Z][a-z]+( [a-z]+){0,2}$/)
    const button = {
      label,
      style: 'plain',
      commandLink: exampleLink(name, example ?? { values: {} }),
    } as const
    expect(example).toBeDefined()
    expect(discordRows([{ buttons: [button] }])).toHaveLength(1)
    expect(slackButtons([{ buttons: [button] }]).blocks).toHaveLength(1)
  },
)

test('an entry that explains a command fits on both platforms, and one menu has them all', () => {
  const { more = [] } = helpButtons([], allCommands)
  const [row] = discordRows([{ buttons: [], more }])
  const [block] = slackButtons([{ buttons: [], more }]).blocks
  for (const [menu] of [row?.components ?? [], block?.elements ?? []]) {
    const options = menu !== undefined && 'options' in menu ? menu.options : undefined
    expect(
      options?.map(({ label, text }: { label?: string; text?: { text: string } }) => label ?? text?.text),
    ).toEqual(allCommands.map(({ name, summary }) => `/${name}: ${summary}`))
  }
})

test.each([
  ['budget', 'show'],
  ['jobs', 'mine'],
  ['settings', 'show'],
  ['privacy', 'show'],
])('/%s alone does what is obvious: %s', (name, action) => {
  const command = allCommands.find((each) => each.name === name)
  expect(command?.kind === 'utility' && actionNamed(command, undefined)?.name).toBe(action)
})

import { clipBytesMax } from '../src/core/clip/clip.ts'
import { actionsOf, type Command, fieldsOf } from '../src/core/command/command.ts'
import { exampleLink, exampleText } from '../src/core/command/example.ts'
import { creditsMax } from '../src/core/credits.ts'
import type { Control, Field, Fields } from '../src/core/fields/field.ts'
import { table } from './endpoint-tables.ts'

// The page with every command and option, made from the commands' declarations.

/** Longer lists, such as the service's families, would make a row of half a page. */
const choicesShownMax = 10

const count = (value: number): string => value.toLocaleString('en-US')

const takes = (control: Control): string => {
  switch (control.kind) {
    case 'text':
    case 'listed':
      return `text, up to ${count(control.lengthMax)} characters`
    case 'choice':
      return control.choices.length > choicesShownMax
        ? 'one of the choices listed as you type'
        : control.choices.map(({ value }) => `\`${value}\``).join(', ')
    case 'toggle':
      return 'yes or no'
    case 'credits':
      return `credits, up to ${count(creditsMax)}`
    case 'time':
      return 'a time, such as `1:23.5` or `90s`'
    case 'integer':
      return `${control.min} to ${control.max}`
    case 'clip':
      return `a file (max ${clipBytesMax / 1024 / 1024} MB), a link or a take such as \`3f2akd7c.2\``
    case 'secret':
      return 'only in the form, never typed'
    case 'member':
      return 'a member'
    case 'channel':
      return 'a channel'
    case 'group':
      return 'a role (Discord) or user group (Slack)'
  }
}

/** A table's cells are divided by bars. */
const inCell = (text: string): string => text.replaceAll('|', '\\|')

const optionRow = ([name, { help, required, control }]: [string, Field]): string[] => [
  `\`${name}\`${required ? ' (required)' : ''}`,
  inCell(help),
  inCell(takes(control)),
]

const optionTable = (fields: Fields): string[] =>
  Object.keys(fields).length === 0
    ? []
    : [table(['option', 'what it does', 'value'], Object.entries(fields).map(optionRow))]

const exampleLine = (command: Command): string[] => {
  const { name, example } = command
  if (example === undefined) return []
  return [`Example: \`${exampleText(fieldsOf(command, example.action), exampleLink(name, example))}\``]
}

const commandPart = (command: Command): string[] => {
  const head = [`## /${command.name}`, `${command.summary}.`, ...exampleLine(command)]
  if (command.kind === 'feature') return [...head, ...optionTable(command.fields)]
  const actions = actionsOf(command)
  if (actions.length === 1) return [...head, ...actions.flatMap(({ fields }) => optionTable(fields))]
  return [
    ...head,
    ...actions.flatMap(({ name, summary, fields }) => [
      `**\`/${command.name} ${name}\`**: ${summary}.`,
      ...optionTable(fields),
    ]),
  ]
}

/** The page about every command, in the order members see them. */
export const commandPage = (commands: readonly Command[]): string =>
  [
    '# Commands and options',
    'For members and admins. Written by `npm run endpoints` from the commands themselves.',
    [
      'On Discord, options appear as you type. On Slack, type them as words: `/music a sea shanty style:folk cover:yes`.',
      'A form asks for anything missing. [Clips](clips.md#how-to-give-one) lists all the ways to give one.',
    ].join('\n'),
    ...commands.flatMap(commandPart),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')

import { type Action, actionsOf, type Command, isForAdmins } from '../src/core/command/command.ts'
import type { RawValues } from '../src/core/fields/field.ts'
import { table } from './endpoint-tables.ts'

// The page about who may use what, made from the commands' declarations, which are also what is enforced.

type Role = 'everyone' | 'admins and budget managers' | 'admins'

const roleFor = (command: Command, action: Action, values: RawValues): Role => {
  if (action.isForPlatformAdmins?.(values) === true) return 'admins'
  const isOpen = command.kind === 'feature' || command.audience === 'everyone'
  return isOpen && !isForAdmins(action, values) ? 'everyone' : 'admins and budget managers'
}

/** Each value that needs another right than the rest of the action. */
const valueRows = (command: Command, action: Action, name: string): string[][] =>
  Object.entries(action.fields).flatMap(([field, { control }]) => {
    if (control.kind !== 'choice') return []
    return control.choices.flatMap(({ value }) => {
      const role = roleFor(command, action, { [field]: value })
      return role === roleFor(command, action, {}) ? [] : [[`\`${name} ${field}:${value}\``, role]]
    })
  })

const rowsOf = (command: Command): string[][] => {
  if (command.kind === 'feature') return [[`\`/${command.name}\``, 'everyone']]
  const actions = actionsOf(command)
  return actions.flatMap((action) => {
    const name = actions.length === 1 ? `/${command.name}` : `/${command.name} ${action.name}`
    return [[`\`${name}\``, roleFor(command, action, {})], ...valueRows(command, action, name)]
  })
}

/** The page about who may use which command. */
export const rightsPage = (commands: readonly Command[]): string =>
  [
    '# Who may do what',
    'For admins and operators. Written by `npm run endpoints` from the commands themselves.',
    [
      'Buttons, menus, forms and mentions run these commands, so the same rights apply to them. One place decides it for all:',
      '`src/jobs/request/utility.ts`.',
    ].join('\n'),
    [
      '- **Everyone**: every member, unless [blocked](commands.md#who-is-kept-out), and for requests where',
      '  [channels](commands.md#defaults-and-where-it-may-be-used) and the budget allow it.',
      '- **Budget managers**: members that an admin named with `/budget manager`.',
      '- **Admins**: on Discord members with **Manage Server**, on Slack admins and owners of the workspace.',
    ].join('\n'),
    table(['command', 'who may use it'], commands.flatMap(rowsOf)),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')

import type { Control, Field, Fields } from '../fields/field.ts'
import { isTyped, primaryFieldOf } from '../fields/primary-field.ts'
import { timeExample } from '../time.ts'
import { actionNamed, actionsOf, type Command, fieldsOf } from './command.ts'

const exampleOf = (control: Control): string => {
  switch (control.kind) {
    case 'choice':
      return control.choices.map(({ value }) => value).join('|')
    case 'toggle':
      return 'yes|no'
    case 'member':
      return '@name'
    case 'channel':
      return '#channel'
    case 'group':
      return '@group'
    case 'clip':
      return 'https://…'
    case 'time':
      return timeExample
    case 'integer':
      return `${control.min}..${control.max}`
    case 'text':
    case 'credits':
    case 'listed':
    case 'secret':
      return '…'
  }
}

/** A fixed list is clear from its values; any other field needs its name. */
const freeUsage = (name: string, control: Control): string =>
  control.kind === 'choice' || control.kind === 'toggle' ? `<${exampleOf(control)}>` : `<${name}>`

const fieldUsage = (name: string, { required, control }: Field, primary: string | undefined): string => {
  const example = exampleOf(control)
  const byName = name === primary ? freeUsage(name, control) : `${name}:${example}`
  const typed = isTyped(control.kind) ? byName : example
  return required ? typed : `[${typed}]`
}

/** How to type these fields, all unless some are named, such as `<prompt> [style:…]`. Secrets are never typed. */
export const fieldsUsage = (fields: Fields, names: readonly string[] = Object.keys(fields)): string => {
  const primary = primaryFieldOf(fields)
  return names
    .flatMap((name) => {
      const field = fields[name]
      return field === undefined || field.control.kind === 'secret' ? [] : fieldUsage(name, field, primary)
    })
    .join(' ')
}

/** How to type a command, or one action of it, after its name, such as `<prompt> [style:…] [cover:yes|no]`. */
export const commandUsage = (command: Command, action?: string): string => {
  const named = command.kind === 'utility' && actionsOf(command).length > 1
  const name = named ? (actionNamed(command, action)?.name ?? '') : ''
  return `${name} ${fieldsUsage(fieldsOf(command, action))}`.trim()
}

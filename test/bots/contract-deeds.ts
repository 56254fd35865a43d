import type { Deed } from '../../sandbox/control/people.ts'
import { fieldsOf } from '../../src/core/command/command.ts'
import { everyCommand } from '../support/commands/commands.ts'
import type { Harness } from './contract-stage.ts'

const remixAction = 'Remix this clip'

/** Remixes the clip of a message by its own menu. */
export const remixOf = (message: string): { deed: Deed; command: string } => ({
  deed: { action: { name: remixAction, message } },
  command: remixAction,
})

/** What fills in a field of a command. */
export const controlOf = (command: string, action: string | undefined, name: string) => {
  const found = everyCommand.find((candidate) => candidate.name === command)
  return found === undefined ? undefined : fieldsOf(found, action)[name]?.control
}

/** Types a command with its values behind its name, texts between quotes and people as they are called. */
export const typedCommand =
  (called: Harness['called']): Harness['command'] =>
  (command, action, values) => {
    const typed = (name: string, value: unknown): string[] => {
      if (value === '') return []
      switch (controlOf(command, action, name)?.kind) {
        case 'toggle':
          return [`${name}:${value === true ? 'yes' : 'no'}`]
        case 'member':
          return [`${name}:${called.other}`]
        case 'channel':
          return [`${name}:${called.channel}`]
        case 'group':
          return [`${name}:${called.group}`]
        case 'text':
        case 'listed':
          return [`${name}:“${value}”`]
        default:
          return [`${name}:${value}`]
      }
    }
    const words = [
      `/${command}`,
      ...(action === undefined ? [] : [action]),
      ...Object.entries(values).flatMap(([name, value]) => typed(name, value)),
    ]
    return { command: words.join(' ') }
  }

import type { CommandLink } from '../../../core/message/command-link.ts'
import { limits } from '../render/limits.ts'

const prefix = 'do'

const escaped = (part: string): string =>
  part.replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll('=', '%3D')
const unescaped = (part: string): string =>
  part.replaceAll('%3D', '=').replaceAll('%3A', ':').replaceAll('%25', '%')

/** What is written on a button, such as `do:jobs:cancel:job=3f2a`; undefined where it does not fit. */
export const writePressId = ({ command, action, values }: CommandLink): string | undefined => {
  const given = Object.entries(values).map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
  const id = [prefix, escaped(command), escaped(action ?? ''), ...given].join(':')
  return id.length <= limits.customId && id.isWellFormed() ? id : undefined
}

/** What the button with this id asks for; undefined where it is none that `writePressId` wrote. */
export const readPressId = (customId: string): CommandLink | undefined => {
  const [kind, command, action, ...given] = customId.split(':')
  if (kind !== prefix || !command || action === undefined) return undefined
  const pairs = given.map((pair) => pair.split('=').map(unescaped))
  const values = Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
  const asked = { command: unescaped(command), action: unescaped(action) || undefined, values }
  return writePressId(asked) === customId ? asked : undefined
}

import { parseArgs } from 'node:util'
import { AppError } from '../errors.ts'

const roles = ['all', 'bots', 'worker'] as const

/** Which part of the program a process runs. */
export type Role = (typeof roles)[number]

/** What the program is asked to do. */
export type Task =
  | { kind: 'run'; role: Role }
  | { kind: 'publish_commands' }
  | { kind: 'print_slack_manifest' }

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        role: { type: 'string', default: 'all' },
        'slack-manifest': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
  } catch (cause) {
    throw new AppError('configuration', cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Reads what stands behind the program's name on the command line. Throws AppError `configuration`. */
export const readTask = (args: readonly string[]): Task => {
  const { values, positionals } = parse(args)
  const asked = positionals.join(' ')
  if (asked === 'publish-commands')
    return { kind: values['slack-manifest'] ? 'print_slack_manifest' : 'publish_commands' }
  if (asked !== '')
    throw new AppError('configuration', `"${asked}" is nothing to do; there is publish-commands.`)
  const role = roles.find((name) => name === values.role)
  if (role === undefined) throw new AppError('configuration', `--role must be one of ${roles.join(', ')}.`)
  return { kind: 'run', role }
}

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { creditsMax } from '../../core/credits.ts'
import { AppError } from '../../core/errors.ts'

/** The command's help, which was asked for or is needed. */
export interface HelpTask {
  kind: 'help'
  text: string
}

/** Throws AppError `configuration` with this text. */
export const refuse = (text: string, cause?: unknown): never => {
  throw new AppError('configuration', text, { cause })
}

/**
 * Keeps a value that begins with a dash, such as an amount of -5, with its option; Node would call it
 * ambiguous.
 */
const withValues = (args: readonly string[], options: ParseArgsOptionsConfig): string[] => {
  const joined: string[] = []
  for (const arg of args) {
    const option = joined.at(-1) ?? ''
    const takesValue = option.startsWith('--') && options[option.slice(2)]?.type === 'string'
    if (takesValue && /^-[^-]/.test(arg)) joined.splice(-1, 1, `${option}=${arg}`)
    else joined.push(arg)
  }
  return joined
}

/** Node's hints about arguments that begin with a dash would mislead here. */
const withoutHint = (message: string): string => {
  const [said = ''] = message.split(/\n|\. To specify /)
  const [, option = ''] = said.split("'")
  return said.startsWith(`Option '${option}' argument`) ? `${option.split(' ', 1)[0]} has no value` : said
}

/** Options and other arguments. Throws AppError `configuration` if they don't fit. */
export const parse = <const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) => {
  try {
    return parseArgs({ args: withValues(args, options), options, allowPositionals: true })
  } catch (cause) {
    const said = cause instanceof Error ? withoutHint(cause.message) : String(cause)
    return refuse(`${said}. See --help.`, cause)
  }
}

/** Throws AppError `configuration` for an amount of credits that can't be used. */
export const refuseCredits = (value = ''): never =>
  value === ''
    ? refuse(`--credits is missing. Give an amount such as 5 or 2.50, up to ${creditsMax}.`)
    : refuse(`--credits ${value} cannot be used. Give an amount such as 5 or 2.50, up to ${creditsMax}.`)

/** Refuses arguments beside what was read. */
export const alone = <T>(others: readonly string[], task: T, mend = 'Leave it out.'): T =>
  others.length === 0 ? task : refuse(`"${others.join(' ')}" is unexpected. ${mend}`)

/** Every command's option --help. */
export const help = { help: { type: 'boolean', default: false } } as const

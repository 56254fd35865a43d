import { type Microcredits, parseCredits } from '../../core/credits.ts'
import { reasonLengthMax } from '../../core/ledger/budget.ts'
import { type AccountId, isAccount } from '../../core/target.ts'
import { lengthOf, onOneLine } from '../../core/text/text.ts'
import { readServerAccount } from '../server-account.ts'
import { serversHelp } from './help-texts.ts'
import { alone, type HelpTask, help, parse, refuse, refuseCredits } from './parse.ts'

/** An operator's request about the servers and workspaces that can spend. */
export type ServersWish =
  | { kind: 'list' }
  | { kind: 'allow'; account: AccountId; ceiling: Microcredits | undefined }
  | { kind: 'remove'; account: AccountId }
  | { kind: 'pause'; notice: string }
  | { kind: 'resume' }
  | { kind: 'resume_clips'; account: AccountId }

/** What `servers` should do. */
export type ServersTask = { kind: 'servers'; wish: ServersWish } | HelpTask

const readServer = ([account = '', ...rest]: readonly string[]): AccountId => {
  const read = alone(rest, readServerAccount(account))
  if (read.account !== undefined) return read.account
  return refuse(
    read.fault === undefined
      ? 'Name a server or workspace, such as discord:81384788765712384 or slack:T024BE7LD.'
      : `"${account}" has a wrong id: ${read.fault}.`,
  )
}

/** Direct messages can be stopped, too. */
const readStopped = ([account = '', ...rest]: readonly string[]): AccountId =>
  alone(rest, isAccount(account) ? account : readServer([account]))

/** Reads the arguments after `servers`. Throws AppError `configuration`. */
export const readServers = ([asked, ...args]: readonly string[]): ServersTask => {
  const { values, positionals } = parse(args, {
    ...help,
    credits: { type: 'string' },
    notice: { type: 'string' },
  })
  if (values.help || asked === undefined || asked === '--help') return { kind: 'help', text: serversHelp }
  const { credits, notice = '' } = values
  if (credits !== undefined && asked !== 'allow') return refuse('--credits is only for "servers allow".')
  if (notice !== '' && asked !== 'pause') return refuse('--notice is only for "servers pause".')
  switch (asked) {
    case 'pause':
      if (lengthOf(notice) > reasonLengthMax)
        return refuse(`--notice is too long: ${lengthOf(notice)} characters, at most ${reasonLengthMax}.`)
      return alone(
        positionals,
        { kind: 'servers', wish: { kind: asked, notice: onOneLine(notice).trim() } },
        'Put the notice in quotes: --notice "…".',
      )
    case 'resume':
      if (positionals.length > 0)
        return { kind: 'servers', wish: { kind: 'resume_clips', account: readStopped(positionals) } }
      return { kind: 'servers', wish: { kind: asked } }
    case 'list':
      return alone(positionals, { kind: 'servers', wish: { kind: asked } })
    case 'allow': {
      const ceiling = credits === undefined ? undefined : parseCredits(credits)
      if (credits !== undefined && ceiling === undefined) return refuseCredits(credits)
      return { kind: 'servers', wish: { kind: asked, account: readServer(positionals), ceiling } }
    }
    case 'remove':
      return { kind: 'servers', wish: { kind: asked, account: readServer(positionals) } }
    default:
      return refuse(`"servers ${asked}" is unknown. Use servers list, allow, remove, pause or resume.`)
  }
}

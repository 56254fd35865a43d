import { parseCredits } from '../../core/credits.ts'
import { AppError } from '../../core/errors.ts'
import { isJobId } from '../../core/job-id.ts'
import { neutral, shortened } from '../../core/text/text.ts'
import type { JobsWish } from '../command-line/jobs.ts'
import { readServerAccount } from '../server-account.ts'
import { grantWish } from '../tasks/jobs.ts'
import { grantServersWish } from '../tasks/servers.ts'
import type { DashboardDeps } from './deps.ts'
import { shownField, shownPause, shownState } from './shown.ts'

/** The fields of the form that was sent. */
type Field = (name: string) => string

/** Something to do, of which all fields were read. */
interface Task {
  /** The job or the server. */
  on: string
  /** Does it, and returns what came of it. Throws AppError where it can't be done. */
  run(): Promise<string>
}

interface Action {
  /** What it does, for the page about rights. */
  does: string
  /** Throws AppError `configuration` where the fields are wrong. */
  read(deps: DashboardDeps, field: Field): Task
}

const refuse = (text: string): never => {
  throw new AppError('configuration', text)
}

const noticeLengthMax = 200
const formIdLengthMax = 40

const jobIn = (field: Field): string => {
  const job = field('job')
  return isJobId(job) ? job : refuse('That is not the ID of a job.')
}

const jobAction =
  (kind: Extract<JobsWish, { job: string }>['kind']): Action['read'] =>
  ({ letters }, field) => {
    const job = jobIn(field)
    return { on: job, run: () => grantWish(letters, { kind, job }) }
  }

const accountIn = (field: Field) => {
  const { account, ...read } = readServerAccount(field('account'))
  if (account !== undefined) return account
  const why =
    'fault' in read && read.fault !== undefined ? `: ${read.fault}` : ', such as discord:81384788765712384'
  return refuse(`That is not the ID of a server${why}.`)
}

const recover: Action['read'] = ({ store, jobControl }, field) => {
  const id = jobIn(field)
  const run = async () => {
    const job = (await store.read(id)) ?? refuse('There is no such job.')
    if (job.cancelledBy !== undefined)
      return refuse('Its member cancelled it, so only they can have it shown.')
    const status = await jobControl.recover(job)
    if (typeof status === 'object')
      return refuse(
        `That was tried less than a minute ago. Try again in ${Math.ceil(status.waitMs / 1_000)} s.`,
      )
    if (status === 'refused') return refuse('It has no hidden result any more.')
    return 'The result will appear where it was requested, free of charge.'
  }
  return { on: id, run }
}

/** Without a number it has to be said that there is none: an empty field is easily sent. */
const ceilingIn = (field: Field) => {
  const typed = field('credits').trim()
  if ((typed === '') !== (field('no_ceiling') !== ''))
    return refuse('Type a ceiling or tick “No ceiling”, one of the two.')
  return typed === '' ? undefined : (parseCredits(typed) ?? refuse('Credits are a number such as 50 or 0.5.'))
}

/** What a page showed is no more so: somebody else was there, or the page is an old one. */
const refuseIfChanged = (field: Field, now: string): void => {
  const shown = field(shownField)
  if (shown !== '' && shown !== now) refuse('This has changed since the page was loaded. Look at it again.')
}

const allow: Action['read'] = ({ allowlist, named, servers }, field) => {
  const [account, ceiling] = [accountIn(field), ceilingIn(field)]
  const run = async () => {
    refuseIfChanged(field, shownState((await servers()).find((each) => each.account === account)))
    return grantServersWish(allowlist, { kind: 'allow', account, ceiling }, named)
  }
  return { on: account, run }
}

const remove: Action['read'] = ({ allowlist, named }, field) => {
  const account = accountIn(field)
  return { on: account, run: () => grantServersWish(allowlist, { kind: 'remove', account }, named) }
}

const everyServer = 'every server'

const pause: Action['read'] = ({ allowlist, named }, field) => {
  const notice = shortened(neutral(field('notice').trim()), noticeLengthMax)
  return { on: everyServer, run: () => grantServersWish(allowlist, { kind: 'pause', notice }, named) }
}

const resume: Action['read'] = ({ allowlist, named }, field) => ({
  on: everyServer,
  async run() {
    refuseIfChanged(field, shownPause(await allowlist.pause()))
    return grantServersWish(allowlist, { kind: 'resume' }, named)
  },
})

/**
 * Everything that the dashboard can change. Each is the function behind a command of the operator's; all belong to the
 * operator, and can be sent twice without harm.
 */
export const operatorActions = {
  retry: { does: 'put a dead letter back, so that workers continue it', read: jobAction('retry') },
  retry_all: {
    does: 'put all dead letters back',
    read: ({ letters }) => ({
      on: 'all dead letters',
      run: () => grantWish(letters, { kind: 'retry_all' }),
    }),
  },
  end: { does: 'end a dead letter', read: jobAction('end') },
  refund: { does: 'give back the credits of a job with an unknown outcome', read: jobAction('refund') },
  recover: { does: 'show a hidden result where it was requested', read: recover },
  allow: { does: 'let a server spend, or change its ceiling', read: allow },
  remove: { does: 'stop a server’s spending', read: remove },
  pause: { does: 'pause all paid requests, with a notice', read: pause },
  resume: { does: 'end that pause', read: resume },
} as const satisfies Readonly<Record<string, Action>>

/** The name of an action. */
export type ActionName = keyof typeof operatorActions

/** Whether a text from an address names one. */
export const isAction = (name: string): name is ActionName => Object.hasOwn(operatorActions, name)

/** Why something was not done; undefined if it may have been. */
const refusalIn = (error: unknown): string | undefined =>
  error instanceof AppError && error.code !== 'store_unavailable' ? error.message : undefined

const underWay =
  'This is being done already, or its outcome is unknown. Look whether it was done before you try again.'

interface Sent {
  action: ActionName
  formId: string
  /** All of the form. */
  form: string
}

/** Writes into the log before and after, and what was done also into the operator's. */
const carryOut = async (
  { log, operatorLog }: Pick<DashboardDeps, 'log' | 'operatorLog'>,
  { on, run }: Task,
  { action, formId, form }: Sent,
): Promise<string> => {
  const before = await operatorLog.begin(form)
  if (before !== 'new') return before.result ?? underWay
  const entry = { by: 'dashboard', action, on }
  const logged = { ...entry, form: formId }
  log.info('the operator asks for something', logged)
  let result: string
  try {
    result = (await run()).trim()
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal === undefined) {
      log.error('the operator asked for something, outcome unknown', { ...logged, error })
      throw error
    }
    log.info('the operator was refused', { ...logged, why: refusal })
    await operatorLog.forget(form)
    return refusal
  }
  log.info('the operator acted', logged)
  await operatorLog.write(form, { ...entry, result })
  return result
}

/**
 * Does what a form asks for, once, and returns what to say; what can't be done is said, too. Throws AppError
 * `store_unavailable`.
 */
export const perform = async (
  deps: DashboardDeps,
  action: ActionName,
  fields: URLSearchParams,
): Promise<string> => {
  const field = (name: string) => fields.get(name) ?? ''
  const formId = shortened(neutral(field('form_id')), formIdLengthMax)
  if (formId === '') return 'The form was not whole. Reload the page and try again.'
  try {
    const task: Task = operatorActions[action].read(deps, field)
    return await carryOut(deps, task, { action, formId, form: `${action} ${fields}` })
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal === undefined) throw error
    return refusal
  }
}

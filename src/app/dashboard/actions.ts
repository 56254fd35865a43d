import { parseCredits } from '../../core/credits.ts'
import { AppError } from '../../core/errors.ts'
import { isJobId } from '../../core/job-id.ts'
import { neutral, shortened } from '../../core/text/text.ts'
import type { JobsWish } from '../command-line/jobs.ts'
import { readServerAccount } from '../server-account.ts'
import { grantWish } from '../tasks/jobs.ts'
import { grantServersWish } from '../tasks/servers.ts'
import type { DashboardDeps } from './deps.ts'

/** What came of an action, and on what. */
interface Done {
  on: string
  result: string
}

/** The fields of the form that was sent. */
type Field = (name: string) => string

interface Action {
  /** What it does, for the page about rights. */
  does: string
  /** Throws AppError `configuration` where it can't be done. */
  run(deps: DashboardDeps, field: Field): Promise<Done>
}

const refuse = (text: string): never => {
  throw new AppError('configuration', text)
}

const noticeLengthMax = 200

const jobAction =
  (kind: Extract<JobsWish, { job: string }>['kind']): Action['run'] =>
  async ({ letters }, field) => {
    const job = field('job')
    if (!isJobId(job)) return refuse('That is not the ID of a job.')
    return { on: job, result: await grantWish(letters, { kind, job }) }
  }

const accountIn = (field: Field) => {
  const { account } = readServerAccount(field('account'))
  return account ?? refuse('That is not the ID of a server, such as discord:81384788765712384.')
}

const recover: Action['run'] = async ({ store, jobControl }, field) => {
  const id = field('job')
  const job = isJobId(id) ? await store.read(id) : undefined
  if (job === undefined) return refuse('There is no such job.')
  if (job.cancelledBy !== undefined) return refuse('Its member cancelled it, so only they can have it shown.')
  const status = await jobControl.recover(job)
  if (status === 'refused') return refuse('It has no hidden result any more.')
  return { on: id, result: 'The result will appear where it was requested, free of charge.' }
}

const allow: Action['run'] = async ({ allowlist, named }, field) => {
  const [account, typed] = [accountIn(field), field('credits').trim()]
  const ceiling =
    typed === '' ? undefined : (parseCredits(typed) ?? refuse('Credits are a number such as 50 or 0.5.'))
  return {
    on: account,
    result: await grantServersWish(allowlist, { kind: 'allow', account, ceiling }, named),
  }
}

const remove: Action['run'] = async ({ allowlist, named }, field) => {
  const account = accountIn(field)
  return { on: account, result: await grantServersWish(allowlist, { kind: 'remove', account }, named) }
}

const pause: Action['run'] = async ({ allowlist, named }, field) => {
  const notice = shortened(neutral(field('notice').trim()), noticeLengthMax)
  return { on: 'every server', result: await grantServersWish(allowlist, { kind: 'pause', notice }, named) }
}

const resume: Action['run'] = async ({ allowlist, named }) => ({
  on: 'every server',
  result: await grantServersWish(allowlist, { kind: 'resume' }, named),
})

/**
 * Everything that the dashboard can change. Each is the function behind a command of the operator's; all belong to the
 * operator, and can be sent twice without harm.
 */
export const operatorActions = {
  retry: { does: 'put a dead letter back, so that workers continue it', run: jobAction('retry') },
  retry_all: {
    does: 'put all dead letters back',
    run: async ({ letters }) => ({
      on: 'all dead letters',
      result: await grantWish(letters, { kind: 'retry_all' }),
    }),
  },
  end: { does: 'end a dead letter', run: jobAction('end') },
  refund: { does: 'give back the credits of a job with an unknown outcome', run: jobAction('refund') },
  recover: { does: 'show a hidden result where it was requested', run: recover },
  allow: { does: 'let a server spend, or change its ceiling', run: allow },
  remove: { does: 'stop a server’s spending', run: remove },
  pause: { does: 'pause all paid requests, with a notice', run: pause },
  resume: { does: 'end that pause', run: resume },
} as const satisfies Readonly<Record<string, Action>>

/** The name of an action. */
export type ActionName = keyof typeof operatorActions

/** Whether a text from an address names one. */
export const isAction = (name: string): name is ActionName => Object.hasOwn(operatorActions, name)

/**
 * Does it, writes it into the operator's log, and returns what to say. Whatever can't be done is said, too, and not
 * written. Throws AppError `store_unavailable`.
 */
export const perform = async (
  deps: DashboardDeps,
  name: ActionName,
  { field, formId }: { field: Field; formId: string },
): Promise<string> => {
  const action: Action = operatorActions[name]
  const before = await deps.operatorLog.resultOf(formId)
  if (before !== undefined) return before
  try {
    const { on, result } = await action.run(deps, field)
    const told = result.trim()
    deps.log.info('the operator acted', { action: name, on, by: 'dashboard' })
    await deps.operatorLog.write(formId, { by: 'dashboard', action: name, on, result: told })
    return told
  } catch (error) {
    if (error instanceof AppError && error.code === 'configuration') return error.message
    throw error
  }
}

import { AppError } from '../../../core/errors.ts'
import type { Alerts, BegunAlert, DueAlert } from '../../../core/job/alerts.ts'
import type { Period } from '../../../core/ledger/budget-window.ts'
import {
  exactCreditsText,
  formatCost,
  formatUsage,
  startsAnewFact,
} from '../../../core/ledger/credits-text.ts'
import { onChange } from '../../../core/log.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import { platformNames, type Target } from '../../../core/target.ts'
import { declared, say, sayDeclared } from '../../../core/text/say.ts'
import type { JobDeps } from '../../job-deps.ts'
import { repeat } from './repeat.ts'

interface AlertDeps extends Pick<JobDeps, 'platforms' | 'chatsHeld' | 'log' | 'now'> {
  alerts: Alerts
  deadlines: Pick<JobDeps['deadlines'], 'alertsMs'>
}

const texts = {
  day: {
    some: declared("{{percent}}% of today's budget is used: {{used}} of {{allowed}}."),
    all: declared("Today's budget is used up: {{used}} of {{allowed}}."),
  },
  week: {
    some: declared("{{percent}}% of this week's budget is used: {{used}} of {{allowed}}."),
    all: declared("This week's budget is used up: {{used}} of {{allowed}}."),
  },
  month: {
    some: declared("{{percent}}% of this month's budget is used: {{used}} of {{allowed}}."),
    all: declared("This month's budget is used up: {{used}} of {{allowed}}."),
  },
  once: {
    some: declared('{{percent}}% of the budget is used: {{used}} of {{allowed}}.'),
    all: declared('The budget is used up: {{used}} of {{allowed}}.'),
  },
} as const satisfies Record<Period, Record<'some' | 'all', string>>

/** What is held counts as used, as it does for every limit. */
const alertMessage = ({ period, spent, held, allowed, resetsAtMs }: BegunAlert): ResultMessage => {
  const used = spent + held
  const usage = formatUsage({ allowed, spent: used, held: 0, left: allowed - used })
  const { some, all } = texts[period]
  const percent = String(Math.floor((used * 100) / allowed))
  const amounts = { percent, used: usage.used, allowed: exactCreditsText(allowed) }
  const reserved =
    held === 0 ? [] : [say('{{amount}} of that is reserved for running jobs.', { amount: formatCost(held) })]
  const button = (label: string, action: string) =>
    ({ label, style: 'plain', commandLink: { command: 'budget', action, values: {} } }) as const
  return {
    text: [sayDeclared(used >= allowed ? all : some, amounts), ...reserved].join(' '),
    tone: 'info',
    blocks: [
      { kind: 'facts', facts: [startsAnewFact({ resetsAtMs })] },
      { kind: 'buttons', buttons: [button(say('See budget'), 'show'), button(say('Set budget'), 'limit')] },
    ],
  }
}

const isRetryable = (error: unknown): boolean => error instanceof AppError && error.retryable

/** An alert that was not taken stays due; one that never will be is dropped. */
const sendAlert = async (deps: AlertDeps, due: DueAlert): Promise<void> => {
  const { alerts, platforms, chatsHeld, log, now } = deps
  const { account } = due
  const name = platformNames.find((known) => account.startsWith(`${known}:`))
  const platform = name && platforms.get(name)
  if (platform === undefined || name === undefined || !chatsHeld.has(name)) return
  const begun = await alerts.begin(due)
  if (begun === undefined || begun === 'in_hand') return
  const attempt = { ...begun, askedAtMs: now(), fileBytesMax: 0, linksAllowed: false }
  const server = account.slice(name.length + 1)
  const target: Target = { platform: name, server, channel: begun.channel, member: '' }
  try {
    await platform.notify(target, alertMessage(begun), attempt, 'channel')
  } catch (error) {
    if (isRetryable(error)) throw error
    log.warn('an alert about a budget could not be posted', { error, account, channel: begun.channel })
    return alerts.end(due, 'refused')
  }
  await alerts.end(due, 'posted')
}

/** One after the other: an alert that was taken up and then waited could be posted by another process, too. */
const sendInTurn = async (deps: AlertDeps, due: readonly DueAlert[]): Promise<readonly unknown[]> => {
  const errors: unknown[] = []
  for (const each of due) await sendAlert(deps, each).catch((error: unknown) => errors.push(error))
  return errors
}

/** Posts the alerts about budgets that are due, each once. One that fails doesn't keep the others. */
export const sendAlerts = async (deps: AlertDeps): Promise<void> => {
  const due = await deps.alerts.due()
  const ofEach = platformNames.map((name) => due.filter(({ account }) => account.startsWith(`${name}:`)))
  const errors = (await Promise.all(ofEach.map((some) => sendInTurn(deps, some)))).flat()
  if (errors.length > 0) throw errors[0]
}

/** Posts what is due every few seconds. Returns how to stop. */
export const startAlerts = (deps: AlertDeps): { stop(): Promise<void> } => {
  const tell = onChange((error) => deps.log.warn('alerts about budgets wait', { error }), deps.now)
  return { stop: repeat(() => sendAlerts(deps).catch(tell), deps.deadlines.alertsMs).stop }
}

import { AppError } from '../../../core/errors.ts'
import type { Alerts, DueAlert } from '../../../core/job/alerts.ts'
import { onChange } from '../../../core/log.ts'
import { platformNames, type Target } from '../../../core/target.ts'
import type { JobDeps } from '../../job-deps.ts'
import { alertMessage } from '../../messages/alert-message.ts'
import { repeat } from './repeat.ts'

interface AlertDeps extends Pick<JobDeps, 'platforms' | 'chatsHeld' | 'log' | 'now'> {
  alerts: Alerts
  deadlines: Pick<JobDeps['deadlines'], 'alertsMs'>
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

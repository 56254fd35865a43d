import type { Alerts, DueAlert } from '../../../core/job/alerts.ts'
import { onChange } from '../../../core/log.ts'
import type { Target } from '../../../core/target.ts'
import type { JobDeps } from '../../job-deps.ts'
import { alertMessage } from '../../messages/alert-message.ts'
import { type DueDeps, isRetryable, placeOf, sendEach } from './due-messages.ts'
import { repeat } from './repeat.ts'

interface AlertDeps extends DueDeps {
  alerts: Alerts
  deadlines: Pick<JobDeps['deadlines'], 'alertsMs'>
}

/** An alert that was not taken stays due; one that never will be is dropped. */
const sendAlert = async (deps: AlertDeps, due: DueAlert): Promise<void> => {
  const { alerts, log, now } = deps
  const { account } = due
  const place = placeOf(deps, account)
  if (place === undefined) return
  const begun = await alerts.begin(due)
  if (begun === undefined || begun === 'in_hand') return
  const attempt = { ...begun, askedAtMs: now(), fileBytesMax: 0, linksAllowed: false }
  const { port, platform, server } = place
  const target: Target = { platform, server, channel: begun.channel, member: '' }
  try {
    await port.notify(target, alertMessage(begun), attempt, 'channel')
  } catch (error) {
    if (isRetryable(error)) throw error
    log.warn('an alert about a budget could not be posted', { error, account, channel: begun.channel })
    return alerts.end(due, 'refused')
  }
  await alerts.end(due, 'posted')
}

/** Posts the alerts about budgets that are due, each once. One that fails doesn't keep the others. */
export const sendAlerts = async (deps: AlertDeps): Promise<void> =>
  sendEach(await deps.alerts.due(), (due) => sendAlert(deps, due))

/** Posts what is due every few seconds. Returns how to stop. */
export const startAlerts = (deps: AlertDeps): { stop(): Promise<void> } => {
  const tell = onChange((error) => deps.log.warn('alerts about budgets wait', { error }), deps.now)
  return { stop: repeat(() => sendAlerts(deps).catch(tell), deps.deadlines.alertsMs).stop }
}

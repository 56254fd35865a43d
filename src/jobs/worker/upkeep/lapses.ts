import type { Bonuses } from '../../../core/ledger/bonuses.ts'
import { onChange } from '../../../core/log.ts'
import type { JobDeps } from '../../job-deps.ts'
import { repeat } from './repeat.ts'

interface LapseDeps extends Pick<JobDeps, 'log' | 'now'> {
  bonuses: Bonuses
  deadlines: Pick<JobDeps['deadlines'], 'lapsesMs'>
}

/** Takes back expired bonuses. A share that fails doesn't stop the others. */
export const takeBackExpired = async (bonuses: Bonuses): Promise<void> => {
  const errors: unknown[] = []
  for (const share of await bonuses.due())
    await bonuses.lapse(share).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** Takes back expired bonuses every minute. Returns how to stop. */
export const startLapses = ({ bonuses, deadlines, log, now }: LapseDeps): { stop(): Promise<void> } => {
  const tell = onChange((error) => log.warn('expired bonus credits could not be taken back', { error }), now)
  return { stop: repeat(() => takeBackExpired(bonuses).catch(tell), deadlines.lapsesMs).stop }
}

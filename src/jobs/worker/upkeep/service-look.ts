import type { ServiceLook } from '../../../core/job/audio-service.ts'
import { lookLease } from '../../../core/job/concurrency.ts'
import { networkFault } from '../../../core/network-faults.ts'
import type { JobDeps } from '../../job-deps.ts'
import { type LineDeps, wakeCalled } from '../../wake.ts'
import { pauseTexts } from '../take-slot.ts'
import { repeat } from './repeat.ts'

type LookDeps = LineDeps & {
  service: Pick<JobDeps['service'], 'look'>
  deadlines: Pick<JobDeps['deadlines'], 'pauseMs'>
}

const lookEveryMs = 60_000

type Trouble = Exclude<ServiceLook, { status: 'accepted' | 'later' }>

/** Why it can't be reached, and what to do, if known. */
const problemOf = (code: string): string | undefined => {
  const fault = networkFault(code, 'AUDIO_API_URL')
  return fault && `${fault.why}. ${fault.mend}`
}

const tell = ({ log }: LookDeps, looked: Trouble): void => {
  if (looked.status === 'refused')
    log.error(pauseTexts[looked.why], { said: looked.said, problem: problemOf(looked.said) })
  else
    log.warn('the audio service cannot be reached; check AUDIO_API_URL if this lasts', {
      reason: looked.reason,
      problem: problemOf(looked.reason),
    })
}

const kindOf = (looked: Trouble): string => (looked.status === 'refused' ? looked.why : looked.status)

/**
 * Checks the audio service until it has accepted our key once. While the service would refuse everything, no
 * request is accepted. Logs each change. Returns a step, which resolves to whether there is more to do.
 */
export const createServiceLook = (deps: LookDeps): (() => Promise<boolean>) => {
  const { service, places, deadlines, log, now } = deps
  let told: string | undefined
  return async () => {
    const looked = await service.look()
    if (looked.status === 'later') return true
    if (looked.status === 'accepted') {
      await wakeCalled(deps, await places.resume(lookLease))
      if (told !== undefined) log.info('the audio service accepts our key')
      return false
    }
    if (told !== kindOf(looked)) tell(deps, looked)
    told = kindOf(looked)
    if (looked.status === 'refused') await places.pause(lookLease, looked.why, now() + deadlines.pauseMs)
    return true
  }
}

/** Checks at once, and every minute while needed. Delays nothing. Returns how to stop. */
export const startServiceLook = (deps: LookDeps): { stop(): Promise<void> } => {
  const look = createServiceLook(deps)
  let isOver = false
  const step = async (): Promise<void> => {
    if (isOver) return
    try {
      isOver = !(await look())
    } catch (error) {
      deps.log.warn('could not check whether the audio service accepts our key', { error })
    }
  }
  const { runNow, stop } = repeat(step, lookEveryMs)
  runNow()
  return { stop }
}

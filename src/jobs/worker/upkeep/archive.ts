import type { Archiver, ArchiveStep } from '../../../core/ledger/archive.ts'
import { type Log, onChange } from '../../../core/log.ts'
import { repeat } from './repeat.ts'

interface ArchiveDeps {
  archiver: Archiver
  /** Whether this process is stopping: the rest is archived later. */
  isStopping: () => boolean
  log: Log
  now: () => number
}

const everyMs = 60 * 60_000

/** Archives every month that is over for long enough, unless another process does. */
export const archiveAll = async ({ archiver, isStopping, log }: Omit<ArchiveDeps, 'now'>): Promise<void> => {
  await archiver.alone(async (isMine) => {
    for (const journal of archiver.journals) {
      let isDone = false
      while (!isDone) {
        if (isStopping() || !(await isMine())) return
        const step = await archiver.step(journal).catch((error: unknown): ArchiveStep => {
          log.error('a journal could not be archived', { journal, error })
          return { status: 'nothing' }
        })
        isDone = step.status !== 'archived'
        if (step.status === 'archived')
          log.info('a month of the journal was archived', { journal, month: step.month, lines: step.count })
        if (step.status === 'differs')
          log.warn('a journal is not archived, because the books differ: run npm run doctor', { journal })
      }
    }
  })
}

/** Archives now and every hour. Returns how to stop. */
export const startArchiving = (deps: ArchiveDeps): { stop(): Promise<void> } => {
  const tell = onChange((error) => deps.log.error('nothing can be archived', { error }), deps.now)
  const { runNow, stop } = repeat(() => archiveAll(deps).catch(tell), everyMs)
  runNow()
  return { stop }
}

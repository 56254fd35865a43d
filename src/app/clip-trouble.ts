import type { AppError } from '../core/errors.ts'
import { type Log, onChange } from '../core/log.ts'

/** Tells the log when this machine cannot read clips, and when it can again. */
export const createClipTroubleLog = (log: Log) => {
  const tellChanges = () => {
    const tellStored = onChange((problem) => log.error('clips cannot be stored', { problem }))
    const tellChecked = onChange((problem) => log.error('clips cannot be checked', { problem }))
    return ({ code, message }: AppError) => (code === 'folder_unusable' ? tellStored : tellChecked)(message)
  }
  let tell: ReturnType<typeof tellChanges> | undefined
  return {
    onTrouble: (error: AppError): void => {
      tell ??= tellChanges()
      tell(error)
    },
    onRead: (): void => {
      if (tell !== undefined) log.info('clips can be read again')
      tell = undefined
    },
  }
}

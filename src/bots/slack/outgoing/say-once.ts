import type { Attempt } from '../../../core/job/platform.ts'
import type { ResultMessage } from '../../../core/message/message.ts'

/** How often it was said, or may have been: the time of the first try, then one of these. */
const again = 'again'
const said = 'said'

/**
 * Whether a word may be said once more of which nobody knows whether it got out. That something did not work
 * out is better heard twice by the one who asked than never; anything else is not said again.
 */
const maySayAgain = ({ tone }: Pick<ResultMessage, 'tone'>, noted: string): boolean =>
  tone === 'failed' && noted !== again && noted !== said

interface Saying {
  /** The note that keeps how far it came. */
  noteName: string
  message: Pick<ResultMessage, 'tone'>
  /** Milliseconds since the epoch. */
  nowMs: number
  say: () => Promise<void>
  /** Whether an error means that certainly nothing was said. */
  isUnsaid: (error: unknown) => boolean
}

/**
 * Says what one person alone sees, which cannot be looked for afterwards: each try is noted before it is made.
 * Throws what `say` throws, and AppError `step_over`.
 */
export const sayOnce = async (
  { notes, note }: Pick<Attempt, 'notes' | 'note'>,
  { noteName, message, nowMs, say, isUnsaid }: Saying,
): Promise<void> => {
  const noted = notes[noteName] ?? ''
  if (noted !== '' && !maySayAgain(message, noted)) return
  await note(noteName, noted === '' ? String(nowMs) : again)
  try {
    await say()
  } catch (error) {
    if (isUnsaid(error)) await note(noteName, '')
    throw error
  }
  if (message.tone === 'failed') await note(noteName, said)
}

import type { JobRecord } from '../../core/job/job.ts'
import type { Block } from '../../core/message/message.ts'
import { onOneLine, shortened } from '../../core/text/text.ts'

/** What a member is told about a request beside its facts, in whole sentences. */
export interface Remarks {
  /** What was left out, or may not count: still true of the result. */
  lasting: readonly string[]
  /** What is only true until the job is over. */
  passing: readonly string[]
}

const lastingNote = 'remarks'
const passingNote = 'remarks_until_over'

/** Names of files can be long, and what a job cost must not be pushed out. */
const remarksLengthMax = 600

/** Remarks as notes of the job's record, so that each of its messages can repeat them. */
export const remarkNotes = ({ lasting, passing }: Remarks): JobRecord['notes'] =>
  Object.fromEntries(
    [[lastingNote, lasting] as const, [passingNote, passing] as const]
      .filter(([, texts]) => texts.length > 0)
      .map(([name, texts]) => [name, shortened(onOneLine(texts.join(' ')), remarksLengthMax)]),
  )

/** What a message repeats of the remarks, as one line; jobs of earlier versions have none. */
export const remarkBlocks = (
  { notes }: Pick<JobRecord, 'notes'>,
  progress: 'under_way' | 'over',
): Block[] => {
  const names = progress === 'over' ? [lastingNote] : [lastingNote, passingNote]
  const text = names.flatMap((name) => notes[name] ?? []).join(' ')
  return text === '' ? [] : [{ kind: 'note', text }]
}

import { isWholeJobName } from '../job-id.ts'

/** Keeps what is on both sides of it on one line. */
const noBreakSpace = '\u00a0'

/** What stands between a label and its value on a line. A job's name is too short to be alone on the next line. */
export const labelGap = (value: string): string => `:${isWholeJobName(value) ? noBreakSpace : ' '}`

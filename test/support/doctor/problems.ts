import type { DoctorReport } from './installation.ts'

/** What is wrong by a report: each with its text from what it is to how to fix it. */
export const problemsIn = ({ findings }: DoctorReport) =>
  findings
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ id, verdict, what, why, mend }) => ({ id, verdict, text: `${what}: ${why} ${mend}` }))

import { z } from 'zod'
import { parseJson } from '../text/text.ts'

/** The audio service's callbacks arrive below this path; a job's code follows. */
export const callbackPath = '/webhooks/audio'

/** The audio service's callback addresses: one per job, known only to the service. */
export interface CallbackAddresses {
  /** The service's callback address for this job. */
  addressOf(jobId: string): string
  /** Whether an address belongs to this job, whatever our own host was when it was handed out. */
  isAddressOf(jobId: string, address: string | undefined): boolean
  /** The job of a code; undefined if the code is not ours. */
  jobOf(code: string): string | undefined
}

/** Only the task in a callback counts; a look-up tells its outcome. */
const body = z.object({ task_id: z.string().min(1).max(200) })

/** The task that a callback's body names, if any. */
export const taskNamedIn = (text: string): string | undefined => body.safeParse(parseJson(text)).data?.task_id

/** The codes in our addresses, each with its job as the first group. */
export const addressCodes = /\b(b\d{2}x[a-z2-7]{25})(?:\.[\w-]+)+/g

/** A text without the secret parts of our addresses, because the service may quote the request. */
export const withoutCodes = (text: string): string => text.replaceAll(addressCodes, '$1.[secret]')

import { z } from 'zod'
import { parseJson } from '../text/text.ts'

/** Below this path the audio service's callbacks arrive; the code of a job follows. */
export const callbackPath = '/webhooks/audio'

/** The addresses at which the audio service calls back: one for each job, which only the service is told. */
export interface CallbackAddresses {
  /** Where the service is to call back on this job. */
  addressOf(jobId: string): string
  /** Whether it is an address of this job, whatever our own host was when it was given away. */
  isAddressOf(jobId: string, address: string | undefined): boolean
  /** The job whose code it is; undefined where it was not made by us. */
  jobOf(code: string): string | undefined
}

/** Of what a callback says only the task counts; what became of it, a look-up tells. */
const body = z.object({ task_id: z.string().min(1).max(200) })

/** The task that the body of a callback names, if it names one. */
export const taskNamedIn = (text: string): string | undefined => body.safeParse(parseJson(text)).data?.task_id

const codes = /\b(b\d{2}x[a-z2-7]{25})(?:\.[\w-]+)+/g

/**
 * A text in which nobody finds what makes an address secret: the service may quote the request that it got.
 */
export const withoutCodes = (text: string): string => text.replaceAll(codes, '$1.[secret]')

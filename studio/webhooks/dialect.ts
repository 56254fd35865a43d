import { z } from 'zod'
import { audioNames } from '../dialects/audio-names.ts'
import { costForms } from '../dialects/cost-form.ts'

/**
 * How a failure is told: success=false with the reason under that name, or not
 * at all. No sample of one was seen.
 */
export const failureForms = ['reason', 'status_msg', 'error', 'message', 'silent'] as const

/**
 * How callbacks are written. The interface description shows none of it; the vendor's pages show a form for
 * each feature, and a general one that has a status.
 */
export const webhookDialect = z
  .strictObject({
    form: z.enum(['by feature', 'general']),
    /** The name of the file of a feature with one output, in place of the feature's own. */
    audioName: z.enum(audioNames),
    cost: z.enum(costForms),
    failure: z.enum(failureForms),
    /** Older callbacks were seen without a subtype. */
    hasSubtype: z.boolean(),
    /** Whether music is announced while it can only be streamed, as for the -pro models. */
    isStreaming: z.boolean(),
  })
  .partial()

/** Only what differs; `{}` is the form of each feature. */
export type WebhookDialect = z.output<typeof webhookDialect>

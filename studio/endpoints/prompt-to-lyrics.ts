import { z } from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithError } from '../http/errors.ts'
import { type Reply, succeed } from '../http/reply.ts'
import { refuseFlagged } from '../http/submission-reply.ts'
import { type SubmissionResult, submitAtOnce } from '../tasks/submission.ts'
import type { Task } from '../tasks/task.ts'

const credits = 0.01
const promptLengthMax = 1000
const wrongLength = `Prompt must be between 1 and ${promptLengthMax} characters.`

/** Characters are code points, and a prompt of blanks alone has none. */
const hasLength = (prompt: string): boolean => prompt.trim() !== '' && [...prompt].length <= promptLengthMax

const parameters = {
  prompt: z
    .string({ error: wrongLength })
    .refine(hasLength, { error: wrongLength })
    .meta({ minLength: 1, maxLength: promptLengthMax })
    .describe('What the lyrics are about; the name of this parameter was seen elsewhere'),
}

const success = z.object({
  success: z.boolean(),
  task_id: z.string(),
  message: z.string(),
  lyrics: z.string(),
  credit_estimate: z.number(),
})

const errors = endpointErrors({ refuse: refuseWithError, invalid: 400, invalidText: wrongLength })

const replyWith = (task: Task): Reply =>
  task.status === 'COMPLETED'
    ? succeed({
        task_id: task.taskId,
        message: 'Lyrics generated successfully',
        lyrics: task.outputs[0]?.lyrics ?? '',
        credit_estimate: task.creditEstimate,
      })
    : errors.refuse(500, errors.serverFailure)

const toReply = (result: SubmissionResult): Reply => {
  switch (result.kind) {
    case 'refused':
      return result.reply
    case 'flagged':
      return refuseFlagged(errors, result.reason)
    case 'accepted':
      return replyWith(result.task)
  }
}

/** Writes lyrics while the caller waits; each call is charged and writes its own. */
export const promptToLyrics = defineEndpoint({
  method: 'GET',
  path: '/v1/prompt_to_lyrics',
  summary: 'Writes lyrics about a theme, another variation with each call',
  parameters,
  required: ['prompt'],
  success,
  errors,
  answer: async ({ prompt }, call) =>
    toReply(
      await submitAtOnce(call, {
        feature: 'LYRICS_GENERATOR',
        webhookUrl: '',
        creditEstimate: credits,
        outputCount: 1,
        errors,
        texts: [prompt],
        work: { kind: 'lyrics', order: { prompt } },
      }),
    ),
})

/** The types of answer fields in the service's interface description. */
export type FieldType = 'string' | 'boolean' | 'integer' | 'number'

/** A body's fields and their types. */
export type Shape = Readonly<Record<string, FieldType>>

const responseC = {
  success: 'boolean',
  message: 'string',
  task_id: 'string',
  conversion_id_1: 'string',
  conversion_id_2: 'string',
  eta: 'integer',
} as const satisfies Shape

/** The four shapes of an answer to a submission, and that of lyrics, by the description's names. */
export const responses = {
  A: {
    success: 'boolean',
    message: 'string',
    task_id: 'string',
    conversion_id_1: 'string',
    conversion_id_2: 'string',
    is_flagged: 'boolean',
    reason: 'string',
    eta: 'integer',
    status: 'string',
    credit_estimate: 'number',
    error_message: 'string',
    error_message_detail: 'string',
    missing_input_fields: 'string',
    predicted_user_intent: 'string',
  },
  B: {
    success: 'boolean',
    task_id: 'string',
    conversion_id: 'string',
    eta: 'integer',
    credit_estimate: 'number',
    message: 'string',
    status: 'string',
  },
  C: responseC,
  D: { ...responseC, is_flagged: 'boolean', reason: 'string', credit_estimate: 'number' },
  lyrics: {
    success: 'boolean',
    task_id: 'string',
    message: 'string',
    lyrics: 'string',
    credit_estimate: 'number',
  },
} as const satisfies Readonly<Record<string, Shape>>

/** The shape of an answer; a task's record and a page of voices are more than a list of fields. */
export type ResponseName = keyof typeof responses | 'conversion' | 'voices'

/** The shapes of a failure, including the one with a misspelt name. */
export const failures = {
  E1: { success: 'boolean', error_code: 'string', message: 'string' },
  E2: { success: 'boolean', error: 'string' },
  E3: { success: 'boolean', message: 'string' },
  misspelt: { success: 'boolean', messsage: 'string' },
} as const satisfies Readonly<Record<string, Shape>>

export type FailureName = keyof typeof failures

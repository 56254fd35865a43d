import type { EndpointName } from './endpoints.ts'
import { demand, shown } from './row.ts'
import { type Fields, type FieldType, hasType } from './values.ts'

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

/** The four shapes of an answer to a submission. */
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
} as const satisfies Readonly<Record<string, Shape>>

export type ResponseName = keyof typeof responses

/** The shapes of a failure, and the one that v1/MusicAI may have, for which the description names two. */
const failures = {
  E1: { success: 'boolean', error_code: 'string', message: 'string' },
  E2: { success: 'boolean', error: 'string' },
  E3: { success: 'boolean', message: 'string' },
} as const satisfies Readonly<Record<string, Shape>>

export type FailureName = keyof typeof failures

/** Which shapes an endpoint's failures may have; any where the description names none for it. */
export const failuresOf: Readonly<Record<EndpointName, readonly FailureName[]>> = {
  byId: ['E3'],
  searchVoices: ['E1', 'E2', 'E3'],
  getAllVoices: ['E1', 'E2'],
  musicAiV1: ['E1', 'E2'],
  musicAiV2: ['E1'],
  batch: ['E2'],
  voiceChanger: ['E1', 'E2', 'E3'],
  remix: ['E3'],
  mastering: ['E2'],
  cutter: ['E2'],
  inpaint: ['E3'],
  textToSpeech: ['E3'],
  transcribe: ['E2'],
  promptToLyrics: ['E2'],
}

/** The names of a body's fields that are not as the shape says, in words; empty where all are. */
export const misfitsOf = (body: Fields, shape: Shape): readonly string[] =>
  Object.entries(shape).flatMap(([name, type]) =>
    hasType(body[name], type) ? [] : [`${name} is ${shown(body[name])}, not of type ${type}`],
  )

/** The names of a body's fields that the shape does not have. */
export const extrasOf = (body: Fields, shape: Shape): readonly string[] =>
  Object.keys(body).filter((name) => !Object.hasOwn(shape, name))

const fits = (body: Fields, shape: Shape): boolean =>
  misfitsOf(body, shape).length === 0 && extrasOf(body, shape).length === 0

/** Throws Differs unless a failure has one of the shapes exactly, together with what it may carry besides. */
export const demandFailure = (body: Fields, names: readonly FailureName[], besides: Shape = {}): void => {
  demand(body.success === false, `success is ${shown(body.success)}, not false`)
  const isKnown = names.some((name) => fits(body, { ...failures[name], ...besides }))
  demand(isKnown, `the failure is ${shown(body)}, and not of shape ${names.join(' or ')}`)
}

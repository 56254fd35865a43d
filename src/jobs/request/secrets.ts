import { formOffer, type ProblemsAnswer } from '../../core/command/answer.ts'
import type { Field, Fields, RawValues } from '../../core/fields/field.ts'
import { faults } from '../../core/fields/field-faults.ts'
import { firstName } from '../../core/fields/primary-field.ts'
import { isSecret, type Secret } from '../../core/fields/secret.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'

/** A request's values, and its secrets apart from them. */
interface Apart {
  /** All that may be kept in a draft, shown in a form or repeated in an answer. */
  values: RawValues
  secrets: Readonly<Record<string, Secret>>
  /** The field of a secret that somebody typed instead of giving it in the form; what they typed is dropped. */
  typed: { name: string; label: string } | undefined
}

/** Whether a typed value can be meant for no field but a secret: it has another name, or is none of the choices. */
const isAstray = (field: Field | undefined, value: unknown): boolean =>
  field === undefined || (field.control.kind === 'choice' && !field.schema.safeParse(value).success)

/**
 * Takes the secrets out of a request before anything is done with its values. Only the action itself gets them, so
 * that no draft, form or message can contain one. What an action with a secret can't read is dropped as well: it may be
 * a secret with a slip in its name.
 */
export const secretsApart = (fields: Fields, given: RawValues): Apart => {
  const name = firstName(fields, ({ control }) => control.kind === 'secret')
  const label = fields[name ?? '']?.label
  if (name === undefined || label === undefined) return { values: given, secrets: {}, typed: undefined }
  const values: Record<string, unknown> = {}
  const secrets: Record<string, Secret> = {}
  let isTyped = false
  for (const [other, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, other) ? fields[other] : undefined
    const isForSecret = field?.control.kind === 'secret'
    if (value === undefined && isForSecret) continue
    if (isForSecret && isSecret(value)) secrets[other] = value
    else if (isForSecret || (value !== undefined && isAstray(field, value))) isTyped = true
    else values[other] = value
  }
  return { values, secrets, typed: isTyped ? { name, label } : undefined }
}

/** Refuses a secret that was typed, without repeating it. */
export const secretTyped = ({ label }: { label: string }): ProblemsAnswer =>
  formOffer(plainMessage(`${faults.secretTyped(label)} ${say('Nothing was changed.')}`, 'failed'))

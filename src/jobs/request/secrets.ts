import { type Answer, formOffer, type ProblemsAnswer, problemsAnswer } from '../../core/command/answer.ts'
import type { ReadyCommand } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Field, Fields, Problem, RawValues } from '../../core/fields/field.ts'
import { faults } from '../../core/fields/field-faults.ts'
import { firstName } from '../../core/fields/primary-field.ts'
import { isSecret, type Secret } from '../../core/fields/secret.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { withRetry } from './ask-for-rest.ts'
import { consequenceOf, gather, isAnswered } from './gather.ts'
import type { AskingOptions } from './resolve-clips.ts'
import { lookAtPlace, type SettingsLook } from './settings-here.ts'

/** A request's values without its secrets. */
interface Separated {
  /** Safe to keep in a draft, show in a form or repeat in an answer. */
  values: RawValues
  secrets: Readonly<Record<string, Secret>>
  /** The field of a secret that was typed instead of entered in the form; the typed text is dropped. */
  typed: { name: string; label: string } | undefined
}

/** Whether a typed value may be a secret gone astray: its field doesn't exist, or it is none of the choices. */
const isAstray = (field: Field | undefined, value: unknown): boolean =>
  field === undefined || (field.control.kind === 'choice' && !field.schema.safeParse(value).success)

/**
 * Takes the secrets out of a request before its values are used. Only the action gets them, so no draft, form or
 * message can contain one. In an action with a secret, values that fit no field are dropped too: they may be a secret
 * under a misspelled name.
 */
export const separateSecrets = (fields: Fields, given: RawValues): Separated => {
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
export const typedSecretRefusal = ({ label }: { label: string }): ProblemsAnswer =>
  formOffer(plainMessage(`${faults.secretTyped(label)} ${say('Nothing was changed.')}`, 'failed'))

/** Whether a request was written as a message that others can read: only that has neither a token nor a button. */
const isPosted = ({ form, press, replyToken, target, askedIn = target }: Invocation): boolean =>
  form === undefined && press === undefined && replyToken === '' && !isPersonal(accountOf(askedIn))

/**
 * Refuses a request whose texts contain secrets before anything of it is kept or sent; `problems` are the problems with
 * them. The other values of a feature stay in its form. Throws AppError `store_unavailable`.
 */
export const refuseSecrets = async (
  options: AskingOptions & { lookAtSettings: SettingsLook },
  command: ReadyCommand | undefined,
  invocation: Invocation,
  problems: readonly Problem[],
): Promise<Answer> => {
  const consequence = command === undefined ? say('Nothing was changed.') : consequenceOf(command)
  const advice = isPosted(invocation)
    ? [say('Others may have seen it here, so create a new one and delete the old one.')]
    : []
  const answer = problemsAnswer(problems, [...advice, consequence].join(' '))
  if (command?.kind !== 'feature') return answer
  const kept = Object.entries(invocation.values).filter(
    ([name]) => Object.hasOwn(command.fields, name) && !problems.some(({ field }) => field === name),
  )
  const rest = { ...invocation, values: Object.fromEntries(kept) }
  const { defaults } = await lookAtPlace(options, rest)
  const known = await gather(options, command, rest, defaults)
  return isAnswered(known) ? answer : withRetry(options, command, rest, known, answer)
}

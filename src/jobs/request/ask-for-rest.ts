import { type Answer, type Form, keptRefusal, problemsAnswer } from '../../core/command/answer.ts'
import { asksFirstOf, fieldsOf, type ReadyCommand } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { filledInMessage, lackingMessage } from '../messages/messages.ts'
import { createForm, missingFields } from './form.ts'
import { broughtByForm, consequenceOf, problemsSoFar } from './gather.ts'
import type { AskingOptions, Known } from './resolve-clips.ts'
import { unusedFilesText } from './unused-files.ts'

const isBare = ({ values }: Known): boolean => Object.values(values).every((value) => value === undefined)

/**
 * Whether the member is asked for more before anything is done. A form that was sent without something goes on as it
 * is, and is told so like any other mistake.
 */
export const isAskedForMore = (
  command: ReadyCommand,
  { action, form }: Invocation,
  known: Known,
): boolean => {
  if (form !== undefined) return !form.sent
  const asksAtOnce = isBare(known) && asksFirstOf(command, action).length > 0
  return asksAtOnce || missingFields(fieldsOf(command, action), known.values).length > 0
}

/**
 * A form for the rest of a request; where the part of it that was sent has mistakes, for these, before the next part
 * is asked for. Throws AppError `store_unavailable`.
 */
export const askForRest = async (
  deps: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
): Promise<Answer> => {
  const fields = fieldsOf(command, invocation.action)
  const isPart = invocation.form?.isPart === true
  const problems = isPart ? await problemsSoFar(deps, command, invocation, known.values) : []
  const form = await createForm(deps, command, invocation, known)
  if (problems.length > 0) return { ...problemsAnswer(problems, consequenceOf(command)), retry: form }
  const labels = missingFields(fields, known.values).flatMap((name) => fields[name]?.label ?? [])
  const isFilledIn = labels.length === 0 && command.kind === 'feature' && !isBare(known)
  const message = isFilledIn ? filledInMessage(command, form.price?.whole) : lackingMessage(command, labels)
  const unused = unusedFilesText(command, invocation, known.values)
  const text = unused === undefined ? message.text : `${unused}\n${message.text}`
  return { kind: 'form', form, message: { ...message, text } }
}

/**
 * The way back for a request with mistakes: a form with everything that was in it, where there is anything to
 * fill in. It is a courtesy, not the answer.
 */
export const retryForm = async (
  deps: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
): Promise<Form | undefined> => {
  if (Object.keys(fieldsOf(command, invocation.action)).length === 0) return undefined
  try {
    return await createForm(deps, command, invocation, known)
  } catch (error) {
    deps.log.warn('a request with mistakes could not be kept', { error, command: command.name })
    return undefined
  }
}

/** What is mended is the same request still; what has no mistakes, and is sent once more, is another one. */
const knownForRetry = (
  { problems }: Extract<Answer, { kind: 'problems' }>,
  { partOf, ...known }: Known,
): Known => (problems.length === 0 || partOf === undefined ? known : { ...known, partOf })

/** An answer to a request, with a form that mends its mistakes where it has any. */
export const withRetry = async (
  deps: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
  answer: Answer,
): Promise<Answer> =>
  answer.kind !== 'problems' || answer.retry !== undefined
    ? answer
    : { ...answer, retry: await retryForm(deps, command, invocation, knownForRetry(answer, known)) }

/** A refusal that keeps what a form brought, if it cannot be asked for here: to be sent again, or copied. */
export const keptInForm = async (
  deps: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  refused: Answer,
): Promise<Answer> => {
  if (refused.kind !== 'message' || invocation.form === undefined) return refused
  const brought = await broughtByForm(deps, command, invocation)
  const retry = brought && (await retryForm(deps, command, invocation, brought))
  return retry === undefined ? { ...refused, isPassing: true } : { ...keptRefusal(refused.message), retry }
}

import { setTimeout as pause } from 'node:timers/promises'
import {
  type Action,
  type Answer,
  actionsOf,
  type Command,
  type Invocation,
  privately,
  type Suggestion,
} from '../core/command.ts'
import { AppError, defaultMemberText } from '../core/errors.ts'
import type { Choice, Fields } from '../core/field.ts'
import type { Log } from '../core/log.ts'
import { plainMessage } from '../core/message.ts'
import type { Dispatch } from '../core/platform.ts'
import { type Lists, matchingChoices } from '../core/suggest.ts'
import type { Intake } from './intake.ts'
import { busyMessage } from './messages.ts'

interface DispatchOptions {
  commands: readonly Command[]
  intake: Intake
  lists: Lists
  log: Log
  /** All the time there is before an answer has to leave. */
  answerMs: number
}

/** Suggestions that any platform can show at once. */
const suggestionsMax = 25

const unknownCommand = (): Answer =>
  privately(plainMessage('That command is not known here any more. Type / to see what there is.', 'failed'))

const adminsOnly = (name: string): Answer =>
  privately(plainMessage(`/${name} is for people who may manage this server.`, 'failed'))

const actionNamed = (actions: readonly Action[], name: string | undefined): Action | undefined =>
  actions.length === 1 ? actions[0] : actions.find((action) => action.name === name)

const run = ({ commands, intake }: DispatchOptions, invocation: Invocation): Promise<Answer> => {
  const command = commands.find(({ name }) => name === invocation.command)
  if (command === undefined) return Promise.resolve(unknownCommand())
  if (command.kind === 'feature') return intake.request(command, invocation)
  if (command.audience === 'admins' && !invocation.isAdmin) return Promise.resolve(adminsOnly(command.name))
  return (
    actionNamed(actionsOf(command), invocation.action)?.run(invocation) ?? Promise.resolve(unknownCommand())
  )
}

/** The promise's value, or undefined when it takes longer than `spanMs`. */
const within = async <T>(spanMs: number, promise: Promise<T>): Promise<T | undefined> => {
  const timer = new AbortController()
  try {
    return await Promise.race([promise, pause(spanMs, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}

const failureAnswer = (log: Log, invocation: Invocation, error: unknown): Answer => {
  log.error('a request failed', { error, command: invocation.command, event: invocation.eventId })
  const text = error instanceof AppError ? error.memberText : defaultMemberText
  return privately(plainMessage(text, 'failed'))
}

const fieldsOf = (commands: readonly Command[], { command: name, action }: Suggestion): Fields => {
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) return {}
  return command.kind === 'feature' ? command.fields : (actionNamed(actionsOf(command), action)?.fields ?? {})
}

const suggestionsFor = async (
  { commands, lists }: DispatchOptions,
  suggestion: Suggestion,
): Promise<readonly Choice[]> => {
  const control = fieldsOf(commands, suggestion)[suggestion.field]?.control
  if (control?.kind !== 'listed') return []
  return matchingChoices(await lists[control.list](), suggestion.typed, suggestionsMax)
}

/** Finds the command that an event asks for and answers in time, whatever happens. */
export const createDispatch = (options: DispatchOptions): Dispatch => {
  const { intake, log, answerMs } = options
  return {
    async answer(invocation) {
      try {
        const answer = await within(answerMs, run(options, invocation))
        if (answer !== undefined) return answer
        log.warn('no answer in time', { command: invocation.command, event: invocation.eventId })
        return privately(busyMessage())
      } catch (error) {
        return failureAnswer(log, invocation, error)
      }
    },
    async acknowledged(jobId, acknowledgement) {
      try {
        await intake.acknowledged(jobId, acknowledgement)
      } catch (error) {
        log.warn('an answered job could not be started; the sweeper will see to it', { error, job: jobId })
      }
    },
    async suggest(suggestion) {
      try {
        return (await within(answerMs, suggestionsFor(options, suggestion))) ?? []
      } catch (error) {
        log.warn('no suggestions', { error, command: suggestion.command })
        return []
      }
    },
  }
}

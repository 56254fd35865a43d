import type { KnownClip } from '../../core/clip/clip-index.ts'
import {
  type Answer,
  type Asks,
  adminsOnly,
  privately,
  problemsAnswer,
  refusal,
} from '../../core/command/answer.ts'
import {
  type Action,
  actionNamed,
  actionsOf,
  fieldsOf,
  type ReadyCommand,
  type ReadyUtility,
} from '../../core/command/command.ts'
import type { Invocation, Suggestion } from '../../core/command/invocation.ts'
import { moreWithClip } from '../../core/command/message-actions.ts'
import { matchingChoices } from '../../core/command/suggest.ts'
import { AppError, defaultMemberText } from '../../core/errors.ts'
import type { Choice, Control, ListName } from '../../core/fields/field.ts'
import type { FindChannel } from '../../core/job/audience.ts'
import type { Dispatch } from '../../core/job/platform.ts'
import { onOutage } from '../../core/log.ts'
import { type Button, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'
import { forgetMessages, rememberClips } from '../clip-memory.ts'
import { lateMessage, nothingWasCharged } from '../messages/messages.ts'
import { type AcknowledgedDeps, acknowledge } from './acknowledged.ts'
import { withManagerRights } from './admin-rights.ts'
import { inNameOfPlace } from './admit.ts'
import { askForRest, isAskedForMore, retryForm, withRetry } from './ask-for-rest.ts'
import { clipMenu } from './clip-menu.ts'
import { withNames } from './defaults.ts'
import { gather, isAnswered } from './gather.ts'
import { type RequestDeps, requestFeature } from './request.ts'
import { namingChannels, withTypedChannels } from './typed-channels.ts'

export interface DispatchOptions extends RequestDeps, AcknowledgedDeps {
  /** Time available before an answer must leave. */
  answerMs: number
  findChannel: FindChannel
  commands: readonly ReadyCommand[]
  store: RequestDeps['store'] & AcknowledgedDeps['store']
}

/** The number of suggestions that any platform can show. */
const suggestionsMax = 25

const unknownCommand = (): Answer =>
  refusal(say('That command is not known here any more. See /help for what there is.'))

const serversOnly = (name: string): Answer =>
  refusal(
    say('{{command}} is for servers and workspaces. Here you pay with credits of your own: see /credits.', {
      command: `/${name}`,
    }),
  )

/** Each action is one press away and asks for its values in a form. */
const whichAction = (command: ReadyUtility, isAdmin: boolean): Answer => {
  const actions = actionsOf(command).filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  const typed = (action: Action): string => `/${command.name} ${action.name}`
  const names = actions.map((action) => `${typed(action)}: ${sayDeclared(action.summary)}`)
  const text = say('There are several things that {{command}} does.', { command: `/${command.name}` })
  const buttons = actions.map((action): Button => {
    const commandLink = { command: command.name, action: action.name, values: {} }
    return { label: typed(action), style: 'plain', commandLink }
  })
  return privately({
    ...plainMessage([text, ...names].join('\n')),
    blocks: [{ kind: 'buttons', buttons }],
  })
}

const isMeant = (command: ReadyCommand, name: string): boolean =>
  command.name === name || (command.kind === 'feature' && command.messageAction === name)

const featureGone = (name: string): Answer =>
  refusal(
    `${say('{{command}} is not there any more, so it cannot be asked for again.', { command: `/${name}` })} ${nothingWasCharged()}`,
  )

/**
 * Requests a feature in a member's name, as a command's action asked: one hop, and never to another command of
 * that kind. Throws AppError `store_unavailable`.
 */
const runAsks = async (
  options: DispatchOptions,
  invocation: Invocation,
  { asked, edit, withoutDefaults }: Asks,
): Promise<Answer> => {
  const feature = options.commands.find(({ name }) => name === asked.command)
  if (feature?.kind !== 'feature') return featureGone(asked.command)
  const { lists } = options
  const { values } = asked
  const asking: Invocation = {
    ...invocation,
    command: feature.name,
    action: undefined,
    form: undefined,
    pointedAt: [],
    values: edit ? await withNames(lists, feature.fields, values, invocation.target) : values,
    ...(withoutDefaults && { withoutDefaults }),
  }
  return requestFeature(options, feature, asking, edit ? 'edit' : 'again')
}

const runAction = async (
  options: DispatchOptions,
  command: ReadyUtility,
  action: Action<void>,
  invocation: Invocation,
): Promise<Answer> => {
  const isRefused = action.isForAdmins === true && !invocation.isAdmin
  const channels = await withTypedChannels(options, isRefused ? { fields: {} } : action, invocation)
  const named = {
    ...invocation,
    action: actionsOf(command).length === 1 ? undefined : action.name,
    values: channels.values,
  }
  const known = await gather(options, command, named, [])
  const isWhole = !isAnswered(known) && !isAskedForMore(command, named, known)
  if (channels.problems.length > 0) {
    const retry = isWhole ? await retryForm(options, command, named, known) : undefined
    return { ...problemsAnswer(channels.problems, say('Nothing was changed.')), retry }
  }
  if (isAnswered(known)) return namingChannels(known.answer, channels)
  if (!isWhole) return namingChannels(await askForRest(options, command, named, known), channels)
  const complete = { ...named, values: known.values }
  const done = await action.run(complete)
  const answer = done.kind === 'asks' ? await runAsks(options, complete, done) : done
  return namingChannels(await withRetry(options, command, named, known, answer), channels)
}

const runUtility = async (
  options: DispatchOptions,
  command: ReadyUtility,
  invocation: Invocation,
): Promise<Answer> => {
  if (command.audience === 'admins' && isPersonal(accountOf(invocation.target)))
    return serversOnly(command.name)
  const request = await withManagerRights(options, invocation)
  if (command.audience === 'admins' && !request.isAdmin) return adminsOnly(`/${command.name}`, request)
  const action = actionNamed(command, request.action)
  return action === undefined
    ? whichAction(command, request.isAdmin)
    : runAction(options, command, action, request)
}

const commandMeant = (
  { commands }: DispatchOptions,
  { command }: { command: string },
): ReadyCommand | undefined => commands.find((candidate) => isMeant(candidate, command))

const run = async (options: DispatchOptions, asked: Invocation): Promise<Answer> => {
  const meant = await inNameOfPlace(options, asked)
  if ('refused' in meant) return meant.refused
  const { invocation } = meant
  const command = commandMeant(options, invocation)
  const shutOut = await options.admit(invocation, 'command', command)
  if (shutOut !== undefined) return { ...shutOut, isShutOut: true }
  if (invocation.command === moreWithClip) return clipMenu(options, invocation)
  if (command === undefined) return unknownCommand()
  if (command.kind === 'utility') return runUtility(options, command, invocation)
  return requestFeature(options, command, invocation)
}

const notNow = (message: ResultMessage): Answer => ({
  kind: 'message',
  message,
  seenBy: 'member',
  isPassing: true,
})

const failureAnswer = ({ log }: DispatchOptions, invocation: Invocation, error: unknown): Answer => {
  log.error('a request failed', { error, command: invocation.command, event: invocation.eventId })
  return notNow(plainMessage(error instanceof AppError ? error.memberText : defaultMemberText(), 'failed'))
}

const logDenial = ({ log }: DispatchOptions, invocation: Invocation, answer: Answer): void => {
  if (answer.kind !== 'message' || answer.isDenied !== true) return
  const { command, action, target } = invocation
  log.info('a request was denied', { command, action, account: accountOf(target), member: target.member })
}

const listFor = (control: Control | undefined): ListName | undefined => {
  if (control?.kind === 'listed') return control.list
  return control?.kind === 'text' ? control.suggestions : undefined
}

const suggestionsFor = async (
  options: DispatchOptions,
  suggestion: Suggestion,
): Promise<readonly Choice[]> => {
  const command = commandMeant(options, suggestion)
  const fields = command === undefined ? {} : fieldsOf(command, suggestion.action)
  const list = listFor(fields[suggestion.field]?.control)
  if (list === undefined) return []
  const { choices } = await options.lists[list](suggestion.asker)
  return matchingChoices(choices, suggestion.typed, suggestionsMax)
}

/** Finds the command for an event and always answers in time. */
export const createDispatch = (options: DispatchOptions): Dispatch => {
  const { commands, log, answerMs } = options
  const tellNoSuggestions = onOutage(log, 'no suggestions')
  return {
    commands,
    async answer(invocation) {
      try {
        const answer = await within(answerMs, run(options, invocation))
        if (answer !== undefined) {
          logDenial(options, invocation, answer)
          return answer
        }
        log.warn('no answer in time', { command: invocation.command, event: invocation.eventId })
        return notNow(lateMessage(commandMeant(options, invocation)))
      } catch (error) {
        return failureAnswer(options, invocation, error)
      }
    },
    async acknowledged(jobId, acknowledgement) {
      try {
        return await acknowledge(options, jobId, acknowledgement)
      } catch (error) {
        log.warn('an answered job could not be started; the sweeper will see to it', { error, job: jobId })
        return undefined
      }
    },
    async suggest(suggestion) {
      try {
        return (await within(answerMs, suggestionsFor(options, suggestion))) ?? []
      } catch (error) {
        tellNoSuggestions(error)
        return []
      }
    },
    async saw({ account, channel, message, member: by, atMs, clips }) {
      const known = clips.map((clip): KnownClip => ({ clip, from: 'member', atMs, by }))
      await rememberClips(options, { account, channel }, message, known)
    },
    async lost({ account, channel, messages }) {
      await forgetMessages(options, { account, channel }, messages)
    },
  }
}

import { createRations } from '../../core/caches.ts'
import { type Answer, denial, type MessageAnswer, refusal, type Surface } from '../../core/command/answer.ts'
import { actionNamed, fieldsOf, mayChange, type ReadyCommand } from '../../core/command/command.ts'
import type { Asked, Invocation, Suggestion } from '../../core/command/invocation.ts'
import { moreWithClip } from '../../core/command/message-actions.ts'
import type { RefusalReason, Refusals } from '../../core/command/refusals.ts'
import { isOfProgram, matchingChoices, suggestionsMax } from '../../core/command/suggest.ts'
import { AppError, defaultMemberText, type ErrorCode } from '../../core/errors.ts'
import type { Choice, Control, ListName } from '../../core/fields/field.ts'
import { secretProblems } from '../../core/fields/read-values.ts'
import type { LeftServers } from '../../core/job/left-servers.ts'
import type { Dispatch } from '../../core/job/platform.ts'
import type { Arrival } from '../../core/job/welcome.ts'
import { onOutage } from '../../core/log.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { inLanguage, say } from '../../core/text/say.ts'
import { anySecret } from '../../core/text/secret-shapes.ts'
import { neutral, secretIn } from '../../core/text/text.ts'
import { within } from '../../core/waiting.ts'
import { forgetMessages, rememberClips } from '../clip-memory.ts'
import { inDoubt, lateMessage } from '../messages/messages.ts'
import { type AcknowledgedDeps, acknowledge } from './acknowledged.ts'
import { type Admit, enter, learned, letIn } from './admit.ts'
import { type CanMakeDeps, canMakeAnything } from './can-make.ts'
import { clipMenu } from './clip-menu.ts'
import { filesBroughtBy } from './clips-brought.ts'
import { homeOf } from './home.ts'
import { dropCommand, dropQuote } from './quote.ts'
import { type RequestDeps, requestFeature } from './request.ts'
import { refuseSecrets } from './secrets.ts'
import { runUtility, type UtilityDeps } from './utility.ts'

export interface DispatchOptions extends UtilityDeps, AcknowledgedDeps, CanMakeDeps {
  /** Time available before an answer must leave. */
  answerMs: number
  store: RequestDeps['store'] & AcknowledgedDeps['store']
  allowlist: CanMakeDeps['allowlist']
  admit: Admit
  /** Throws what `welcome` throws. */
  welcome: (arrival: Arrival) => Promise<void>
  leftServers: Pick<LeftServers, 'note' | 'noteMissing'>
  /** Undefined if data of servers that remove the bot is kept; then none is looked for. */
  leftServerMs: number | undefined
  refusals: Pick<Refusals, 'count'>
}

/** Nothing has to be acknowledged, but a member looks at an empty page meanwhile. */
const homeMs = 5_000

const unknownCommand = (): Answer => refusal(say('That command no longer exists. See /help.'))

const commandMeant = (
  { commands }: DispatchOptions,
  { command: name }: { command: string },
): ReadyCommand | undefined => {
  for (const command of commands)
    if (command.name === name || (command.kind === 'feature' && command.messageAction === name))
      return command
  return undefined
}

/** Whether something may be changed, as far as is known before it is done: a form's draft may have more values. */
const isChange = (options: DispatchOptions, asked: Invocation): boolean => {
  const { command, action, form, values } = asked
  const known = form === undefined ? values : undefined
  return command === dropCommand || mayChange(commandMeant(options, asked), action, known)
}

const run = async (options: DispatchOptions, entering: ReturnType<typeof enter>): Promise<Answer> => {
  const entry = await entering
  if ('refused' in entry) return entry.refused
  const { invocation, command } = entry
  const { action, values, unread } = invocation
  // Hardly any request has one, so its fields are looked at only then. JSON escapes controls, which `neutral` can't see.
  const json = JSON.stringify([action, values, unread]).replaceAll('\\u000b', ' ')
  const typed = neutral(json.replaceAll(/\\u00[\da-f]{2}/g, ''))
  if (typed.search(anySecret) >= 0) {
    const fields = command === undefined ? {} : fieldsOf(command, action)
    const problems = secretProblems(fields, values, [action, unread])
    if (problems.length > 0) return refuseSecrets(options, command, invocation, problems)
  }
  if (invocation.command === moreWithClip) return clipMenu(options, invocation)
  if (invocation.command === dropCommand) return dropQuote(options, invocation)
  if (command === undefined) return unknownCommand()
  if (command.kind === 'utility') return runUtility(options, command, invocation)
  return requestFeature(options, command, invocation)
}

/** The answer to a request about which the chat is asked, which does not count as its time; undefined if it is late. */
const runLearning = async (options: DispatchOptions, asked: Asked): Promise<Answer | undefined> => {
  const { answerMs, now } = options
  const beganMs = now()
  const admitted = await within(answerMs, letIn(options, asked, commandMeant(options, asked)))
  if (admitted === undefined || 'refused' in admitted) return admitted?.refused
  const leftMs = answerMs - (now() - beganMs)
  const known = await learned(admitted)
  if ('refused' in known) return known.refused
  return inLanguage(known.locale, () => within(leftMs, run(options, enter(options, known))))
}

const notNow = (message: ResultMessage): Answer => ({
  kind: 'message',
  message,
  seenBy: 'member',
  isPassing: true,
})

/** Errors of the store that members cause. They are told, and the log doesn't need them. */
const deniedBy: ReadonlySet<ErrorCode> = new Set(['not_let_in', 'settings_full', 'too_many_changes'])

const failureAnswer = ({ log }: DispatchOptions, invocation: Invocation, error: unknown): Answer => {
  if (error instanceof AppError && deniedBy.has(error.code)) return denial(error.memberText)
  log.error('a request failed', { error, command: invocation.command, event: invocation.eventId })
  return notNow(plainMessage(error instanceof AppError ? error.memberText : defaultMemberText(), 'failed'))
}

/** Less than the 15 minutes for which a chat takes an answer. */
const wholeMaxMs = 5 * 60_000

/** What takes longer than an answer may; a failure is told like any other. */
const wholeMessage = async (
  options: DispatchOptions,
  invocation: Invocation,
  { whole, message }: MessageAnswer,
  surface: Surface,
): Promise<ResultMessage> => {
  const changes = isChange(options, invocation)
  try {
    const reading = whole?.(surface) ?? Promise.resolve(message)
    return (await within(wholeMaxMs, changes ? inDoubt(reading) : reading)) ?? lateMessage(changes)
  } catch (error) {
    return failureAnswer(options, invocation, error).message
  }
}

/** Doesn't log an action that doesn't exist: it is the first word that was typed, and may be a secret. */
const logDenial = (options: DispatchOptions, invocation: Invocation): void => {
  const { command, action: word, target } = invocation
  const meant = commandMeant(options, invocation)
  const action = meant?.kind === 'utility' && word !== undefined ? actionNamed(meant, word)?.name : undefined
  options.log.info('a request was denied', {
    command,
    action,
    account: accountOf(target),
    member: target.member,
  })
}

/** Counts for admins what their rules refused; nothing waits for it. */
const countRefusal = async (
  { refusals, log }: DispatchOptions,
  { target }: Invocation,
  reason: RefusalReason,
): Promise<void> => {
  try {
    await refusals.count(accountOf(target), reason)
  } catch {
    log.debug('a refusal was not counted', { reason })
  }
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
  if (list === undefined || secretIn(suggestion.typed) !== undefined) return []
  if (!(isOfProgram(list) || (await canMakeAnything(options, suggestion.asker)))) return []
  const { choices } = await options.lists[list](suggestion.asker, suggestion.typed, 'isTyping')
  return matchingChoices(choices, suggestion.typed, suggestionsMax)
}

/** Two a second of a member: as often as somebody types. Each may read many records. */
const suggestionRate = { most: 120, spanMs: 60_000 } as const

/** Finds the command for an event and always answers in time. */
export const createDispatch = (options: DispatchOptions): Dispatch => {
  const { commands, log, answerMs } = options
  const tellNoSuggestions = onOutage(log, 'no suggestions')
  const suggestionRations = createRations(suggestionRate)
  return {
    commands,
    async answer(invocation) {
      try {
        const answer =
          invocation.learn === undefined
            ? await within(
                answerMs,
                run(options, letIn(options, invocation, commandMeant(options, invocation))),
              )
            : await runLearning(options, invocation)
        if (answer !== undefined) {
          if (answer.kind === 'message' && answer.isDenied) logDenial(options, invocation)
          if ((answer.kind === 'message' || answer.kind === 'problems') && answer.refusedFor !== undefined)
            void countRefusal(options, invocation, answer.refusedFor)
          return answer.kind === 'message' && answer.whole !== undefined
            ? { ...answer, whole: (surface) => wholeMessage(options, invocation, answer, surface) }
            : answer
        }
        log.warn('no answer in time', { command: invocation.command, event: invocation.eventId })
        return notNow(lateMessage(isChange(options, invocation)))
      } catch (error) {
        return failureAnswer(options, invocation, error)
      }
    },
    async home(viewer) {
      try {
        const sections = await within(homeMs, homeOf(options, viewer))
        return sections ?? [{ title: say('Tunesmith'), message: lateMessage(false) }]
      } catch (error) {
        return [{ title: say('Tunesmith'), message: failureAnswer(options, viewer, error).message }]
      }
    },
    async acknowledged(jobId, acknowledgement) {
      try {
        return await acknowledge(options, jobId, acknowledgement)
      } catch (error) {
        log.warn('an answered job could not be started; the sweeper will start it', { error, job: jobId })
        return undefined
      }
    },
    async suggest(suggestion) {
      const { asker } = suggestion
      if (suggestionRations(`${accountOf(asker)} ${asker.member}`, options.now()) > 0) return []
      try {
        return (await within(answerMs, suggestionsFor(options, suggestion))) ?? []
      } catch (error) {
        tellNoSuggestions(error)
        return []
      }
    },
    async saw({ target, message, clips: files, ...about }) {
      const place = { account: accountOf(target), channel: target.channel }
      try {
        if (!(await canMakeAnything(options, target))) return
        const brought = await filesBroughtBy(options, place, { ...about, by: target.member, files })
        await rememberClips(options, place, message, brought)
      } catch (error) {
        log.warn('clips could not be remembered', { error })
      }
    },
    async lost({ account, channel, messages }) {
      await forgetMessages(options, { account, channel }, messages)
    },
    joined: options.welcome,
    async left(account) {
      await options.leftServers.note(account)
      log.info('the bot was removed from a server', { account })
    },
    async lookForMissing(platform, isMissing) {
      if (options.leftServerMs === undefined) return
      try {
        await options.leftServers.noteMissing(platform, isMissing)
      } catch (error) {
        log.warn('could not look for servers that removed the bot', { error, platform })
      }
    },
  }
}

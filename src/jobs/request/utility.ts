import {
  type Answer,
  type Asks,
  adminsOnly,
  formOffer,
  platformAdminsOnly,
  privately,
  problemsAnswer,
  refusal,
} from '../../core/command/answer.ts'
import {
  type Action,
  actionNamed,
  actionsOf,
  isForAdmins,
  mayChange,
  type ReadyCommand,
  type ReadyUtility,
} from '../../core/command/command.ts'
import { type Invocation, isPlatformAdmin } from '../../core/command/invocation.ts'
import type { RawValues } from '../../core/fields/field.ts'
import type { FindChannel } from '../../core/job/audience.ts'
import { type Button, plainMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { inDoubt, nothingWasCharged } from '../messages/messages.ts'
import { withManagerRights } from './admin-rights.ts'
import { askForRest, isAskedForMore, retryForm, withRetry } from './ask-for-rest.ts'
import { withNames } from './defaults.ts'
import { gather, isAnswered } from './gather.ts'
import { eventOfParts } from './press.ts'
import { type RequestDeps, requestFeature } from './request.ts'
import type { Known } from './resolve-clips.ts'
import { separateSecrets, typedSecretRefusal } from './secrets.ts'
import { namingChannels, withTypedChannels } from './typed-channels.ts'

/** Dependencies for running a utility, which may request a feature in the member's name. */
export interface UtilityDeps extends RequestDeps {
  findChannel: FindChannel
  commands: readonly ReadyCommand[]
}

const serversOnly = (command: string, instead: string): Answer =>
  refusal(`${say('{{command}} is for servers and workspaces.', { command })} ${instead}`)

const ownCredits = (): string => say('Here you use your own credits: see /credits.')

/**
 * Why the requester may not use an action with these values; undefined if they may. The one place that decides it for
 * commands, buttons, menus and forms.
 */
const refusedRight = (
  command: ReadyUtility,
  action: Action<void>,
  values: RawValues,
  invocation: Invocation,
): Answer | undefined => {
  const name = `/${command.name} ${action.name}`
  const instead = action.forOthers === undefined ? undefined : sayDeclared(action.forOthers)
  if (isForAdmins(action, values)) {
    if (isPersonal(accountOf(invocation.target))) return serversOnly(name, instead ?? ownCredits())
    if (!invocation.isAdmin) return adminsOnly(name, invocation, instead)
  }
  const isOpen = isPlatformAdmin(invocation) || !action.isForPlatformAdmins?.(values)
  return isOpen ? undefined : platformAdminsOnly(name, invocation)
}

/** Each action is one press away and asks for its values in a form. */
const whichAction = (command: ReadyUtility, isAdmin: boolean): Answer => {
  const actions = actionsOf(command).filter((action) => isAdmin || !isForAdmins(action, {}))
  const typed = (action: Action): string => `/${command.name} ${action.name}`
  const names = actions.map((action) =>
    say('{{command}}: {{summary}}', { command: typed(action), summary: sayDeclared(action.summary) }),
  )
  const text = say('{{command}} can do several things.', { command: `/${command.name}` })
  const buttons = actions.map((action): Button => {
    const commandLink = { command: command.name, action: action.name, values: {} }
    return { label: typed(action), style: 'plain', commandLink }
  })
  return privately({
    ...plainMessage([text, ...names].join('\n')),
    blocks: [{ kind: 'buttons', buttons }],
  })
}

const featureGone = (name: string): Answer =>
  refusal(
    `${say("{{command}} no longer exists, so it can't be run again.", { command: `/${name}` })} ${nothingWasCharged()}`,
  )

/**
 * Requests a feature in a member's name, as a command's action asked: one hop, and never to another command of
 * that kind. Throws AppError `store_unavailable`.
 */
const runAsks = async (
  options: UtilityDeps,
  invocation: Invocation,
  { asked, edit, withoutDefaults, readFirst, ...terms }: Asks,
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
  const answer = await requestFeature(options, feature, asking, edit ? 'edit' : 'again', terms)
  if (readFirst === undefined || answer.kind !== 'form') return answer
  return { ...formOffer(plainMessage(`${readFirst} ${nothingWasCharged()}`, 'failed')), retry: answer.form }
}

/** However often the button is pressed, it is one change. */
const confirmation = ({ confirmed, partOf }: Known): Partial<Invocation> =>
  confirmed === undefined || partOf === undefined ? {} : { confirmed, eventId: eventOfParts(partOf) }

/** Adds the button for what an answer only described, if it has one: see `Mend.confirms`. */
const withConfirming = async (
  { drafts }: UtilityDeps,
  { name: command }: ReadyUtility,
  { target, askedIn, eventId, action }: Invocation,
  { values }: Known,
  answer: Answer,
): Promise<Answer> => {
  if (answer.kind !== 'problems') return answer
  const mends = answer.problems.flatMap((problem) => problem.mends ?? [])
  const mend = mends.find(({ confirms }) => confirms !== undefined)
  if (mend?.confirms === undefined) return answer
  const draft = await drafts.keep(accountOf(askedIn ?? target), eventId, {
    command,
    action,
    member: target.member,
    values: { ...values, ...mend.values },
    clips: [],
    defaults: [],
    shown: {},
    partOf: eventId,
    confirmed: mend.confirms,
    ...(askedIn !== undefined && { target }),
  })
  const remedy = { command, draft, label: mend.label, price: undefined, isSame: false }
  return { ...answer, remedies: [action === undefined ? remedy : { ...remedy, action }] }
}

const runAction = async (
  options: UtilityDeps,
  command: ReadyUtility,
  action: Action<void>,
  invocation: Invocation,
): Promise<Answer> => {
  const separated = separateSecrets(action.fields, invocation.values)
  // What is refused asks for nothing first, and looks nothing up.
  const refusedAtOnce = refusedRight(command, action, separated.values, invocation)
  if (refusedAtOnce !== undefined) return refusedAtOnce
  const channels = await withTypedChannels(options, action, { ...invocation, values: separated.values })
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
  const values = { ...known.values, ...separated.secrets }
  const wanted = separated.typed === undefined ? values : { ...values, [separated.typed.name]: true }
  const refused = refusedRight(command, action, wanted, invocation)
  if (separated.typed !== undefined) {
    const retry = refused === undefined ? await retryForm(options, command, named, known) : undefined
    return { ...typedSecretRefusal(separated.typed), retry }
  }
  if (refused !== undefined) return refused
  if (!isWhole) return namingChannels(await askForRest(options, command, named, known), channels)
  const complete = { ...named, values, ...confirmation(known) }
  const running = action.run(complete)
  const done = await (mayChange(command, action.name, values) ? inDoubt(running) : running)
  const answer = done.kind === 'asks' ? await runAsks(options, complete, done) : done
  const isRetried = action.form?.opensFor(values) ?? true
  const retriable = isRetried ? await withRetry(options, command, named, known, answer) : answer
  return namingChannels(await withConfirming(options, command, named, known, retriable), channels)
}

/**
 * Answers a command that costs nothing by itself: runs its action, or asks which one is meant or for missing
 * values. Throws AppError `store_unavailable`, and what the action throws.
 */
export const runUtility = async (
  options: UtilityDeps,
  command: ReadyUtility,
  invocation: Invocation,
): Promise<Answer> => {
  if (command.audience === 'admins' && isPersonal(accountOf(invocation.target)))
    return serversOnly(`/${command.name}`, ownCredits())
  const request = await withManagerRights(options, invocation)
  if (command.audience === 'admins' && !request.isAdmin) return adminsOnly(`/${command.name}`, request)
  const action = actionNamed(command, request.action)
  return action === undefined
    ? whichAction(command, request.isAdmin)
    : runAction(options, command, action, request)
}

import type { webApi } from '@slack/bolt'
import { withNames } from '../../core/clip/offered-clip.ts'
import { type Answer, type Form, formButtonOf, type Invocation } from '../../core/command/command.ts'
import type { Effect } from '../../core/effect.ts'
import { unreachable } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { type Block, type Document, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import type { Dispatch } from '../../core/platform.ts'
import { within } from '../../core/runtime/within.ts'
import type { MessageRef } from '../../core/target.ts'
import { say } from '../../core/texts/say.ts'
import type { Identity } from './access.ts'
import { type Belonging, isElsewhere, whyNotServed } from './belonging.ts'
import { type Channels, isDirectMessage, serverIn } from './channels.ts'
import { postError } from './errors.ts'
import { formView } from './form.ts'
import { type FormOrigin, formId, writeFormOrigin } from './form-id.ts'
import type { HandOver } from './hand-over.ts'
import { limits } from './limits.ts'
import { askerName, isOf, type Members } from './members.ts'
import type { Placeholders, Posted } from './placeholder.ts'
import { render } from './render.ts'
import { keepOpen, type Reply, type RequestPlace } from './reply.ts'
import { type Shown, shownIn } from './respond.ts'
import type { UserGroups } from './user-groups.ts'

/** What it takes to answer members. */
interface RequestOptions {
  dispatch: Dispatch
  identity: Identity
  members: Members
  userGroups: Pick<UserGroups, 'of' | 'matching'>
  channels: Channels
  placeholders: Placeholders
  handOver: HandOver
  log: Log
  now: () => number
}

/** What it takes to answer everything that members do. */
export interface ListenOptions extends RequestOptions {
  /** For answers in a conversation. */
  web: webApi.WebClient
  /** For forms, which have to open soon or not at all. */
  formWeb: webApi.WebClient
  effect: Effect
  /** For what has to be known before an answer, and soon or not at all. */
  facts: webApi.WebClient
}

/** One thing that a member asked for, and how to answer. */
export interface Request
  extends Pick<Invocation, 'eventId' | 'command' | 'action' | 'values' | 'form' | 'press'> {
  pointedAt: Invocation['pointedAt'] | Promise<Invocation['pointedAt']>
  place: RequestPlace
  /** The workspaces that it comes from, as far as Slack says so. */
  belonging: Belonging
  reply: Reply
  /** Where the member can be answered for half an hour; empty where there is no such address. */
  responseUrl: string
  /** Whether it came by way of a channel that we are in. */
  isMember: boolean
  /** Slack delivered it before, perhaps to another process. */
  isRepeated: boolean
  /** Whether somebody waits for an answer, also where one was given before. */
  isAwaited: boolean
  /** After this moment the member was told that we failed; undefined where nobody waits. */
  deadlineMs: number | undefined
}

/** What most requests have in common; each kind of event says what is different. */
export const plainRequest = {
  form: undefined,
  pointedAt: [],
  isMember: false,
  isRepeated: false,
  isAwaited: true,
  deadlineMs: undefined,
} as const

/**
 * Bytes that one uploaded file may have. Slack takes a gigabyte (https://slack.com/help/articles/201330736);
 * ours are far smaller, and are held in memory while they are sent.
 */
const fileBytesMax = 100 * 1024 * 1024

const shown = (message: ResultMessage): Shown => shownIn(render(message, { hasFiles: false }))
const failure = (text: string): Shown => shown(plainMessage(text, 'failed'))

const originOf = ({ command, action, draft }: Form, { place, responseUrl }: Request): FormOrigin => ({
  command,
  action,
  draft,
  channel: place.channel,
  thread: place.thread,
  replyUrl: responseUrl,
  kept: [],
})

/** The message of an answer, with the button that opens its form. */
const shownAnswer = (answer: Answer, request: Request): Shown => {
  const { text, blocks } = shown(answer.message)
  const button = formButtonOf(answer)
  if (button === undefined) return { text, blocks }
  return {
    text,
    blocks: [
      ...blocks.slice(0, limits.blocksPerMessage - 1),
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            action_id: formId,
            style: 'primary',
            text: { type: 'plain_text', text: button.label },
            value: writeFormOrigin({ ...originOf(button.form, request), replyUrl: '' }),
          },
        ],
      },
    ],
  }
}

const standingOf = async ({ identity, members, userGroups }: RequestOptions, member: string) => {
  const [person, groups] = await Promise.all([members.lookUp(member), userGroups.of(member)])
  // An admin of another workspace, who shares a channel with ours, has no say here.
  return { isAdmin: person?.isAdmin === true && isOf(identity.server, person), groups }
}

/** In a direct message nobody is an admin or in a group: a member's own account pays. */
const ownStanding = { isAdmin: false, groups: [] }

const invocationOf = async (options: RequestOptions, request: Request): Promise<Invocation> => {
  const { identity, channels } = options
  const { channel, thread, member } = request.place
  const [standing, cannotPost, pointedAt] = await Promise.all([
    isDirectMessage(channel) ? ownStanding : standingOf(options, member),
    request.isMember ? undefined : channels.whyCannotPost(channel),
    request.pointedAt,
  ])
  const standingIn = async (server: string) => {
    if (server !== identity.server) return undefined
    return standingOf(options, member)
  }
  const { eventId, press, command, action, values, form, responseUrl } = request
  return {
    eventId,
    ...(press !== undefined && { press }),
    command,
    action,
    values,
    form,
    pointedAt,
    ...(isDirectMessage(channel) && { standingIn }),
    ...standing,
    cannotPost,
    fileBytesMax,
    target: {
      platform: 'slack',
      server: serverIn(identity, channel, member),
      channel,
      ...(thread !== undefined && { thread }),
      member,
    },
    replyToken: responseUrl,
  }
}

type Accepted = Extract<Answer, { kind: 'accepted' }>

/** Two processes may have answered the same event at once: of their two messages only the job's own stays. */
const dropSurplus = async (
  { placeholders }: RequestOptions,
  posted: Posted,
  kept: MessageRef | undefined,
): Promise<void> => {
  if (posted.kind !== 'given' || kept === undefined || kept.message === posted.message.message) return
  await placeholders.remove(posted.message)
}

/** An answer to the member alone. Where it does not get out, the job begins all the same, and says as much. */
const acceptAlone = async (
  { dispatch, log }: RequestOptions,
  { reply, isAwaited }: Request,
  { jobId, message }: Accepted,
  mayExist: boolean,
): Promise<void> => {
  if (isAwaited || !mayExist)
    await reply
      .show(shown(message), 'member')
      .catch((error: unknown) =>
        log.warn('an answer did not reach Slack', { error: postError(error), job: jobId }),
      )
  await dispatch.acknowledged(jobId, { kind: 'given', message: undefined })
}

/** Tells Slack first, then shows the job's message, then lets the job begin or end by what became of that. */
const accept = async (options: RequestOptions, request: Request, answer: Accepted): Promise<void> => {
  const { dispatch, members, placeholders, log, now } = options
  const { reply, place, deadlineMs } = request
  const isReceived = await reply.received().then(
    () => true,
    (error: unknown) => {
      log.warn('an acknowledgement did not reach Slack', { error: postError(error) })
      return false
    },
  )
  if (deadlineMs !== undefined && (!isReceived || now() > deadlineMs)) {
    await dispatch.acknowledged(answer.jobId, { kind: 'too_late' })
    await reply.show(
      failure(say('I took too long, and Slack had given up on me. Nothing was charged; please try again.')),
      'member',
    )
    return
  }
  const mayExist = request.isRepeated || answer.isRepeat === true
  if (answer.isPrivate) return acceptAlone(options, request, answer, mayExist)
  const asker = await askerName(members, answer.message)
  const posted = await placeholders.post(
    answer.jobId,
    place,
    shownIn(render(answer.message, { asker })),
    mayExist,
  )
  if (posted.kind !== 'refused') {
    const kept = await dispatch.acknowledged(answer.jobId, posted)
    return dropSurplus(options, posted, kept)
  }
  if (posted.isPassing && !request.isAwaited) {
    // Slack would not take a refusal either; the end of the job is told as soon as it takes anything.
    await dispatch.acknowledged(answer.jobId, { kind: 'unknown' })
    return
  }
  await dispatch.acknowledged(answer.jobId, { kind: 'too_late' })
  await reply.show(failure(`${posted.text} ${say('Nothing was charged.')}`), 'member')
}

const isPersonal = (block: Block): block is Document => block.kind === 'document' && block.isPersonal === true

/** What is somebody's own comes as a file in a direct message, and the answer says so. */
const showMessage = async (
  { handOver }: RequestOptions,
  { reply, place }: Request,
  { message, seenBy }: Extract<Answer, { kind: 'message' }>,
): Promise<void> => {
  const own = message.blocks.filter(isPersonal)
  if (own.length === 0) return reply.show(shown(message), seenBy)
  await reply.received()
  const text = (await handOver(place.member, own))
    ? say('The file is in your direct messages with me.')
    : say('The file could not be sent to you in a direct message. Please try again in a minute.')
  const rest = message.blocks.filter((block) => !isPersonal(block))
  await reply.show(shown({ ...message, blocks: [...rest, { kind: 'note', text }] }), 'member')
}

/** A form has to open in three seconds, and does so without a name that takes too long. */
const nameWaitMs = 400

const namedForm = ({ members }: RequestOptions, form: Form): Promise<Form> =>
  withNames(form, (member) => within(nameWaitMs, members.nameOf(member)))

const give = async (options: RequestOptions, request: Request, answer: Answer): Promise<void> => {
  const { reply } = request
  switch (answer.kind) {
    case 'message':
      if (answer.isRepeat === true && !request.isAwaited) return reply.received()
      if (answer.isPassing && (await keepOpen(reply, answer.message.text))) return
      return showMessage(options, request, answer)
    case 'accepted':
      return accept(options, request, answer)
    case 'form':
      if (await reply.open(formView(await namedForm(options, answer.form), originOf(answer.form, request))))
        return
      return reply.show(shownAnswer(answer, request), 'member')
    case 'problems':
      if (await reply.correct(answer.problems)) return
      return reply.show(shownAnswer(answer, request), 'member')
    default:
      return unreachable(answer)
  }
}

/** Asks the dispatch and shows its answer. What cannot be shown is logged; it never throws. */
export const handleRequest = async (options: RequestOptions, request: Request): Promise<void> => {
  const { dispatch, log } = options
  const { belonging, place, reply } = request
  try {
    // Both ask Slack who that is, at the same time and thereby once; of what is elsewhere it knows nothing.
    const [refused, invocation] = await Promise.all([
      whyNotServed(options, belonging, place.member),
      isElsewhere(options, belonging) ? undefined : invocationOf(options, request),
    ])
    if (refused !== undefined) return await reply.show(failure(refused), 'member')
    if (invocation === undefined) return
    await give(options, request, await dispatch.answer(invocation))
  } catch (error) {
    log.warn('an answer did not reach Slack', { error: postError(error), event: request.eventId })
  }
}

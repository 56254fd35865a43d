import { nameWaitMs, withNames } from '../../../core/clip/offered-clip.ts'
import { type Answer, type Form, formButtonOf, type MessageAnswer } from '../../../core/command/answer.ts'
import { unreachable } from '../../../core/errors.ts'
import type { Block, Document, Sound } from '../../../core/message/message.ts'
import { say } from '../../../core/text/say.ts'
import { within } from '../../../core/waiting.ts'
import { formView } from '../forms/form.ts'
import { type FormOrigin, formId, writeFormOrigin } from '../forms/form-id.ts'
import { isElsewhere, whyNotServed } from '../incoming/source-workspaces.ts'
import { postError } from '../outgoing/errors.ts'
import { limits } from '../render/limits.ts'
import { accept } from './accepting.ts'
import { keepOpen } from './reply.ts'
import { invocationOf, type Request, type RequestOptions } from './requests.ts'
import { type Shown, shownAlone, shownFailure } from './respond.ts'

const originOf = ({ command, action, draft }: Form, { place, responseUrl }: Request): FormOrigin => ({
  command,
  action,
  draft,
  channel: place.channel,
  thread: place.thread,
  replyUrl: responseUrl,
  kept: [],
  dropped: [],
})

/** The message of an answer, with the button that opens its form. */
const shownAnswer = (answer: Answer, request: Request): Shown => {
  const { text, blocks } = shownAlone(answer.message)
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

/** Whether a block is only for a direct message: ephemeral messages have no files. */
const isHandedOver = (block: Block): block is Document | Sound =>
  block.kind === 'sound' || (block.kind === 'document' && block.isPersonal === true)

/** A page replaces the one before it. Private files come in a direct message, and the answer says so. */
const showMessage = async (
  { handOver }: RequestOptions,
  { reply, place }: Request,
  { message, seenBy, turnsPage }: MessageAnswer,
): Promise<void> => {
  if (turnsPage && (await reply.turn(shownAlone(message)))) return
  const own = message.blocks.filter(isHandedOver)
  if (own.length === 0) return reply.show(shownAlone(message), seenBy)
  await reply.received()
  const text = (await handOver(place.member, own))
    ? say('I sent the file to your direct messages.')
    : say("I couldn't send you the file in a direct message. Try again in a minute.")
  const rest = message.blocks.filter((block) => !isHandedOver(block))
  await reply.show(shownAlone({ ...message, blocks: [...rest, { kind: 'note', text }] }), 'member')
}

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

/** Asks the dispatch and shows its answer. An answer that can't be shown is logged. Never throws. */
export const handleRequest = async (options: RequestOptions, request: Request): Promise<void> => {
  const { dispatch, log } = options
  const { sourceWorkspaces, place, reply } = request
  try {
    // Both ask Slack who the member is, concurrently and so only once; Slack knows nothing of other workspaces.
    const [refused, invocation] = await Promise.all([
      whyNotServed(options, sourceWorkspaces, place.member),
      isElsewhere(options, sourceWorkspaces) ? undefined : invocationOf(options, request),
    ])
    if (refused !== undefined) return await reply.show(shownFailure(refused), 'member')
    if (invocation === undefined) return
    await give(options, request, await dispatch.answer(invocation))
  } catch (error) {
    log.warn('an answer did not reach Slack', { error: postError(error), event: request.eventId })
  }
}

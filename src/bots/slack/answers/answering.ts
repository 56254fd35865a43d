import type { types } from '@slack/bolt'
import { nameWaitMs, withNames } from '../../../core/clip/offered-clip.ts'
import {
  type Answer,
  type Form,
  formButtonOf,
  type MessageAnswer,
  type ProblemsAnswer,
  remedyText,
} from '../../../core/command/answer.ts'
import { unreachable } from '../../../core/errors.ts'
import type { Block, ResultMessage } from '../../../core/message/message.ts'
import { inLanguage, say } from '../../../core/text/say.ts'
import { shortened } from '../../../core/text/text.ts'
import { within } from '../../../core/waiting.ts'
import { formView, remedyView } from '../forms/form.ts'
import { type FormOrigin, formId, sendPrefix, writeFormOrigin } from '../forms/form-id.ts'
import { postError } from '../outgoing/errors.ts'
import type { HandedOver } from '../outgoing/hand-over.ts'
import { limits } from '../render/limits.ts'
import { accept } from './accepting.ts'
import { keepOpen } from './reply.ts'
import { askedBy, type Request, type RequestOptions } from './requests.ts'
import { type Shown, shownAlone } from './respond.ts'

const originOf = (
  { command, action, draft }: Pick<Form, 'command' | 'action' | 'draft'>,
  { place, responseUrl, isOnOwnMessage }: Request,
): FormOrigin => ({
  command,
  action,
  draft,
  channel: place.channel,
  thread: place.thread,
  ...(place.isHome && { isHome: true }),
  ...(isOnOwnMessage && { isOnOwnMessage }),
  replyUrl: responseUrl,
  kept: [],
  dropped: [],
})

interface OriginButton {
  id: string
  label: string
  origin: FormOrigin
}

/** The buttons that fix what an answer refuses, and the one that opens its form. */
const originButtons = (answer: Answer, request: Request): readonly OriginButton[] => {
  const remedies = answer.kind === 'problems' ? (answer.remedies ?? []) : []
  const buttons = remedies.map((remedy, index): OriginButton => {
    const { command, action, draft } = remedy
    const origin = originOf({ command, action, draft }, request)
    return { id: `${sendPrefix}${index}`, label: remedyText(remedy, limits.buttonText), origin }
  })
  const opening = formButtonOf(answer)
  if (opening !== undefined)
    buttons.push({ id: formId, label: opening.label, origin: originOf(opening.form, request) })
  return buttons
}

/** The message of an answer with its buttons; the first is the likeliest. */
const shownAnswer = (answer: Answer, request: Request): Shown => {
  const { text, blocks } = shownAlone(answer.message)
  const buttons = originButtons(answer, request)
  if (buttons.length === 0) return { text, blocks }
  const elements = buttons.map(
    ({ id, label, origin }, index): types.Button => ({
      type: 'button',
      action_id: id,
      ...(index === 0 && { style: 'primary' }),
      text: { type: 'plain_text', text: shortened(label, limits.buttonText) },
      value: writeFormOrigin({ ...origin, replyUrl: '' }),
    }),
  )
  return { text, blocks: [...blocks.slice(0, limits.blocksPerMessage - 1), { type: 'actions', elements }] }
}

/**
 * Shows a refusal of the whole request on top of its form, with the change that fixes it as Submit; false if there is
 * no form or no such change. What is wrong with a field is said below it instead.
 */
const pushRemedy = (request: Request, answer: ProblemsAnswer): Promise<boolean> | false => {
  const remedy = answer.remedies?.find(({ isSame }) => !isSame)
  if (remedy === undefined || answer.problems.some(({ field }) => field !== '')) return false
  const { command, action, draft } = remedy
  const origin = originOf({ command, action, draft }, request)
  const title = answer.retry?.title ?? `/${command}`
  const { blocks } = shownAlone(answer.formMessage ?? answer.message)
  return request.reply.push(remedyView(remedy, origin, { title, blocks }))
}

/** Whether a block is only for a direct message: ephemeral messages have no files. */
const isHandedOver = (block: Block): block is HandedOver =>
  ['sound', 'picture', 'written'].includes(block.kind)

/** A page replaces the one before it. Private files come in a direct message, and the answer says so. */
const showWhole = async (
  { handOver }: RequestOptions,
  { reply, place }: Request,
  { seenBy, turnsPage }: MessageAnswer,
  message: ResultMessage,
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

const hasChart = ({ blocks }: ResultMessage): boolean =>
  blocks.some(({ kind }) => kind === 'chart' || kind === 'table')

/** Slack rolls charts out workspace by workspace. Where it refuses them, a picture is sent instead. */
const showMessage = async (
  options: RequestOptions,
  request: Request,
  answer: MessageAnswer,
): Promise<void> => {
  const { whole } = answer
  if (whole === undefined) return showWhole(options, request, answer, answer.message)
  await request.reply.received()
  const nameOf = (member: string) => within(nameWaitMs, options.members.nameOf(member))
  const message = await whole({ drawsCharts: true, nameOf })
  try {
    await showWhole(options, request, answer, message)
  } catch (error) {
    const failure = postError(error)
    if (!hasChart(message) || failure.code !== 'cannot_post') throw error
    options.log.warn('Slack refused a chart', { error: failure })
    await showWhole(options, request, answer, await whole({ drawsCharts: false, nameOf }))
  }
}

const namedForm = ({ members }: RequestOptions, form: Form): Promise<Form> =>
  withNames(form, (member) => within(nameWaitMs, members.nameOf(member)))

const give = async (options: RequestOptions, request: Request, answer: Answer): Promise<void> => {
  const { reply } = request
  switch (answer.kind) {
    case 'message':
      if (answer.isRepeat === true && !request.isAwaited) return reply.received()
      // Each message would cost a call.
      if (answer.isShutOut && !request.isAwaited && !options.mayBeTold(request.place.member, options.now()))
        return reply.received()
      if (answer.isPassing && (await keepOpen(reply, answer.message.text))) return
      return showMessage(options, request, answer)
    case 'accepted':
      return accept(options, request, answer)
    case 'form':
      if (await reply.open(formView(await namedForm(options, answer.form), originOf(answer.form, request))))
        return
      return reply.show(shownAnswer(answer, request), 'member')
    case 'problems': {
      // A form has one button to submit it, and none to ask admins.
      const isAskable = answer.remedies?.some(({ asks }) => asks) === true
      if (!isAskable && ((await pushRemedy(request, answer)) || (await reply.correct(answer.problems))))
        return
      return reply.show(shownAnswer(answer, request), 'member')
    }
    default:
      return unreachable(answer)
  }
}

/** Asks the dispatch and shows its answer. An answer that can't be shown is logged. Never throws. */
export const handleRequest = async (options: RequestOptions, request: Request): Promise<void> => {
  const { dispatch, log } = options
  const localeNow = () => options.members.localeOf(request.place.member)
  try {
    const answer = await inLanguage(localeNow(), () => dispatch.answer(askedBy(options, request)))
    // By now their language is known, if it was not before.
    await inLanguage(localeNow(), () => give(options, request, answer))
  } catch (error) {
    log.warn('an answer did not reach Slack', { error: postError(error), event: request.eventId })
  }
}

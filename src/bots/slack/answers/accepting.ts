import type { AcceptedAnswer } from '../../../core/command/answer.ts'
import type { MessageRef } from '../../../core/target.ts'
import { say } from '../../../core/text/say.ts'
import { isDirectMessage } from '../incoming/channels.ts'
import { askerName } from '../incoming/members.ts'
import { postError } from '../outgoing/errors.ts'
import { render } from '../render/render.ts'
import type { Posted } from './placeholder.ts'
import type { Request, RequestOptions } from './requests.ts'
import { shownAlone, shownFailure, shownIn } from './respond.ts'

/** Two processes may have answered the same event at once; only the job's own message stays. */
const dropSurplus = async (
  { placeholders }: RequestOptions,
  posted: Posted,
  kept: MessageRef | undefined,
): Promise<void> => {
  if (posted.kind !== 'given' || kept === undefined || kept.message === posted.message.message) return
  await placeholders.remove(posted.message)
}

/** A failure to reach the member is logged; the job goes on without it. */
const tellAlone = async (
  { log }: RequestOptions,
  { reply }: Request,
  { jobId, message }: Pick<AcceptedAnswer, 'jobId' | 'message'>,
): Promise<void> => {
  try {
    await reply.show(shownAlone(message), 'member')
  } catch (error) {
    log.warn('an answer did not reach Slack', { error: postError(error), job: jobId })
  }
}

const withoutMessage = { kind: 'given', message: undefined } as const

/**
 * The channel takes no more messages now. The job begins at once, so that it is not given up meanwhile. Its
 * message follows when the channel has capacity, at the latest with the result. In direct messages that one is
 * enough.
 */
const acceptUnposted = async (
  options: RequestOptions,
  request: Request,
  { jobId, message }: AcceptedAnswer,
): Promise<void> => {
  await options.dispatch.acknowledged(jobId, withoutMessage)
  if (request.responseUrl === '' && isDirectMessage(request.place.channel)) return
  const text = say("It's queued. This channel is busy, so you may see nothing here until it's done.")
  await tellAlone(options, request, { jobId, message: { ...message, text } })
}

/** Acknowledges to Slack first, then shows the job's message, then lets the job begin or end accordingly. */
export const accept = async (
  options: RequestOptions,
  request: Request,
  answer: AcceptedAnswer,
): Promise<void> => {
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
      shownFailure(say('That took too long, so Slack gave up on it. Try again. Nothing was charged.')),
      'member',
    )
    return
  }
  const mayExist = request.isRepeated || answer.isRepeat === true
  if (answer.isPrivate) {
    if (request.isAwaited || !mayExist) await tellAlone(options, request, answer)
    await dispatch.acknowledged(answer.jobId, withoutMessage)
    return
  }
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
  if (posted.isPassing) return acceptUnposted(options, request, answer)
  await dispatch.acknowledged(answer.jobId, { kind: 'too_late' })
  await reply.show(shownFailure(`${posted.text} ${say('Nothing was charged.')}`), 'member')
}

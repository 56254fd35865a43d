import { type REST, Routes, SnowflakeUtil } from 'discord.js'
import type { Download } from '../../../core/clip/download.ts'
import { AppError } from '../../../core/errors.ts'
import { type Attempt, type Platform, privateChannelNote } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import type { Urgency } from '../../../core/pacing/pacer.ts'
import type { DirectTarget, Target } from '../../../core/target.ts'
import { isOver, readReplyToken } from '../answers/reply-token.ts'
import { idIn } from '../incoming/id.ts'
import type { Calls } from './calls.ts'
import { type Contents, readContents } from './content.ts'
import { isUnknownMessage, postError } from './errors.ts'
import { directChannel } from './notify.ts'
import { beginAnew, createPostOnce, isPosted, postedOf } from './post-once.ts'
import { editAnswer, editMessage, isSeenAlone } from './requests.ts'

interface DeliverOptions {
  calls: Calls
  download: Download
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

const urgencyOf = ({ tone }: ResultMessage): Urgency => (tone === 'working' ? 'progress' : 'result')

const hourMs = 60 * 60_000

const isOlderThanAnHour = (message: string, nowMs: number): boolean =>
  /^\d+$/.test(message) && nowMs - SnowflakeUtil.timestampFrom(message) > hourMs

/** If a late edit would have to wait for longer, a new message is posted instead. */
const lateWaitMs = 10_000

const gone = (what: string, cause?: unknown): AppError =>
  new AppError('message_gone', `Discord: ${what}`, { cause })

const translated = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => Promise.reject(postError(error)))

/** How messages of ours are changed and taken back. */
const createChanges = ({ calls, log, now }: DeliverOptions) => {
  const remove = async (channel: string, message: string, urgency: Urgency = 'result'): Promise<void> => {
    try {
      await translated(
        calls.make({ kind: 'other', place: channel, urgency }, (rest: REST) =>
          rest.delete(Routes.channelMessage(channel, message)),
        ),
      )
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'message_gone') throw error
    }
  }

  /** What was too old to be edited promises news for ever, now that there is another message. */
  const removeStale = async (channel: string, attempt: Attempt): Promise<void> => {
    const { stale = '' } = attempt.notes
    if (stale === '') return
    await remove(channel, stale, 'begun').catch((error: unknown) =>
      log.warn('a message that another one replaces could not be taken back', { error }),
    )
    await attempt.note('stale', '')
  }

  /** Edits of old messages are limited apart: who meets that limit begins anew. */
  const editKnown = async (
    channel: string,
    message: string,
    contents: Contents,
    urgency: Urgency,
    attempt: Attempt,
  ): Promise<void> => {
    const isLate = isOlderThanAnHour(message, now())
    const kind = isLate ? 'late_edit' : 'edit'
    const call = { kind, place: channel, urgency, subject: message } as const
    const edit = () =>
      contents.send((content) => calls.make(call, (rest) => editMessage(rest, channel, message, content)))
    try {
      await translated(edit())
    } catch (error) {
      if (!(error instanceof AppError) || urgency === 'progress') throw error
      const isLimited = isLate && (error.retryAfterMs ?? 0) > lateWaitMs
      if (error.code !== 'message_gone' && !isLimited) throw error
      if (!isUnknownMessage(error.cause)) await attempt.note('stale', message)
      if (postedOf(attempt) === message) await beginAnew(attempt)
      throw gone('the message is deleted, or too old to be edited', error)
    }
    await removeStale(channel, attempt)
  }

  /**
   * While nobody knows the id of an answer, it is edited by its own right, and its id is learnt by that. One that
   * a single person sees is edited by that right alone: its id leads nowhere.
   */
  const editReply = async (
    replyToken: string,
    contents: Contents,
    urgency: Urgency,
    attempt: Attempt,
  ): Promise<void> => {
    const right = readReplyToken(replyToken)
    if (isOver(right, now()))
      throw new AppError('reply_over', 'Discord: the right to edit the answer is over')
    const call = { kind: 'reply', place: right.token, urgency, subject: right.token } as const
    const answer = await translated(
      contents.send((content) => calls.make(call, (rest) => editAnswer(rest, right, content))),
    )
    const message = idIn(answer, 'message')
    if (!isSeenAlone(answer)) await attempt.note('posted', message)
  }

  /**
   * Edits with the interaction's token, which does not count against the global limit. Returns false if the
   * token no longer works; the bot's token may.
   */
  const editByRight = async (
    replyToken: string | undefined,
    message: string,
    contents: Contents,
    urgency: Urgency,
    attempt: Attempt,
  ): Promise<boolean> => {
    if (replyToken === undefined || isPosted(attempt)) return false
    const right = readReplyToken(replyToken)
    if (isOver(right, now())) return false
    const call = { kind: 'reply', place: right.token, urgency, subject: message } as const
    try {
      await translated(
        contents.send((content) => calls.make(call, (rest) => editAnswer(rest, right, content, message))),
      )
    } catch (error) {
      if (error instanceof AppError && (error.code === 'message_gone' || error.code === 'reply_over'))
        return false
      throw error
    }
    return true
  }

  return { remove, removeStale, editKnown, editByRight, editReply }
}

/**
 * Posting, editing and deleting by REST alone, so that workers need no gateway connection. A thread is a
 * channel of its own: https://docs.discord.com/developers/topics/threads
 */
export const createDelivery = (options: DeliverOptions): Pick<Platform, 'post' | 'edit' | 'remove'> => {
  const { remove, removeStale, editKnown, editByRight, editReply } = createChanges(options)
  const postOnce = createPostOnce(options)

  const edit: Platform['edit'] = async (ref, message, attempt) => {
    const contents = await readContents(options, message, attempt)
    const known = postedOf(attempt) ?? ('message' in ref ? ref.message : undefined)
    const urgency = urgencyOf(message)
    if (known !== undefined) {
      if (await editByRight(ref.replyToken, known, contents, urgency, attempt)) return
      return editKnown(ref.channel, known, contents, urgency, attempt)
    }
    if ('replyToken' in ref && ref.replyToken !== undefined)
      await editReply(ref.replyToken, contents, urgency, attempt)
  }

  const channelOf = async (target: Target | DirectTarget, attempt: Attempt): Promise<string> => {
    if (!('isDirect' in target)) return target.channel
    const channel = await directChannel(options, target.member)
    await attempt.note(privateChannelNote, channel)
    return channel
  }

  const post: Platform['post'] = async (target, message, attempt) => {
    const channel = await channelOf(target, attempt)
    const contents = await readContents(options, message, attempt)
    const known = postedOf(attempt)
    if (known !== undefined) {
      try {
        await editKnown(channel, known, contents, 'result', attempt)
        return { platform: 'discord', channel, message: known }
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'message_gone') throw error
      }
    }
    const posted = await translated(postOnce(channel, contents, attempt))
    await removeStale(channel, attempt)
    return { platform: 'discord', channel, message: posted }
  }

  return {
    post: (target, message, attempt) => translated(post(target, message, attempt)),
    edit: (ref, message, attempt) => translated(edit(ref, message, attempt)),
    remove: ({ channel, message }) => remove(channel, message),
  }
}

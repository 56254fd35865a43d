import { type REST, Routes, SnowflakeUtil } from 'discord.js'
import type { Download } from '../../../core/clip/download.ts'
import { createFilesLog, type FilesLog } from '../../../core/clip/files-log.ts'
import { AppError } from '../../../core/errors.ts'
import { type Attempt, mayHavePosted, type OneBot, privateChannelNote } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { Urgency } from '../../../core/pacing/pacer.ts'
import type { DirectTarget, Target } from '../../../core/target.ts'
import { idIn } from '../incoming/id.ts'
import type { Calls } from './calls.ts'
import { type Contents, readContents } from './content.ts'
import { isUnknownMessage, postError } from './errors.ts'
import { directChannel } from './notify.ts'
import { beginAnew, createPostOnce, roundOf } from './post-once.ts'
import { editAnswer, isSeenAlone, readReplyToken } from './reply-right.ts'
import { editMessage } from './requests.ts'

interface GivenOptions {
  calls: Calls
  download: Download
  /** By default this platform has its own. */
  filesLog?: FilesLog
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

interface DeliverOptions extends GivenOptions {
  filesLog: FilesLog
}

const hourMs = 60 * 60_000

const isOlderThanAnHour = (message: string, nowMs: number): boolean =>
  /^\d+$/.test(message) && nowMs - SnowflakeUtil.timestampFrom(message) > hourMs

/** If a late edit would wait longer, a new message is posted instead. */
const lateWaitMs = 10_000

/** Edits and deletes our messages. Throws only AppErrors. */
const createChanges = ({ calls, log, now }: DeliverOptions) => {
  const remove = async (channel: string, message: string, urgency: Urgency = 'result'): Promise<void> => {
    try {
      await calls.make({ kind: 'other', place: channel, urgency }, (rest: REST) =>
        rest.delete(Routes.channelMessage(channel, message)),
      )
    } catch (error) {
      const failure = postError(error)
      if (failure.code !== 'message_gone') throw failure
    }
  }

  /** Deletes a message that was too old to edit: beside its replacement it would promise news forever. */
  const removeStale = async (channel: string, attempt: Attempt): Promise<void> => {
    const { stale = '' } = attempt.notes
    if (stale === '') return
    await remove(channel, stale, 'begun').catch((error: unknown) =>
      log.warn('a replaced message could not be deleted', { error }),
    )
    await attempt.note('stale', '')
  }

  /** Edits of old messages have their own rate limit; once it is reached, a new message replaces the old one. */
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
    try {
      await contents.send((content) =>
        calls.make(call, (rest) => editMessage(rest, channel, message, content)),
      )
    } catch (error) {
      const failure = postError(error)
      const isLimited = isLate && (failure.retryAfterMs ?? 0) > lateWaitMs
      if (urgency === 'progress' || (failure.code !== 'message_gone' && !isLimited)) throw failure
      if (!isUnknownMessage(error)) await attempt.note('stale', message)
      if (attempt.notes.posted === message) await beginAnew(attempt)
      throw new AppError('message_gone', 'Discord: the message is deleted, or too old to be edited', {
        cause: failure,
      })
    }
    await removeStale(channel, attempt)
  }

  /**
   * Edits with the interaction's token, which does not count against the global limit. An unknown id of an
   * answer is read from the edit; an ephemeral answer can only be edited this way, since its id leads nowhere.
   * Returns false if the token no longer works for a `known` message; the bot's token may.
   */
  const editReply = async (
    replyToken: string,
    known: string | undefined,
    contents: Contents,
    urgency: Urgency,
    attempt: Attempt,
  ): Promise<boolean> => {
    try {
      const right = readReplyToken(replyToken, now())
      if (right === undefined) throw new AppError('reply_over', 'Discord: the answer can no longer be edited')
      const { token } = right
      const call = { kind: 'reply', place: token, urgency, subject: known ?? token } as const
      const answer = await contents.send((content) =>
        calls.make(call, (rest) => editAnswer(rest, right, content, known)),
      )
      if (known !== undefined) return true
      const message = idIn(answer, 'message')
      if (!isSeenAlone(answer)) await attempt.note('posted', message)
      return true
    } catch (error) {
      const failure = postError(error)
      if (known !== undefined && (failure.code === 'message_gone' || failure.code === 'reply_over'))
        return false
      throw failure
    }
  }

  return { remove, removeStale, editKnown, editReply }
}

/**
 * Posts, edits and deletes by REST alone, so that workers need no gateway connection. A thread is a channel of
 * its own: https://docs.discord.com/developers/topics/threads
 */
export const createDelivery = (given: GivenOptions): Pick<OneBot, 'post' | 'edit' | 'remove'> => {
  const options = { ...given, filesLog: given.filesLog ?? createFilesLog(given.log) }
  const { remove, removeStale, editKnown, editReply } = createChanges(options)
  const postOnce = createPostOnce(options)

  const channelOf = async (target: Target | DirectTarget, attempt: Attempt): Promise<string> => {
    if (!('isDirect' in target)) return target.channel
    const channel = await directChannel(options, target.member)
    await attempt.note(privateChannelNote, channel)
    return channel
  }

  const post: OneBot['post'] = async (target, message, attempt) => {
    const channel = await channelOf(target, attempt)
    const contents = await readContents(options, message, attempt)
    const known = attempt.notes.posted || undefined // the message's id; empty once it is replaced
    if (known !== undefined) {
      try {
        await editKnown(channel, known, contents, 'result', attempt)
        return { platform: 'discord', channel, message: known }
      } catch (error) {
        if (postError(error).code !== 'message_gone') throw error
      }
    }
    const posted = await postOnce(channel, contents, attempt)
    await removeStale(channel, attempt)
    return { platform: 'discord', channel, message: posted }
  }

  return {
    post: (target, message, attempt) =>
      post(target, message, attempt).catch((error: unknown) => Promise.reject(postError(error))),
    async edit(ref, message, attempt) {
      try {
        const contents = await readContents(options, message, attempt)
        const urgency = message.tone === 'working' ? 'progress' : 'result'
        const known = attempt.notes.posted || ('message' in ref ? ref.message : undefined)
        // A message that was posted, in this round or an earlier one, is no interaction's answer.
        const wasPosted = mayHavePosted(attempt) || roundOf(attempt) > 0
        if (ref.replyToken !== undefined && (known === undefined || !wasPosted)) {
          if (await editReply(ref.replyToken, known, contents, urgency, attempt)) return
        }
        if (known !== undefined) await editKnown(ref.channel, known, contents, urgency, attempt)
      } catch (error) {
        throw postError(error)
      }
    },
    remove: ({ channel, message }) => remove(channel, message),
  }
}

import { type REST, Routes, SnowflakeUtil } from 'discord.js'
import { AppError } from '../../../core/errors.ts'
import { makeOnce } from '../../../core/job/make-once.ts'
import type { Attempt } from '../../../core/job/platform.ts'
import type { Urgency } from '../../../core/pacing/pacer.ts'
import { idIn, isRecord } from '../incoming/id.ts'
import { limits, nonceMs } from '../render/limits.ts'
import type { Calls } from './calls.ts'
import type { Content, Contents } from './content.ts'
import { isUnknownMessage, wasNotDone } from './errors.ts'
import { createMessage, editMessage } from './requests.ts'

/** https://docs.discord.com/developers/resources/message#get-channel-messages */
const pageSize = 100
const pagesMax = 10
/** How far our clock may differ from Discord's. */
const clockSkewMs = 60_000

interface Listed {
  id: string
  content: string
  authorId: string
}

const listedIn = (entry: unknown): Listed[] => {
  if (typeof entry !== 'object' || entry === null) return []
  const { id, content, author }: { id?: unknown; content?: unknown; author?: unknown } = entry
  if (typeof id !== 'string' || typeof content !== 'string') return []
  return [{ id, content, authorId: idIn(author, 'author') }]
}

const readPage = async (rest: REST, channel: string, query: Record<string, string>): Promise<Listed[]> => {
  const answer = await rest.get(Routes.channelMessages(channel), { query: new URLSearchParams(query) })
  return Array.isArray(answer) ? answer.flatMap(listedIn) : []
}

const cannotLook = (why: string): AppError => new AppError('cannot_post', `Discord: ${why}`)

const isNewer = (one: Listed, other: Listed): boolean => BigInt(one.id) > BigInt(other.id)

interface Search {
  channel: string
  /** The last line of the message. */
  mark: string
  /** When the first attempt was made, in milliseconds since the epoch. */
  sinceMs: number
}

/**
 * Finds a message that may have been posted although no response came, by the mark in its last line: Discord
 * reports a nonce only for new messages. Undefined if there is certainly none. Throws AppError `cannot_post` if
 * that can't be known: without the right to read history Discord returns an empty list, not a refusal, and the
 * channel may have had more messages since than we can read.
 */
export const createFindMessage = (calls: Calls) => {
  let ourId: string | undefined
  const look = <Result>(
    channel: string,
    urgency: Urgency,
    request: (rest: REST) => Promise<Result>,
  ): Promise<Result> => calls.make({ kind: 'look', place: channel, urgency }, request) as Promise<Result>
  return async ({ channel, mark, sinceMs }: Search): Promise<string | undefined> => {
    ourId ??= await look('us', 'result', async (rest) => idIn(await rest.get(Routes.user()), 'user'))
    const isOurs = ({ authorId, content }: Listed) =>
      authorId === ourId && content.split('\n').at(-1) === mark
    let after = String(
      SnowflakeUtil.generate({ timestamp: Math.floor(sinceMs) - clockSkewMs, increment: 0n }),
    )
    for (let page = 0; page < pagesMax; page += 1) {
      const from = after
      const listed = await look(channel, page === 0 ? 'result' : 'begun', (rest) =>
        readPage(rest, channel, { after: from, limit: String(pageSize) }),
      )
      const found = listed.find(isOurs)
      if (found !== undefined) return found.id
      const [newest] = listed.toSorted((one, other) => (isNewer(one, other) ? -1 : 1))
      if (newest === undefined && page === 0) {
        const latest = await look(channel, 'begun', (rest) => readPage(rest, channel, { limit: '1' }))
        if (latest.length === 0) throw cannotLook('earlier messages may not be read')
      }
      if (newest === undefined || listed.length < pageSize) return undefined
      after = newest.id
    }
    throw cannotLook('there are too many newer messages to look through')
  }
}

interface PostOptions {
  calls: Calls
  /** Milliseconds since the epoch. */
  now: () => number
}

/** The number of this message among the job's: earlier ones are deleted, or can't be edited any more. */
export const roundOf = ({ notes }: Attempt): number => Number(notes.post_round ?? 0)

/** Discord's own key for posting once. A deleted message's nonce creates no new message. */
const nonceOf = (attempt: Attempt): string => {
  const round = roundOf(attempt)
  const key = attempt.key.slice(0, limits.nonce)
  return round === 0 ? key : `${key.slice(0, limits.nonce - 3)}~${round}`
}

const markLength = 10

/** Last line of a new message, in small print: the message can be found by it, and members can refer to it. */
const markOf = (attempt: Attempt): string => {
  const round = roundOf(attempt)
  return `-# Request ${attempt.key.slice(0, markLength)}${round === 0 ? '' : `-${round}`}`
}

/** The next attempt posts a replacement. */
export const beginAnew = async (attempt: Attempt): Promise<void> => {
  await attempt.note('post_round', String(roundOf(attempt) + 1))
  await attempt.note('posted', '')
  await attempt.note('post_tried', '')
}

/**
 * The message was deleted before we knew of it. `isRepeat`: this very one; otherwise the job's first message,
 * posted under the same key, so that a new one can replace it.
 */
const deleted = (cause: unknown, isRepeat: boolean): AppError =>
  isRepeat
    ? new AppError('cannot_post', 'Discord: the message was posted, and deleted before we learnt of it', {
        cause,
      })
    : new AppError('platform_unavailable', 'Discord: an earlier message of the job is deleted', {
        cause,
        retryable: true,
        retryAfterMs: 1,
      })

interface Created {
  answer: unknown
  content: Content
}

/** Whether Discord returned what was just sent, not what an earlier try sent. */
const isShown = ({ answer, content }: Created): boolean => {
  const shown = isRecord(answer) ? answer.content : undefined
  return typeof shown !== 'string' || shown.trim() === content.body.content.trim()
}

/**
 * Posts once, however often it is tried: while Discord knows the nonce, a repeat gives the same message; after
 * that the channel is searched first. An existing message that shows something else is edited.
 */
export const createPostOnce = ({ calls, now }: PostOptions) => {
  const find = createFindMessage(calls)

  const edit = (channel: string, message: string, content: Content): Promise<unknown> =>
    calls.make({ kind: 'edit', place: channel, urgency: 'result', subject: message }, (rest) =>
      editMessage(rest, channel, message, content),
    )

  const create = async (
    channel: string,
    content: Content,
    attempt: Attempt,
    isRepeat: boolean,
  ): Promise<Created> => {
    const answer = await calls
      .make({ kind: 'create', place: channel, urgency: 'result' }, (rest) =>
        createMessage(rest, channel, content, nonceOf(attempt)),
      )
      .catch(async (error: unknown) => {
        if (!isUnknownMessage(error)) throw error
        await beginAnew(attempt)
        throw deleted(error, isRepeat)
      })
    return { answer, content }
  }

  return async (channel: string, contents: Contents, attempt: Attempt): Promise<string> => {
    const mark = markOf(attempt)
    const { id, made } = await makeOnce(attempt, {
      tried: 'post_tried',
      made: 'posted',
      now,
      keyKnownMs: nonceMs,
      async find(sinceMs) {
        const found = await find({ channel, mark, sinceMs })
        if (found !== undefined) await attempt.note('posted', found)
        return found
      },
      make: (isRepeat) => contents.send((content) => create(channel, content, attempt, isRepeat), mark),
      idOf: ({ answer }) => idIn(answer, 'message'),
      wasNotMade: wasNotDone,
    })
    if (made === undefined) await contents.send((content) => edit(channel, id, content))
    else if (!isShown(made)) await edit(channel, id, made.content)
    return id
  }
}

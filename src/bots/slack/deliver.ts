import type { webApi } from '@slack/bolt'
import type { Download } from '../../core/download.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { ResultMessage } from '../../core/message.ts'
import type { Attempt, Platform } from '../../core/platform.ts'
import type { MessageRef, ReplyRef, Target } from '../../core/target.ts'
import { postError } from './errors.ts'
import { bringFiles, type FilesOptions, linksOf, notesOf, shareFiles } from './files.ts'
import { type RenderedMessage, render, withLinks } from './render.ts'
import { respondAt, shownIn } from './respond.ts'
import { createUploads, type Place } from './uploads.ts'

interface DeliverOptions {
  web: webApi.WebClient
  /** Base of all methods; answers by response URL go to Slack or to this origin, and nowhere else. */
  apiUrl: string
  download: Download
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** Names the job of a message, so that Slack can be asked for it. https://docs.slack.dev/messaging/message-metadata */
export const jobMetadata = (key: string) => ({ event_type: 'tunesmith_job', event_payload: { key } })

const isOfJob = (metadata: unknown, key: string): boolean => {
  if (typeof metadata !== 'object' || metadata === null || !('event_payload' in metadata)) return false
  const payload = metadata.event_payload
  return typeof payload === 'object' && payload !== null && 'key' in payload && payload.key === key
}

const placeOf = ({ channel, thread }: Target | MessageRef): Place => ({ channel, thread })

const refOf = ({ channel, thread }: Place, message: string): MessageRef => ({
  platform: 'slack',
  channel,
  message,
  ...(thread !== undefined && { thread }),
})

/** What Slack would make of names and addresses in `text` stays undone. */
const contentOf = ({ text, blocks }: RenderedMessage) => ({
  text,
  blocks,
  parse: 'none' as const,
  link_names: false,
})

const update = async (
  { web }: DeliverOptions,
  { channel, message }: MessageRef,
  rendered: RenderedMessage,
): Promise<void> => {
  await web.chat.update({ channel, ts: message, ...contentOf(rendered) })
}

const postNew = async (
  { web }: DeliverOptions,
  { channel, thread }: Place,
  rendered: RenderedMessage,
  key: string,
): Promise<string> => {
  const { ts } = await web.chat.postMessage({
    ...{ channel, ...contentOf(rendered), metadata: jobMetadata(key) },
    ...{ unfurl_links: false, unfurl_media: false },
    ...(thread !== undefined && { thread_ts: thread }),
  })
  if (ts !== undefined) return ts
  throw new AppError('platform_unavailable', 'Slack: a message without a time stamp', { retryable: true })
}

const pageSize = 100
/** Without a moment to begin at, only what is near is looked at. */
const nearPagesMax = 2
const pagesMax = 10
/** How far our clock and Slack's may be apart. */
const clockSkewSeconds = 300

/** The message that an attempt before this one may have posted: in the conversation or its thread, by our metadata. */
const findPosted = async (
  { web }: DeliverOptions,
  { channel, thread }: Place,
  key: string,
  oldest: string | undefined,
): Promise<string | undefined> => {
  let cursor: string | undefined
  for (let page = 0; page < (oldest === undefined ? nearPagesMax : pagesMax); page += 1) {
    const span = {
      channel,
      limit: pageSize,
      include_all_metadata: true,
      ...(oldest !== undefined && { oldest }),
    }
    const args = { ...span, ...(cursor !== undefined && { cursor }) }
    const { messages = [], response_metadata } =
      thread === undefined
        ? await web.conversations.history(args)
        : await web.conversations.replies({ ...args, ts: thread })
    const found = messages.find(({ metadata }) => isOfJob(metadata, key))
    if (found?.ts !== undefined) return found.ts
    cursor = response_metadata?.next_cursor
    if (cursor === undefined || cursor === '') return undefined
  }
  return undefined
}

/** The job's first message, of which nobody may have learnt that it was posted. Where Slack does not tell, there is none. */
const findPlaceholder = async (
  options: DeliverOptions,
  place: Place,
  key: string,
): Promise<string | undefined> => {
  try {
    return await findPosted(options, place, key, undefined)
  } catch (error) {
    if (postError(error).code !== 'cannot_post') throw error
    return undefined
  }
}

/**
 * Posts once however often it is tried: what was posted is noted, and where that is in doubt, Slack is asked. What is
 * there already is edited, since it may show less.
 */
const postOnce = async (
  options: DeliverOptions,
  place: Place,
  rendered: RenderedMessage,
  attempt: Attempt,
): Promise<MessageRef> => {
  const notes = notesOf(attempt)
  const since = notes.read('post_tried')
  const known =
    notes.read('posted') ??
    (since === undefined
      ? await findPlaceholder(options, place, attempt.key)
      : await findPosted(options, place, attempt.key, since))
  if (known !== undefined) {
    await update(options, refOf(place, known), rendered)
    return refOf(place, known)
  }
  if (since === undefined)
    await notes.write('post_tried', String(Math.floor(options.now() / 1000) - clockSkewSeconds))
  const ts = await postNew(options, place, rendered, attempt.key)
  await notes.write('posted', ts)
  return refOf(place, ts)
}

type Show = (rendered: RenderedMessage) => Promise<MessageRef>

/**
 * Audio and cover first, then the message that says they are there, then long texts in the thread below it. What can't
 * be shown is linked in the message.
 */
const deliver = async (
  options: DeliverOptions & FilesOptions,
  place: Place,
  message: ResultMessage,
  attempt: Attempt,
  show: Show,
): Promise<MessageRef> => {
  const rendered = render(message)
  const entries = await bringFiles(options, rendered.uploads, attempt)
  const inThread = entries.filter(({ upload }) => upload.place === 'thread')
  const beside = await shareFiles(
    options,
    entries.filter(({ upload }) => upload.place === 'channel'),
    place,
    attempt,
  )
  const links = linksOf([...beside, ...inThread])
  const ref = await show(withLinks(rendered, links))
  const thread = ref.thread ?? ref.message
  const below = await shareFiles(options, inThread, { channel: ref.channel, thread }, attempt)
  const allLinks = linksOf([...beside, ...below])
  if (allLinks.length > links.length) await update(options, ref, withLinks(rendered, allLinks))
  return ref
}

const told = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw postError(error)
  }
}

const responseOrigin = 'https://hooks.slack.com'

const gone = (what: string): AppError => new AppError('message_gone', `Slack: ${what}`)

/** Answers the one who asked. The address comes out of a stored job, so its host is looked at first. */
const respond = async (
  { apiUrl }: DeliverOptions,
  { replyToken }: ReplyRef,
  message: ResultMessage,
): Promise<void> => {
  const origins = [responseOrigin, new URL(apiUrl).origin]
  if (!URL.canParse(replyToken) || !origins.includes(new URL(replyToken).origin))
    throw gone('there is no response URL')
  const rendered = render(message)
  if (rendered.uploads.length > 0) throw gone('files cannot go by a response URL')
  await respondAt(replyToken, shownIn(rendered), 'member', undefined)
}

const remove = async ({ web }: DeliverOptions, { channel, message }: MessageRef): Promise<void> => {
  try {
    await web.chat.delete({ channel, ts: message })
  } catch (error) {
    const failure = postError(error)
    if (failure.code !== 'message_gone') throw failure
  }
}

/** Posting, editing and deleting by the Web API alone, so that workers need no connection for events. */
export const createDelivery = (given: DeliverOptions): Pick<Platform, 'post' | 'edit' | 'remove'> => {
  const options = { ...given, uploads: createUploads(given) }
  return {
    post(target, message, attempt) {
      const place = placeOf(target)
      const show: Show = (rendered) => postOnce(options, place, rendered, attempt)
      return told(deliver(options, place, message, attempt, show))
    },
    async edit(ref, message, attempt) {
      if (!('message' in ref)) return told(respond(options, ref, message))
      const show: Show = async (rendered) => {
        await update(options, ref, rendered)
        return ref
      }
      await told(deliver(options, placeOf(ref), message, attempt, show))
    },
    remove: (ref) => remove(options, ref),
  }
}

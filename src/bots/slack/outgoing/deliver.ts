import type { webApi } from '@slack/bolt'
import type { Download, FetchFile } from '../../../core/clip/download.ts'
import { isAtOrigin } from '../../../core/clip/download.ts'
import { createFilesLog, type FilesLog } from '../../../core/clip/files-log.ts'
import type { Effect } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import { makeOnce } from '../../../core/job/make-once.ts'
import { type Attempt, type OneBot, privateChannelNote } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import { turnWaitMs } from '../../../core/pacing/pacer.ts'
import type { DirectTarget, MessageRef, ReplyRef, Target } from '../../../core/target.ts'
import { respondAt, shownIn } from '../answers/respond.ts'
import { askerName, type Members } from '../incoming/members.ts'
import { type RenderedMessage, render, withLinks } from '../render/render.ts'
import { isRefused, postError, translated } from './errors.ts'
import {
  bringFiles,
  type FileEntry,
  type FilesOptions,
  linksOf,
  messageSharing,
  shareFiles,
} from './files.ts'
import type { FindOptions } from './job-message.ts'
import { directError, openDirectMessages } from './notify.ts'
import { type Place, placeOf, refAt } from './place.ts'
import { findPosted, postOnce, updateMessage } from './post-once.ts'
import { removeAll, removeReplaced } from './removal.ts'
import { createUploads } from './uploads.ts'
import type { PacedWebs } from './web.ts'

interface GivenOptions extends Pick<FindOptions, 'us'> {
  webs: PacedWebs
  /** Base of all methods; answers by response URL go only to Slack or to this origin. */
  apiUrl: string
  download: Download
  /** See `SlackOptions`. */
  fetchFile?: FetchFile | undefined
  /** By default this platform has its own. */
  filesLog?: FilesLog
  members: Members
  effect: Effect
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

interface DeliverOptions extends GivenOptions {
  filesLog: FilesLog
  web: webApi.WebClient
}

/** How long a call may take, after a limited wait for its turn. */
const resultPace = { urgency: 'result', timeoutMs: 10_000, waitMs: turnWaitMs.result } as const
/** The job itself would wait this long, so the update is skipped. */
const progressPace = { urgency: 'progress', timeoutMs: 10_000, waitMs: turnWaitMs.progress } as const

/** Where to post a message; direct messages are opened and noted. */
const openPlace = async (
  { web }: DeliverOptions,
  target: Target | DirectTarget,
  attempt: Attempt,
): Promise<Place> => {
  if (!('isDirect' in target)) return placeOf(target)
  const place = await translated(openDirectMessages(web, target.member), directError)
  await attempt.note(privateChannelNote, place.channel)
  return place
}

interface Way {
  /** Shows a message without files; returns where it is. */
  show(rendered: RenderedMessage): Promise<MessageRef>
  /** The job's message so far. A message with files is a new one, which replaces it. */
  earlier(): Promise<MessageRef | undefined>
}

interface Shared {
  /** Files that were shared with the words, or could not be shared. */
  beside: readonly FileEntry[]
  words: RenderedMessage
}

/**
 * The message with the words: the one that came with its files, or else a message of their own. If Slack does not
 * say which message has the files, the words stand in both, because buttons must be where we can edit them.
 */
const showBeside = async (
  options: DeliverOptions & FilesOptions,
  place: Place,
  { beside, words }: Shared,
  attempt: Attempt,
  way: Way,
): Promise<MessageRef> => {
  const sharing = await messageSharing(options, beside, place)
  if (sharing === undefined) return way.show(words)
  const ref = refAt(place, sharing)
  const earlier = await way.earlier()
  if (earlier?.message === sharing) await updateMessage(options, ref, words)
  else if (earlier !== undefined) {
    const replacement = { replaced: earlier, successor: ref }
    await removeReplaced(options, replacement, words, attempt)
  }
  return ref
}

/**
 * Audio and cover come in one message with the words and buttons, which replaces the job's message so far, then
 * long texts in its thread. Anything that can't be shown is linked in the message.
 */
const deliver = async (
  options: DeliverOptions & FilesOptions,
  place: Place,
  message: ResultMessage,
  attempt: Attempt,
  way: Way,
): Promise<MessageRef> => {
  const rendered = render(message, { asker: await askerName(options.members, message) })
  const entries = await bringFiles(options, rendered.uploads, attempt)
  const inThread = entries.filter(({ upload }) => upload.place === 'thread')
  const inChannel = entries.filter(({ upload }) => upload.place === 'channel')
  const { blocks } = withLinks(rendered, linksOf(entries))
  const beside = await shareFiles(options, inChannel, { place, blocks }, attempt)
  const links = linksOf([...beside, ...inThread])
  const ref = await showBeside(options, place, { beside, words: withLinks(rendered, links) }, attempt, way)
  const thread = ref.thread ?? ref.message
  const below = await shareFiles(options, inThread, { place: { channel: ref.channel, thread } }, attempt)
  const allLinks = linksOf([...beside, ...below])
  if (allLinks.length > links.length) await updateMessage(options, ref, withLinks(rendered, allLinks))
  return ref
}

const responseOrigin = 'https://hooks.slack.com'

const gone = (what: string): AppError => new AppError('message_gone', `Slack: ${what}`)

/**
 * The job's first message may exist without our knowledge; it would promise news forever. If it does not, a
 * failure is told to the requester; anything else is for the channel. The address comes from a stored job, so
 * its host is checked first.
 */
const editReply = async (
  options: DeliverOptions,
  ref: ReplyRef,
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> => {
  const { replyToken } = ref
  if (!isAtOrigin(replyToken, [responseOrigin, new URL(options.apiUrl).origin]))
    throw gone('there is no response URL')
  const rendered = render(message, { asker: await askerName(options.members, message) })
  if (rendered.uploads.length > 0) throw gone('files cannot go by a response URL')
  const place = placeOf(ref)
  const posted = await findPosted(options, place, attempt)
  if (posted !== undefined) return updateMessage(options, refAt(place, posted), rendered)
  if (message.tone !== 'failed')
    throw new AppError('not_posted', 'Slack: the channel has not taken a message yet')
  await makeOnce(attempt, {
    tried: 'answered',
    now: options.now,
    isWorthTwice: message.tone === 'failed',
    make: () =>
      respondAt(options.effect, replyToken, shownIn(rendered), { seenBy: 'member', thread: undefined }),
    wasNotMade: isRefused,
  })
}

/** The result is shown by then: if Slack does not let us look for the message before it, that one stays. */
const unknownIfRefused = (error: unknown): undefined => {
  if (postError(error).code !== 'cannot_post') throw error
  return undefined
}

/** Posts, edits and deletes by the Web API alone, so that workers need no connection for events. */
export const createDelivery = (given: GivenOptions): Pick<OneBot, 'post' | 'edit' | 'remove'> => {
  const { filesLog = createFilesLog(given.log) } = given
  const withPace = (pace: Parameters<PacedWebs['client']>[0]): DeliverOptions & FilesOptions => {
    const web = given.webs.client(pace)
    return { ...given, filesLog, web, uploads: createUploads({ ...given, web }) }
  }
  const results = withPace(resultPace)
  const progress = withPace(progressPace)
  const optionsFor = ({ tone }: ResultMessage) => (tone === 'working' ? progress : results)
  return {
    async post(target, message, attempt) {
      const options = optionsFor(message)
      const place = await openPlace(results, target, attempt)
      const way: Way = {
        show: (rendered) => postOnce(options, place, rendered, attempt),
        async earlier() {
          const posted = await findPosted(options, place, attempt).catch(unknownIfRefused)
          return posted === undefined ? undefined : refAt(place, posted)
        },
      }
      return translated(deliver(options, place, message, attempt, way))
    },
    async edit(ref, message, attempt) {
      const options = optionsFor(message)
      if (!('message' in ref)) {
        await translated(editReply(options, ref, message, attempt))
        return undefined
      }
      const way: Way = {
        async show(rendered) {
          await updateMessage(options, ref, rendered)
          return ref
        },
        earlier: async () => ref,
      }
      const shown = await translated(deliver(options, placeOf(ref), message, attempt, way))
      return shown.message === ref.message ? undefined : shown
    },
    remove: (ref, notes) => translated(removeAll(results, ref, notes)),
  }
}

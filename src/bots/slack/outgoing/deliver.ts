import type { webApi } from '@slack/bolt'
import type { Download } from '../../../core/clip/download.ts'
import { isAtOrigin } from '../../../core/clip/download.ts'
import { createFilesLog, type FilesLog } from '../../../core/clip/files-log.ts'
import type { Effect } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import { makeOnce } from '../../../core/job/make-once.ts'
import {
  type Attempt,
  filesAloneNote,
  type Platform,
  privateChannelNote,
} from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import { turnWaitMs } from '../../../core/pacing/pacer.ts'
import type { DirectTarget, MessageRef, ReplyRef, Target } from '../../../core/target.ts'
import { respondAt, shownIn } from '../answers/respond.ts'
import { askerName, type Members } from '../incoming/members.ts'
import { type RenderedMessage, render, withLinks } from '../render/render.ts'
import { isRefused, postError, translated } from './errors.ts'
import { bringFiles, broughtFiles, type FileEntry, type FilesOptions, linksOf, shareFiles } from './files.ts'
import { directError, openDirectMessages } from './notify.ts'
import { type Place, refAt } from './place.ts'
import { findPosted, postOnce, updateMessage } from './post-once.ts'
import { createUploads } from './uploads.ts'
import type { PacedWebs } from './web.ts'

interface GivenOptions {
  webs: PacedWebs
  /** Base of all methods; answers by response URL go only to Slack or to this origin. */
  apiUrl: string
  download: Download
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

const placeOf = ({ channel, thread }: Target | MessageRef | ReplyRef): Place => ({ channel, thread })

/** Files that reached the channel without their message: the member must be told. */
const noteFilesAlone = async (
  { notes, note }: Attempt,
  files: readonly FileEntry[],
  error: unknown,
): Promise<void> => {
  const areShown = files.length > 0 && files.every(({ file }) => file !== undefined)
  const isOurs = postError(error).code !== 'step_over'
  if (areShown && isOurs && notes[filesAloneNote] === undefined) await note(filesAloneNote, 'yes')
}

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

type Show = (rendered: RenderedMessage) => Promise<MessageRef>

/**
 * Audio and cover first, then the message that announces them, then long texts in its thread. Anything that
 * can't be shown is linked in the message.
 */
const deliver = async (
  options: DeliverOptions & FilesOptions,
  place: Place,
  message: ResultMessage,
  attempt: Attempt,
  show: Show,
): Promise<MessageRef> => {
  const rendered = render(message, { asker: await askerName(options.members, message) })
  const entries = await bringFiles(options, rendered.uploads, attempt)
  const inThread = entries.filter(({ upload }) => upload.place === 'thread')
  const beside = await shareFiles(
    options,
    entries.filter(({ upload }) => upload.place === 'channel'),
    place,
    attempt,
  )
  const links = linksOf([...beside, ...inThread])
  const ref = await show(withLinks(rendered, links)).catch(async (error: unknown) => {
    await noteFilesAlone(attempt, beside, error)
    throw error
  })
  const thread = ref.thread ?? ref.message
  const below = await shareFiles(options, inThread, { channel: ref.channel, thread }, attempt)
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

const remove = async ({ web }: DeliverOptions, { channel, message }: MessageRef): Promise<void> => {
  try {
    await web.chat.delete({ channel, ts: message })
  } catch (error) {
    const failure = postError(error)
    if (failure.code !== 'message_gone') throw failure
  }
}

/**
 * A deleted file no longer names its messages, and leaves them empty, so they go first. If a message can't be
 * deleted, its file still is.
 */
const removeSharing = async (options: DeliverOptions, ref: MessageRef): Promise<void> => {
  try {
    await remove(options, ref)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'cannot_post')) throw error
  }
}

/** The result's own message goes last: as long as it exists, its button can be pressed again. */
const removeAll = async (
  options: DeliverOptions & FilesOptions,
  ref: MessageRef,
  notes: Attempt['notes'],
): Promise<void> => {
  const { uploads } = options
  const removed = new Set([ref.message])
  for (const file of broughtFiles(notes)) {
    const sharing = await uploads.sharing(file, placeOf(ref))
    if (sharing === undefined) continue
    for (const message of sharing.filter((shared) => !removed.has(shared))) {
      await removeSharing(options, { ...ref, message })
      removed.add(message)
    }
    await uploads.remove(file)
  }
  await remove(options, ref)
}

/** Posts, edits and deletes by the Web API alone, so that workers need no connection for events. */
export const createDelivery = (given: GivenOptions): Pick<Platform, 'post' | 'edit' | 'remove'> => {
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
      const show: Show = (rendered) => postOnce(options, place, rendered, attempt)
      return translated(deliver(options, place, message, attempt, show))
    },
    async edit(ref, message, attempt) {
      const options = optionsFor(message)
      if (!('message' in ref)) return translated(editReply(options, ref, message, attempt))
      const show: Show = async (rendered) => {
        await updateMessage(options, ref, rendered)
        return ref
      }
      await translated(deliver(options, placeOf(ref), message, attempt, show))
    },
    remove: (ref, notes) => translated(removeAll(results, ref, notes)),
  }
}

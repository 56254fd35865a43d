import { Readable } from 'node:stream'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import { AppError, type ErrorCode } from '../../../src/core/errors.ts'
import { type Attempt, type NotifyWay, privateChannelNote } from '../../../src/core/job/platform.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import type { DirectTarget, MessageRef, ReplyRef, Target } from '../../../src/core/target.ts'
import type { PostingPlatform } from '../../../src/jobs/job-deps.ts'

/** One message as people see it now, and every text it has had. */
interface SeenMessage {
  ref: MessageRef
  message: ResultMessage
  texts: string[]
  /** The right to edit it that its request brought along. */
  replyToken: string | undefined
}

interface Call {
  kind: 'post' | 'edit' | NotifyWay
  message: ResultMessage
  attempt: Attempt
  /** Where a new message goes, or which one is edited. */
  where: Target | DirectTarget | MessageRef | ReplyRef
}

/** What may fail when a test says so. */
type Deed = Call['kind'] | 'open' | 'remove' | 'openDirect'

/** A failure by its code, or what the platform says when it wants nothing for so long. */
type Failure = ErrorCode | { retryAfterMs: number }

const failure = (what: Failure): AppError =>
  typeof what === 'string'
    ? new AppError(what, `scripted: ${what}`, { retryable: what === 'platform_unavailable' })
    : new AppError('platform_unavailable', 'scripted: asks to wait', { retryable: true, ...what })

/** The direct messages with a member. */
export const directChannel = (member: string): string => `direct-${member}`

/** A chat platform in memory: it keeps every message, posts one key once, and fails when a test says so. */
export const createRecordingPlatform = () => {
  const messages: SeenMessage[] = []
  const calls: Call[] = []
  const failures: { kind: Deed; codes: Failure[] }[] = []
  const whispers: { target: Target; message: ResultMessage }[] = []
  const words: { member: string; message: ResultMessage }[] = []
  const mentions: { target: Target; message: ResultMessage }[] = []
  const byKey = new Map<string, SeenMessage>()
  let shown = 0
  let hasLeft = false

  const failIfScripted = (kind: Deed): void => {
    const code = failures.find((script) => script.kind === kind && script.codes.length > 0)?.codes.shift()
    if (code !== undefined) throw failure(code)
  }

  const show = (channel: string, message: ResultMessage, replyToken?: string): SeenMessage => {
    shown += 1 // a message that is gone leaves its name to no other
    const ref: MessageRef = { platform: 'discord', channel, message: `message-${shown}` }
    const seen = { ref, message, texts: [message.text], replyToken }
    messages.push(seen)
    return seen
  }

  const change = (seen: SeenMessage, message: ResultMessage): void => {
    seen.message = message
    seen.texts.push(message.text)
  }

  const find = (ref: MessageRef | ReplyRef): SeenMessage | undefined =>
    messages.find((seen) =>
      'message' in ref ? seen.ref.message === ref.message : seen.replyToken === ref.replyToken,
    )

  const channelOf = async (target: Target | DirectTarget, attempt: Attempt): Promise<string> => {
    if (!('isDirect' in target)) return target.channel
    failIfScripted('openDirect')
    const channel = directChannel(target.member)
    await attempt.note(privateChannelNote, channel)
    return channel
  }

  const uploads = new Map<string, string>()
  const opened: UploadedClip[] = []

  const port: PostingPlatform = {
    hasLeft: async () => hasLeft,
    async open(clip) {
      opened.push(clip)
      failIfScripted('open')
      const text = uploads.get(clip.url)
      if (text === undefined)
        throw new AppError('file_refused', 'gone', { memberText: 'The clip is gone. Upload it again.' })
      return { name: clip.name, chunks: Readable.from([Buffer.from(text)]) }
    },
    async post(target, message, attempt) {
      calls.push({ kind: 'post', message, attempt, where: target })
      const channel = await channelOf(target, attempt)
      await attempt.note('post_tried', attempt.key)
      failIfScripted('post')
      const before = byKey.get(attempt.key)
      const seen = before ?? show(channel, message)
      byKey.set(attempt.key, seen)
      if (before !== undefined) change(before, message)
      return seen.ref
    },
    async remove(ref) {
      failIfScripted('remove')
      const index = messages.findIndex((seen) => seen.ref.message === ref.message)
      if (index !== -1) messages.splice(index, 1)
    },
    async notify(target, message, attempt, how) {
      calls.push({ kind: how, message, attempt, where: target })
      const note = how === 'ephemeral' ? 'whispered' : 'told'
      if ((attempt.notes[note] ?? '') !== '') return
      await attempt.note(note, attempt.key)
      try {
        failIfScripted(how)
      } catch (error) {
        await attempt.note(note, '')
        throw error
      }
      if (how === 'direct') words.push({ member: target.member, message })
      else if (how === 'mention') mentions.push({ target, message })
      else if (how === 'channel') show(target.channel, message)
      else whispers.push({ target, message })
    },
    edit(ref, message, attempt) {
      calls.push({ kind: 'edit', message, attempt, where: ref })
      return Promise.resolve().then(() => {
        failIfScripted('edit')
        const seen = find(ref)
        if (seen === undefined) throw failure('message_gone')
        change(seen, message)
        return undefined
      })
    },
  }

  return {
    port,
    messages,
    /** What was told in private, and to whom. */
    words,
    /** What was said where it was asked, to the requester alone. */
    whispers,
    /** Notices in a channel, which mention the requester. */
    mentions,
    calls,
    /** Files that were opened. */
    opened,
    /** A member uploads a file of these words. */
    upload(name: string, words: string): UploadedClip {
      const url = `https://cdn.example/${uploads.size}/${name}`
      uploads.set(url, words)
      return { kind: 'upload', platform: 'discord', url, name, bytes: words.length, message: undefined }
    },
    /** Shows the first answer to a request, as the listening half of a platform would. */
    answer: (message: ResultMessage, replyToken?: string): MessageRef =>
      show('channel-1', message, replyToken).ref,
    /** The next calls of this kind fail so, one each. */
    failNext: (kind: Deed, ...codes: Failure[]) => void failures.push({ kind, codes }),
    /** Removes the bot from every server. */
    leave() {
      hasLeft = true
    },
    /** Somebody deletes a message. */
    remove(ref: MessageRef) {
      messages.splice(
        messages.findIndex((seen) => seen.ref.message === ref.message),
        1,
      )
    },
  }
}

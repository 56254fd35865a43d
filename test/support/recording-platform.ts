import { AppError, type ErrorCode } from '../../src/core/errors.ts'
import type { ResultMessage } from '../../src/core/message.ts'
import type { Attempt, Platform } from '../../src/core/platform.ts'
import type { MessageRef, ReplyRef, Target } from '../../src/core/target.ts'

/** One message as people see it now, and every text it has had. */
interface SeenMessage {
  ref: MessageRef
  message: ResultMessage
  texts: string[]
  /** The right to edit it that its request brought along. */
  replyToken: string | undefined
}

interface Call {
  kind: 'post' | 'edit'
  message: ResultMessage
  attempt: Attempt
  /** Where a new message goes, or which one is edited. */
  where: Target | MessageRef | ReplyRef
}

const failure = (code: ErrorCode): AppError =>
  new AppError(code, `scripted: ${code}`, { retryable: code === 'platform_unavailable' })

/** A chat platform in memory: it keeps every message, posts one key once, and fails when a test says so. */
export const createRecordingPlatform = () => {
  const messages: SeenMessage[] = []
  const calls: Call[] = []
  const failures: { kind: Call['kind']; codes: ErrorCode[] }[] = []
  const byKey = new Map<string, SeenMessage>()

  const failIfScripted = (kind: Call['kind']): void => {
    const code = failures.find((script) => script.kind === kind && script.codes.length > 0)?.codes.shift()
    if (code !== undefined) throw failure(code)
  }

  const show = (channel: string, message: ResultMessage, replyToken?: string): SeenMessage => {
    const ref: MessageRef = { platform: 'discord', channel, message: `message-${messages.length + 1}` }
    const seen = { ref, message, texts: [message.text], replyToken }
    messages.push(seen)
    return seen
  }

  const find = (ref: MessageRef | ReplyRef): SeenMessage | undefined =>
    messages.find((seen) =>
      'message' in ref ? seen.ref.message === ref.message : seen.replyToken === ref.replyToken,
    )

  const port: Pick<Platform, 'post' | 'edit'> = {
    async post(target, message, attempt) {
      calls.push({ kind: 'post', message, attempt, where: target })
      await attempt.note('post_tried', attempt.key)
      failIfScripted('post')
      const seen = byKey.get(attempt.key) ?? show(target.channel, message)
      byKey.set(attempt.key, seen)
      return seen.ref
    },
    edit(ref, message, attempt) {
      calls.push({ kind: 'edit', message, attempt, where: ref })
      return Promise.resolve().then(() => {
        failIfScripted('edit')
        const seen = find(ref)
        if (seen === undefined) throw failure('message_gone')
        seen.message = message
        seen.texts.push(message.text)
      })
    },
  }

  return {
    port,
    messages,
    calls,
    /** Shows the first answer to a request, as the listening half of a platform would. */
    answer: (message: ResultMessage, replyToken?: string): MessageRef =>
      show('channel-1', message, replyToken).ref,
    /** The next calls of this kind fail so, one each. */
    failNext: (kind: Call['kind'], ...codes: ErrorCode[]) => void failures.push({ kind, codes }),
    /** Somebody deletes a message. */
    remove(ref: MessageRef) {
      messages.splice(
        messages.findIndex((seen) => seen.ref.message === ref.message),
        1,
      )
    },
  }
}

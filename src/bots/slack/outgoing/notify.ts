import { webApi } from '@slack/bolt'
import { AppError } from '../../../core/errors.ts'
import { makeOnce } from '../../../core/job/make-once.ts'
import type { Attempt, Platform } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { Block, LineFact, ResultMessage } from '../../../core/message/message.ts'
import type { Target } from '../../../core/target.ts'
import { say } from '../../../core/text/say.ts'
import { shownIn } from '../answers/respond.ts'
import { render } from '../render/render.ts'
import { isTooEarly, postError, refusalCode, translated, unavailable } from './errors.ts'
import { type FindOptions, findTriedMessage, postJobMessage } from './job-message.ts'
import { type Place, postedAt } from './place.ts'

interface NotifyOptions extends FindOptions {
  /** The same for mentions, which never delay a job's message. */
  mentionWeb: webApi.WebClient
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * The direct messages with a member. Slack always returns the same conversation.
 * https://docs.slack.dev/reference/methods/conversations.open
 */
export const openDirectMessages = async (web: webApi.WebClient, member: string): Promise<Place> => {
  const { channel } = await web.conversations.open({ users: member })
  if (channel?.id === undefined) throw unavailable('a conversation without an id')
  return { channel: channel.id, thread: undefined }
}

/** With a token known to be good, these refusals are about the recipient. */
const memberCodes: ReadonlySet<string> = new Set(['account_inactive', 'user_removed_from_team'])

/** Translates a Slack error about direct messages with a member. */
export const directError = (error: unknown): AppError => {
  const code = refusalCode(error)
  return code !== undefined && memberCodes.has(code)
    ? new AppError('cannot_post', `Slack: ${code}`, { cause: error })
    : postError(error)
}

/** Whether Slack refused, or the call was never made: nothing was sent. */
const isRefused = (error: unknown): boolean =>
  error instanceof webApi.WebAPIPlatformError || isTooEarly(postError(error))

/**
 * A line's fact with the address of the message that it links to. Without an address its channel is shown.
 * https://docs.slack.dev/reference/methods/chat.getPermalink
 */
const withAddress = async ({ web, log }: NotifyOptions, fact: LineFact): Promise<LineFact> => {
  const [piece] = Array.isArray(fact.value) ? fact.value : []
  if (piece?.kind !== 'message') return fact
  const { channel, message: message_ts } = piece.message
  try {
    const { permalink } = await web.chat.getPermalink({ channel, message_ts })
    return permalink === undefined
      ? fact
      : { ...fact, value: [{ kind: 'link', url: permalink, label: say('Go to the message') }] }
  } catch (error) {
    log.info('the address of a message is not known', { reason: postError(error).message })
    return fact
  }
}

const withAddresses = async (options: NotifyOptions, message: ResultMessage): Promise<ResultMessage> => {
  const blocks = message.blocks.map(
    async (block): Promise<Block> =>
      block.kind === 'line'
        ? { kind: 'line', facts: await Promise.all(block.facts.map((fact) => withAddress(options, fact))) }
        : block,
  )
  return { ...message, blocks: await Promise.all(blocks) }
}

/**
 * Before a message is repeated, Slack is asked whether it was sent; if Slack does not say, it counts as sent.
 */
const sayOnce = async (
  options: NotifyOptions,
  place: Place,
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> => {
  const { web, log, now } = options
  const { key } = attempt
  await makeOnce(attempt, {
    tried: 'told',
    now,
    find: (triedAtMs) =>
      findTriedMessage(options, place, key, { triedAtMs, nowMs: now() }).catch((error: unknown) => {
        const failure = postError(error)
        if (failure.code !== 'cannot_post') throw failure
        log.warn('Slack did not say whether a direct message was sent', { error: failure })
        return ''
      }),
    make: () => postJobMessage(web, place, render(message), key),
    wasNotMade: isRefused,
  })
}

/** An ephemeral message can't be found afterwards: https://docs.slack.dev/reference/methods/chat.postEphemeral */
const sayEphemerally = (
  { web, now }: NotifyOptions,
  { channel, thread, member }: Target,
  message: ResultMessage,
  attempt: Attempt,
): Promise<unknown> =>
  makeOnce(attempt, {
    tried: 'whispered',
    now,
    isWorthTwice: message.tone === 'failed',
    make() {
      const { text, blocks } = shownIn(render(message))
      return web.chat.postEphemeral({ ...postedAt({ channel, thread }), text, blocks, user: member })
    },
    wasNotMade: isRefused,
  })

const sayDirectly = async (
  options: NotifyOptions,
  { member }: Target,
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> => {
  const place = await openDirectMessages(options.web, member)
  await sayOnce(options, place, await withAddresses(options, message), attempt)
}

/** In the thread below the message, with a mention: a thread notifies only those who wrote in it. */
const mention = async (
  options: NotifyOptions,
  { channel, thread, member }: Target,
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> =>
  sayOnce(
    options,
    { channel, thread },
    await withAddresses(options, { ...message, mentions: member }),
    attempt,
  )

/** See `Platform.notify`. */
export const createNotify =
  (options: NotifyOptions): Platform['notify'] =>
  async (target, message, attempt, how) => {
    switch (how) {
      case 'direct':
        return translated(sayDirectly(options, target, message, attempt), directError)
      case 'mention':
        return translated(mention({ ...options, web: options.mentionWeb }, target, message, attempt))
      case 'channel':
        return translated(sayOnce(options, { channel: target.channel, thread: undefined }, message, attempt))
      case 'ephemeral':
        await translated(sayEphemerally(options, target, message, attempt))
    }
  }

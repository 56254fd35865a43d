import type { types, webApi } from '@slack/bolt'
import type { Effect } from '../../../core/effect.ts'
import type { Problem } from '../../../core/fields/field.ts'
import type { Log } from '../../../core/log.ts'
import { inputErrors, type SentForm } from '../forms/form-values.ts'
import { isDirectMessage } from '../incoming/channels.ts'
import { postError } from '../outgoing/errors.ts'
import { type Place, postedAt } from '../outgoing/place.ts'
import { replaceAt, respondAt, type Shown } from './respond.ts'

/** Where a request was made, and by which member. */
export interface RequestPlace extends Place {
  member: string
  /** Whether it was made on our home tab: for the workspace, and answered in the member's direct messages. */
  isHome?: true
}

/** The ways to answer one request. Throws if Slack can't be reached, unless noted otherwise. */
export interface Reply {
  /** Only acknowledges the request to Slack. */
  received(): Promise<void>
  show(shown: Shown, seenBy: 'all' | 'member'): Promise<void>
  /**
   * Replaces the message with the pressed button, or the one on which the form was opened. False if there is none,
   * if others see it, or if it is gone.
   */
  turn(shown: Shown): Promise<boolean>
  /** Opens a form; false if none can be opened (any more). */
  open(view: types.ModalView): Promise<boolean>
  /** Opens another form on top of the submitted one; false if there is none, or too many are open. */
  push(view: types.ModalView): Promise<boolean>
  /** Shows what is wrong in the submitted form; false if there is none. */
  correct(problems: readonly Problem[]): Promise<boolean>
}

/**
 * Says why a submitted form can't be answered now and leaves it open, since closing it would discard what was
 * typed; false if there is none.
 */
export const keepOpen = ({ correct }: Pick<Reply, 'correct'>, why: string): Promise<boolean> =>
  correct([{ field: '', text: why }])

interface ReplyOptions {
  web: webApi.WebClient
  formWeb: webApi.WebClient
  place: RequestPlace
  effect: Effect
  log: Log
}

/** Acknowledges a request to Slack, with or without an answer. */
type Ack<Body> = (body?: Body) => Promise<void>

/**
 * A trigger lives for three seconds and opens one form.
 * https://docs.slack.dev/interactivity/handling-user-interaction
 */
const openView = async (
  { formWeb, log }: ReplyOptions,
  trigger: string,
  view: types.ModalView,
): Promise<boolean> => {
  try {
    await formWeb.views.open({ trigger_id: trigger, view })
    return true
  } catch (error) {
    log.warn('a form could not be opened', { error: postError(error) })
    return false
  }
}

const showInChannel = async (
  { web, place }: ReplyOptions,
  shown: Shown,
  seenBy: 'all' | 'member',
): Promise<void> => {
  const body = { ...postedAt(place), ...shown }
  await (seenBy === 'all' || isDirectMessage(place.channel)
    ? web.chat.postMessage({ ...body, unfurl_links: false, unfurl_media: false })
    : web.chat.postEphemeral({ ...body, user: place.member }))
}

/** Without a pressed message there is none to replace. */
const turnsNothing: Reply['turn'] = () => Promise.resolve(false)

/** Without a submitted form there is none to correct, or to open another on. */
const withoutForm: Pick<Reply, 'push' | 'correct'> = {
  push: () => Promise.resolve(false),
  correct: () => Promise.resolve(false),
}

/** A slash command: the first answer goes into the acknowledgement, later ones to its response URL. */
export const commandReply = (
  options: ReplyOptions,
  event: {
    ack: Ack<Shown & { response_type: 'ephemeral' | 'in_channel' }>
    trigger: string
    responseUrl: string
  },
): Reply => {
  let isAcknowledged = false
  const received = async () => {
    if (isAcknowledged) return
    isAcknowledged = true
    await event.ack()
  }
  return {
    received,
    async show(shown, seenBy) {
      if (isAcknowledged)
        return respondAt(options.effect, event.responseUrl, shown, { seenBy, thread: undefined })
      isAcknowledged = true
      await event.ack({ ...shown, response_type: seenBy === 'all' ? 'in_channel' : 'ephemeral' })
    },
    turn: turnsNothing,
    async open(view) {
      await received()
      return openView(options, event.trigger, view)
    },
    ...withoutForm,
  }
}

/** Acknowledges a request once, however often it is called. */
const once = (tell: () => Promise<void>): (() => Promise<void>) => {
  let told: Promise<void> | undefined
  return () => {
    told ??= tell()
    return told
  }
}

/**
 * A button or an entry of a message's menu: acknowledged together with its answer, which is a separate message.
 */
export const pressReply = (
  options: ReplyOptions,
  event: {
    ack: Ack<undefined>
    trigger: string
    responseUrl: string
    /** Whether its button was pressed on a message that nobody else sees. */
    isSeenAlone: boolean
  },
): Reply => {
  const { thread } = options.place
  const received = once(() =>
    event
      .ack()
      .catch((error: unknown) =>
        options.log.warn('an acknowledgement did not reach Slack', { error: postError(error) }),
      ),
  )
  return {
    received,
    async show(shown, seenBy) {
      await received()
      if (event.responseUrl === '') return showInChannel(options, shown, seenBy)
      await respondAt(options.effect, event.responseUrl, shown, { seenBy, thread })
    },
    async turn(shown) {
      if (!event.isSeenAlone) return false
      await received()
      return replaceAt(options.effect, event.responseUrl, shown, thread)
    },
    async open(view) {
      await received()
      return openView(options, event.trigger, view)
    },
    ...withoutForm,
  }
}

/** https://docs.slack.dev/surfaces/modals#response_actions */
type FormAck = { response_action: 'clear' } | { response_action: 'update' | 'push'; view: types.ModalView }
type FormErrors = { response_action: 'errors'; errors: Record<string, string> }

/** A submitted form: it closes, or shows what is wrong; anything else appears where it was opened. */
export const formReply = (
  options: ReplyOptions,
  event: {
    ack: Ack<FormAck | FormErrors>
    sent: SentForm
    replyUrl: string
    /** Whether the form was opened on top of another. */
    isOnTop: boolean
    /** Whether it was opened on a message that nobody else sees. */
    isOnOwnMessage: boolean
  },
): Reply => {
  const { thread } = options.place
  let isAcknowledged = false
  const acknowledge = async (body: FormAck | FormErrors) => {
    if (isAcknowledged) return
    isAcknowledged = true
    await event.ack(body)
  }
  return {
    received: () => acknowledge({ response_action: 'clear' }),
    async show(shown, seenBy) {
      await acknowledge({ response_action: 'clear' })
      if (event.replyUrl === '' || seenBy === 'all') return showInChannel(options, shown, seenBy)
      await respondAt(options.effect, event.replyUrl, shown, { seenBy, thread }).catch(() =>
        showInChannel(options, shown, seenBy),
      )
    },
    async turn(shown) {
      if (!event.isOnOwnMessage) return false
      await acknowledge({ response_action: 'clear' })
      return replaceAt(options.effect, event.replyUrl, shown, thread)
    },
    async open(view) {
      await acknowledge({ response_action: 'update', view })
      return true
    },
    async push(view) {
      if (event.isOnTop) return false
      await acknowledge({ response_action: 'push', view })
      return true
    },
    async correct(problems) {
      const errors = inputErrors(event.sent, problems)
      if (Object.keys(errors).length === 0) return false
      await acknowledge({ response_action: 'errors', errors })
      return true
    },
  }
}

/** A message that mentions us: nobody waits, and it can't open a form. `heard` reports that it is known. */
export const mentionReply = (options: ReplyOptions, heard: () => void): Reply => {
  const received = once(() => Promise.resolve(heard()))
  return {
    received,
    async show(shown, seenBy) {
      await received()
      await showInChannel(options, shown, seenBy)
    },
    turn: turnsNothing,
    open: () => Promise.resolve(false),
    ...withoutForm,
  }
}

import type { UploadedClip } from '../clip/clip.ts'
import type { OfferedClip } from '../clip/offered-clip.ts'
import { plainMessage, type ResultMessage } from '../message/message.ts'
import { momentText } from '../message/moment-text.ts'
import type { PriceText } from '../message/price-text.ts'
import type { Asker, Target } from '../target.ts'
import { say } from '../texts/say.ts'
import type { Feature } from './feature.ts'
import { type Fields, type InputOf, type Problem, type RawValues, readValues } from './field.ts'

/** A message that a member pointed at: one acted on, replied to, or the one that asks. */
export interface PointedMessage {
  message: string
  /** The member who posted it, where the platform says so. */
  by?: string
  /** When it was posted. */
  atMs: number
  /** Its files that may be audio. */
  files: readonly UploadedClip[]
  /** Whether the platform lets us see the files of this message. */
  isVisible: boolean
}

/** What a member asked for, without a platform. */
export interface Invocation {
  /** The platform's own id of the event: the same event twice is one request. */
  eventId: string
  /**
   * What was pressed, and by whom: until the job that a press asked for is over,
   * another press asks for the same.
   */
  press?: string
  /** Whether it is another job's request once more, to which no defaults are added that were set since. */
  withoutDefaults?: true
  /** A command's name, or the name of the message action of one. */
  command: string
  /** The chosen action of a command that has several. */
  action: string | undefined
  values: RawValues
  /** Words in which no command is named: it is a request for help with them. */
  unread?: string
  /**
   * Where a form was asked for again or was sent: the draft it belongs to. `isPart`: one part of it was sent,
   * and another is to follow.
   */
  form: { draft: string; sent: boolean; isPart?: true } | undefined
  /** Where the clip may be, the nearest first. */
  pointedAt: readonly PointedMessage[]
  target: Target
  /**
   * The direct message in which it was asked, where it is asked in the name of another place, which is its
   * target: by a button below what was asked for there.
   */
  askedIn?: Target
  /**
   * In a direct message: how the member stands in a server or workspace that we are in, too; undefined where
   * they are not in it. Throws where nobody can tell.
   */
  standingIn?: (server: string) => Promise<Pick<Invocation, 'groups' | 'isAdmin'> | undefined>
  /** The member's roles or user groups; undefined where they could not be learnt in time. */
  groups: readonly string[] | undefined
  /** Whether the member may change this server's settings, as the platform says. */
  isAdmin: boolean
  /** Why the bot can't post a result here and how to mend that: complete sentences for the member. */
  cannotPost: string | undefined
  /** Bytes that one uploaded file may have in this place. */
  fileBytesMax: number
  /** The platform's short-lived right to edit the answer; empty where there is none. */
  replyToken: string
}

/** What a member is typing into a field that offers suggestions. */
export interface Suggestion {
  command: string
  action: string | undefined
  field: string
  typed: string
  asker: Asker
}

/**
 * Asks a member for the rest of a request. A platform may leave out fields that it has no room
 * for: the draft keeps their values.
 */
export interface Form {
  command: string
  action: string | undefined
  draft: string
  /** What is asked for, in a few words. */
  title: string
  /** What a unit of it costs at most, with what is filled in; undefined where it costs nothing. */
  price?: PriceText | undefined
  fields: Fields
  /** What is known so far. */
  values: RawValues
  /** Names of the fields that must still be given. */
  missing: readonly string[]
  /**
   * Those that were missing when the request was first asked for; they stand
   * first for as long as it is asked for.
   */
  askedFirst?: readonly string[]
  /**
   * Clips that may be meant, the likeliest first; the value of a choice is given as the clip field's value.
   */
  clips: readonly OfferedClip[]
}

/**
 * The answer to a request. With `isRepeat` the same event was answered before. `accepted` is a job: its id
 * comes along, so that the platform can tell how the answer went; with `isPrivate` it is for the member
 * alone, and does not become the job's message. `form` comes with a message for places where a form can't
 * open at once: the message carries a button that opens it. `problems` are seen by the member alone; with
 * `retry` the member may mend what was sent; none of them means that there is something to read before the
 * form is filled in. A message with `isPersonal` tells what nobody else may know, so
 * that it is not shown where others would see even what is for a member alone; one with `isPassing` tells
 * that nobody could answer now, so that a form that was sent is worth keeping open to be sent again. One with
 * `turnsPage` is another page of the message whose button asked for it: it takes that message's place where
 * nobody but who pressed sees it, and is an answer like any other elsewhere.
 */
export type Answer =
  | {
      kind: 'message'
      message: ResultMessage
      seenBy: 'all' | 'member'
      isPersonal?: true
      isPassing?: true
      turnsPage?: true
      isRepeat?: true
    }
  | { kind: 'accepted'; jobId: string; message: ResultMessage; isPrivate?: true; isRepeat?: true }
  | { kind: 'form'; form: Form; message: ResultMessage }
  | { kind: 'problems'; problems: readonly Problem[]; message: ResultMessage; retry: Form | undefined }

/**
 * What an action wants asked for in the member's name: a feature, with values as they are kept in a job's
 * record. It is asked for as if the member had typed it, so every check, hold and limit is met; with `edit`
 * its form opens, filled in.
 */
export interface Asks {
  kind: 'asks'
  asked: { command: string; values: RawValues }
  edit: boolean
  /** Whether the values are all that was asked for: no defaults are added. */
  withoutDefaults: boolean
}

/**
 * The form that a button of an answer's message opens, and what the button says;
 * undefined for a message without one.
 */
export const formButtonOf = (answer: Answer): { form: Form; label: string } | undefined => {
  switch (answer.kind) {
    case 'message':
    case 'accepted':
      return undefined
    case 'form':
      return { form: answer.form, label: say('Fill in') }
    case 'problems':
      return (
        answer.retry && {
          form: answer.retry,
          label: answer.problems.length === 0 ? say('Fill in') : say('Try again'),
        }
      )
  }
}

/**
 * What holds now of that which an action changes: its form shows it where nothing was given. What comes back as it
 * was shown counts as left out, unless it has to be given. Throws AppError `store_unavailable`.
 */
export type InitialValues = (invocation: Invocation) => Promise<RawValues>

/** One thing that a utility command does. */
export interface Action {
  name: string
  summary: string
  fields: Fields
  /**
   * Of fields that may each be left out, but not all of them: those that come first in the form, which opens at
   * once where nothing at all is given. Left out where nothing need be given.
   */
  asksFirst?: readonly string[]
  /** Whether it refuses everybody but admins and those whom they name: nobody else is offered it. */
  isForAdmins?: true
  initial?: InitialValues
  /** The field that says whose values these are: where another one comes back, nothing of it counts as left out. */
  initialOf?: string
  run(invocation: Invocation): Promise<Answer | Asks>
}

/** What a utility is about: what was made, the bill, or how somebody wants things here. */
export type Topic = 'results' | 'credits' | 'choices'

/** A command that is answered at once and costs nothing. */
export interface Utility {
  kind: 'utility'
  name: string
  summary: string
  topic: Topic
  audience: 'everyone' | 'admins'
  /** One action without a choice, or several to choose from. */
  actions: Action | readonly Action[]
}

export type Command = Feature | Utility

/** An answer that only the member who asked can see. */
export const privately = (message: ResultMessage): Answer => ({ kind: 'message', message, seenBy: 'member' })

/** The same; `isPersonal`: it tells what nobody else may know. */
export const toReader = (message: ResultMessage, isPersonal: boolean): Answer => ({
  ...{ kind: 'message', message, seenBy: 'member' },
  ...(isPersonal && { isPersonal }),
})

/** A refusal that only the member who asked can see: complete sentences, with the mend. */
export const refusal = (text: string): Answer => privately(plainMessage(text, 'failed'))

/**
 * Tells a member everything that is wrong with a request, each with its field,
 * limit and mend, and what came of it.
 */
export const problemsAnswer = (
  problems: readonly Problem[],
  consequence: string,
): Extract<Answer, { kind: 'problems' }> => {
  const lines = problems.map(({ text }) => (problems.length === 1 ? text : `- ${text}`))
  const message = plainMessage([...lines, consequence].join('\n'), 'failed')
  return { kind: 'problems', problems, message, retry: undefined }
}

/** The moments among a message's facts, such as "Starts anew: 2026-07-01 00:00 UTC.", for where it has no room. */
const momentsOf = ({ blocks }: ResultMessage): readonly string[] =>
  blocks
    .flatMap((block) => (block.kind === 'facts' ? block.facts : []))
    .flatMap(({ label, value }) =>
      typeof value === 'object' && 'atMs' in value
        ? [say('{{label}}: {{moment}}.', { label, moment: momentText(value.atMs) })]
        : [],
    )

/**
 * Why something that was asked for rightly is not to be had now: what was given is kept, to be changed or sent
 * again. `field` is the one that it is about, if any.
 */
export const keptRefusal = (message: ResultMessage, field = ''): Extract<Answer, { kind: 'problems' }> => {
  const text = [message.text, ...momentsOf(message)].join(' ')
  return { kind: 'problems', problems: [{ field, text }], message, retry: undefined }
}

/** Something to read first, with a button that opens the form of what was asked for. */
export const formOffer = (message: ResultMessage): Extract<Answer, { kind: 'problems' }> => ({
  ...{ kind: 'problems', problems: [], message, retry: undefined },
})

/**
 * Closes an action over its own input type: values that don't pass the fields
 * are answered with what is wrong.
 */
export const defineAction = <F extends Fields>({
  run,
  ...spec
}: {
  name: string
  summary: string
  fields: F
  asksFirst?: readonly (keyof F & string)[]
  isForAdmins?: true
  initial?: InitialValues
  initialOf?: keyof F & string
  run(input: InputOf<F>, invocation: Invocation): Promise<Answer | Asks>
}): Action => ({
  ...spec,
  async run(invocation) {
    const read = readValues(spec.fields, invocation.values)
    return read.ok ? run(read.input, invocation) : problemsAnswer(read.problems, say('Nothing was changed.'))
  },
})

/** The action that is meant; undefined where a command has several and none of them is named. */
export const actionNamed = (utility: Utility, name: string | undefined): Action | undefined => {
  const actions = actionsOf(utility)
  return actions.length === 1 ? actions[0] : actions.find((action) => action.name === name)
}

/** The fields that a command, or one action of it, takes; none where the action is not named. */
export const fieldsOf = (command: Command, action: string | undefined): Fields =>
  command.kind === 'feature' ? command.fields : (actionNamed(command, action)?.fields ?? {})

/** The fields that a form asks for first where nothing was given, see `Action`; none where nothing need be. */
export const asksFirstOf = (command: Command, action: string | undefined): readonly string[] =>
  (command.kind === 'feature' ? command : actionNamed(command, action))?.asksFirst ?? []

/** The actions of a utility as a list, also where there is only one. */
export const actionsOf = ({ actions }: Utility): readonly Action[] => ('run' in actions ? [actions] : actions)

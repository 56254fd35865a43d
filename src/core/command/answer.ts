import type { OfferedClip } from '../clip/offered-clip.ts'
import type { Fields, Problem, RawValues } from '../fields/field.ts'
import { plainMessage, type ResultMessage } from '../message/message.ts'
import { momentText } from '../text/moment.ts'
import { say } from '../text/say.ts'

/** What a unit of a request costs at most. */
export interface PriceText {
  /** Such as "0.10 credits a take", or "0.10 credits a take, 0.15 with Voice" where an option raises it. */
  whole: string
  /** The same where there is little room, such as "up to 0.15 credits a take". */
  short: string
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

/** Says something; that is all. */
export interface MessageAnswer {
  kind: 'message'
  message: ResultMessage
  seenBy: 'all' | 'member'
  /** Nobody else may know it: it is not shown where others would see even what is for a member alone. */
  isPersonal?: true
  /** Nobody could answer now: a form that was sent is worth keeping open, to be sent again. */
  isPassing?: true
  /**
   * It is another page of the message whose button asked for it: it takes that message's place where nobody but
   * who pressed sees it, and is an answer like any other elsewhere.
   */
  turnsPage?: true
  /** The same event was answered before. */
  isRepeat?: true
  /** The member has no right to it, which is logged. */
  isDenied?: true
  /** Every command of this member would get this answer, so it need not be repeated. */
  isShutOut?: true
}

/** A job was made of the request. */
export interface AcceptedAnswer {
  kind: 'accepted'
  /** Whose it is: the platform tells how the answer went. */
  jobId: string
  /** The number of the process that took the request first, for messages of the job. */
  taker?: number | undefined
  message: ResultMessage
  /** It is for the member alone, and does not become the job's message. */
  isPrivate?: true
  /** The same event was answered before. */
  isRepeat?: true
}

/** Asks for the rest. Where a form can't open at once, the message carries a button that opens it. */
export interface FormAnswer {
  kind: 'form'
  form: Form
  message: ResultMessage
  /** What the message says besides the form, such as files that no field takes. */
  notice?: string
}

/** Says what is wrong, to the member alone; or with no problems, what there is to read before the form. */
export interface ProblemsAnswer {
  kind: 'problems'
  problems: readonly Problem[]
  message: ResultMessage
  /** In which the member may mend what was sent. */
  retry: Form | undefined
}

/** What is said to a request. */
export type Answer = MessageAnswer | AcceptedAnswer | FormAnswer | ProblemsAnswer

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

/** Whether an answer has something that nobody but the member may see, however it is shown. */
export const isForOneAlone = (answer: Answer): boolean =>
  (answer.kind === 'message' && answer.isPersonal === true) ||
  (answer.kind === 'accepted' && answer.isPrivate === true) ||
  answer.message.blocks.some((block) => block.kind === 'document' && block.isPersonal === true)

/** An answer that only the member who asked can see. */
export const privately = (message: ResultMessage): Answer => ({ kind: 'message', message, seenBy: 'member' })

/** The same; `isPersonal`: it tells what nobody else may know. */
export const toReader = (message: ResultMessage, isPersonal: boolean): Answer => ({
  kind: 'message',
  message,
  seenBy: 'member',
  ...(isPersonal && { isPersonal }),
})

/** A refusal that only the member who asked can see: complete sentences, with the mend. */
export const refusal = (text: string): Answer => privately(plainMessage(text, 'failed'))

/** A refusal because the member has no right to it; it is logged. */
export const denial = (said: string | ResultMessage): MessageAnswer => ({
  kind: 'message',
  message: typeof said === 'string' ? plainMessage(said, 'failed') : said,
  seenBy: 'member',
  isDenied: true,
})

/**
 * Tells a member everything that is wrong with a request, each with its field,
 * limit and mend, and what came of it.
 */
export const problemsAnswer = (problems: readonly Problem[], consequence: string): ProblemsAnswer => {
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
export const keptRefusal = (message: ResultMessage, field = ''): ProblemsAnswer => {
  const text = [message.text, ...momentsOf(message)].join(' ')
  return { kind: 'problems', problems: [{ field, text }], message, retry: undefined }
}

/** Something to read first, with a button that opens the form of what was asked for. */
export const formOffer = (message: ResultMessage): ProblemsAnswer => ({
  kind: 'problems',
  problems: [],
  message,
  retry: undefined,
})

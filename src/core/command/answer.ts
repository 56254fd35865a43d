import type { OfferedClip } from '../clip/offered-clip.ts'
import type { Microcredits } from '../credits.ts'
import type { Fields, Mend, Problem, RawValues } from '../fields/field.ts'
import { plainMessage, type ResultMessage } from '../message/message.ts'
import { momentText } from '../text/moment.ts'
import { say, sayCount } from '../text/say.ts'
import { shortened } from '../text/text.ts'
import type { RefusalReason } from './refusals.ts'
import type { OfferedStarter } from './starters.ts'

/** The most that a unit of a request can cost. */
export interface PriceText {
  /** Such as "0.10 credits a take", or "0.10 credits a take, 0.15 with Voice" if an option raises it. */
  whole: string
  /** A shorter text of the same, such as "up to 0.15 credits a take". */
  short: string
  /** Whether it follows what the service charged for such requests, and not its list. */
  isLearned: boolean
}

/**
 * Asks a member for the rest of a request. A platform may leave out fields that don't fit: the draft keeps their
 * values.
 */
export interface Form {
  command: string
  action: string | undefined
  draft: string
  /** What is requested, in a few words. */
  title: string
  /** The most that a unit can cost with the current values; undefined if it is free. */
  price?: PriceText | undefined
  fields: Fields
  /** The values known so far. */
  values: RawValues
  /** Names of the fields that are still required. */
  missing: readonly string[]
  /** The fields that were missing at first; they stay first in all versions of the form. */
  askedFirst?: readonly string[]
  /** Clips that may be meant, the likeliest first; a choice's value is a value of the clip field. */
  clips: readonly OfferedClip[]
  /** Presets to pick from while `field` is empty; a form with them does not require it. */
  starters?: { field: string; choices: readonly OfferedStarter[] } | undefined
}

/** Where an answer is shown. */
export interface Surface {
  /** Whether it draws charts and tables itself, so that no picture is needed. */
  drawsCharts: boolean
  /** A member's name, if the platform tells it in time. */
  nameOf(member: string): Promise<string | undefined>
}

/** Only a message. */
export interface MessageAnswer {
  kind: 'message'
  message: ResultMessage
  seenBy: 'all' | 'member'
  /** Only the member may see it: it is not shown where others could see even private answers. */
  isPersonal?: true
  /** A temporary failure: a submitted form is worth keeping open and sending again. */
  isPassing?: true
  /**
   * Another page of the message whose button was clicked, or opened the form that was sent: it replaces that message
   * if only that member sees it; elsewhere it is like any other answer.
   */
  turnsPage?: true
  /** The same event was answered before. */
  isRepeat?: true
  /** The member lacks the right; this is logged. */
  isDenied?: true
  /** An admin's rule refused it; this is counted for admins. */
  refusedFor?: RefusalReason
  /** Every command of this member would get this answer, so it need not be repeated. */
  isShutOut?: true
  /**
   * Reads a message that takes longer than an answer may; it is shown in place of `message`, always privately.
   * Never throws once dispatched.
   */
  whole?(surface: Surface): Promise<ResultMessage>
}

/** The request became a job. */
export interface AcceptedAnswer {
  kind: 'accepted'
  /** The platform reports whether the answer arrived. */
  jobId: string
  /** The number of the process that took the request first, for messages of the job. */
  taker?: number | undefined
  message: ResultMessage
  /** Only for the member; it does not become the job's message. */
  isPrivate?: true
  /** The same event was answered before. */
  isRepeat?: true
}

/** Asks for the rest. If a form can't open at once, the message has a button that opens it. */
export interface FormAnswer {
  kind: 'form'
  form: Form
  message: ResultMessage
  /** What the message says besides the form, such as files that no field takes. */
  notice?: string
}

/**
 * A button that sends a refused request again, changed so that it can be met. The draft has the whole request and the
 * most that it may cost, which the button says.
 */
export interface Remedy {
  command: string
  action?: string
  draft: string
  /** What it changes, such as "One take". */
  label: string
  /** The most that it costs, such as "0.10 credits"; undefined if it is free, or if a click doesn't accept it yet. */
  price: string | undefined
  /** Whether the request stays as it is. */
  isSame: boolean
  /** Whether it asks admins instead. */
  asks?: true
}

/** A remedy's label with its price. The label is shortened to fit; the price never is, since a click accepts it. */
export const remedyText = ({ label, price }: Remedy, lengthMax: number): string => {
  if (price === undefined) return shortened(label, lengthMax)
  const whole = say('{{remedy}} ({{price}})', { remedy: label, price })
  if (whole.length <= lengthMax) return whole
  const remedy = shortened(label, label.length - (whole.length - lengthMax))
  return say('{{remedy}} ({{price}})', { remedy, price })
}

/** Says what is wrong, to the member only; or with no problems, what to read before the form. */
export interface ProblemsAnswer {
  kind: 'problems'
  problems: readonly Problem[]
  message: ResultMessage
  /** Shown instead of `message` in a form, where its buttons don't work. */
  formMessage?: ResultMessage
  /** The form in which the member can fix the request. */
  retry: Form | undefined
  /** Ways to fix it with one click, the likeliest first. */
  remedies?: readonly Remedy[]
  /** See `MessageAnswer.refusedFor`. */
  refusedFor?: RefusalReason
}

/** The answer to a request. */
export type Answer = MessageAnswer | AcceptedAnswer | FormAnswer | ProblemsAnswer

/**
 * A request that an action makes in the member's name: a feature, with values as in a job's record. It is treated
 * as if the member had typed it, with every check, hold and limit; with `edit` its form opens, filled in.
 */
export interface Asks {
  kind: 'asks'
  asked: { command: string; values: RawValues }
  edit: boolean
  /** Whether the values are the whole request: no defaults are added. */
  withoutDefaults: boolean
  /** The most that the request may cost, as its button says. */
  boundMax?: Microcredits
  /** Initial notes of the job. */
  notes?: Readonly<Record<string, string>>
  /** What the member reads before its form. */
  readFirst?: string
}

/** The form that a button of an answer's message opens, and the button's label; undefined if there is none. */
export const formButtonOf = (answer: Answer): { form: Form; label: string } | undefined => {
  switch (answer.kind) {
    case 'message':
    case 'accepted':
      return undefined
    case 'form':
      return { form: answer.form, label: say('Fill in') }
    case 'problems': {
      const { problems, retry } = answer
      if (retry === undefined) return undefined
      return { form: retry, label: problems.length === 0 ? say('Fill in') : say('Edit') }
    }
  }
}

/** Whether an answer contains something that only the member may see, however it is shown. */
export const isForOneAlone = (answer: Answer): boolean =>
  (answer.kind === 'message' && answer.isPersonal === true) ||
  (answer.kind === 'accepted' && answer.isPrivate === true) ||
  answer.message.blocks.some(({ kind }) => kind === 'written')

/** An answer that only the member can see. */
export const privately = (message: ResultMessage): MessageAnswer => ({
  kind: 'message',
  message,
  seenBy: 'member',
})

/** The same; `isPersonal`: it contains something that only they may know. */
export const toReader = (message: ResultMessage, isPersonal: boolean): Answer => ({
  kind: 'message',
  message,
  seenBy: 'member',
  ...(isPersonal && { isPersonal }),
})

/** A refusal that only the member can see: complete sentences, with the fix. */
export const refusal = (text: string): Answer => privately(plainMessage(text, 'failed'))

/** A refusal because the member lacks the right; it is logged. */
export const denial = (said: string | ResultMessage): MessageAnswer => ({
  kind: 'message',
  message: typeof said === 'string' ? plainMessage(said, 'failed') : said,
  seenBy: 'member',
  isDenied: true,
})

interface Rights {
  isAdminUnknown?: true
}

const rightsDenial = (text: string, uncheckedText: string, { isAdminUnknown }: Rights): MessageAnswer =>
  denial(isAdminUnknown === true ? `${text} ${uncheckedText}` : text)

/**
 * A refusal because the member is neither an admin nor a budget manager. If that could not be checked, it says so.
 */
export const adminsDenial = (text: string, rights: Rights): MessageAnswer =>
  rightsDenial(
    text,
    say("I couldn't check whether you're an admin or a budget manager here. If you are, try again."),
    rights,
  )

/** The same for a command, named as members type it; `instead` says what others can use. */
export const adminsOnly = (command: string, rights: Rights, instead = ''): MessageAnswer =>
  adminsDenial(
    `${say('Only admins and budget managers can use {{command}}.', { command })} ${instead}`.trim(),
    rights,
  )

/** A refusal because budget managers can't do this, only the platform's own admins. */
export const platformAdminsOnly = (command: string, rights: Rights): MessageAnswer =>
  rightsDenial(
    say('Only admins can do this with {{command}}, not budget managers.', { command }),
    say("I couldn't check whether you're an admin here. If you are, try again."),
    rights,
  )

/**
 * Tells a member everything that is wrong with a request, each problem with its field, limit and fix, and the
 * consequence.
 */
export const problemsAnswer = (problems: readonly Problem[], consequence: string): ProblemsAnswer => {
  const lines = problems.map(({ text }) => (problems.length === 1 ? text : `- ${text}`))
  const message = plainMessage([...lines, consequence].join('\n'), 'failed')
  return { kind: 'problems', problems, message, retry: undefined }
}

/** Dates among a message's facts, each as a sentence, for messages that have no room for facts. */
const momentsOf = ({ blocks }: ResultMessage): readonly string[] =>
  blocks
    .flatMap((block) => (block.kind === 'facts' ? block.facts : []))
    .flatMap(({ label, value }) =>
      typeof value === 'object' && 'atMs' in value
        ? [say('{{label}}: {{moment}}.', { label, moment: momentText(value.atMs) })]
        : [],
    )

/**
 * Why a valid request can't be met now. The values are kept, to be changed or sent again. `field` is the one that
 * the refusal is about, if any.
 */
export const keptRefusal = (
  message: ResultMessage,
  field = '',
  mends: readonly Mend[] = [],
): ProblemsAnswer => {
  const text = [message.text, ...momentsOf(message)].join(' ')
  const problem = { field, text, ...(mends.length > 0 && { mends }) }
  return { kind: 'problems', problems: [problem], message, retry: undefined }
}

/** Something to read first, with a button that opens the request's form. */
export const formOffer = (message: ResultMessage): ProblemsAnswer => ({
  kind: 'problems',
  problems: [],
  message,
  retry: undefined,
})

/** How long to wait before the next try: in whole minutes where it is over two. */
export const tryAgainText = (waitMs: number): string => {
  const minutes = Math.ceil(waitMs / 60_000)
  if (minutes > 2)
    return sayCount('Try again in {{count}} minute.', 'Try again in {{count}} minutes.', { count: minutes })
  const count = Math.ceil(waitMs / 1_000)
  return sayCount('Try again in {{count}} second.', 'Try again in {{count}} seconds.', { count })
}

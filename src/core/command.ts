import type { Feature } from './feature.ts'
import { type Fields, type InputOf, type Problem, type RawValues, readValues } from './field.ts'
import { plainMessage, type ResultMessage } from './message.ts'
import type { Target } from './target.ts'

/** What a member asked for, without a platform. */
export interface Invocation {
  /** The platform's own id of the event: the same event twice is one request. */
  eventId: string
  command: string
  /** The chosen action of a command that has several. */
  action: string | undefined
  values: RawValues
  target: Target
  /** Whether the member may change this server's settings, as the platform says. */
  isAdmin: boolean
  /** Rights the bot lacks where the result would be posted, in the platform's own words. */
  missingRights: readonly string[]
  /** Bytes that one uploaded file may have in this place. */
  fileBytesMax: number
  /** The platform's short-lived right to edit the answer. */
  replyToken: string
}

/** What a member is typing into a field that offers suggestions. */
export interface Suggestion {
  command: string
  action: string | undefined
  field: string
  typed: string
}

/** The answer to a request. `accepted` is a job: its id comes along, so that the platform can tell how the answer went. */
export type Answer =
  | { kind: 'message'; message: ResultMessage; seenBy: 'all' | 'member' }
  | { kind: 'accepted'; jobId: string; message: ResultMessage }

/** One thing that a utility command does. */
export interface Action {
  name: string
  summary: string
  fields: Fields
  run(invocation: Invocation): Promise<Answer>
}

/** A command that is answered at once and costs nothing. */
export interface Utility {
  kind: 'utility'
  name: string
  summary: string
  audience: 'everyone' | 'admins'
  /** One action without a choice, or several to choose from. */
  actions: Action | readonly Action[]
}

export type Command = Feature | Utility

/** An answer that only the member who asked can see. */
export const privately = (message: ResultMessage): Answer => ({ kind: 'message', message, seenBy: 'member' })

/** Tells a member everything that is wrong with a request, each with its field, limit and mend, and what came of it. */
export const problemsAnswer = (problems: readonly Problem[], consequence: string): Answer => {
  const lines = problems.map(({ text }) => (problems.length === 1 ? text : `- ${text}`))
  return privately(plainMessage([...lines, consequence].join('\n'), 'failed'))
}

/** Closes an action over its own input type: values that don't pass the fields are answered with what is wrong. */
export const defineAction = <F extends Fields>(spec: {
  name: string
  summary: string
  fields: F
  run(input: InputOf<F>, invocation: Invocation): Promise<Answer>
}): Action => ({
  name: spec.name,
  summary: spec.summary,
  fields: spec.fields,
  async run(invocation) {
    const read = readValues(spec.fields, invocation.values)
    return read.ok ? spec.run(read.input, invocation) : problemsAnswer(read.problems, 'Nothing was changed.')
  },
})

/** The actions of a utility as a list, also where there is only one. */
export const actionsOf = ({ actions }: Utility): readonly Action[] => ('run' in actions ? [actions] : actions)

import { type Answer, denial } from '../../../src/core/command/answer.ts'
import type { Command } from '../../../src/core/command/command.ts'
import type { HomeSection } from '../../../src/core/command/home.ts'
import type { Asked, Suggestion } from '../../../src/core/command/invocation.ts'
import type { Choice } from '../../../src/core/fields/field.ts'
import type { IsMissing } from '../../../src/core/job/left-servers.ts'
import type { Acknowledgement, ClipSighting, Dispatch, MessageLoss } from '../../../src/core/job/platform.ts'
import type { Arrival } from '../../../src/core/job/welcome.ts'
import type { AccountId, MessageRef } from '../../../src/core/target.ts'

/** What a request is answered with. */
export type Answering = (invocation: Asked) => Answer | Promise<Answer>

type LetIn = (asked: Asked) => Promise<{ invocation: Asked; learn?: Asked['learn'] } | { refused: Answer }>

const letInAll: LetIn = async ({ learn, ...invocation }) => ({ invocation, learn })

/** A dispatch that answers as a test tells it to, and keeps everything that it was handed. */
export const createRecordingDispatch = (commands: readonly Command[], answering: Answering) => {
  const invocations: Asked[] = []
  const acknowledged: { jobId: string; acknowledgement: Acknowledgement }[] = []
  const suggestions: Suggestion[] = []
  const sightings: ClipSighting[] = []
  const losses: MessageLoss[] = []
  const arrivals: Arrival[] = []
  const departures: AccountId[] = []
  const lookedFor: IsMissing[] = []
  const homes: Asked[] = []
  const turnedAway: Asked[] = []
  const script = {
    answering,
    choices: [] as readonly Choice[],
    sections: [] as readonly HomeSection[],
    message: undefined as MessageRef | undefined,
    letIn: letInAll,
  }
  const waiting = new Set<() => void>()
  const keep = <T>(list: T[], entry: T): void => {
    list.push(entry)
    for (const wake of waiting) wake()
    waiting.clear()
  }
  /** What was asked, with what the chat says about it if its member is let in. */
  const knownOf = async (asked: Asked): Promise<Asked | { refused: Answer }> => {
    const entry = await script.letIn(asked)
    if ('refused' in entry) {
      keep(turnedAway, asked)
      return entry
    }
    const { refused, locale: _, ...told } = (await entry.learn?.()) ?? {}
    return refused === undefined
      ? { ...entry.invocation, ...told }
      : { refused: { ...denial(refused), isShutOut: true } }
  }
  const dispatch: Dispatch = {
    commands,
    async answer(asked) {
      const known = await knownOf(asked)
      if ('refused' in known) return known.refused
      keep(invocations, known)
      return script.answering(known)
    },
    async home(asked) {
      const known = await knownOf(asked)
      if ('refused' in known) return [{ title: 'Tunesmith', message: known.refused.message }]
      keep(homes, known)
      return script.sections
    },
    async acknowledged(jobId, acknowledgement) {
      keep(acknowledged, { jobId, acknowledgement })
      return script.message
    },
    async suggest(suggestion) {
      keep(suggestions, suggestion)
      return script.choices
    },
    async saw(sighting) {
      keep(sightings, sighting)
    },
    async lost(loss) {
      keep(losses, loss)
    },
    async joined(arrival) {
      keep(arrivals, arrival)
    },
    async left(account) {
      keep(departures, account)
    },
    async lookForMissing(_, isMissing) {
      keep(lookedFor, isMissing)
    },
  }
  return {
    dispatch,
    invocations,
    acknowledged,
    suggestions,
    sightings,
    losses,
    arrivals,
    departures,
    /** How the chat says which servers are missing, for each time that it was connected. */
    lookedFor,
    /** Whose home was asked for. */
    homes,
    /** What was refused at the door. */
    turnedAway,
    /** From now on everybody's home shows this. */
    homeShows(sections: readonly HomeSection[]): void {
      script.sections = sections
    },
    /** From now on. */
    answerWith(next: Answering): void {
      script.answering = next
    },
    /** Decides from now on who is let in. */
    letInBy(letIn: LetIn): void {
      script.letIn = letIn
    },
    /** From now on nobody is let in, so that the chat is asked nothing about them. */
    letNobodyIn(): void {
      script.letIn = async ({ learn: _, ...invocation }) => ({ invocation })
    },
    /** From now on everybody is let in, as at first. */
    letAllIn(): void {
      script.letIn = letInAll
    },
    /** From now on each job has this message already. */
    jobsHave(message: MessageRef): void {
      script.message = message
    },
    /** From now on. */
    suggestWith(choices: readonly Choice[]): void {
      script.choices = choices
    },
    /** Resolves when it is handed something next. */
    changed: (): Promise<void> => new Promise((resolve) => waiting.add(resolve)),
  }
}
export type RecordingDispatch = ReturnType<typeof createRecordingDispatch>

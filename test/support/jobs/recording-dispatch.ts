import type { Answer } from '../../../src/core/command/answer.ts'
import type { Command } from '../../../src/core/command/command.ts'
import type { HomeSection } from '../../../src/core/command/home.ts'
import type { Invocation, Suggestion } from '../../../src/core/command/invocation.ts'
import type { Choice } from '../../../src/core/fields/field.ts'
import type { Acknowledgement, ClipSighting, Dispatch, MessageLoss } from '../../../src/core/job/platform.ts'
import type { Arrival } from '../../../src/core/job/welcome.ts'
import type { MessageRef } from '../../../src/core/target.ts'

/** What a request is answered with. */
export type Answering = (invocation: Invocation) => Answer | Promise<Answer>

/** A dispatch that answers as a test tells it to, and keeps everything that it was handed. */
export const createRecordingDispatch = (commands: readonly Command[], answering: Answering) => {
  const invocations: Invocation[] = []
  const acknowledged: { jobId: string; acknowledgement: Acknowledgement }[] = []
  const suggestions: Suggestion[] = []
  const sightings: ClipSighting[] = []
  const losses: MessageLoss[] = []
  const arrivals: Arrival[] = []
  const homes: Invocation[] = []
  const script = {
    answering,
    choices: [] as readonly Choice[],
    sections: [] as readonly HomeSection[],
    message: undefined as MessageRef | undefined,
    isShut: false,
  }
  const waiting = new Set<() => void>()
  const keep = <T>(list: T[], entry: T): void => {
    list.push(entry)
    for (const wake of waiting) wake()
    waiting.clear()
  }
  const dispatch: Dispatch = {
    commands,
    async answer({ findPointed, ...asked }) {
      const isFound = findPointed !== undefined && !script.isShut
      const invocation = isFound ? { ...asked, pointedAt: await findPointed() } : asked
      keep(invocations, invocation)
      return script.answering(invocation)
    },
    async home(viewer) {
      keep(homes, viewer)
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
  }
  return {
    dispatch,
    invocations,
    acknowledged,
    suggestions,
    sightings,
    losses,
    arrivals,
    /** Whose home was asked for. */
    homes,
    /** From now on everybody's home shows this. */
    homeShows(sections: readonly HomeSection[]): void {
      script.sections = sections
    },
    /** From now on. */
    answerWith(next: Answering): void {
      script.answering = next
    },
    /** From now on nobody is let in, so that nothing is found for them. */
    letNobodyIn(): void {
      script.isShut = true
    },
    /** From now on everybody is let in, as at first. */
    letAllIn(): void {
      script.isShut = false
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

import type { SeenMessage } from '../../../control/people.ts'
import type { WireEntry } from '../../../wire.ts'
import type { BooksEntry } from '../../../world/books.ts'

export type StateEntry = Extract<BooksEntry, { kind: 'state' }>
export type LedgerEntry = Extract<BooksEntry, { kind: 'line' }>

/** A job as its states and its lines in the ledger tell it. */
export interface JobStory {
  job: string
  states: readonly StateEntry[]
  lines: readonly LedgerEntry[]
}

/** Members know a job by these letters of its id: docs/commands.md. */
export const shortJob = (job: string): string => job.slice(job.indexOf('x') + 1).slice(0, 8)

/** Lines of the operator's books repeat those of the place. */
const isOfPlace = ({ bucket }: LedgerEntry): boolean => bucket !== 'operator'

/** Every job that the books know, the latest first. */
export const jobStories = (books: readonly BooksEntry[]): readonly JobStory[] => {
  const states = books.filter((entry) => entry.kind === 'state')
  const lines = books.filter((entry) => entry.kind === 'line').filter(isOfPlace)
  return [...new Set(states.map(({ job }) => job))].toReversed().map((job) => ({
    job,
    states: states.filter((state) => state.job === job),
    lines: lines.filter(({ fields }) => fields.job === job),
  }))
}

/** What changed a budget without a job: limits that were set, credits that were given. */
export const budgetLines = (books: readonly BooksEntry[]): readonly LedgerEntry[] =>
  books
    .filter((entry) => entry.kind === 'line')
    .filter((line) => isOfPlace(line) && line.fields.job === undefined)

/** What a job is known by in a message: its id in buttons, eight letters in texts, and its files. */
const namesOf = ({ job, states }: JobStory): readonly string[] => [
  ...[job, shortJob(job)],
  ...(states.at(-1)?.files ?? []),
]

/** The jobs that a message is about: it names them, or has their files. */
export const jobsOf = (message: SeenMessage, stories: readonly JobStory[]): readonly JobStory[] => {
  const written = JSON.stringify(message.original ?? '') + message.text
  return stories.filter((story) => namesOf(story).some((name) => written.includes(name)))
}

const texts = new WeakMap<WireEntry, string>()

/** The whole of an entry as text; entries do not change. */
const textOf = (entry: WireEntry): string => {
  const text = texts.get(entry) ?? JSON.stringify(entry.detail ?? '')
  texts.set(entry, text)
  return text
}

/** What the job is called by the bot, by the service as soon as that knows it, and its files by Slack. */
const idsOf = ({ job, states }: JobStory): readonly string[] => {
  const { task, conversions = [], files = [] } = states.at(-1) ?? {}
  return [job, ...(task === undefined ? [] : [task]), ...conversions, ...files]
}

const interactionOf = ({ original }: SeenMessage): readonly string[] => {
  const { interaction_metadata: asked } = (original ?? {}) as { interaction_metadata?: { id: string } } // as Discord's API has it
  return asked === undefined ? [] : [asked.id]
}

/** What went over the wire about a message: it names the message, the interaction, its job or a task of the service. */
export const wireAbout = (
  wire: readonly WireEntry[],
  message: SeenMessage,
  stories: readonly JobStory[],
): readonly WireEntry[] => {
  const ids = [message.id, ...interactionOf(message), ...stories.flatMap(idsOf)]
  return wire.filter((entry) => ids.some((id) => textOf(entry).includes(id)))
}

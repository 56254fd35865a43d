import type { Books, Figures } from './books.ts'
import type { ServiceCounters } from './stage.ts'

/** What always holds, by docs/jobs.md. */
export const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'] as const
export type Invariant = (typeof invariants)[number]

/** Something that should never be. */
export interface Violation {
  invariant: Invariant
  what: string
}

/** A message of the bot's that came in a case, as all people together see it. */
export interface JudgedMessage {
  text: string
  state: string
  /** Names of its files. */
  files: readonly string[]
  /** Whether one person alone sees it: there, or in a direct message. */
  isPrivate: boolean
  isDirect: boolean
  isWhereAsked: boolean
}

/** Everything that a case is judged by. */
export interface Evidence {
  before: { books: Books; counters: ServiceCounters }
  after: { books: Books; counters: ServiceCounters }
  messages: readonly JudgedMessage[]
  /** Whether all came to rest in time. */
  isAtRest: boolean
}

const millionths = 1_000_000

const sumOf = (figures: readonly Figures[], of: 'spent' | 'held'): number =>
  figures.reduce((sum, each) => sum + each[of], 0)

const newsToCome =
  /^(:\w+: )?(Queued|Working|Waiting|The audio service has not said yet|Making .* was cancelled after it was sent)\b/

/** Whether a message says that it changes when there is news; on Slack a sign comes before its words. */
export const promisesNews = (text: string): boolean => newsToCome.test(text)

/** A request that lacks something is no request yet. */
const isQuestion = ({ text }: JudgedMessage): boolean => text.includes('It still needs')

const isPending = ({ text, state }: JudgedMessage): boolean => state === 'thinking' || promisesNews(text)

const isClosing = (message: JudgedMessage): boolean =>
  message.state === 'shown' && message.text !== '' && !isPending(message) && !isQuestion(message)

const isAudio = (name: string): boolean => /\.(mp3|wav|flac|ogg|m4a)$/i.test(name)

type Rule = (evidence: Evidence) => readonly (string | false)[]

const takenOf = ({ before, after }: Evidence): number => after.counters.taken - before.counters.taken

/** What the service charged in this case, in millionths of a credit. */
const chargedOf = ({ before, after }: Evidence): number =>
  Math.round((after.counters.charged - before.counters.charged) * millionths)

const spentOf = ({ before, after }: Evidence): number =>
  sumOf(after.books.figures, 'spent') - sumOf(before.books.figures, 'spent')

const shownOf = ({ messages }: Evidence): readonly JudgedMessage[] =>
  messages.filter(({ state, isPrivate }) => state !== 'deleted' && state !== 'did not respond' && !isPrivate)

const resultsOf = (evidence: Evidence) => ({
  told: shownOf(evidence).filter(({ text }) => text.includes('is ready')).length,
  withAudio: shownOf(evidence).filter(({ files }) => files.some(isAudio)).length,
})

const repeatedFiles = (evidence: Evidence): readonly string[] => {
  const names = shownOf(evidence).flatMap(({ files }) => files)
  return names.filter((name, index) => names.indexOf(name) !== index)
}

const rules: Readonly<Record<Invariant, Rule>> = {
  I1: (evidence) => [takenOf(evidence) > 1 && `the service took ${takenOf(evidence)} paid requests`],
  I2: (evidence) => {
    const { told, withAudio } = resultsOf(evidence)
    const repeated = repeatedFiles(evidence)
    return [
      told > 1 && `${told} messages say that it is ready`,
      withAudio > 1 && `${withAudio} messages bring the audio`,
      repeated.length > 0 && `files that came twice: ${repeated.join(', ')}`,
    ]
  },
  I3: (evidence) => {
    const { figures, openHolds } = evidence.after.books
    const [spent, charged] = [spentOf(evidence), chargedOf(evidence)]
    return [
      ...figures.map(
        ({ account, spent: used, held, limit }) =>
          limit !== undefined && used + held > limit && `${account} has passed its limit`,
      ),
      sumOf(figures, 'held') !== openHolds && `${openHolds} in open holds are not what is held`,
      spent < charged && `the service charged ${charged}, and only ${spent} is booked`,
      resultsOf(evidence).told > 0 &&
        spent !== charged &&
        `${charged} was charged for the result, not ${spent}`,
      charged === 0 &&
        spent > 0 &&
        takenOf(evidence) === 0 &&
        shownOf(evidence).some(({ text }) => text.includes('Nothing was charged')) &&
        `the member was told that nothing was charged, and ${spent} is booked`,
    ]
  },
  I4: ({ isAtRest, after: { books } }) => [
    !isAtRest && `did not come to rest: ${books.jobs.map(({ state }) => state).join(', ')}`,
    isAtRest && sumOf(books.figures, 'held') > 0 && 'something is held, and nothing is left to do',
    isAtRest && books.leases > 0 && 'a place at the service was not given back',
  ],
  I5: (evidence) => {
    const shown = shownOf(evidence)
    const direct = evidence.messages.filter((message) => message.isDirect && isClosing(message)).length
    const pending = shown.filter(isPending).length
    const closing = shown.filter(isClosing).length + direct
    return [
      pending > 0 && direct === 0 && `${pending} messages promise news that does not come`,
      closing > 1 && `${closing} messages say how it ended`,
      closing === 0 && takenOf(evidence) > 0 && 'the service was paid, and nobody was told how it ended',
    ]
  },
  I6: ({ after }) => after.books.differences,
  I7: (evidence) => [
    shownOf(evidence).some(({ isWhereAsked }) => !isWhereAsked) && 'a message came where nobody had asked',
    evidence.messages.some(({ isPrivate, files }) => isPrivate && files.length > 0) && 'files went elsewhere',
  ],
}

/** What is wrong with a case; nothing, where all holds. */
export const judge = (evidence: Evidence): readonly Violation[] =>
  invariants.flatMap((invariant) =>
    rules[invariant](evidence).flatMap((what) => (what === false ? [] : [{ invariant, what }])),
  )

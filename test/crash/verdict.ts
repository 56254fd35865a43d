import { type Books, type Figures, isOver, type JobStanding } from './books.ts'

/** What always holds, by docs/jobs.md. */
export const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'] as const
export type Invariant = (typeof invariants)[number]

/** Something that should never be. */
export interface Violation {
  invariant: Invariant
  what: string
}

/** A message of the bot's, as all people together see it. */
export interface JudgedMessage {
  text: string
  state: string
  /** Names of its files. */
  files: readonly string[]
  /** Whether one person alone sees it: there, or in a direct message. */
  isPrivate: boolean
  /** Whether it stays in the direct messages, unlike an answer there that is shown for a while. */
  isDirect: boolean
  isWhereAsked: boolean
  /** Whether people took it away; what it said cannot be seen any more. */
  isTakenAway: boolean
  /** Whether anybody but whoever asked sees it, where somebody asked for themselves alone. */
  isSeenByOthers: boolean
}

/**
 * What became of one request, or of those together that came to no job.
 * Amounts are in millionths of a credit.
 */
export interface Dealing {
  /** What was asked for, for the report; empty where there is only one. */
  name: string
  /** How many requests of people it was. */
  requests: number
  /** How many tasks may be bought for it. */
  tasksMax: number
  /** Tasks that the service took, and what it charged for them, less what it gave back. */
  taken: number
  charged: number
  /** What is booked for it. */
  spent: number
  messages: readonly JudgedMessage[]
  /** Whether somebody wants what is shown of it away. */
  isRemoved: boolean
  /** Whether its member asked for themselves alone: then what is shown of it stands in their direct messages. */
  isAlone: boolean
}

/** Everything that is judged. */
export interface Evidence {
  dealings: readonly Dealing[]
  /** At the end. */
  books: Books
  /** Whether all came to rest in time. */
  isAtRest: boolean
}

const sumOf = (figures: readonly Figures[], of: 'spent' | 'held'): number =>
  figures.reduce((sum, each) => sum + each[of], 0)

const newsToCome =
  /^(:\w+: )?(Queued|Working|Waiting|The audio service has not said yet|Your .* w(?:as|ere) cancelled after the request had been sent)\b/

/** Whether a message says that it changes when there is news; on Slack a sign comes before its words. */
export const promisesNews = (text: string): boolean => newsToCome.test(text)

/** A request that lacks something is no request yet. */
const isQuestion = ({ text }: JudgedMessage): boolean => text.includes('It still needs')

const isPending = ({ text, state }: JudgedMessage): boolean => state === 'thinking' || promisesNews(text)

const isClosing = (message: JudgedMessage): boolean =>
  message.state === 'shown' && message.text !== '' && !isPending(message) && !isQuestion(message)

/** In private nothing can be edited: what may still be billed is followed by the truth, in a word of its own. */
const isCorrected = ({ text }: JudgedMessage): boolean => text.includes('It may still be billed')

const isAudio = (name: string): boolean => /\.(mp3|wav|flac|ogg|m4a)$/i.test(name)

const stands = ({ state }: JudgedMessage): boolean => state !== 'deleted' && state !== 'did not respond'

/** What is shown where it is to be shown. */
const shownOf = ({ messages, isAlone }: Dealing): readonly JudgedMessage[] =>
  messages.filter((message) => stands(message) && (isAlone ? message.isDirect : !message.isPrivate))

const quotedMax = 120

const quoted = (messages: readonly JudgedMessage[]): string =>
  messages
    .map(({ text, isDirect }) => `${isDirect ? 'in private ' : ''}"${text.slice(0, quotedMax)}"`)
    .join(', ')

/** What is said besides to whoever asked for themselves alone, where they asked. */
const asidesOf = ({ messages, isAlone }: Dealing): readonly JudgedMessage[] =>
  isAlone ? messages.filter((message) => stands(message) && !message.isDirect) : []

const resultsOf = (dealing: Dealing) => ({
  told: shownOf(dealing).filter(({ text }) => text.includes('is ready')).length,
  withAudio: shownOf(dealing).filter(({ files }) => files.some(isAudio)).length,
})

const repeatedFiles = (dealing: Dealing): readonly string[] => {
  const names = shownOf(dealing).flatMap(({ files }) => files)
  return names.filter((name, index) => names.indexOf(name) !== index)
}

const nextStepOf = ({ dueAtMs }: JobStanding): string => {
  if (dueAtMs === undefined) return 'without a next step'
  return dueAtMs === 0 ? 'in hand' : `due at ${new Date(dueAtMs).toISOString()}`
}

const unfinishedIn = ({ jobs }: Books): readonly string[] =>
  jobs.filter((job) => !isOver(job)).map((job) => `${job.id} ${job.state} ${nextStepOf(job)}`)

type Found = readonly (string | false)[]

const dealingRules: Readonly<Partial<Record<Invariant, (dealing: Dealing) => Found>>> = {
  I1: ({ taken, tasksMax }) => [taken > tasksMax && `the service took ${taken} paid requests`],
  I2: (dealing) => {
    const { told, withAudio } = resultsOf(dealing)
    const repeated = repeatedFiles(dealing)
    return [
      told > dealing.tasksMax && `${told} messages say that it is ready`,
      withAudio > dealing.tasksMax && `${withAudio} messages bring the audio`,
      repeated.length > 0 && `files that came twice: ${repeated.join(', ')}`,
      dealing.isRemoved && told + withAudio > 0 && 'its message was to be taken away, and is still shown',
    ]
  },
  I3: (dealing) => {
    const { spent, charged, taken } = dealing
    return [
      spent < charged && `the service charged ${charged}, and only ${spent} is booked`,
      resultsOf(dealing).told > 0 &&
        spent !== charged &&
        `${charged} was charged for the result, not ${spent}`,
      charged === 0 &&
        spent > 0 &&
        taken === 0 &&
        shownOf(dealing).some(({ text }) => text.includes('Nothing was charged')) &&
        `the member was told that nothing was charged, and ${spent} is booked`,
    ]
  },
  I5: (dealing) => {
    const shown = shownOf(dealing)
    const asides = asidesOf(dealing)
    const inPrivate = dealing.isAlone
      ? []
      : dealing.messages.filter((message) => message.isDirect && isClosing(message))
    const direct = inPrivate.length - (inPrivate.length > 1 ? inPrivate.filter(isCorrected).length : 0)
    const pending = shown.filter(isPending).length
    const closing = shown.filter(isClosing).length + direct
    const isOutOfSight = dealing.messages.some(({ isTakenAway }) => isTakenAway)
    return [
      pending > 0 &&
        direct === 0 &&
        `${pending} messages promise news that does not come: ${quoted(shown.filter(isPending))}`,
      closing > dealing.requests &&
        `${closing} messages say how it ended: ${quoted([...shown.filter(isClosing), ...inPrivate])}`,
      shown.length === 0 &&
        asides.some(isPending) &&
        !asides.some(isClosing) &&
        'direct messages are promised, and none comes',
      closing === 0 &&
        dealing.taken > 0 &&
        !isOutOfSight &&
        !dealing.isRemoved &&
        'the service was paid, and nobody was told how it ended',
    ]
  },
  I7: (dealing) => {
    const { messages, isAlone } = dealing
    const shown = shownOf(dealing)
    return [
      !isAlone && shown.some(({ isWhereAsked }) => !isWhereAsked) && 'a message came where nobody had asked',
      messages.some((message) => !shown.includes(message) && message.isPrivate && message.files.length > 0) &&
        'files went elsewhere',
      isAlone &&
        messages.some(({ isPrivate, isSeenByOthers }) => !isPrivate || isSeenByOthers) &&
        'others saw what was for one alone',
    ]
  },
}

const commonRules: Readonly<Partial<Record<Invariant, (evidence: Evidence) => Found>>> = {
  I3: ({ books: { figures, openHolds } }) => [
    ...figures.map(
      ({ account, spent: used, held, limit }) =>
        limit !== undefined && used + held > limit && `${account} has passed its limit`,
    ),
    sumOf(figures, 'held') !== openHolds && `${openHolds} in open holds are not what is held`,
  ],
  I4: ({ isAtRest, books }) => [
    !isAtRest && `did not come to rest: ${unfinishedIn(books).join(', ') || 'jobs that have ended'}`,
    isAtRest && sumOf(books.figures, 'held') > 0 && 'something is held, and nothing is left to do',
    isAtRest && books.leases > 0 && 'a place at the service was not given back',
  ],
  I6: ({ books }) => books.differences,
}

const named = ({ name }: Dealing, what: string): string => (name === '' ? what : `${name}: ${what}`)

const violationsOf = (invariant: Invariant, evidence: Evidence): readonly Violation[] => {
  const common = commonRules[invariant]?.(evidence) ?? []
  const ofDealings = evidence.dealings.flatMap((dealing) =>
    (dealingRules[invariant]?.(dealing) ?? []).map((what) => what !== false && named(dealing, what)),
  )
  return [...common, ...ofDealings].flatMap((what) => (what === false ? [] : [{ invariant, what }]))
}

/** What is wrong; nothing, where all holds. */
export const judge = (evidence: Evidence): readonly Violation[] =>
  invariants.flatMap((invariant) => violationsOf(invariant, evidence))

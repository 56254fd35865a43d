import { type Found, type Rules, type Violation, violationsOf } from './invariants.ts'

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
  /** Whether anybody but the member who asked sees it, where somebody asked for themselves alone. */
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
  /** Paid requests that the service may have taken, and what it charged for them, less what it gave back. */
  taken: number
  charged: number
  /** What is booked for it. */
  spent: number
  /** Whether that is the service's own figure, and whether its hold was given back. */
  isFinal: boolean
  isGivenBack: boolean
  messages: readonly JudgedMessage[]
  /** Whether its member saw that it was queued, and has to see an end; and whether that message can still be edited. */
  isPromised: boolean
  isWithinReach: boolean
  /** Whether nobody may know which message answered it, so that another one tells how it ended. */
  isAnswerLost: boolean
  /** Whether somebody wants what is shown of it away, or wanted it shown again. */
  isRemoved: boolean
  isRecovered: boolean
  /** Whether people did something to messages and places that leaves open where what can be said. */
  isDisturbed: boolean
  /** Whether its member asked for themselves alone: then what is shown of it stands in their direct messages. */
  isAlone: boolean
  /** Whether it took so long that its member is told of its end. */
  isAnnounced: boolean
  /**
   * Whether an answer that its member alone sees cannot be looked for, so that in doubt a failure is said in it once
   * more (docs/jobs.md, "Slack").
   */
  mayRepeatFailure: boolean
  /** How a message that says how it ended names what it cost; undefined where nobody knows. */
  money: string | undefined
  /** Whether one of its messages has to bring audio. */
  hasAudio: boolean
}

/** A request for everybody of which nothing is known yet. */
export const plainDealing: Dealing = {
  name: '',
  requests: 1,
  tasksMax: 1,
  taken: 0,
  charged: 0,
  spent: 0,
  isFinal: false,
  isGivenBack: false,
  messages: [],
  isPromised: false,
  isWithinReach: false,
  isAnswerLost: false,
  isRemoved: false,
  isRecovered: false,
  isDisturbed: false,
  isAlone: false,
  isAnnounced: false,
  mayRepeatFailure: false,
  money: undefined,
  hasAudio: false,
}

/**
 * A notice is no message of its job, but tells its member once where that is, and how it ended (docs/jobs.md, "The
 * ready notice").
 */
export const isNotice = ({ text }: Pick<JudgedMessage, 'text'>): boolean =>
  /^(?::\w+: ?)?\s*(?:<?@[^\n]{1,40}?>? )?(?:Here's|Here are|I couldn't finish) (?:your|the) /.test(text)

/** On which admins decide on a request; it says afterwards how that ended. */
const isCard = ({ text }: Pick<JudgedMessage, 'text'>): boolean =>
  /^(?::\w+: ?)?(?:Approve \/\w+\?|(?:Approved|Declined) \/\w+\.|Nobody decided on \/|\/\w+ was sent)/.test(
    text,
  )

/** What a member is told of that. */
const isDecision = ({ text }: Pick<JudgedMessage, 'text'>): boolean =>
  /^(?::\w+: ?)?\s*(?:<?@[^\n]{1,40}?>? )?(?:Approved: I'm|Your \/\w+ request was|Nobody decided on your|I couldn't show)/.test(
    text,
  )

const isAboutRequest = (message: Pick<JudgedMessage, 'text'>): boolean =>
  isCard(message) || isDecision(message)

const newsToCome =
  /^(:\w+: )?(Queued|Working|Waiting|The audio service hasn't confirmed|Your .* will stay hidden)\b/

/** Whether a message says that it changes when there is news; on Slack a sign comes before its words. */
const promisesNews = (text: string): boolean => newsToCome.test(text)

/** Whether people see a message that promises news. */
export const isUnderWay = ({ text, state }: Pick<JudgedMessage, 'text' | 'state'>): boolean =>
  state === 'shown' && promisesNews(text)

/** A request that lacks something is no request yet. */
const isQuestion = ({ text }: JudgedMessage): boolean => text.includes('still needs')

const isPending = ({ text, state }: JudgedMessage): boolean => state === 'thinking' || promisesNews(text)

/** On Slack, a message that a result replaced after a notice: it keeps its first line and links to the result. */
const leadsOn = ({ text }: JudgedMessage): boolean => /\nhttps:\S+\/archives\/\S+$/.test(text)

const isClosing = (message: JudgedMessage): boolean =>
  message.state === 'shown' &&
  message.text !== '' &&
  !isPending(message) &&
  !isQuestion(message) &&
  !leadsOn(message)

/** In private nothing can be edited: what may still be billed is followed by the truth, in a word of its own. */
const isCorrected = ({ text }: JudgedMessage): boolean => text.includes('It may still be billed')

const isAudio = (name: string): boolean => /\.(mp3|wav|flac|ogg|m4a)$/i.test(name)

const stands = ({ state }: JudgedMessage): boolean => state !== 'deleted' && state !== 'did not respond'

/** What is shown where it should be shown. */
const shownOf = ({ messages, isAlone }: Dealing): readonly JudgedMessage[] =>
  messages.filter(
    (message) =>
      stands(message) &&
      !isNotice(message) &&
      !isAboutRequest(message) &&
      (isAlone ? message.isDirect : !message.isPrivate),
  )

const quotedMax = 120

const quoted = (messages: readonly JudgedMessage[]): string =>
  messages
    .map(({ text, isDirect }) => `${isDirect ? 'in private ' : ''}"${text.slice(0, quotedMax)}"`)
    .join(', ')

/** What is said besides to the member who asked for themselves alone, where they asked. */
const asidesOf = ({ messages, isAlone }: Dealing): readonly JudgedMessage[] =>
  isAlone ? messages.filter((message) => stands(message) && !isNotice(message) && !message.isDirect) : []

const isSaidTwice = (messages: readonly JudgedMessage[]): boolean => {
  const [first, second] = messages
  return messages.length === 2 && first?.text === second?.text
}

const resultsOf = (dealing: Dealing) => ({
  told: shownOf(dealing).filter(({ text }) => /is ready(?! to send)|Made with AI/.test(text)).length,
  withAudio: shownOf(dealing).filter(({ files }) => files.some(isAudio)).length,
})

/** Anyone who is told how it ended is told what that cost. */
const toldWrong = ({ money, isDisturbed }: Dealing, ends: readonly JudgedMessage[]): Found =>
  ends.map(
    (message) =>
      money !== undefined &&
      !isDisturbed &&
      !message.text.includes(money) &&
      `it should say "${money}", and says: ${quoted([message])}`,
  )

/** Its member is told of the end once at most, by a message without files, and where nobody else reads of it. */
const noticesWrong = (dealing: Dealing): Found => {
  const { messages, requests, isAlone, isAnnounced, isDisturbed } = dealing
  const notices = messages.filter(isNotice)
  const isMissing = isAnnounced && notices.length === 0 && resultsOf(dealing).told > 0
  return [
    notices.length > requests && `${notices.length} notices tell of its end: ${quoted(notices)}`,
    isMissing && !isDisturbed && 'nobody was told that it is over',
    notices.some(({ files }) => files.length > 0) && 'a notice came with files',
    isAlone && notices.some(({ isDirect }) => !isDirect) && 'a notice told others of what was for one alone',
  ]
}

/** Admins decide on one card, and its member is told of that once. */
const decisionsWrong = ({ messages, requests }: Dealing): Found => {
  const cards = messages.filter((message) => isCard(message) && stands(message))
  const decisions = messages.filter(isDecision)
  const isDecided = cards.some(({ text }) => !text.includes('Approve /'))
  return [
    cards.length > requests && `${cards.length} cards ask admins: ${quoted(cards)}`,
    decisions.length > requests && `the decision was told ${decisions.length} times: ${quoted(decisions)}`,
    isDecided && decisions.length === 0 && 'nobody was told what was decided',
  ]
}

const repeatedFiles = (dealing: Dealing): readonly string[] => {
  const names = shownOf(dealing).flatMap(({ files }) => files)
  return names.filter((name, index) => names.indexOf(name) !== index)
}

const rules: Rules<Dealing> = {
  I1: ({ taken, tasksMax }) => [taken > tasksMax && `the service took ${taken} paid requests`],
  I2: (dealing) => {
    const { told, withAudio } = resultsOf(dealing)
    const repeated = repeatedFiles(dealing)
    const wordless = shownOf(dealing).filter(({ files, text }) => text === '' && files.some(isAudio))
    return [
      told > dealing.tasksMax && `${told} messages say that it is ready`,
      withAudio > dealing.tasksMax && `${withAudio} messages bring the audio`,
      wordless.length > 0 && `${wordless.length} messages bring audio without a word about it`,
      repeated.length > 0 && `files that came twice: ${repeated.join(', ')}`,
      dealing.isRemoved &&
        told + withAudio > 0 &&
        'its message should have been taken away, and is still shown',
    ]
  },
  I3: (dealing) => {
    const { spent, charged, taken, isFinal } = dealing
    const isToldFree = shownOf(dealing).some(({ text }) => text.includes('Nothing was charged'))
    return [
      !isFinal && spent < charged && `the service charged ${charged}, and only ${spent} is booked`,
      (isFinal || resultsOf(dealing).told > 0) &&
        spent !== charged &&
        `${charged} was charged for the result, not ${spent}`,
      charged === 0 &&
        spent > 0 &&
        taken === 0 &&
        isToldFree &&
        `the member was told that nothing was charged, and ${spent} is booked`,
    ]
  },
  I4: ({ isGivenBack, taken }) => [
    isGivenBack && taken > 0 && 'it was given back, though the service took it',
  ],
  I5: (dealing) => {
    const { messages, requests, taken, hasAudio, isAnswerLost } = dealing
    const { isAlone, isRemoved, isDisturbed, isPromised, isWithinReach } = dealing
    const shown = shownOf(dealing)
    const asides = asidesOf(dealing)
    const inPrivate = isAlone
      ? []
      : messages.filter((message) => message.isDirect && !isNotice(message) && isClosing(message))
    const direct = inPrivate.length - (inPrivate.length > 1 ? inPrivate.filter(isCorrected).length : 0)
    const pending = shown.filter(isPending)
    const closing = [...shown, ...asides].filter(isClosing)
    const isRepeat = dealing.mayRepeatFailure && isSaidTwice(asides.filter(isClosing))
    const ends = closing.length - (isRepeat ? 1 : 0) + (isDisturbed ? 0 : direct)
    const isOutOfSight = isDisturbed || isRemoved || messages.some(({ isTakenAway }) => isTakenAway)
    const words = inPrivate.map(({ text }) => text)
    const isAnswered = shown.length > 0 || asides.some(isClosing)
    return [
      pending.length > 0 &&
        (direct === 0 || isWithinReach) &&
        !isDisturbed &&
        !isAnswerLost &&
        `${pending.length} messages promise news that does not come: ${quoted(pending)}`,
      ends > requests && `${ends} messages say how it ended: ${quoted([...closing, ...inPrivate])}`,
      isDisturbed &&
        !dealing.isRecovered &&
        new Set(words).size < words.length &&
        'the same was told twice in private',
      !isDisturbed && !isAnswered && asides.some(isPending) && 'direct messages are promised, and none comes',
      (isWithinReach ? closing.length : ends) === 0 &&
        (isPromised || taken > 0) &&
        !isOutOfSight &&
        'nobody was told how it ended',
      !isDisturbed &&
        isWithinReach &&
        !isAnswerLost &&
        shown.length > 1 &&
        `it has ${shown.length} messages: ${quoted(shown)}`,
      hasAudio && !isOutOfSight && resultsOf(dealing).withAudio === 0 && 'its result is lost',
      ...toldWrong(dealing, [...closing, ...inPrivate.slice(-1)]),
      ...noticesWrong(dealing),
      ...decisionsWrong(dealing),
    ]
  },
  I7: (dealing) => {
    const { messages, isAlone } = dealing
    const shown = shownOf(dealing)
    const isElsewhere = (message: JudgedMessage): boolean =>
      message.isPrivate && !shown.includes(message) && !(isAlone && message.isDirect)
    return [
      !isAlone &&
        messages.some(({ isPrivate, isWhereAsked }) => !isPrivate && !isWhereAsked) &&
        'a message came where nobody had asked',
      messages.some((message) => isElsewhere(message) && message.files.length > 0) && 'files went elsewhere',
      isAlone &&
        messages.some(({ isPrivate, isSeenByOthers }) => !isPrivate || isSeenByOthers) &&
        'others saw what was for one alone',
    ]
  },
}

/** What is wrong with what became of requests; nothing, where all holds. */
export const judgeRequests = (dealings: readonly Dealing[]): readonly Violation[] =>
  dealings.flatMap((dealing) =>
    violationsOf(rules, dealing).map(({ invariant, what }) => ({
      invariant,
      what: dealing.name === '' ? what : `${dealing.name}: ${what}`,
    })),
  )

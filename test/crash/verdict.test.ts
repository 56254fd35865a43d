import { expect, test } from 'vitest'
import type { Books } from './books.ts'
import { type Dealing, type Evidence, type Invariant, type JudgedMessage, judge } from './verdict.ts'

const message = (text: string, more: Partial<JudgedMessage> = {}): JudgedMessage => ({
  text,
  state: 'shown',
  files: [],
  isPrivate: false,
  isDirect: false,
  isWhereAsked: true,
  isTakenAway: false,
  isSeenByOthers: false,
  ...more,
})
const ready = message('Your song is ready: “Zbabax”.', { files: ['Zbabax.mp3'] })
const queued = message('Queued your song. This message changes when there is news.')
const failed = message('Your song did not work out. Nothing was charged.')
const unsure = message('The audio service has not said yet whether it took the request for your song.')
const runsOn = message(':hourglass: Your song was cancelled after the request had been sent. It runs on.')

const paid: Dealing = {
  name: 'zbabax',
  requests: 1,
  tasksMax: 1,
  messages: [ready],
  taken: 1,
  charged: 100_000,
  spent: 100_000,
  isRemoved: false,
  isAlone: false,
}
const unpaid: Dealing = {
  name: 'zdabax',
  requests: 1,
  tasksMax: 1,
  messages: [failed],
  taken: 0,
  charged: 0,
  spent: 0,
  isRemoved: false,
  isAlone: false,
}
const withoutJob: Dealing = { ...unpaid, name: 'no job', requests: 2, tasksMax: 0 }
const books: Books = {
  figures: [{ account: 'discord:1', window: 'month', spent: 100_000, held: 0, limit: 200_000 }],
  openHolds: 0,
  differences: [],
  leases: 0,
  jobs: [],
  spentByJob: new Map(),
}
const [figures = { account: '', window: '', spent: 0, held: 0, limit: 0 }] = books.figures
const sound: Evidence = { dealings: [paid, unpaid, withoutJob], books, isAtRest: true }

test('nothing is found where all holds', () => {
  expect(judge(sound)).toEqual([])
})

test('a message that people took away may have been the last word', () => {
  const gone = message('', { state: 'deleted', isTakenAway: true })
  expect(judge({ ...sound, dealings: [{ ...paid, messages: [gone] }] })).toEqual([])
})

test('a result that somebody wanted away says nothing any more', () => {
  const gone = message('', { state: 'deleted' })
  expect(judge({ ...sound, dealings: [{ ...paid, messages: [gone], isRemoved: true }] })).toEqual([])
})

type Row = readonly [what: string, found: readonly Invariant[], dealing: Dealing]

const dealingRows: readonly Row[] = [
  ['a request that was bought twice', ['I1'], { ...paid, taken: 2, charged: 100_000 }],
  ['a task of nobody', ['I1', 'I3'], { ...withoutJob, taken: 1, charged: 100_000 }],
  ['a result that is shown though somebody wanted it away', ['I2'], { ...paid, isRemoved: true }],
  [
    'a result that is told twice',
    ['I2', 'I5'],
    { ...paid, messages: [ready, message('Your song is ready')] },
  ],
  [
    'a result that comes twice',
    ['I2'],
    { ...paid, messages: [ready, message('', { files: ['Zbabax.mp3'] })] },
  ],
  ['audio of nobody', ['I2'], { ...withoutJob, messages: [message('', { files: ['Zbabax.mp3'] })] }],
  ['a charge that is not booked', ['I3'], { ...unpaid, taken: 1, charged: 100_000 }],
  ['a result that costs more than was charged', ['I3'], { ...paid, spent: 200_000 }],
  ['a booking after a promise that there is none', ['I3'], { ...unpaid, spent: 100_000 }],
  ['a message that goes on promising', ['I5'], { ...unpaid, messages: [queued] }],
  ['a request with two ends', ['I5'], { ...unpaid, messages: [failed, failed] }],
  ['more ends than requests', ['I5'], { ...withoutJob, messages: [failed, failed, failed] }],
  ['a bought request without an end', ['I5'], { ...paid, messages: [] }],
  ['a message elsewhere', ['I7'], { ...paid, messages: [{ ...ready, isWhereAsked: false }] }],
  ['files for one person alone', ['I5', 'I7'], { ...paid, messages: [{ ...ready, isPrivate: true }] }],
]

test.each(dealingRows)('%s is found', (_what, found, dealing) => {
  const violations = judge({ ...sound, dealings: [...sound.dealings, dealing] })
  expect([...new Set(violations.map(({ invariant }) => invariant))]).toEqual(found)
  expect(violations.every(({ what }) => what.startsWith(dealing.name))).toBe(true)
})

const commonRows: readonly (readonly [string, readonly Invariant[], Partial<Evidence>])[] = [
  ['a limit that was passed', ['I3'], { books: { ...books, figures: [{ ...figures, spent: 300_000 }] } }],
  ['a hold that no figure knows of', ['I3'], { books: { ...books, openHolds: 1 } }],
  ['what never comes to rest', ['I4'], { isAtRest: false }],
  [
    'a hold without an end',
    ['I4'],
    { books: { ...books, openHolds: 1, figures: [{ ...figures, held: 1 }] } },
  ],
  ['a place that was not given back', ['I4'], { books: { ...books, leases: 1 } }],
  ['a journal that does not add up', ['I6'], { books: { ...books, differences: ['1 is not 2'] } }],
]

test.each(commonRows)('%s is found', (_what, found, change) => {
  expect(judge({ ...sound, ...change }).map(({ invariant }) => invariant)).toEqual(found)
})

const direct = { isPrivate: true, isDirect: true, isWhereAsked: false }
const working = message('Working on your song.')
const ended = message('Your song did not work out.')
const inPrivate = message('Your song was made, but it could not be shown.', direct)
const unknownYet = message('Your song did not work out. It may still be billed.', direct)
const question = message('It still needs: Prompt')
const aside = message("That is somebody else's job.", { isPrivate: true })

/** What is wrong with these messages about one request that the service took. */
const wrongWith = (messages: readonly JudgedMessage[]): readonly string[] =>
  judge({ ...sound, dealings: [{ ...unpaid, name: '', taken: 1, messages }] }).map(
    ({ invariant, what }) => `${invariant} ${what}`,
  )

test.each<[string, readonly JudgedMessage[]]>([
  ['one word where it was asked for', [ended]],
  ['one word in private, where the message cannot be reached any more', [working, inPrivate]],
  ['one word after a question and its answer', [question, ended]],
  ['one word beside an answer that one person alone sees', [aside, ended]],
  ['the truth in private after a word that nobody knew it yet', [unknownYet, inPrivate]],
])('%s is as it should be', (_, messages) => expect(wrongWith(messages)).toEqual([]))

test.each<[string, readonly JudgedMessage[], readonly string[]]>([
  ['no word', [], ['nobody was told']],
  ['a promise', [working], ['promise news', 'nobody was told']],
  ['doubt that nobody ends', [unsure], ['promise news', 'nobody was told']],
  ['a cancellation that stays open', [runsOn], ['promise news', 'nobody was told']],
  ['a question', [question], ['nobody was told']],
  ['an end in two places', [ended, inPrivate], ['2 messages say how it ended']],
  ['an end that came twice in private', [inPrivate, inPrivate], ['2 messages say how it ended']],
  ['an end that came twice', [ended, ended], ['2 messages say how it ended']],
])('%s is found out', (_, messages, expected) =>
  expect(wrongWith(messages)).toEqual(
    expected.map((what) => expect.stringMatching(new RegExp(`^I5 .*${what}`))),
  ),
)

const inDirect = { isPrivate: true, isDirect: true, isWhereAsked: false }
const promised = message('Queued your song, for you alone.', { isPrivate: true })
const readyAlone = message('Your song is ready.', { ...inDirect, files: ['Zbabax.mp3'] })
const unreached = message('Your song did not work out. Nothing was charged.', { isPrivate: true })

test.each<[string, Partial<Dealing>, readonly string[]]>([
  ['that came to its member alone', { messages: [promised, readyAlone] }, []],
  ['that others see', { messages: [promised, { ...readyAlone, isSeenByOthers: true }] }, ['I7']],
  ['that stood in the channel', { messages: [promised, readyAlone, working] }, ['I7']],
  [
    'that stood in the channel for a while',
    { messages: [readyAlone, { ...ready, state: 'deleted' }] },
    ['I7'],
  ],
  ['that came twice', { messages: [readyAlone, readyAlone] }, ['I2', 'I5']],
  [
    'whose files came beside its message',
    { messages: [readyAlone, { ...promised, files: ['a.mp3'] }] },
    ['I7'],
  ],
  ['that never came', { messages: [promised] }, ['I5']],
  ['whose message goes on promising', { messages: [promised, { ...working, ...inDirect }] }, ['I5']],
])('of a result for one alone %s, the verdict is right', (_, change, found) => {
  const violations = judge({ ...sound, dealings: [{ ...paid, name: '', isAlone: true, ...change }] })
  expect([...new Set(violations.map(({ invariant }) => invariant))]).toEqual(found)
})

test.each<[string, readonly JudgedMessage[], readonly string[]]>([
  ['that says so where it was asked', [unreached], []],
  ['that says so beside its answer', [promised, unreached], []],
  ['that promises direct messages for ever', [promised], ['I5']],
])('a request for one alone who takes no direct messages, %s, is judged by that', (_, messages, found) => {
  const violations = judge({ ...sound, dealings: [{ ...unpaid, name: '', isAlone: true, messages }] })
  expect(violations.map(({ invariant }) => invariant)).toEqual(found)
})

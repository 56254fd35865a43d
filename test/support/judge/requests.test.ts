import { expect, test } from 'vitest'
import type { Invariant } from './invariants.ts'
import { type Dealing, type JudgedMessage, judgeRequests, plainDealing } from './requests.ts'

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
const ready = message('“Zbabax”\n“a song” · Made with AI', { files: ['Zbabax.mp3'] })
const queued = message("Queued your song. I'll update this message.")
const failed = message('Your song failed. Nothing was charged.')
const unsure = message("The audio service hasn't confirmed your song yet.")
const runsOn = message(
  ":hourglass: Your song will stay hidden. It's too late to cancel, so it's still billed.",
)
const mayRunOn = message('Your song will stay hidden. The audio service may still make and bill it.')

const direct = { isPrivate: true, isDirect: true, isWhereAsked: false }
const working = message('Working on your song.')
const ended = message('Your song failed.')
const inPrivate = message("Your song was made, but I couldn't show it where you asked.", direct)
const unknownYet = message('Your song failed. It may still be billed.', direct)
const question = message('still needs: Prompt')
const aside = message("This is someone else's job.", { isPrivate: true })

const paid: Dealing = {
  ...plainDealing,
  name: 'zbabax',
  messages: [ready],
  taken: 1,
  charged: 100_000,
  spent: 100_000,
}
const unpaid: Dealing = { ...plainDealing, name: 'zdabax', messages: [failed] }
const withoutJob: Dealing = { ...unpaid, name: 'no job', requests: 2, tasksMax: 0 }
const sound = [paid, unpaid, withoutJob]

test('nothing is found where all holds', () => {
  expect(judgeRequests(sound)).toEqual([])
})

test('a message that people took away may have been the last word', () => {
  const gone = message('', { state: 'deleted', isTakenAway: true })
  expect(judgeRequests([{ ...paid, messages: [gone] }])).toEqual([])
})

test('a result that somebody wanted away says nothing any more', () => {
  const gone = message('', { state: 'deleted' })
  expect(judgeRequests([{ ...paid, messages: [gone], isRemoved: true }])).toEqual([])
})

test('an answer that nobody may know is closed by another message', () => {
  const lost = { ...unpaid, messages: [queued, failed], isPromised: true, isWithinReach: true }
  expect(judgeRequests([lost])).not.toEqual([])
  expect(judgeRequests([{ ...lost, isAnswerLost: true }])).toEqual([])
})

test('where people did something to messages, who was told where is left open', () => {
  const disturbed = { ...unpaid, messages: [queued, inPrivate], isPromised: true, isDisturbed: true }
  expect(judgeRequests([disturbed])).toEqual([])
  const twice = { ...disturbed, messages: [inPrivate, inPrivate] }
  expect(judgeRequests([twice]).map(({ what }) => what)).toEqual([expect.stringContaining('told twice')])
  expect(judgeRequests([{ ...twice, isRecovered: true }])).toEqual([])
})

type Row = readonly [what: string, found: readonly Invariant[], dealing: Dealing]

const dealingRows: readonly Row[] = [
  ['a request that was bought twice', ['I1'], { ...paid, taken: 2, charged: 100_000 }],
  ['a task of nobody', ['I1', 'I3'], { ...withoutJob, taken: 1, charged: 100_000 }],
  ['a result that is shown though somebody wanted it away', ['I2'], { ...paid, isRemoved: true }],
  [
    'audio without a word',
    ['I2'],
    { ...paid, messages: [message('Your song is ready'), message('', { files: ['Zbabax.mp3'] })] },
  ],
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
  ['what was given back though it was sent', ['I4'], { ...paid, isGivenBack: true }],
  [
    'a final figure that is not the charge',
    ['I3'],
    { ...paid, messages: [failed], spent: 150_000, isFinal: true },
  ],
  ['a promise without an end', ['I5'], { ...unpaid, messages: [], isPromised: true }],
  [
    'a promise that stands where it could be edited, beside a word in private',
    ['I5'],
    { ...unpaid, messages: [queued, inPrivate], isPromised: true, isWithinReach: true },
  ],
  [
    'a second message beside one that could be edited',
    ['I5'],
    { ...unpaid, messages: [failed, question], isWithinReach: true },
  ],
  [
    'a result without its audio',
    ['I5'],
    { ...paid, messages: [message('Your song is ready.')], hasAudio: true },
  ],
  ['a wrong cost', ['I5'], { ...paid, money: '0.20 credits used' }],
  ['a message elsewhere', ['I7'], { ...paid, messages: [{ ...ready, isWhereAsked: false }] }],
  ['files for one person alone', ['I5', 'I7'], { ...paid, messages: [{ ...ready, isPrivate: true }] }],
]

test.each(dealingRows)('%s is found', (_what, found, dealing) => {
  const violations = judgeRequests([...sound, dealing])
  expect([...new Set(violations.map(({ invariant }) => invariant))]).toEqual(found)
  expect(violations.every(({ what }) => what.startsWith(dealing.name))).toBe(true)
})

/** What is wrong with these messages about one request that the service took. */
const wrongWith = (messages: readonly JudgedMessage[]): readonly string[] =>
  judgeRequests([{ ...unpaid, name: '', taken: 1, messages }]).map(
    ({ invariant, what }) => `${invariant} ${what}`,
  )

test.each<[string, readonly JudgedMessage[]]>([
  ['one word where it was requested', [ended]],
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
  ['a cancellation in doubt that stays open', [mayRunOn], ['promise news', 'nobody was told']],
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
const promised = message('Queued your song, just for you.', { isPrivate: true })
const readyAlone = message('Your song is ready.', { ...inDirect, files: ['Zbabax.mp3'] })
const unreached = message('Your song failed. Nothing was charged.', { isPrivate: true })

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
  const violations = judgeRequests([{ ...paid, name: '', isAlone: true, ...change }])
  expect([...new Set(violations.map(({ invariant }) => invariant))]).toEqual(found)
})

test.each<[string, readonly JudgedMessage[], readonly string[]]>([
  ['that says so where it was asked', [unreached], []],
  ['that says so beside its answer', [promised, unreached], []],
  ['that promises direct messages for ever', [promised], ['I5']],
])('a request for one alone who takes no direct messages, %s, is judged by that', (_, messages, found) => {
  const violations = judgeRequests([{ ...unpaid, name: '', isAlone: true, messages }])
  expect(violations.map(({ invariant }) => invariant)).toEqual(found)
})

test.each<[string, readonly JudgedMessage[], boolean, readonly string[]]>([
  ['said once more, where it cannot be looked for', [unreached, unreached], true, []],
  ['said a third time', [unreached, unreached, unreached], true, ['I5']],
  ['said once more, where it can be edited', [unreached, unreached], false, ['I5']],
  ['followed by another end', [unreached, { ...unreached, text: 'Your song was cancelled.' }], true, ['I5']],
])('a failure for one alone, %s, is judged by that', (_, messages, mayRepeatFailure, found) => {
  const violations = judgeRequests([{ ...unpaid, name: '', isAlone: true, mayRepeatFailure, messages }])
  expect(violations.map(({ invariant }) => invariant)).toEqual(found)
})

const notice = message("@max Here's your song.")
const noticeInPrivate = message("Here's your song.", inDirect)
const noticeByName = message(":white_check_mark: @Ada (admin) Here's your song.")
const noticeOfFailure = message(":warning: @max I couldn't finish your song.")

test.each<[string, Partial<Dealing>, readonly string[]]>([
  ['once', { messages: [ready, notice], isAnnounced: true }, []],
  ['once in private', { messages: [ready, noticeInPrivate], isAnnounced: true }, []],
  ['once by a name of several words', { messages: [ready, noticeByName], isAnnounced: true }, []],
  ['though nobody needs to', { messages: [ready, notice] }, []],
  ['twice', { messages: [ready, notice, notice] }, ['I5']],
  ['in two places', { messages: [ready, notice, noticeInPrivate] }, ['I5']],
  ['with one that is gone', { messages: [ready, notice, { ...notice, state: 'deleted' }] }, ['I5']],
  ['first of a failure and then of its result', { messages: [ready, noticeOfFailure, notice] }, ['I5']],
  ['never', { messages: [ready], isAnnounced: true }, ['I5']],
  ['with files', { messages: [ready, { ...notice, files: ['a.txt'] }] }, ['I5']],
  ['elsewhere', { messages: [ready, { ...notice, isWhereAsked: false }] }, ['I7']],
  ['in place of its result', { messages: [notice] }, ['I5']],
  ['where others read it', { messages: [readyAlone, notice], isAlone: true }, ['I5', 'I7']],
])('a member who is told %s that a song is there is judged by that', (_, change, found) => {
  const violations = judgeRequests([{ ...paid, name: '', ...change }])
  expect([...new Set(violations.map(({ invariant }) => invariant))]).toEqual(found)
})

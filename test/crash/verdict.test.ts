import { expect, test } from 'vitest'
import type { Books } from './books.ts'
import { type JudgedMessage, judge } from './verdict.ts'

const books: Books = { figures: [], openHolds: 0, differences: [], leases: 0, jobs: [] }

const message = (text: string, differs: Partial<JudgedMessage> = {}): JudgedMessage => ({
  ...{ text, state: 'shown', files: [], isPrivate: false, isDirect: false, isWhereAsked: true },
  ...differs,
})

const direct = { isPrivate: true, isDirect: true, isWhereAsked: false }
const working = message('Working on your song.')
const unsure = message('The audio service has not said yet whether it took the request for your song.')
const runsOn = message(':hourglass: Making your song was cancelled after it was sent. It runs on.')
const ended = message('Making your song did not work out.')
const inPrivate = message('Making your song worked out, but it could not be shown.', direct)
const question = message('It still needs: Prompt')
const aside = message("That is somebody else's job.", { isPrivate: true })

/** What is wrong with these messages about one request that the service took. */
const wrongWith = (messages: readonly JudgedMessage[]): readonly string[] =>
  judge({
    before: { books, counters: { taken: 0, charged: 0 } },
    after: { books, counters: { taken: 1, charged: 0 } },
    ...{ messages, isAtRest: true },
  }).map(({ invariant, what }) => `${invariant} ${what}`)

test.each<[string, readonly JudgedMessage[]]>([
  ['one word where it was asked for', [ended]],
  ['one word in private, where the message cannot be reached any more', [working, inPrivate]],
  ['one word after a question and its answer', [question, ended]],
  ['one word beside an answer that one person alone sees', [aside, ended]],
])('%s is as it should be', (_, messages) => expect(wrongWith(messages)).toEqual([]))

test.each<[string, readonly JudgedMessage[], readonly string[]]>([
  ['no word', [], ['nobody was told']],
  ['a promise', [working], ['promise news', 'nobody was told']],
  ['doubt that nobody ends', [unsure], ['promise news', 'nobody was told']],
  ['a cancellation that stays open', [runsOn], ['promise news', 'nobody was told']],
  ['a question', [question], ['nobody was told']],
  ['an end in two places', [ended, inPrivate], ['2 messages say how it ended']],
  ['an end that came twice', [ended, ended], ['2 messages say how it ended']],
])('%s is found out', (_, messages, expected) =>
  expect(wrongWith(messages)).toEqual(
    expected.map((what) => expect.stringMatching(new RegExp(`^I5 .*${what}`))),
  ),
)

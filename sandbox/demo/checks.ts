import { bringsLyrics, countFiles, missingEndings } from './answer.ts'
import type { Message } from './control-client.ts'
import type { Expectation } from './story.ts'
import type { Credits, SavedFile } from './transcript.ts'

/** What a step came to, for its expectation. */
export interface Seen {
  message: Pick<Message, 'text' | 'buttons'>
  files: readonly SavedFile[]
  credits: Credits
  /** What the steps before used, in millionths of a credit. */
  usedBefore: number
  /** The budget, in millionths of a credit. */
  limit: number
  /** How often it was held and charged, where the ledger was asked. */
  booked?: { holds: number; charges: number }
}

/** What is made of a whole clip is cut at its last bar or fades after it. */
const toleranceSeconds = 1

/** Decimal credits as millionths; NaN where nothing is stated. */
export const millionths = (credits: string | undefined): number =>
  credits === undefined ? Number.NaN : Math.round(Number(credits) * 1_000_000)

const unless = (isFine: boolean, problem: string): string[] => (isFine ? [] : [problem])

const told = (credits: Credits): string => JSON.stringify(credits)

const wordProblems = (says: RegExp, { message, files }: Seen): string[] => [
  ...unless(says.test(message.text), `the answer does not say ${says}: ${message.text}`),
  ...unless(files.length === 0, 'a few words brought files'),
]

const newsProblems = ({ says, button }: Extract<Expectation, { kind: 'news' }>, seen: Seen): string[] => [
  ...wordProblems(says, seen),
  ...unless(
    seen.message.buttons.some(({ label }) => label === button),
    `the message has no button ${button}`,
  ),
]

const balanceProblems = (
  statesUse: boolean,
  { credits, usedBefore, limit, message, files }: Seen,
): string[] => [
  ...unless(
    (!statesUse || millionths(credits.settled) === usedBefore) &&
      millionths(credits.left) === limit - usedBefore,
    `the balance does not state what was used, ${usedBefore / 1e6} of ${limit / 1e6}: ${message.text}`,
  ),
  ...unless(files.length === countFiles(files, 'image/'), 'a balance brought files besides its picture'),
]

type Result = Extract<Expectation, { kind: 'result' }>

const addsUp = ({ isFree }: Result, { credits, usedBefore, limit, message }: Seen): boolean => {
  const { held, settled, left } = credits
  if (isFree) return settled === undefined && /nothing charged/i.test(message.text)
  return (
    millionths(settled) > 0 &&
    millionths(settled) <= millionths(held) &&
    millionths(left) === limit - usedBefore - millionths(settled)
  )
}

const lengthProblems = (lastsSeconds: number, { files }: Seen): string[] =>
  files
    .filter(({ contentType }) => contentType.startsWith('audio/'))
    .filter(({ durationSeconds = 0 }) => Math.abs(durationSeconds - lastsSeconds) > toleranceSeconds)
    .map(({ name, durationSeconds }) => `${name} lasts ${durationSeconds} s, not ${lastsSeconds} s`)

const resultProblems = (expects: Result, seen: Seen): string[] => {
  const { message, files, credits, usedBefore, limit, booked } = seen
  const { says, endings, lastsSeconds, isOnce } = expects
  const takes = countFiles(files, 'audio/')
  const covers = countFiles(files, 'image/')
  return [
    ...unless(takes === expects.takes, `${takes} takes came, not ${expects.takes}`),
    ...unless(covers === expects.covers, `${covers} covers came, not ${expects.covers}`),
    ...unless(!expects.hasLyrics || bringsLyrics(message, files), 'no lyrics came'),
    ...missingEndings(files, endings).map((ending) => `no file came that ends in ${ending}`),
    ...unless(
      says === undefined || says.test(message.text),
      `the answer does not say ${says}: ${message.text}`,
    ),
    ...unless(
      addsUp(expects, seen),
      `the credits do not add up: ${told(credits)}; ${usedBefore / 1e6} of ${limit / 1e6} were used before`,
    ),
    ...(lastsSeconds === undefined ? [] : lengthProblems(lastsSeconds, seen)),
    ...unless(
      isOnce === undefined || (booked?.holds === 1 && booked.charges === 1),
      `it was not held and charged once: ${JSON.stringify(booked)}`,
    ),
  ]
}

/** What is not as a step's expectation has it. */
export const problemsOf = (expects: Expectation, seen: Seen): string[] => {
  switch (expects.kind) {
    case 'words':
      return wordProblems(expects.says, seen)
    case 'news':
      return newsProblems(expects, seen)
    case 'balance':
      return balanceProblems(expects.statesUse, seen)
    case 'result':
      return resultProblems(expects, seen)
  }
}

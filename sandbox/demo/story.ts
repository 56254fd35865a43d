import type { Message } from './control-client.ts'
import type { Credits, SavedFile } from './transcript.ts'

/** What one step came to, for its expectations. */
export interface Seen {
  message: Message
  files: readonly SavedFile[]
  credits: Credits
}

/** One thing that a person does, and what must come of it. */
export interface Step {
  by: 'admin' | 'member'
  command: string
  options: Readonly<Record<string, string | number | boolean>>
  /** Whether the message has said its last word. */
  isLastWord(message: Message): boolean
  problems(seen: Seen): string[]
}

/** Enough for one song, whatever it costs, and for no second one. */
const budget = 0.2

const song = { prompt: 'a sea shanty about compilers', cover: true, timestamps: true }

const atOnce = (): boolean => true

const songIsThere = ({ text, files }: Message): boolean =>
  files.length > 0 || text.includes('did not work out')

const unless = (fine: boolean, problem: string): string[] => (fine ? [] : [problem])

const says = (pattern: RegExp, { message }: Seen): string[] =>
  unless(pattern.test(message.text), `the answer does not say ${pattern}: ${message.text}`)

const refused = (pattern: RegExp) => (seen: Seen) => [
  ...says(pattern, seen),
  ...unless(seen.files.length === 0, 'a refused request brought files'),
]

const count = (files: readonly SavedFile[], type: string): number =>
  files.filter(({ contentType }) => contentType.startsWith(type)).length

const millionths = (credits: string | undefined): number => Math.round(Number(credits) * 1_000_000)

const creditsAddUp = ({ held, settled, left }: Credits): boolean =>
  millionths(settled) > 0 &&
  millionths(settled) <= millionths(held) &&
  millionths(settled) + millionths(left) === millionths(String(budget))

const songProblems = ({ files, credits }: Seen): string[] => [
  ...unless(count(files, 'audio/mpeg') === 2, `${count(files, 'audio/mpeg')} takes came, not 2`),
  ...unless(count(files, 'image/') === 1, `${count(files, 'image/')} covers came, not 1`),
  ...unless(count(files, 'text/plain') === 1, `${count(files, 'text/plain')} files of lyrics came, not 1`),
  ...unless(creditsAddUp(credits), `the credits do not add up: ${JSON.stringify(credits)} of ${budget}`),
]

/** A new server: nobody has credits, an admin gives some, they buy one song, and then they do not cover another. */
export const story: readonly Step[] = [
  {
    by: 'member',
    command: '/music',
    options: song,
    isLastWord: atOnce,
    problems: refused(/no credits yet.*Nothing was charged/s),
  },
  {
    by: 'admin',
    command: '/budget limit',
    options: { credits: budget, period: 'month' },
    isLastWord: atOnce,
    problems: (seen) => says(/Left: 0\.20/, seen),
  },
  {
    by: 'admin',
    command: '/budget show',
    options: {},
    isLastWord: atOnce,
    problems: (seen) => says(/Used: 0\.00\n.*Left: 0\.20/s, seen),
  },
  { by: 'member', command: '/music', options: song, isLastWord: songIsThere, problems: songProblems },
  {
    by: 'member',
    command: '/music',
    options: { prompt: 'a waltz about budgets' },
    isLastWord: atOnce,
    problems: refused(/budget does not cover.*Nothing was charged/s),
  },
  {
    by: 'admin',
    command: '/budget show',
    options: {},
    isLastWord: atOnce,
    problems: (seen) => says(/Used: 0\.(?!00\b)\d+\n.*Held for running jobs: 0\.00/s, seen),
  },
]

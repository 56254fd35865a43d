/** What a person does: the same on every platform. */
export type Deed =
  | { kind: 'command'; command: string; options: Readonly<Record<string, string | number | boolean>> }
  /** Posts a clip, then picks an entry of that message's own menu and fills in the form that opens. */
  | { kind: 'action'; name: string; says: string; fills: Readonly<Record<string, string>> }
  /** Answers the message of an earlier step, where people answer on that platform. */
  | { kind: 'reply'; to: string; says: string }

/** What must come of a step. */
export type Expectation =
  /** A few words, and no files. */
  | { kind: 'words'; says: RegExp }
  /** Words that state what is left, and to an admin what is used, as the steps before came to. */
  | { kind: 'balance'; statesUse: boolean }
  /** Audio, paid for. */
  | { kind: 'audio'; takes: number; covers: number; hasLyrics: boolean; isOfClip: boolean }

/** One thing that a person does, and what must come of it. */
export interface Step {
  name: string
  by: 'admin' | 'member'
  deed: Deed
  expects: Expectation
}

/** Enough for what is asked for below, whatever it costs, and for no song after that. */
export const budget = 0.5

const song: Deed = {
  kind: 'command',
  command: '/music',
  options: { prompt: 'a sea shanty about compilers', cover: true, timestamps: true },
}

const refused = (reason: RegExp): Expectation => ({ kind: 'words', says: reason })

/** A new server: nobody has credits, an admin gives some, they buy four things, and then they do not cover another. */
export const story: readonly Step[] = [
  {
    name: 'a song too early',
    by: 'member',
    deed: song,
    expects: refused(/no credits here yet.*Nothing was charged/s),
  },
  {
    name: 'the budget',
    by: 'admin',
    deed: { kind: 'command', command: '/budget limit', options: { credits: budget, period: 'month' } },
    expects: { kind: 'balance', statesUse: true },
  },
  {
    name: 'a song',
    by: 'member',
    deed: song,
    expects: { kind: 'audio', takes: 2, covers: 1, hasLyrics: true, isOfClip: false },
  },
  {
    name: 'a reading',
    by: 'member',
    deed: {
      kind: 'command',
      command: '/tts',
      options: { text: 'The linker sails at dawn.', gender: 'female' },
    },
    expects: { kind: 'audio', takes: 1, covers: 0, hasLyrics: false, isOfClip: false },
  },
  {
    name: 'a remix of a clip',
    by: 'member',
    deed: {
      kind: 'action',
      name: 'Remix this clip',
      says: 'I recorded this on the way home.',
      fills: { Prompt: 'lo-fi hip hop' },
    },
    expects: { kind: 'audio', takes: 2, covers: 0, hasLyrics: false, isOfClip: true },
  },
  {
    name: 'a remix by reply',
    by: 'member',
    deed: { kind: 'reply', to: 'a reading', says: '@Tunesmith remix as bossa nova' },
    expects: { kind: 'audio', takes: 2, covers: 0, hasLyrics: false, isOfClip: false },
  },
  {
    name: 'the credits',
    by: 'member',
    deed: { kind: 'command', command: '/credits', options: {} },
    expects: { kind: 'balance', statesUse: false },
  },
  {
    name: 'a song too many',
    by: 'member',
    deed: { kind: 'command', command: '/music', options: { prompt: 'a waltz about budgets' } },
    expects: refused(/budget does not cover.*Nothing was charged/s),
  },
  {
    name: 'the balance',
    by: 'admin',
    deed: { kind: 'command', command: '/budget show', options: {} },
    expects: { kind: 'balance', statesUse: true },
  },
]

import { type ChatPlatform, chatPlatforms } from '../world/addresses.ts'
import { tuneSeconds } from './tune.ts'

/** Stands for the clip that the member has recorded, where a form asks for a file. */
export const ownClip = { file: 'own clip' } as const

/** What is filled into a form, by the labels that people read there. */
export type Fills = Readonly<Record<string, string | typeof ownClip>>

/** What a person does: the same on every platform. */
export type Deed =
  | { kind: 'command'; command: string; options: Readonly<Record<string, string | number | boolean>> }
  /** Posts a clip, then picks an entry of that message's own menu and fills in the form that opens. */
  | { kind: 'action'; name: string; says: string; fills: Fills }
  /** Answers the message of an earlier step, where people answer on that platform. */
  | { kind: 'reply'; to: string; says: string }
  /**
   * Presses a button of the message that an earlier step left, and fills in
   * the form that opens where one does.
   */
  | { kind: 'press'; on: string; button: string; fills?: Fills }
  /**
   * Types a command about one thing as soon as the message of an earlier step
   * names it, and looks at that message.
   */
  | { kind: 'advised'; by: string; command: string; option: string }
  /** Kills the bot, starts it again, and looks at the message of an earlier step. */
  | { kind: 'restart'; during: string }

/** What must come of a step. */
export type Expectation =
  /** A few words, and no files. */
  | { kind: 'words'; says: RegExp }
  /** News on the way: these words, and a button to press. */
  | { kind: 'news'; says: RegExp; button: string }
  /** Words that state what is left, and to an admin what is used, as the steps before came to. */
  | { kind: 'balance'; statesUse: boolean }
  /** What was made: so many files of sound and pictures. */
  | ({ kind: 'result' } & Made)

/** What a result brings. It was paid for, unless it is there already. */
interface Made {
  takes: number
  covers: number
  hasLyrics: boolean
  /** How long each take lasts, where that is known before. */
  lastsSeconds?: number
  /** Words that stand in the message. */
  says?: RegExp
  /** How the names of some of its files end. */
  endings?: readonly string[]
  isFree?: true
  /** The ledger must show a single hold and a single charge for it. */
  isOnce?: true
}

/** One thing that a person does, and what must come of it. */
export interface Step {
  name: string
  /** Where it is played alone; on every platform, if left out. */
  only?: ChatPlatform
  by: 'admin' | 'member'
  deed: Deed
  expects: Expectation
  /** The budget from this step on, in credits. */
  sets?: number
}

/** Steps that follow one another in one place. */
export interface Scene {
  title: string
  platform: ChatPlatform
  steps: readonly Step[]
}

/** Enough for the requests below, whatever they cost, but for no song after them whose price is still that of the list. */
const budget = 0.65

const song: Deed = {
  kind: 'command',
  command: '/music',
  options: { prompt: 'a sea shanty about compilers', cover: true, timestamps: true },
}

const refused = (reason: RegExp): Expectation => ({ kind: 'words', says: reason })

/** The clip is the tune that a member recorded. */
export const remixOfClip: Step = {
  name: 'a remix of a clip',
  by: 'member',
  deed: {
    kind: 'action',
    name: 'Remix this clip',
    says: 'I recorded this on the way home.',
    fills: { Prompt: 'lo-fi hip hop' },
  },
  expects: { kind: 'result', takes: 2, covers: 0, hasLyrics: false, lastsSeconds: tuneSeconds },
}

/**
 * A new server: nobody has credits, an admin gives some, they buy five things, one of which is
 * cancelled too late and shown after all, and then they do not cover another. What is cancelled comes
 * first of those, while the channel has no news yet: when news come too fast, platforms have some left
 * out, and this one has to be there.
 */
const story: readonly Step[] = [
  {
    name: 'a song too early',
    by: 'member',
    deed: song,
    expects: refused(/No credits here yet.*Nothing was charged/s),
  },
  {
    name: 'the budget',
    by: 'admin',
    deed: { kind: 'command', command: '/budget limit', options: { credits: budget, period: 'month' } },
    expects: { kind: 'balance', statesUse: true },
    sets: budget,
  },
  {
    name: 'a song by mistake',
    by: 'member',
    deed: { kind: 'command', command: '/music', options: { prompt: 'a dirge about meetings' } },
    expects: { kind: 'news', says: /^\W*Working on your song\./, button: 'Hide result' },
  },
  {
    name: 'the mistake cancelled',
    by: 'member',
    deed: { kind: 'press', on: 'a song by mistake', button: 'Hide result' },
    expects: { kind: 'words', says: /Too late to cancel, so it's still billed/ },
  },
  {
    name: 'the mistake after all',
    by: 'member',
    deed: { kind: 'advised', by: 'a song by mistake', command: '/jobs recover', option: 'job' },
    expects: { kind: 'result', takes: 2, covers: 0, hasLyrics: true },
  },
  {
    name: 'a song',
    by: 'member',
    deed: song,
    expects: { kind: 'result', takes: 2, covers: 1, hasLyrics: true },
  },
  {
    name: 'a reading',
    by: 'member',
    deed: {
      kind: 'command',
      command: '/tts',
      options: { text: 'The linker sails at dawn.', gender: 'female' },
    },
    expects: { kind: 'result', takes: 1, covers: 0, hasLyrics: false },
  },
  {
    name: 'the words of a clip',
    only: 'slack',
    by: 'member',
    deed: { kind: 'reply', to: 'a reading', says: '@Tunesmith transcribe' },
    expects: {
      kind: 'result',
      takes: 0,
      covers: 0,
      hasLyrics: false,
      says: /The linker sails at dawn/,
      endings: ['.txt', '.srt', '.vtt'],
    },
  },
  {
    // The first request may hear that the list is still loading; by the time a voice is named it is there.
    name: 'the voices',
    only: 'discord',
    by: 'member',
    deed: { kind: 'command', command: '/voices', options: {} },
    expects: { kind: 'words', says: /^\W*(\d+ voices, page|I don't have the list of voices yet)/ },
  },
  remixOfClip,
  {
    name: 'a remix by reply',
    by: 'member',
    deed: { kind: 'reply', to: 'a reading', says: '@Tunesmith remix as bossa nova' },
    expects: { kind: 'result', takes: 2, covers: 0, hasLyrics: false },
  },
  {
    name: 'a part of a clip',
    only: 'discord',
    by: 'member',
    deed: {
      kind: 'action',
      name: 'Trim this clip',
      says: 'Only the middle of this is good.',
      fills: { Start: '0:02', End: '5.5s' },
    },
    expects: { kind: 'result', takes: 1, covers: 0, hasLyrics: false, lastsSeconds: 3.5 },
  },
  {
    name: 'another voice',
    only: 'discord',
    by: 'member',
    deed: { kind: 'reply', to: 'a reading', says: '@Tunesmith voice Ada Winter permission:yes' },
    expects: { kind: 'result', takes: 1, covers: 0, hasLyrics: false, says: /Voice:? +Ada Winter/ },
  },
  {
    name: 'words to sing',
    only: 'discord',
    by: 'member',
    deed: { kind: 'command', command: '/lyrics', options: { theme: 'the linker at sea' } },
    expects: { kind: 'result', takes: 0, covers: 0, hasLyrics: true },
  },
  {
    name: 'a take without loss',
    only: 'discord',
    by: 'member',
    deed: { kind: 'press', on: 'a reading', button: 'WAV' },
    expects: { kind: 'result', takes: 1, covers: 0, hasLyrics: false, endings: ['.wav'], isFree: true },
  },
  {
    name: 'a master',
    only: 'slack',
    by: 'member',
    deed: {
      kind: 'press',
      on: 'a reading',
      button: 'Master',
      fills: { 'Reference: your own file': ownClip },
    },
    expects: { kind: 'result', takes: 1, covers: 0, hasLyrics: false, says: /Reference: on-the-way-home/ },
  },
  {
    name: 'a remade part',
    only: 'slack',
    by: 'member',
    deed: {
      kind: 'action',
      name: 'Redo part of this clip',
      says: 'The middle of this could be better.',
      fills: { Prompt: 'tubular bells', Start: '0:02', End: '5.5s', Takes: '1' },
    },
    expects: { kind: 'result', takes: 1, covers: 0, hasLyrics: false, lastsSeconds: tuneSeconds },
  },
  {
    name: 'the credits',
    by: 'member',
    deed: { kind: 'command', command: '/credits', options: {} },
    expects: { kind: 'balance', statesUse: false },
  },
  {
    // By a model that was not used before: three songs by the usual one have shown what they really cost.
    name: 'a song too many',
    by: 'member',
    deed: { kind: 'command', command: '/music', options: { prompt: 'a waltz about budgets', model: 'v7' } },
    expects: refused(/Not enough credits.*Nothing was charged/s),
  },
  {
    name: 'the balance',
    by: 'admin',
    deed: { kind: 'command', command: '/budget show', options: {} },
    expects: { kind: 'balance', statesUse: true },
  },
]

/** What is played on a platform. */
export const stepsOn = (steps: readonly Step[], platform: ChatPlatform): readonly Step[] =>
  steps.filter(({ only = platform }) => only === platform)

/** Every part, on both platforms. */
export const wholeStory: readonly Scene[] = chatPlatforms.map((platform) => ({
  title: 'Every part',
  platform,
  steps: stepsOn(story, platform),
}))

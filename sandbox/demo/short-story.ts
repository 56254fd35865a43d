import { remixOfClip, type Scene, type Step } from './story.ts'

const limit = (credits: number): Step => ({
  name: `a budget of ${credits}`,
  by: 'admin',
  deed: { kind: 'command', command: '/budget limit', options: { credits } },
  expects: { kind: 'balance', statesUse: true },
  sets: credits,
})

/** Enough for one song of two takes and another of one, and not for two of two. */
const small = 0.25

/** What shows the bot in half a minute. */
export const shortStory: readonly Scene[] = [
  {
    title: 'A song',
    platform: 'discord',
    steps: [
      limit(small),
      {
        name: 'a song',
        by: 'member',
        deed: {
          kind: 'command',
          command: '/music',
          options: { prompt: 'a sea shanty about compilers', cover: true },
        },
        expects: { kind: 'result', takes: 2, covers: 1, hasLyrics: true },
      },
    ],
  },
  {
    title: 'A remix of a clip in the channel',
    platform: 'slack',
    steps: [limit(5), remixOfClip],
  },
  {
    title: 'A link into a private network, refused',
    platform: 'slack',
    steps: [
      {
        name: 'the attack',
        by: 'member',
        deed: {
          kind: 'command',
          command: '/remix',
          options: { clip: 'https://169.254.169.254/latest/meta-data/', prompt: 'lo-fi hip hop' },
        },
        expects: { kind: 'words', says: /isn't on the public internet.*Nothing was charged/s },
      },
    ],
  },
  {
    title: 'Over budget, and a way out',
    platform: 'discord',
    steps: [
      {
        name: 'the refusal',
        by: 'member',
        deed: { kind: 'command', command: '/music', options: { prompt: 'a waltz about budgets' } },
        expects: { kind: 'words', says: /Not enough credits.*Nothing was charged/s },
      },
      {
        name: 'one take of it',
        by: 'member',
        deed: { kind: 'press', on: 'the refusal', button: 'One take (0.10 credits)' },
        expects: { kind: 'news', says: /^\W*Working on your song\./, button: 'Hide result' },
      },
    ],
  },
  {
    title: 'The bot dies in the middle of that song',
    platform: 'discord',
    steps: [
      {
        name: 'one song',
        by: 'member',
        deed: { kind: 'restart', during: 'one take of it' },
        expects: { kind: 'result', takes: 1, covers: 0, hasLyrics: true, isOnce: true },
      },
    ],
  },
]

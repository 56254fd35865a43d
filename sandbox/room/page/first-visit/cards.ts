import type { Deed, SeenMessage } from '../../../control/people.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { shelfClip, switchBot } from '../control.ts'
import { uploadsOf } from '../inputs/uploads.ts'

/** Something to press, as somebody. */
export interface Step {
  label: string
  about: string
  isReady: boolean
  /** Whether it was done. */
  take(): Promise<boolean>
}

/** What one card leads through. */
export interface Card {
  title: string
  steps: readonly Step[]
}

/** What the tour knows of the page around it. */
export interface Around {
  chat: ChatState
  /** Plays the newest sound of the bot. */
  play(): Promise<boolean>
  explain(message: SeenMessage): void
}

const clipName = 'on-the-way-home.mp3'

/** The commands of the tour, as they are typed on each platform. */
const commands = {
  discord: {
    budget: (credits) => ({ command: '/budget limit', options: { credits } }),
    song: (prompt) => ({ command: '/music', options: { prompt, cover: 'true' } }),
  },
  slack: {
    budget: (credits) => ({ command: `/budget limit credits:${credits}` }),
    song: (prompt) => ({ command: `/music ${prompt} cover:yes` }),
  },
} as const satisfies Record<
  ChatState['platform'],
  Record<'budget' | 'song', (value: string) => Extract<Deed, { command: string }>>
>

const hasSound = ({ files }: SeenMessage): boolean =>
  files.some(({ contentType }) => contentType.startsWith('audio'))

/** Who acts in the tour, and what is there by now. */
const lookAround = ({ people, messages }: ChatState) => {
  const isBot = (id: string): boolean => people.some((person) => person.id === id && person.isBot)
  return {
    admin: people.find(({ name }) => /admin/i.test(name))?.id,
    member: people.find((person) => !person.isAdmin && !person.isBot)?.id,
    song: messages.findLast((message) => hasSound(message) && isBot(message.authorId)),
    clip: messages.findLast((message) => hasSound(message) && !isBot(message.authorId)),
    answer: messages.findLast(({ authorId }) => isBot(authorId)),
  }
}

const postedClip = async (): Promise<Deed> => ({
  say: 'I recorded this on the way home.',
  files: await uploadsOf([await shelfClip(clipName)]),
})

const did = (deed: () => Promise<unknown>) => (): Promise<boolean> =>
  deed().then(
    () => true,
    () => false,
  )

const press = (label: string, about: string, take: Step['take'], isReady = true): Step => ({
  label,
  about,
  isReady,
  take,
})

/** The cards of the tour, in their order. */
export const cardsOf = ({ chat, play, explain }: Around): readonly Card[] => {
  const { budget, song } = commands[chat.platform]
  const { admin, member, song: made, clip, answer } = lookAround(chat)
  const perform = (deed: Deed | Promise<Deed>, as: string | undefined) => async (): Promise<boolean> => {
    const result = await chat.perform(deed, as)
    return result !== undefined && result.refused === undefined
  }
  return [
    {
      title: 'Your first song, in two clicks',
      steps: [
        press(
          'Request a song',
          'As Max: “a sea shanty about compilers”. It takes a few seconds. Starter credits pay for it.',
          perform(song('a sea shanty about compilers'), member),
        ),
        press(
          'Listen',
          made === undefined ? 'As soon as it’s there.' : 'It’s ready.',
          play,
          made !== undefined,
        ),
      ],
    },
    {
      title: 'Remix a clip',
      steps: [
        press(
          'Set a budget of 5 credits',
          'As Ada, the admin: the starter credits are for one song.',
          perform(budget('5'), admin),
          admin !== undefined,
        ),
        press('Post a clip', 'As Max: a tune recorded on the way home.', () =>
          perform(postedClip(), member)(),
        ),
        press(
          'Remix it',
          'From the menu of that message. Write a prompt, such as “lo-fi hip hop”, and send.',
          perform({ action: { name: 'Remix this clip', message: clip?.id } }, member),
          clip !== undefined,
        ),
      ],
    },
    {
      title: 'Spend it all',
      steps: [
        press('Cut the budget', 'As Ada: 0.05 credits a month.', perform(budget('0.05'), admin)),
        press(
          'Request a song',
          'As Max. It’s refused, costs nothing, and the answer has buttons that help.',
          perform(song('a waltz about budgets'), member),
        ),
        press('Raise it again', 'As Ada: 5 credits. Then press Edit, and send.', perform(budget('5'), admin)),
      ],
    },
    {
      title: 'Kill the bot',
      steps: [
        press(
          'Request a song',
          'As Max: “a ballad of the crash”.',
          perform(song('a ballad of the crash'), member),
        ),
        press(
          'Kill the bot',
          'While it works, as a crash would.',
          did(() => switchBot('kill')),
        ),
        press(
          'Start it again',
          'The song arrives once and is charged once.',
          did(() => switchBot('start')),
        ),
      ],
    },
    {
      title: 'That’s the tour',
      steps: [
        press(
          'See what happened',
          'The latest answer on the wire, and in the ledger. Each message’s menu (⋯) opens the same view.',
          async () => {
            if (answer !== undefined) explain(answer)
            return answer !== undefined
          },
          answer !== undefined,
        ),
      ],
    },
  ]
}

import { useRef, useState } from 'preact/hooks'
import type { Deed } from '../../../control/people.ts'
import { titles } from '../chat/titles.ts'
import type { ChatState } from '../chat/use-chat.ts'

const prompt = 'a sea shanty about compilers'

/** The commands of the first visit, as they are typed on each platform. */
const commands = {
  discord: {
    budget: { command: '/budget limit', options: { credits: '5' } },
    song: { command: '/music', options: { prompt, cover: 'true' } },
  },
  slack: {
    budget: { command: '/budget limit credits:5' },
    song: { command: `/music ${prompt} cover:yes` },
  },
} as const satisfies Record<ChatState['platform'], Record<'budget' | 'song', Deed>>

interface Step {
  label: string
  about: string
  isReady: boolean
  /** Whether it was done. */
  take(): Promise<boolean>
}

/** The first sound of the bot's latest message that has one. */
const audioIn = (around: Element | null): HTMLAudioElement | null =>
  [...(around?.closest('.chat')?.querySelectorAll('.message.bot:has(audio)') ?? [])]
    .at(-1)
    ?.querySelector('audio') ?? null

/** How far somebody has come is remembered until the sandbox is started again. */
const useProgress = (server: string | undefined) => {
  const key = `first-visit ${server}`
  const [done, setDone] = useState<number>()
  return {
    done: done ?? Number(sessionStorage.getItem(key) ?? 0),
    move(to: number) {
      sessionStorage.setItem(key, String(to))
      setDone(to)
    },
  }
}

const stepsOf = (chat: ChatState, hasSong: boolean, play: () => Promise<boolean>): readonly Step[] => {
  const { budget, song } = commands[chat.platform]
  const isDone = async (deed: Deed, as?: string): Promise<boolean> => {
    const result = await chat.perform(deed, as)
    return result !== undefined && result.refused === undefined
  }
  const admin = chat.people.find(({ name }) => /admin/i.test(name))?.id
  const member = chat.people.find(({ isAdmin, isBot }) => !isAdmin && !isBot)?.id
  return [
    {
      label: 'Give this place 5 credits',
      about: 'As Ada, the admin. Nothing is spent without a budget.',
      isReady: admin !== undefined,
      take: () => isDone(budget, admin),
    },
    {
      label: 'Ask for a song',
      about: `As Max: “${prompt}”. A few seconds, and it is here.`,
      isReady: true,
      take: () => isDone(song, member),
    },
    {
      label: 'Listen',
      about: hasSong ? 'It is ready.' : 'As soon as it has come.',
      isReady: hasSong,
      take: play,
    },
  ]
}

/** Leads whoever is here for the first time through a song, in three clicks. */
export const FirstVisit = ({ chat }: { chat: ChatState }) => {
  const card = useRef<HTMLElement>(null)
  const { done, move } = useProgress(chat.places.servers[0]?.id)
  const [isTaking, setTaking] = useState(false)
  const bots = chat.people.filter(({ isBot }) => isBot).map(({ id }) => id)
  const hasSong = chat.messages.some(
    ({ authorId, files }) =>
      bots.includes(authorId) && files.some(({ contentType }) => /^audio/.test(contentType)),
  )
  const play = async (): Promise<boolean> => {
    const audio = audioIn(card.current)
    if (audio === null) return false
    audio.scrollIntoView({ block: 'center' })
    return audio.play().then(
      () => true,
      () => false,
    )
  }
  const steps = stepsOf(chat, hasSong, play)
  if (done >= steps.length) return null
  const goOn = async ({ take, isReady }: Step, index: number): Promise<void> => {
    if (isTaking || index !== done || !isReady) return
    setTaking(true)
    if (await take()) move(index + 1)
    setTaking(false)
  }
  return (
    <aside ref={card} class="first-visit" aria-label={`First visit of ${titles[chat.platform]}`}>
      <header class="row">
        <strong>A first song, in three clicks</strong>
        <button type="button" class="textual" onClick={() => move(steps.length)}>
          Close
        </button>
      </header>
      <ol>
        {steps.map((step, index) => (
          <li key={step.label} class={index < done ? 'done' : ''}>
            <button
              type="button"
              class={index === done ? 'press primary' : 'press plain'}
              aria-disabled={isTaking || index !== done || !step.isReady}
              onClick={() => void goOn(step, index)}
            >
              {step.label}
            </button>
            <span class="small">{step.about}</span>
          </li>
        ))}
      </ol>
    </aside>
  )
}

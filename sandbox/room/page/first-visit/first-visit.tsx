import { useRef, useState } from 'preact/hooks'
import type { SeenMessage } from '../../../control/people.ts'
import { titles } from '../chat/titles.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { type Card, cardsOf, type Step } from './cards.ts'

/** The first sound of the bot's latest message that has one. */
const audioIn = (around: Element | null): HTMLAudioElement | null =>
  [...(around?.closest('.chat')?.querySelectorAll('.message.bot:has(audio)') ?? [])]
    .at(-1)
    ?.querySelector('audio') ?? null

/** How far somebody has come: the card, and how many of its steps are done. */
interface Place {
  readonly card: number
  readonly done: number
}

const placeIn = (kept: string | null): Place => {
  const [card = 0, done = 0] = (kept ?? '').split(' ').map(Number)
  return { card, done }
}

/** It is remembered until the sandbox is started again. */
const useProgress = (server: string | undefined) => {
  const key = `tour ${server}`
  const [moved, setMoved] = useState<Place>()
  return {
    place: moved ?? placeIn(sessionStorage.getItem(key)),
    move(to: Place) {
      sessionStorage.setItem(key, `${to.card} ${to.done}`)
      setMoved(to)
    },
  }
}

interface StepsProps {
  card: Card
  done: number
  isTaking: boolean
  take(step: Step): void
}

const Steps = ({ card, done, isTaking, take }: StepsProps) => (
  <ol>
    {card.steps.map((step, index) => (
      <li key={step.label} class={index < done ? 'done' : ''}>
        <button
          type="button"
          class={index === done ? 'press primary' : 'press plain'}
          aria-disabled={isTaking || index !== done || !step.isReady}
          onClick={() => {
            if (!isTaking && index === done && step.isReady) take(step)
          }}
        >
          {step.label}
        </button>
        <span class="small">{step.about}</span>
      </li>
    ))}
  </ol>
)

interface FirstVisitProps {
  chat: ChatState
  explain(message: SeenMessage): void
}

/** A tour for those who are here for the first time: a song in two clicks, and what to try then. */
export const FirstVisit = ({ chat, explain }: FirstVisitProps) => {
  const aside = useRef<HTMLElement>(null)
  const { place, move } = useProgress(chat.places.servers[0]?.id)
  const [isTaking, setTaking] = useState(false)
  const play = async (): Promise<boolean> => {
    const audio = audioIn(aside.current)
    if (audio === null) return false
    audio.scrollIntoView({ block: 'center' })
    return audio.play().then(
      () => true,
      () => false,
    )
  }
  const cards = cardsOf({ chat, play, explain })
  const card = cards[place.card]
  if (card === undefined) return null
  const goTo = (next: number): void => move({ card: next, done: 0 })
  const take = async (step: Step): Promise<void> => {
    setTaking(true)
    const isDone = await step.take()
    const isLast = place.done === card.steps.length - 1
    if (isDone && isLast) goTo(place.card + 1)
    else if (isDone) move({ card: place.card, done: place.done + 1 })
    setTaking(false)
  }
  return (
    <aside ref={aside} class="first-visit" aria-label={`Tour of ${titles[chat.platform]}`}>
      <header class="row">
        <strong>{card.title}</strong>
        <span class="small">
          {place.card + 1} of {cards.length}
        </span>
        {place.card === cards.length - 1 ? null : (
          <button type="button" class="textual" onClick={() => goTo(place.card + 1)}>
            Skip
          </button>
        )}
        <button type="button" class="textual" onClick={() => goTo(cards.length)}>
          Close
        </button>
      </header>
      <Steps card={card} done={place.done} isTaking={isTaking} take={(step) => void take(step)} />
    </aside>
  )
}

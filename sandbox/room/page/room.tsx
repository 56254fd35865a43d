import { useRef, useState } from 'preact/hooks'
import type { SeenMessage } from '../../control/people.ts'
import { Avatar } from './chat/avatar.tsx'
import { Chat } from './chat/chat.tsx'
import { booksSince, type Platform, platforms, wireSince } from './control.ts'
import { Drawer } from './drawer/drawer.tsx'
import { ThemeSwitch } from './theme.tsx'
import { useHappenings } from './watching.ts'

/** What is in sight on a phone. */
type Sight = Platform | 'drawer'

const sights = [
  ['discord', 'Discord'],
  ['slack', 'Slack'],
  ['drawer', 'What happened'],
] as const satisfies readonly (readonly [Sight, string])[]

interface TopProps {
  sight: Sight
  isOpen: boolean
  look(sight: Sight): void
}

const Top = ({ sight, isOpen, look }: TopProps) => (
  <header class="top">
    <Avatar name="Tunesmith" isBot />
    <h1>Tunesmith</h1>
    <p class="small about">
      A Discord server and a Slack workspace on this machine, with the real bot in both.
    </p>
    <nav class="sights" aria-label="In sight">
      {sights.map(([name, label]) => (
        <button
          key={name}
          type="button"
          class={`to-${name}`}
          aria-pressed={name === 'drawer' ? isOpen : sight === name}
          onClick={() => look(name)}
        >
          {label}
        </button>
      ))}
    </nav>
    <ThemeSwitch />
  </header>
)

/** Both chats side by side, and what happens behind them; one of the three at a time on a phone. */
export const Room = () => {
  const { entries: wire, isAway } = useHappenings(wireSince)
  const { entries: books } = useHappenings(booksSince)
  const [sight, setSight] = useState<Sight>('discord')
  const [message, setMessage] = useState<SeenMessage>()
  const [isOpen, setOpen] = useState(false)
  const [thrown, setThrown] = useState<ReadonlySet<string>>(new Set())
  const lastChat = useRef<Platform>('discord')
  const explain = (about: SeenMessage): void => {
    setMessage(about)
    setOpen(true)
    setSight('drawer')
  }
  const close = (): void => {
    setMessage(undefined)
    setOpen(false)
    setSight(lastChat.current)
  }
  const look = (next: Sight): void => {
    if (next === 'drawer' && isOpen) {
      close()
      return
    }
    if (next !== 'drawer') lastChat.current = next
    // Only where one of the three is in sight at a time can a chat be chosen.
    setOpen(next === 'drawer')
    setSight(next)
  }
  return (
    <div class={`room on-${sight}${isOpen ? ' open' : ''}`}>
      <Top sight={sight} isOpen={isOpen} look={look} />
      <p class="away" role="status">
        {isAway ? 'The sandbox isn’t answering. Restart it and this page starts over.' : ''}
      </p>
      <main>
        {platforms.map((platform) => (
          <Chat
            key={platform}
            platform={platform}
            occasion={wire.filter((entry) => entry.platform === platform).length}
            explain={explain}
            explained={message?.id}
            keepUp={setMessage}
          />
        ))}
        {isOpen ? (
          <Drawer
            message={message}
            wire={wire}
            books={books}
            thrown={thrown}
            setThrown={setThrown}
            showAll={() => setMessage(undefined)}
            close={close}
          />
        ) : null}
      </main>
    </div>
  )
}

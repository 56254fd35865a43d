import { useState } from 'preact/hooks'
import { fail, mend, pass, switchBot } from '../control.ts'

interface Switch {
  label: string
  /** What it does, and what to look at then. */
  about: string
  throw(): Promise<unknown>
  /** Takes it back; absent where it is over by itself. */
  back?: { label: string; do(): Promise<unknown> }
}

const quarterHourMs = 15 * 60_000

const switches: readonly Switch[] = [
  {
    label: 'The service is down',
    about: 'Nobody answers the bot. Ask for a song: it keeps its place, and comes once this is mended.',
    throw: () => fail({ target: 'studio', network: 'refused' }),
    back: { label: 'Mend the service', do: mend },
  },
  {
    label: 'Lose the webhook',
    about: 'The next callback never arrives. The song comes all the same: the bot looks for itself.',
    throw: () => fail({ target: 'studio', webhooks: 'lose' }),
  },
  {
    label: 'Kill the bot',
    about: 'As a crash would, in the middle of whatever it does. Start it again: one song, paid once.',
    throw: () => switchBot('kill'),
    back: { label: 'Start the bot', do: () => switchBot('start') },
  },
  {
    label: '15 minutes pass',
    about: 'On the platforms: what could be edited cannot be any more, so a song comes as a new message.',
    throw: () => pass(quarterHourMs),
  },
  {
    label: 'Redis restarts',
    about: 'Killed, and started again on its data. Nothing of a budget or a job is lost.',
    throw: () => fail({ target: 'redis', redis: 'restart' }),
  },
]

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const Row = ({ one, tell }: { one: Switch; tell(text: string): void }) => {
  const [isThrown, setThrown] = useState(false)
  const { label, about, back } = one
  const shown = isThrown && back !== undefined ? back.label : label
  const flip = async (): Promise<void> => {
    tell(`${shown}…`)
    try {
      await (isThrown && back !== undefined ? back.do() : one.throw())
      setThrown(back !== undefined && !isThrown)
      tell(`${shown}: done.`)
    } catch (error) {
      tell(reasonOf(error))
    }
  }
  return (
    <li class={isThrown ? 'thrown' : ''}>
      <button type="button" class={isThrown ? 'press danger' : 'press plain'} onClick={() => void flip()}>
        {shown}
      </button>
      <span class="small">{about}</span>
    </li>
  )
}

/** What can go wrong, by a press. */
export const Switches = () => {
  const [told, setTold] = useState('')
  return (
    <section aria-label="What can go wrong">
      <h3>What can go wrong</h3>
      <ul class="switches">
        {switches.map((one) => (
          <Row key={one.label} one={one} tell={setTold} />
        ))}
      </ul>
      <p class="small" role="status">
        {told}
      </p>
    </section>
  )
}

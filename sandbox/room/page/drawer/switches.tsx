import { useState } from 'preact/hooks'
import { fail, mend, pass, Refused, switchBot } from '../control.ts'
import { reasonOf } from '../reason.ts'

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
    about:
      'The audio service stops answering. Request a song: it keeps its place in the queue and arrives once this is fixed.',
    throw: () => fail({ target: 'studio', network: 'refused' }),
    back: { label: 'Fix everything', do: mend },
  },
  {
    label: 'Lose the webhook',
    about:
      'The next five callbacks never arrive. The song still does, a little later, because the bot checks for itself.',
    throw: () => fail({ target: 'studio', webhooks: 'lose', times: 5 }),
  },
  {
    label: 'Kill the bot',
    about: 'Like a crash, in the middle of its work. Start it again: one song, one charge.',
    throw: () => switchBot('kill'),
    back: { label: 'Start the bot', do: () => switchBot('start') },
  },
  {
    label: '15 minutes pass',
    about: 'Discord and Slack stop accepting replies to earlier commands. A song still arrives.',
    throw: () => pass(quarterHourMs),
  },
  {
    label: 'Redis restarts',
    about: 'Killed and restarted with its data. No budget or job is lost.',
    throw: () => fail({ target: 'redis', redis: 'restart' }),
  },
]

/** The switches that are thrown, by their labels; kept by a parent that outlives the drawer. */
export interface ThrownSwitches {
  thrown: ReadonlySet<string>
  setThrown(change: (thrown: ReadonlySet<string>) => ReadonlySet<string>): void
}

const turned = (thrown: ReadonlySet<string>, label: string): ReadonlySet<string> =>
  new Set(thrown.has(label) ? [...thrown].filter((other) => other !== label) : [...thrown, label])

/** The control's word for what is so already: docs/control.md. */
const alreadySo = 409

interface RowProps extends ThrownSwitches {
  one: Switch
  tell(text: string): void
}

const Row = ({ one, thrown, setThrown, tell }: RowProps) => {
  const { label, about, back } = one
  const isThrown = thrown.has(label)
  const turn = (): void => setThrown((now) => turned(now, label))
  const shown = isThrown && back !== undefined ? back.label : label
  const [isTurning, setTurning] = useState(false)
  const flip = async (): Promise<void> => {
    if (isTurning) return
    tell(`${shown}…`)
    setTurning(true)
    try {
      await (isThrown && back !== undefined ? back.do() : one.throw())
      if (back !== undefined) turn()
      tell(`${shown}: done.`)
    } catch (error) {
      if (back !== undefined && error instanceof Refused && error.status === alreadySo) turn()
      tell(reasonOf(error))
    }
    setTurning(false)
  }
  return (
    <li class={isThrown ? 'thrown' : ''}>
      <button
        type="button"
        class={isThrown ? 'press danger' : 'press plain'}
        aria-disabled={isTurning}
        onClick={() => void flip()}
      >
        {shown}
      </button>
      <span class="small">{about}</span>
    </li>
  )
}

/** What can go wrong, by a press. */
export const Switches = (switched: ThrownSwitches) => {
  const [told, setTold] = useState('')
  return (
    <section aria-label="What can go wrong">
      <h3>What can go wrong</h3>
      <ul class="switches">
        {switches.map((one) => (
          <Row key={one.label} one={one} tell={setTold} {...switched} />
        ))}
      </ul>
      <p class="small" role="status">
        {told}
      </p>
    </section>
  )
}

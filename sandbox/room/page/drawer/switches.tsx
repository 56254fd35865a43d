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
    about: 'Nobody answers the bot. Ask for a song: it keeps its place, and comes once this is mended.',
    throw: () => fail({ target: 'studio', network: 'refused' }),
    back: { label: 'Mend everything', do: mend },
  },
  {
    label: 'Lose the webhook',
    about:
      'The next five callbacks never arrive. The song comes all the same, if later: the bot looks for itself.',
    throw: () => fail({ target: 'studio', webhooks: 'lose', times: 5 }),
  },
  {
    label: 'Kill the bot',
    about: 'As a crash would, in the middle of whatever it does. Start it again: one song, paid once.',
    throw: () => switchBot('kill'),
    back: { label: 'Start the bot', do: () => switchBot('start') },
  },
  {
    label: '15 minutes pass',
    about: 'On the platforms: what was asked before can be answered no longer. A song comes all the same.',
    throw: () => pass(quarterHourMs),
  },
  {
    label: 'Redis restarts',
    about: 'Killed, and started again on its data. Nothing of a budget or a job is lost.',
    throw: () => fail({ target: 'redis', redis: 'restart' }),
  },
]

/** The switches that are thrown, by their labels; kept by whoever outlives the drawer. */
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

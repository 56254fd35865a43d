import { Popover } from './popover.tsx'

interface MenuProps {
  entries: readonly string[]
  pick(entry: string): void
  answer(): void
  explain(): void
}

const Entry = ({ label, choose }: { label: string; choose(): void }) => (
  <li>
    <button type="button" onClick={choose}>
      {label}
    </button>
  </li>
)

/** A message's own menu: what the app offers there, and what everybody can do. */
export const MessageMenu = ({ entries, pick, answer, explain }: MenuProps) => (
  <Popover sign="⋯" label="Menu of this message" className="menu">
    {(close) => {
      const chosen = (deed: () => void) => () => {
        close()
        deed()
      }
      return (
        <ul>
          {entries.map((entry) => (
            <Entry key={entry} label={entry} choose={chosen(() => pick(entry))} />
          ))}
          <Entry label="Reply" choose={chosen(answer)} />
          <Entry label="What happened here" choose={chosen(explain)} />
        </ul>
      )
    }}
  </Popover>
)

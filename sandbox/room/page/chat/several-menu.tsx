import type { MenuProps } from './choice-menu.tsx'
import { Popover } from './popover.tsx'

const name = 'chosen'

/** A menu in a message that takes several: they are ticked first, and answered together. */
export const SeveralMenu = ({ label, choices, chosen, isDisabled, choose }: MenuProps) => (
  <Popover sign={`${label} ▾`} label={label} className="press plain" isDisabled={isDisabled}>
    {(close) => (
      <form
        key={chosen.join(' ')} // what was ticked before is forgotten once the message says what is chosen
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault()
          const ticked = new FormData(event.currentTarget).getAll(name).map(String)
          close()
          choose(ticked)
        }}
      >
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="checkbox"
              name={name}
              value={choice.value}
              defaultChecked={chosen.includes(choice.value)}
            />{' '}
            {choice.name}
          </label>
        ))}
        <button type="submit" class="choose">
          Choose
        </button>
      </form>
    )}
  </Popover>
)

import { useEffect, useRef } from 'preact/hooks'
import type { SeenCommand } from '../../../control/seen-places.ts'

interface PickerProps {
  id: string
  commands: readonly SeenCommand[]
  /** The place of the one that Enter takes. */
  marked: number
  choose(command: SeenCommand): void
}

/** The commands that begin with what was typed after a slash. */
export const matching = (commands: readonly SeenCommand[], typed: string): readonly SeenCommand[] =>
  typed.startsWith('/') ? commands.filter(({ name }) => `/${name}`.startsWith(typed)) : []

/** The list above the box in which a command is typed; the box itself has the focus. */
export const CommandPicker = ({ id, commands, marked, choose }: PickerProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.children[marked]?.scrollIntoView({ block: 'nearest' }), [marked])
  return (
    <div ref={list} id={id} class="picker" role="listbox" aria-label="Commands">
      {commands.map((command, index) => (
        <button
          key={command.name}
          type="button"
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === marked}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(command)}
        >
          <strong>/{command.name}</strong> <span class="small">{command.description}</span>
        </button>
      ))}
    </div>
  )
}

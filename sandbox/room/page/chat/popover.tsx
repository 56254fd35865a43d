import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

interface PopoverProps {
  /** What the button says to those who see it, and to those who hear it. */
  sign: ComponentChildren
  label: string
  className: string
  isDisabled?: boolean
  /** Its contents; they call `close` after a choice. */
  children(close: () => void): ComponentChildren
}

const gapPx = 4

/** Below the button or above it, wherever there is room, and never over the edge of the window. */
const placeAt = (popover: HTMLElement, button: HTMLElement): void => {
  const { top, bottom, right } = button.getBoundingClientRect()
  const { offsetHeight, offsetWidth } = popover
  const isBelow = bottom + gapPx + offsetHeight <= innerHeight
  popover.style.top = `${Math.max(isBelow ? bottom + gapPx : top - gapPx - offsetHeight, gapPx)}px`
  popover.style.left = `${Math.max(Math.min(right - offsetWidth, innerWidth - offsetWidth - gapPx), gapPx)}px`
}

/**
 * A button that opens something beside it. Escape and a click elsewhere close it, as the browser does:
 * https://developer.mozilla.org/docs/Web/API/Popover_API
 */
export const Popover = ({ sign, label, className, isDisabled = false, children }: PopoverProps) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const close = (): void => popover.current?.hidePopover()
  return (
    <>
      <button
        ref={button}
        type="button"
        class={className}
        disabled={isDisabled}
        popovertarget={id}
        aria-label={label}
      >
        {sign}
      </button>
      <div
        ref={popover}
        id={id}
        class="popover"
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === 'open' && popover.current !== null && button.current !== null)
            placeAt(popover.current, button.current)
        }}
      >
        {children(close)}
      </div>
    </>
  )
}

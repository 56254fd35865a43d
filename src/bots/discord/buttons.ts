import { type APIActionRowComponent, type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js'
import { isBlank } from '../../core/field.ts'
import type { Button } from '../../core/message.ts'
import { onOneLine, shortened } from '../../core/text.ts'
import { limits } from './limits.ts'
import { writePressId } from './press-id.ts'

/** One row of a message's buttons. */
export type ButtonRow = APIActionRowComponent<APIButtonComponent>

const styles = {
  plain: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const satisfies Record<Button['style'], ButtonStyle>

/** Undefined where there is nothing to read on it, or its request does not fit on a button of Discord's. */
const buttonComponent = ({ label, style, asks }: Button): APIButtonComponent | undefined => {
  const custom_id = writePressId(asks)
  const shown = shortened(onOneLine(label), limits.buttonLabel)
  if (custom_id === undefined || isBlank(shown)) return undefined
  return { type: ComponentType.Button, style: styles[style], custom_id, label: shown }
}

/** Buttons in rows, as many as fit. Two that ask for the same are one. */
export const buttonRows = (buttons: readonly Button[]): ButtonRow[] => {
  const known = new Map<string, APIButtonComponent>()
  for (const button of buttons) {
    const component = buttonComponent(button)
    if (component !== undefined && 'custom_id' in component && !known.has(component.custom_id))
      known.set(component.custom_id, component)
  }
  const components = [...known.values()].slice(0, limits.rows * limits.buttonsPerRow)
  const rowCount = Math.ceil(components.length / limits.buttonsPerRow)
  return Array.from({ length: rowCount }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: components.slice(row * limits.buttonsPerRow, (row + 1) * limits.buttonsPerRow),
  }))
}

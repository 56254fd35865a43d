import { type APIActionRowComponent, type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js'
import { isTaker } from '../../../core/job-id.ts'
import type { Button } from '../../../core/message/message.ts'
import { isBlank, onOneLine, shortened } from '../../../core/text/text.ts'
import { writePressId } from '../forms/press-id.ts'
import { limits } from './limits.ts'

/** One row of a message's buttons. */
export type ButtonRow = APIActionRowComponent<APIButtonComponent>

const styles = {
  plain: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const satisfies Record<Button['style'], ButtonStyle>

/** Undefined where there is nothing to read on it, or its request does not fit on a button of Discord's. */
const buttonComponent = ({ label, style, commandLink }: Button): APIButtonComponent | undefined => {
  const custom_id = writePressId(commandLink)
  const shown = shortened(onOneLine(label), limits.buttonLabel)
  if (custom_id === undefined || isBlank(shown)) return undefined
  return { type: ComponentType.Button, style: styles[style], custom_id, label: shown }
}

const rowsOf = (components: readonly APIButtonComponent[]): ButtonRow[] =>
  Array.from({ length: Math.ceil(components.length / limits.buttonsPerRow) }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: components.slice(row * limits.buttonsPerRow, (row + 1) * limits.buttonsPerRow),
  }))

/**
 * Groups of buttons in rows, each group in rows of its own, as many as fit.
 * Two that ask for the same are one.
 */
export const buttonRows = (groups: readonly (readonly Button[])[]): ButtonRow[] => {
  const known = new Set<string>()
  const rows = groups.flatMap((buttons) =>
    rowsOf(
      buttons.flatMap((button) => {
        const component = buttonComponent(button)
        if (component === undefined || !('custom_id' in component) || known.has(component.custom_id))
          return []
        known.add(component.custom_id)
        return [component]
      }),
    ),
  )
  return rows.slice(0, limits.rows)
}

/**
 * The rows of a job's message with the number of the process that took the job as the id of the first. Discord
 * returns an id that it was given, and gives the others small ones.
 * https://docs.discord.com/developers/components/reference#anatomy-of-a-component
 */
export const withTaker = (rows: readonly ButtonRow[], taker: number | undefined): ButtonRow[] => {
  const [first, ...others] = rows
  return first === undefined || taker === undefined ? [...rows] : [{ ...first, id: taker }, ...others]
}

/** Whether a message belongs to the job of a copy with another Redis. Without a number nobody can tell. */
export const isOfOtherTaker = (
  components: readonly { id?: number | undefined }[],
  taker: number,
): boolean => {
  const id = components[0]?.id
  return isTaker(id) && id !== taker
}

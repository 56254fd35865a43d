import { type APIActionRowComponent, type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js'
import { isTaker } from '../../../core/job-id.ts'
import type { CommandLink } from '../../../core/message/command-link.ts'
import type { Button } from '../../../core/message/message.ts'
import { isBlank, onOneLine, shortened } from '../../../core/text/text.ts'
import { limits } from './limits.ts'

const prefix = 'do'

const escaped = (part: string): string =>
  part.replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll('=', '%3D')
const unescaped = (part: string): string =>
  part.replaceAll('%3D', '=').replaceAll('%3A', ':').replaceAll('%25', '%')

/** A button's custom id, such as `do:jobs:cancel:job=3f2a`; undefined if it does not fit. */
export const writePressId = ({ command, action, values }: CommandLink): string | undefined => {
  let id = `${prefix}:${escaped(command)}:${escaped(action ?? '')}`
  for (const [name, value] of Object.entries(values)) id += `:${escaped(name)}=${escaped(value)}`
  return id.length <= limits.customId && id.isWellFormed() ? id : undefined
}

/** The command behind a button's custom id; undefined for one that `writePressId` did not write. */
export const readPressId = (customId: string): CommandLink | undefined => {
  const [kind, command, action, ...given] = customId.split(':')
  if (kind !== prefix || !command || action === undefined) return undefined
  const pairs = given.map((pair) => pair.split('=').map(unescaped))
  const values = Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
  const asked = { command: unescaped(command), action: unescaped(action) || undefined, values }
  return writePressId(asked) === customId ? asked : undefined
}

/** One row of a message's buttons. */
export type ButtonRow = APIActionRowComponent<APIButtonComponent>

const styles = {
  plain: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const satisfies Record<Button['style'], ButtonStyle>

/**
 * Rows of buttons, as many as fit; each group begins a new row. Duplicates appear once. A button with a blank
 * label, or whose command does not fit in its id, is left out.
 */
export const buttonRows = (groups: readonly (readonly Button[])[]): ButtonRow[] => {
  const known = new Set<string>()
  const rows: ButtonRow[] = []
  for (const buttons of groups) {
    let row: ButtonRow | undefined
    for (const { label, style, commandLink } of buttons) {
      const custom_id = writePressId(commandLink)
      const shown = shortened(onOneLine(label), limits.buttonLabel)
      if (custom_id === undefined || isBlank(shown) || known.has(custom_id)) continue
      known.add(custom_id)
      if (row === undefined || row.components.length === limits.buttonsPerRow) {
        row = { type: ComponentType.ActionRow, components: [] }
        rows.push(row)
      }
      row.components.push({ type: ComponentType.Button, style: styles[style], custom_id, label: shown })
    }
  }
  return rows.slice(0, limits.rows)
}

/**
 * The rows of a job's message; the first has the taker's number as its id. Discord returns an id that it was
 * given, and gives the others small ones.
 * https://docs.discord.com/developers/components/reference#anatomy-of-a-component
 */
export const withTaker = (rows: readonly ButtonRow[], taker: number | undefined): ButtonRow[] => {
  const [first, ...others] = rows
  return first === undefined || taker === undefined ? [...rows] : [{ ...first, id: taker }, ...others]
}

/** Whether a message belongs to the job of a copy with another Redis. Unknown without a number. */
export const isOfOtherTaker = (
  components: readonly { id?: number | undefined }[],
  taker: number,
): boolean => {
  const id = components[0]?.id
  return isTaker(id) && id !== taker
}

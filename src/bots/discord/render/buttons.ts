import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APISelectMenuOption,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js'
import { isTaker } from '../../../core/job-id.ts'
import { writeCommandId } from '../../../core/message/command-link.ts'
import type { Button, Buttons, Menu, MenuEntry } from '../../../core/message/message.ts'
import { say } from '../../../core/text/say.ts'
import { isBlank, onOneLine, shortened } from '../../../core/text/text.ts'
import { limits } from './limits.ts'

/** A row of a message: buttons, or one menu. */
export type ButtonRow = APIActionRowComponent<APIButtonComponent | APIStringSelectComponent>

/** The custom id of the menus of commands; what a member picks names the command. */
const menuId = 'more'

/** Whether a custom id is that of a menu of commands. */
export const isMenu = (customId: string): boolean => new RegExp(`^${menuId}\\d*$`).test(customId)

const styles = {
  plain: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const satisfies Record<Button['style'], ButtonStyle>

/** A button as Discord shows it; undefined if its label is blank or its command does not fit in an id. */
const shownButton = ({ label, commandLink }: MenuEntry): { id: string; text: string } | undefined => {
  const id = writeCommandId(commandLink, limits.customId)
  const text = shortened(onOneLine(label), limits.buttonLabel)
  return id === undefined || isBlank(text) ? undefined : { id, text }
}

/** A menu of commands, in a row of its own: a row has either buttons or a menu. */
const menuRow = (id: string, placeholder: string, options: readonly APISelectMenuOption[]): ButtonRow => ({
  type: ComponentType.ActionRow,
  components: [
    {
      type: ComponentType.StringSelect,
      custom_id: id,
      placeholder: shortened(onOneLine(placeholder), limits.selectPlaceholder),
      options: options.slice(0, limits.selectOptions),
    },
  ],
})

/**
 * Rows of buttons and menus, as many as fit; each group begins a new row. Duplicates appear once. A button with a
 * blank label, or whose command does not fit in its id, is left out.
 */
export const buttonRows = (groups: readonly Omit<Buttons, 'kind'>[]): ButtonRow[] => {
  const known = new Set<string>()
  const rows: ButtonRow[] = []
  for (const [number, { buttons, more = [], moreLabel = say('More'), menus = [] }] of groups.entries()) {
    let row: ButtonRow | undefined
    for (const button of buttons) {
      const shown = shownButton(button)
      if (shown === undefined || known.has(shown.id)) continue
      known.add(shown.id)
      if (row === undefined || row.components.length === limits.buttonsPerRow) {
        row = { type: ComponentType.ActionRow, components: [] }
        rows.push(row)
      }
      const { id: custom_id, text: label } = shown
      row.components.push({ type: ComponentType.Button, style: styles[button.style], custom_id, label })
    }
    const all: readonly Menu[] = [{ label: moreLabel, entries: more }, ...menus]
    for (const [position, { label, entries }] of all.entries()) {
      const options: APISelectMenuOption[] = []
      for (const entry of entries) {
        const shown = shownButton(entry)
        if (shown === undefined || known.has(shown.id)) continue
        known.add(shown.id)
        options.push({ label: shown.text, value: shown.id, ...(entry.isChosen && { default: true }) })
      }
      const id = `${menuId}${number === 0 ? '' : number}${position === 0 ? '' : `00${position}`}`
      if (options.length > 0) rows.push(menuRow(id, label, options))
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

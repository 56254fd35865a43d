import type { Invocation } from '../../core/command/invocation.ts'
import { spoilerName } from '../../core/command/seen-by.ts'
import type { Defaults, SettingName, SettingOwner } from '../../core/command/settings.ts'
import type { Choice, Field } from '../../core/fields/field.ts'
import type { Block, Button, Menu, MenuEntry } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import type { SettingFields } from './fields.ts'

/** The actions that change the defaults of an owner. */
const actionOf = {
  member: 'mine',
  channel: 'channel',
  server: 'server',
} as const satisfies Record<SettingOwner, string>

const yesOrNo: readonly Choice[] = [
  { value: 'yes', label: declared('Yes') },
  { value: 'no', label: declared('No') },
]

const choicesOf = ({ control }: Field): readonly Choice[] => {
  if (control.kind === 'toggle') return yesOrNo
  return control.kind === 'choice' ? control.choices : []
}

/**
 * Whether a setting has so few values that a menu shows and changes it. Discord has five rows for the menus and their
 * buttons, so a spoiler is left to the form.
 */
export const hasMenu = (name: SettingName, field: Field): boolean =>
  name !== spoilerName && choicesOf(field).length > 0

/** For each setting, what applies to the member now, and what would without their own default. */
export type EffectiveValues = ReadonlyMap<SettingName, { current: string; unset: string }>

/** Whose defaults are shown: what that owner has set, and for a member what applies to them. */
interface Shown {
  owner: SettingOwner
  set: Defaults
  values: EffectiveValues | undefined
}

const typedValue = (value: unknown): string | undefined => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === undefined ? undefined : String(value)
}

const menuFor = ({ owner, set, values }: Shown, [name, field]: readonly [SettingName, Field]): Menu => {
  const value = set[name]
  const effective = values?.get(name)
  const label = sayDeclared(field.label)
  const entry = (text: string, values: Readonly<Record<string, string>>, isChosen: boolean): MenuEntry => ({
    label: text,
    commandLink: { command: 'settings', action: actionOf[owner], values },
    isChosen,
  })
  const choices = choicesOf(field).map((choice) =>
    entry(
      say('{{label}}: {{value}}', { label, value: sayDeclared(choice.label) }),
      { [name]: choice.value },
      choice.value === typedValue(value),
    ),
  )
  const noneText =
    effective === undefined
      ? say('{{label}}: no default', { label })
      : say('{{label}}: {{value}}', { label, value: effective.unset })
  const none = entry(noneText, { clear: name }, value === undefined)
  return {
    label,
    entries: [none, ...choices],
    ...(effective !== undefined && { current: effective.current }),
  }
}

const button = (label: string, action: string, values: Readonly<Record<string, string>> = {}): Button => ({
  label,
  style: 'plain',
  commandLink: { command: 'settings', action, values },
})

const ownerButtons = (
  owner: SettingOwner,
  { isAdmin, isAdminByCommand, target }: Invocation,
): readonly Button[] => {
  if (!isAdmin || isAdminByCommand === true || isPersonal(accountOf(target))) return []
  const all: readonly (readonly [SettingOwner, Button])[] = [
    ['member', button(say('My defaults'), 'show', { of: 'mine' })],
    ['channel', button(say('This channel'), 'show', { of: 'channel' })],
    ['server', button(say('Everyone'), 'show', { of: 'server' })],
  ]
  return all.filter(([whose]) => whose !== owner).map(([, shown]) => shown)
}

/** A menu for each default with few choices; a form takes those that are typed. */
export const settingMenus = (fields: SettingFields, shown: Shown, invocation: Invocation): Block => {
  const { owner } = shown
  const isTyped = [...fields].some(([name, field]) => !hasMenu(name, field))
  return {
    kind: 'buttons',
    buttons: [
      ...(isTyped ? [button(say('Set defaults'), actionOf[owner])] : []),
      ...ownerButtons(owner, invocation),
    ],
    menus: [...fields].flatMap(([name, field]) =>
      hasMenu(name, field) ? [menuFor(shown, [name, field])] : [],
    ),
  }
}

/** Whether a menu of the defaults was used: no other button changes them, except one for a voice. */
export const isPicked = ({ press, form, values }: Invocation): boolean =>
  press !== undefined && form === undefined && values.voice === undefined

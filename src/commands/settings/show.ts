import type { Answer } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { confirmFromName, readyNoticeName } from '../../core/command/own-settings.ts'
import { seenByName } from '../../core/command/seen-by.ts'
import {
  type DefaultHere,
  type Defaults,
  defaultsIn,
  hasChannelRules,
  type SettingOwner,
  type SettingsHere,
  type SettingsStore,
} from '../../core/command/settings.ts'
import { defaultText, valueText, whereFacts } from '../../core/command/settings-text.ts'
import type { Lists } from '../../core/command/suggest.ts'
import type { Field } from '../../core/fields/field.ts'
import { choice, optional } from '../../core/fields/field-builders.ts'
import type { Fact } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, isPersonal, type Target } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { mineInstead, type SettingFields } from './fields.ts'
import { type EffectiveValues, hasMenu, settingMenus } from './menus.ts'

interface ShowPorts {
  settings: Pick<SettingsStore, 'read'>
  lists: Lists
}

/** What a request without the option uses if no default is set. */
const withoutDefault = (name: string, { control }: Field): string => {
  if (name === seenByName) return say('everyone here')
  if (name === readyNoticeName) return say('a mention')
  if (name === confirmFromName) return say('never')
  return control.kind === 'toggle' ? say('no') : say('automatic')
}

/** What applies to the member for each setting, and what would without their own default. */
const effectiveValues = async (
  { lists }: ShowPorts,
  fields: SettingFields,
  { defaults }: SettingsHere,
  target: Target,
): Promise<EffectiveValues> => {
  const values = await Promise.all(
    [...fields].map(async ([name, field]) => {
      const set = defaultsIn(defaults, [name])
      const [nearest] = set
      const othersNearest = set.find(({ owner }) => owner !== 'member')
      const textOf = (nearest: DefaultHere) => defaultText(field, nearest, lists, target)
      const none = withoutDefault(name, field)
      const value = {
        current: nearest === undefined ? none : await textOf(nearest),
        unset:
          othersNearest === undefined
            ? say('{{value}} (default)', { value: none })
            : await textOf(othersNearest),
      }
      return [name, value] as const
    }),
  )
  return new Map(values)
}

/** What applies to the member where no menu says it. */
const effectiveFacts = (fields: SettingFields, values: EffectiveValues): readonly Fact[] =>
  [...fields].flatMap(([name, field]) => {
    const value = values.get(name)
    return hasMenu(name, field) || value === undefined
      ? []
      : [{ label: sayDeclared(field.label), value: value.current }]
  })

const factsOf = (
  { lists }: ShowPorts,
  fields: SettingFields,
  set: Defaults,
  target: Target,
): Promise<readonly Fact[]> =>
  Promise.all(
    [...fields].map(async ([name, field]): Promise<Fact> => {
      const value = set[name]
      const text = value === undefined ? say('no default') : await valueText(field, value, lists, target)
      return { label: sayDeclared(field.label), value: text }
    }),
  )

const heads = {
  member: declared('Your defaults here. A request can override them.'),
  channel: declared("This channel's defaults. A member can override them, but not lift a spoiler."),
  server: declared(
    "Everyone's defaults here. A channel or member can override them, but a member can't lift a spoiler.",
  ),
} as const satisfies Record<SettingOwner, string>

/** The defaults of an owner, with menus that change them. In place of the message whose menu or button was used. */
export const panel = async (
  ports: ShowPorts,
  fields: SettingFields,
  owner: SettingOwner,
  invocation: Invocation,
  isInPlace: boolean,
): Promise<Answer> => {
  const { target } = invocation
  const account = accountOf(target)
  const place = { member: target.member, channel: budgetChannelOf(target) }
  const here = await ports.settings.read(account, place)
  const values = owner === 'member' ? await effectiveValues(ports, fields, here, target) : undefined
  const defaultFacts =
    values === undefined
      ? await factsOf(ports, fields, here.defaults[owner], target)
      : effectiveFacts(fields, values)
  const isRuled = !isPersonal(account) && owner === 'member' && hasChannelRules(here.where)
  const where = isRuled ? whereFacts(here.where) : []
  const facts = [...defaultFacts, ...where]
  return {
    kind: 'message',
    message: {
      text: sayDeclared(heads[owner]),
      tone: 'info',
      blocks: [
        ...(facts.length === 0 ? [] : [{ kind: 'facts', facts } as const]),
        settingMenus(fields, { owner, set: here.defaults[owner], values }, invocation),
      ],
    },
    seenBy: 'member',
    ...(isInPlace && { turnsPage: true }),
  }
}

const owners = { mine: 'member', channel: 'channel', server: 'server' } as const

const whose: Field<keyof typeof owners | undefined> = optional(
  choice({
    label: 'Whose',
    help: 'Whose defaults (default: yours; the others are for admins)',
    choices: [
      { value: 'mine', label: declared('Mine') },
      { value: 'channel', label: declared("This channel's") },
      { value: 'server', label: declared("Everyone's") },
    ],
  }),
)

/** The settings that apply to the member in this place, or those of an owner, with menus to change them. */
export const createShowAction = (settingFields: SettingFields): Action<ShowPorts> =>
  defineAction({
    name: 'show',
    summary: 'See and change your defaults here',
    changesNothing: true,
    fields: { of: whose },
    isForAdmins: ({ of }) => of === 'channel' || of === 'server',
    forOthers: mineInstead,
    run: async ({ of = 'mine' }, invocation, ports: ShowPorts) => {
      const isInPlace = invocation.press !== undefined && invocation.values.of !== undefined
      return panel(ports, settingFields, owners[of], invocation, isInPlace)
    },
  })

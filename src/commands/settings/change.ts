import { type Answer, privately, problemsAnswer } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { ownSettings } from '../../core/command/own-settings.ts'
import { spoilerName } from '../../core/command/seen-by.ts'
import {
  channelDefaultsMax,
  type Defaults,
  type DefaultsChange,
  type SettingOwner,
  type SettingScope,
  type SettingsStore,
} from '../../core/command/settings.ts'
import { valueText } from '../../core/command/settings-text.ts'
import { type Lists, resolveNames } from '../../core/command/suggest.ts'
import type { Fields, RawValues } from '../../core/fields/field.ts'
import { channel, optional } from '../../core/fields/field-builders.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf } from '../../core/target.ts'
import { declared, say, sayDeclared, sayList } from '../../core/text/say.ts'
import { changeFields, everything, mineInstead, type SettingFields } from './fields.ts'
import { isPicked } from './menus.ts'
import { panel } from './show.ts'

interface ChangePorts {
  settings: Pick<SettingsStore, 'change' | 'read'>
  lists: Lists
}

type ChangeOptions = ChangePorts & { fields: SettingFields }

const unchanged = (): string => say('Nothing was changed.')

const changedHeads = {
  member: declared('Your defaults changed:'),
  channel: declared("That channel's defaults changed:"),
  server: declared("Everyone's defaults here changed:"),
} as const satisfies Record<SettingOwner, string>

const problem = (field: string, text: string): Answer => problemsAnswer([{ field, text }], unchanged())

const tooManyChannels = (): Answer =>
  problem(
    'channel',
    say('At most {{most}} channels can have defaults. Clear those of another channel first.', {
      most: channelDefaultsMax,
    }),
  )

/** The changes, from the values as given; or what is wrong with them. */
const changeIn = (
  fields: SettingFields,
  given: RawValues,
  clear: unknown,
  isFormSent: boolean,
): { ok: true; changes: DefaultsChange } | { ok: false; answer: Answer } => {
  const names = [...fields.keys()]
  const set = names.filter((name) => given[name] !== undefined)
  const cleared = clear === everything ? names : names.filter((name) => name === clear)
  const both = set.find((name) => cleared.includes(name))
  if (both !== undefined)
    return {
      ok: false,
      answer: problem(
        'clear',
        say("You can't set and clear {{both}} at the same time. Choose one.", { both }),
      ),
    }
  if (set.length + cleared.length === 0) {
    const labels = [...fields.values()].map(({ label }) => sayDeclared(label))
    const text = isFormSent
      ? say("Change one of {{labels}}, or choose what to clear. Fields you don't touch stay as they are.", {
          labels: sayList(labels, 'unit'),
        })
      : say('Set one of {{names}}, or use clear to remove one.', { names: sayList(names, 'unit') })
    return { ok: false, answer: problem(names[0] ?? 'clear', text) }
  }
  const changes = [
    ...set.map((name) => [name, given[name]] as const),
    ...cleared.map((name) => [name, undefined] as const),
  ]
  return { ok: true, changes: Object.fromEntries(changes) }
}

const changedText = async (
  { fields, lists }: ChangeOptions,
  owner: SettingOwner,
  changes: DefaultsChange,
  { target }: Invocation,
): Promise<string> => {
  const lines = [...fields].flatMap(([name, field]) => {
    if (!(name in changes)) return []
    const value = changes[name]
    const label = sayDeclared(field.label)
    const line = async () => {
      if (value === undefined) return say('{{label}}: default cleared.', { label })
      const set = { label, value: await valueText(field, value, lists, target) }
      if (name === spoilerName && value === true && owner !== 'member')
        return say('{{label}}: {{value}}, whatever a request says.', set)
      return name in ownSettings
        ? say('{{label}}: {{value}}.', set)
        : say('{{label}}: {{value}}, unless a request says otherwise.', set)
    }
    return [line()]
  })
  return [sayDeclared(changedHeads[owner]), ...(await Promise.all(lines))].join('\n')
}

const readSet = async (
  { settings }: Pick<ChangePorts, 'settings'>,
  scope: SettingScope,
  { target }: Invocation,
): Promise<Defaults> => {
  const channel = scope.kind === 'channel' ? scope.id : budgetChannelOf(target)
  const here = await settings.read(accountOf(target), { member: target.member, channel })
  return here.defaults[scope.kind]
}

/** Whether the form was opened on a message that only the member sees, so that the defaults can replace it. */
const canShowInPlace = (scope: SettingScope, { form, target }: Invocation): boolean =>
  form?.isOnOwnMessage === true && (scope.kind !== 'channel' || scope.id === budgetChannelOf(target))

const runChange = async (
  options: ChangeOptions,
  scope: SettingScope,
  clear: unknown,
  invocation: Invocation,
): Promise<Answer> => {
  const taken = changeFields(options.fields)
  const named = await resolveNames(taken, invocation.values, options.lists, invocation.target)
  if (named.problems.length > 0) return problemsAnswer(named.problems, unchanged())
  const change = changeIn(options.fields, named.values, clear, invocation.form !== undefined)
  if (!change.ok) return change.answer
  const status = await options.settings.change(accountOf(invocation.target), scope, change.changes)
  if (status === 'full') return tooManyChannels()
  return isPicked(invocation) || canShowInPlace(scope, invocation)
    ? panel(options, options.fields, scope.kind, invocation, true)
    : privately(plainMessage(await changedText(options, scope.kind, change.changes, invocation)))
}

/** What is typed comes first in the form, which opens at once if nothing is given. */
const typedFirst = (fields: SettingFields): readonly string[] =>
  ['voice', 'language', 'model', 'cover'].filter((name) => changeFields(fields)[name] !== undefined)

const ownScope = ({ target }: Invocation): SettingScope => ({ kind: 'member', id: target.member })

const channelScope = ({ target }: Invocation, chosen: unknown) => ({
  kind: 'channel' as const,
  id: typeof chosen === 'string' ? chosen : budgetChannelOf(target),
})

/** Sets or clears the member's own defaults. */
export const createMineAction = (fields: SettingFields): Action<ChangePorts> =>
  defineAction({
    name: 'mine',
    summary: 'Set or clear your own defaults',
    fields: changeFields(fields),
    asksFirst: typedFirst(fields),
    initial: (invocation, ports: ChangePorts) => readSet(ports, ownScope(invocation), invocation),
    run: ({ clear }, invocation, ports) =>
      runChange({ ...ports, fields }, ownScope(invocation), clear, invocation),
  })

/** Sets or clears the defaults of a channel, for admins. */
export const createChannelAction = (fields: SettingFields): Action<ChangePorts> => {
  const taken: Fields = {
    channel: optional(channel({ label: 'Channel', help: 'Channel (default: this one)' })),
    ...changeFields(fields),
  }
  return defineAction({
    name: 'channel',
    isForAdmins: true,
    forOthers: mineInstead,
    summary: "Set or clear a channel's defaults (admins only)",
    fields: taken,
    asksFirst: typedFirst(fields),
    initial: async (invocation, ports: ChangePorts) => {
      const scope = channelScope(invocation, invocation.values.channel)
      return { ...(await readSet(ports, scope, invocation)), channel: scope.id }
    },
    initialOf: 'channel',
    clearsChannel: async ({ clear }, invocation, ports) => {
      const isSet = [...fields.keys()].some((name) => invocation.values[name] !== undefined)
      if (clear === undefined || isSet) return false
      const set = await readSet(ports, channelScope(invocation, invocation.values.channel), invocation)
      return Object.keys(set).length > 0
    },
    run: async ({ channel: chosen, clear }, invocation, ports) =>
      runChange({ ...ports, fields }, channelScope(invocation, chosen), clear, invocation),
  })
}

/** Sets or clears the server's defaults, for admins. */
export const createServerAction = (fields: SettingFields): Action<ChangePorts> =>
  defineAction({
    name: 'server',
    isForAdmins: true,
    forOthers: mineInstead,
    summary: "Set or clear everyone's defaults here (admins only)",
    fields: changeFields(fields),
    asksFirst: typedFirst(fields),
    initial: (invocation, ports: ChangePorts) => readSet(ports, { kind: 'server' }, invocation),
    run: async ({ clear }, invocation, ports) =>
      runChange({ ...ports, fields }, { kind: 'server' }, clear, invocation),
  })

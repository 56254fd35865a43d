import { privately } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import { readyNoticeName } from '../../core/command/ready-notice.ts'
import { seenByName } from '../../core/command/seen-by.ts'
import { defaultsIn, type SettingsStore } from '../../core/command/settings.ts'
import { defaultText, whereFact } from '../../core/command/settings-text.ts'
import type { Lists } from '../../core/command/suggest.ts'
import type { Field } from '../../core/fields/field.ts'
import type { Block, Fact } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, isPersonal, type Target } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import type { SettingFields } from './fields.ts'

interface ShowPorts {
  settings: Pick<SettingsStore, 'read'>
  lists: Lists
}

/** What a request without the option uses if no default is set. */
const withoutDefault = (name: string, { control }: Field): string => {
  if (name === seenByName) return say('none (everyone here sees results unless you choose Only me)')
  if (name === readyNoticeName) return say('none (a mention)')
  return control.kind === 'toggle' ? say('none (off unless a request turns it on)') : say('no default')
}

const isServicesChoice = (name: string, { control }: Field): boolean =>
  name !== seenByName && name !== readyNoticeName && control.kind !== 'toggle'

const blocksFor = async (
  { settings, lists }: ShowPorts,
  fields: SettingFields,
  target: Target,
): Promise<Block[]> => {
  const account = accountOf(target)
  const here = await settings.read(account, { member: target.member, channel: budgetChannelOf(target) })
  const facts = [...fields].map(async ([name, field]): Promise<Fact> => {
    const [nearest] = defaultsIn(here.defaults, [name])
    const value =
      nearest === undefined ? withoutDefault(name, field) : await defaultText(field, nearest, lists, target)
    return { label: sayDeclared(field.label), value }
  })
  const chosen = [...fields].filter(
    ([name, field]) => isServicesChoice(name, field) && defaultsIn(here.defaults, [name]).length === 0,
  )
  const labels = chosen.map(([, { label }]) => sayDeclared(label)).join(', ')
  const where = isPersonal(account) ? [] : [whereFact(here.where)]
  return [
    { kind: 'facts', facts: [...(await Promise.all(facts)), ...where] },
    ...(chosen.length === 0
      ? []
      : [
          {
            kind: 'note' as const,
            text: say('Without a default, the audio service chooses: {{labels}}.', { labels }),
          },
        ]),
  ]
}

/** The settings that apply to the member in this place. */
export const createShowAction = (settingFields: SettingFields): Action<ShowPorts> =>
  defineAction({
    name: 'show',
    summary: 'See your defaults here and who set them',
    fields: {},
    run: async (_input, { target }, ports: ShowPorts) =>
      privately({
        text: say('Your requests here use these unless you say otherwise. Set your own with /settings mine.'),
        tone: 'info',
        blocks: await blocksFor(ports, settingFields, target),
      }),
  })

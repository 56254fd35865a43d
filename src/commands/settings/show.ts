import { type Action, defineAction, privately } from '../../core/command/command.ts'
import { seenByName } from '../../core/command/seen-by.ts'
import { type SettingsStore, valuesFor } from '../../core/command/settings.ts'
import { defaultText, whereFact } from '../../core/command/settings-text.ts'
import type { Lists } from '../../core/command/suggest.ts'
import type { Fact } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, isPersonal, type Target } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/texts/say.ts'
import type { SettingFields } from './fields.ts'

interface ShowOptions {
  settings: Pick<SettingsStore, 'read'>
  lists: Lists
  fields: SettingFields
}

const factsFor = async (
  { settings, lists, fields }: ShowOptions,
  target: Target,
): Promise<readonly Fact[]> => {
  const account = accountOf(target)
  const here = await settings.read(account, { member: target.member, channel: budgetChannelOf(target) })
  const facts = [...fields].map(async ([name, field]): Promise<Fact> => {
    const label = sayDeclared(field.label)
    const [nearest] = valuesFor(here.defaults, name)
    if (nearest === undefined)
      return {
        label,
        value:
          name === seenByName
            ? say('no default; everybody sees what is asked for where others are')
            : say('no default; what a request leaves out is left to the audio service'),
      }
    return { label, value: await defaultText(field, nearest, lists, target) }
  })
  const where = isPersonal(account) ? [] : [whereFact(here.where)]
  return [...(await Promise.all(facts)), ...where]
}

/** What applies to whoever asks, where they ask. */
export const createShowAction = (options: ShowOptions): Action =>
  defineAction({
    name: 'show',
    summary: 'What is set for you here, and by whom',
    fields: {},
    run: async (_input, { target }) =>
      privately({
        text: say(
          'What your requests here leave out is filled in from these defaults, as far as it fits the rest. Set your own with /settings mine.',
        ),
        tone: 'info',
        blocks: [{ kind: 'facts', facts: await factsFor(options, target) }],
      }),
  })

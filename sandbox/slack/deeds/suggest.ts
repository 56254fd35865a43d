import { z } from 'zod'
import { UnknownReference } from '../../control/people.ts'
import { type Started, startInteraction } from '../interactions.ts'
import { limits } from '../limits.ts'
import type { Outcome, View, World } from '../state.ts'
import { controlsIn } from '../validation/block-rules.ts'
import { type Option, option, optionGroup } from '../validation/objects.ts'
import { readBy } from '../validation/problems.ts'
import { renderView } from '../views.ts'
import { channelField, sharedFields } from './payloads.ts'
import { type Actor, findForm, NotAllowed } from './references.ts'

/** What an app may suggest. https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload */
const suggestions = z.union([
  z.strictObject({ options: z.array(option).max(limits.selectOptions) }),
  z.strictObject({ option_groups: z.array(optionGroup).max(limits.optionGroups) }),
])

const readSuggestions = (body: unknown): readonly Option[] => {
  const read = readBy(suggestions, body, 'invalid_suggestions')
  return 'options' in read ? read.options : read.option_groups.flatMap(({ options }) => options)
}

/** A form's menu that asks the app, by its action id or by the label over it. */
const findMenu = (view: View, name: string) => {
  for (const block of view.data.blocks)
    for (const { control } of controlsIn(block)) {
      const label = block.type === 'input' ? block.label.text : undefined
      const isExternal = control.type === 'external_select' || control.type === 'multi_external_select'
      if (isExternal && [control.action_id, label].includes(name))
        return { control, blockId: block.block_id ?? '' }
    }
  throw new UnknownReference('option', `The form has no menu "${name}" that the app fills`)
}

/** How many letters have to be typed before the app is asked, if the menu does not say. */
const defaultQueryLength = 3

type Asked = { command: string; option: string; text: string }

/**
 * Types into a menu of an open form, which `command` names by its id. Slash
 * commands suggest nothing in Slack.
 */
export const runSuggest = (world: World, actor: Actor, asked: Asked): Started => {
  const view = findForm(world, actor, asked.command)
  const { control, blockId } = findMenu(view, asked.option)
  const actionId = control.action_id ?? ''
  if (asked.text.length < (control.min_query_length ?? defaultQueryLength))
    throw new NotAllowed('Type more for suggestions')
  const onAck = (body: unknown): Outcome => {
    const choices = readSuggestions(body)
    view.suggestions = { ...view.suggestions, [actionId]: choices }
    return { kind: 'choices', choices }
  }
  return startInteraction(world, {
    title: `suggestions for ${asked.option}`,
    userId: actor.userId,
    channelId: actor.channel.id,
    view,
    isAnsweredInConversation: false,
    onAck,
    render: (interaction) => {
      const { trigger_id: _, ...shared } = sharedFields(world, interaction)
      return {
        type: 'interactive',
        acceptsResponse: true,
        payload: {
          ...shared,
          type: 'block_suggestion',
          container: { type: 'view', view_id: view.id },
          action_id: actionId,
          block_id: blockId,
          value: asked.text,
          channel: channelField(actor.channel),
          view: renderView(world, view),
        },
      }
    },
  })
}

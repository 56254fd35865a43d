import { z } from 'zod'
import { UnknownReference } from '../../control/people.ts'
import { type Started, startInteraction } from '../interactions.ts'
import { limits } from '../limits.ts'
import { readModal } from '../read-view.ts'
import { Refused } from '../refusal.ts'
import type { Outcome, View, World } from '../state.ts'
import { readBy } from '../validation/problems.ts'
import { formErrors } from '../validation/view.ts'
import { changeView, closeStack, closeView, openView, renderView, stackOf } from '../views.ts'
import { inputBlocks } from './form-fields.ts'
import { fillForm } from './form-values.ts'
import { sharedFields } from './payloads.ts'
import { type Actor, findForm, NotAllowed } from './references.ts'

/**
 * What an app may answer to a form that was sent.
 * https://docs.slack.dev/surfaces/modals#response_actions
 */
const responseAction = z.discriminatedUnion('response_action', [
  z.strictObject({ response_action: z.literal('clear') }),
  z.strictObject({ response_action: z.literal('errors'), errors: formErrors }),
  z.strictObject({ response_action: z.literal('update'), view: z.unknown().optional() }),
  z.strictObject({ response_action: z.literal('push'), view: z.unknown().optional() }),
])

const showErrors = (view: View, errors: Readonly<Record<string, string>>): Outcome => {
  const blockIds = inputBlocks(view).map(({ block_id }) => block_id)
  const stray = Object.keys(errors).find((blockId) => !blockIds.includes(blockId))
  if (stray !== undefined || Object.keys(errors).length === 0)
    throw new Refused('invalid_errors', {
      messages: [`[ERROR] no input block "${stray}" [json-pointer:/errors]`],
    })
  view.errors = errors
  return { kind: 'form', view }
}

const pushOn = (world: World, view: View, given: unknown): Outcome => {
  const data = readModal(world, given)
  if (stackOf(world, view).length >= limits.stackedViews) throw new Refused('push_limit_reached')
  const { userId, channelId } = view
  return { kind: 'form', view: openView(world, { userId, channelId, data, previous: view }) }
}

/** Without a word the form closes, and the one under it is seen again. */
const answerSubmit = (world: World, view: View, body: unknown): Outcome => {
  if (body === undefined) {
    closeView(view)
    return { kind: 'closed' }
  }
  const action = readBy(responseAction, body, 'invalid_response_action')
  switch (action.response_action) {
    case 'clear':
      closeStack(world, view)
      return { kind: 'closed' }
    case 'errors':
      return showErrors(view, action.errors)
    case 'update':
      changeView(world, view, readModal(world, action.view, view.id))
      return { kind: 'form', view }
    case 'push':
      return pushOn(world, view, action.view)
  }
}

/** The form on top is the one that can be used. */
const checkOnTop = (world: World, view: View): void => {
  if (stackOf(world, view).at(-1) !== view)
    throw new UnknownReference('form', 'Another form is over this one')
}

type Submit = { form: string; values: Record<string, unknown> }

/** Sends a form off; values are named by action id or by label. */
export const runSubmit = async (world: World, actor: Actor, submit: Submit): Promise<Started> => {
  const view = findForm(world, actor, submit.form)
  checkOnTop(world, view)
  if (view.data.type === 'modal' && !view.data.submit) throw new NotAllowed('This form cannot be sent')
  view.inputs = await fillForm(world, view, submit.values)
  view.errors = {}
  return startInteraction(world, {
    title: `form ${view.data.callback_id || view.id}`,
    userId: actor.userId,
    channelId: view.channelId,
    view,
    isAnsweredInConversation: false,
    onAck: (body) => answerSubmit(world, view, body),
    render: (interaction) => ({
      type: 'interactive',
      acceptsResponse: true,
      payload: {
        ...sharedFields(world, interaction),
        type: 'view_submission',
        view: renderView(world, view),
        response_urls: [],
      },
    }),
  })
}

/**
 * Dismisses a form, which the app hears of when it asked to.
 * https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
export const runClose = (world: World, actor: Actor, close: { form: string }): Started | undefined => {
  const view = findForm(world, actor, close.form)
  checkOnTop(world, view)
  const { data } = view
  const isCleared = data.type === 'modal' && data.clear_on_close === true
  if (isCleared) closeStack(world, view)
  else closeView(view)
  if (data.type !== 'modal' || !data.notify_on_close) return undefined
  return startInteraction(world, {
    title: `closing of form ${data.callback_id || view.id}`,
    userId: actor.userId,
    channelId: view.channelId,
    view,
    isAnsweredInConversation: false,
    onAck: () => ({ kind: 'closed' }),
    render: (interaction) => {
      const { trigger_id: _, ...shared } = sharedFields(world, interaction)
      return {
        type: 'interactive',
        acceptsResponse: false,
        payload: { ...shared, type: 'view_closed', view: renderView(world, view), is_cleared: isCleared },
      }
    },
  })
}

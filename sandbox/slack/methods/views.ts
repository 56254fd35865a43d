import { z } from 'zod'
import { useTrigger } from '../interactions.ts'
import { limits } from '../limits.ts'
import { directMessage } from '../messages.ts'
import { jsonArgument, type Method, method } from '../method.ts'
import { readHome, readModal } from '../read-view.ts'
import { Refused } from '../refusal.ts'
import type { View, World } from '../state.ts'
import { changeView, openView, renderView, showForm, stackOf } from '../views.ts'

/** https://docs.slack.dev/reference/methods/views.open */
const openMethod = (world: World): Method =>
  method('views.open', { trigger_id: z.string(), view: jsonArgument }, (args) => {
    const data = readModal(world, args.view)
    const interaction = useTrigger(world, args.trigger_id)
    const { userId, channelId } = interaction
    const view = openView(world, { userId, channelId, data })
    showForm(interaction, view)
    return { view: renderView(world, view) }
  })

/** https://docs.slack.dev/reference/methods/views.push */
const pushMethod = (world: World): Method =>
  method('views.push', { trigger_id: z.string(), view: jsonArgument }, (args) => {
    const data = readModal(world, args.view)
    const previous = world.interactions.get(args.trigger_id)?.view
    if (previous && stackOf(world, previous).length >= limits.stackedViews)
      throw new Refused('push_limit_reached')
    const interaction = useTrigger(world, args.trigger_id)
    if (!previous?.isOpen) throw new Refused('not_found')
    const { userId, channelId } = interaction
    const view = openView(world, { userId, channelId, data, previous })
    showForm(interaction, view)
    return { view: renderView(world, view) }
  })

type Naming = { readonly view_id?: string | undefined; readonly external_id?: string | undefined }

const findView = (world: World, { view_id, external_id }: Naming): View => {
  if ((view_id === undefined) === (external_id === undefined)) throw new Refused('invalid_arguments')
  const view = [...world.views.values()].find(
    ({ id, data, isOpen }) =>
      isOpen && (id === view_id || (external_id !== undefined && data.external_id === external_id)),
  )
  if (!view) throw new Refused('not_found')
  return view
}

const checkHash = (view: View | undefined, hash: string | undefined): void => {
  if (hash !== undefined && view?.hash !== hash) throw new Refused('hash_conflict')
}

/** https://docs.slack.dev/reference/methods/views.update */
const updateMethod = (world: World): Method =>
  method(
    'views.update',
    {
      view_id: z.string().optional(),
      external_id: z.string().optional(),
      hash: z.string().optional(),
      view: jsonArgument,
    },
    (args) => {
      const view = findView(world, args)
      checkHash(view, args.hash)
      changeView(world, view, readModal(world, args.view, view.id))
      return { view: renderView(world, view) }
    },
  )

/** https://docs.slack.dev/reference/methods/views.publish */
const publishMethod = (world: World): Method =>
  method(
    'views.publish',
    { user_id: z.string(), hash: z.string().optional(), view: jsonArgument },
    (args) => {
      const user = world.users.get(args.user_id)
      if (!user || user.isBot) throw new Refused('invalid_arguments', { messages: ['invalid `user_id`'] })
      const before = world.homes.get(user.id)
      const data = readHome(world, args.view, before?.id)
      if (!world.installation.hasHome) throw new Refused('not_enabled')
      checkHash(before, args.hash)
      const view =
        before ?? openView(world, { userId: user.id, channelId: directMessage(world, user.id).id, data })
      if (before) changeView(world, before, data)
      world.homes.set(user.id, view)
      return { view: renderView(world, view) }
    },
  )

/** The methods about forms and home tabs. */
export const viewMethods = (world: World): readonly Method[] => [
  openMethod(world),
  pushMethod(world),
  updateMethod(world),
  publishMethod(world),
]

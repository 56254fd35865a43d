import type { AppHomeOpenedEvent } from '@slack/types'
import { tellEvent } from '../events.ts'
import { directMessage } from '../messages.ts'
import type { World } from '../state.ts'
import { renderView } from '../views.ts'
import { type Actor, NotAllowed } from './references.ts'

/** Opens one of the tabs of the app. https://docs.slack.dev/reference/events/app_home_opened */
export const runVisit = (world: World, { userId }: Actor, tab: 'home' | 'messages'): string => {
  const { hasHome, hasMessagesTab } = world.installation
  if (!(tab === 'home' ? hasHome : hasMessagesTab)) throw new NotAllowed(`The app has no ${tab} tab`)
  const ts = world.nextTs()
  const home = world.homes.get(userId)
  const opened = {
    type: 'app_home_opened',
    user: userId,
    channel: directMessage(world, userId).id,
    tab,
    event_ts: ts,
  } satisfies AppHomeOpenedEvent
  tellEvent(world, 'app_home_opened', {
    ...opened,
    ...(home && tab === 'home' && { view: renderView(world, home) }),
  })
  return ts
}

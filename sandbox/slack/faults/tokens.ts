import { tellEvent } from '../events.ts'
import { nothingInstalled } from '../manifest.ts'
import type { World } from '../state.ts'
import type { TokenFault } from './schema.ts'

/** https://docs.slack.dev/reference/events/tokens_revoked and https://docs.slack.dev/reference/events/app_uninstalled */
const uninstall = (world: World): void => {
  tellEvent(world, 'tokens_revoked', {
    type: 'tokens_revoked',
    tokens: { oauth: [], bot: [world.app.userId] },
    event_ts: world.nextTs(),
  })
  tellEvent(world, 'app_uninstalled', { type: 'app_uninstalled', event_ts: world.nextTs() })
  world.faults.removed ??= world.installation
  world.installation = nothingInstalled
}

/**
 * Takes a token away: its calls are refused from now on. With the bot's token goes the app, which is told of it, and of
 * nothing else any more.
 */
export const revokeToken = (world: World, { which, answer }: TokenFault): void => {
  world.faults.revoked.set(which === 'bot' ? world.app.botToken : world.app.appToken, answer)
  if (which === 'bot') uninstall(world)
}

import { InvalidFault } from '../../../studio/kit/faults/invalid-fault.ts'
import { botOf, tellUninstalled } from '../installations.ts'
import { nothingInstalled } from '../manifest.ts'
import type { World } from '../state.ts'
import { goodTokensIn, goodTokensOf } from '../tokens.ts'
import { workspaceOf } from '../workspaces.ts'
import type { Revocation, TokenFault } from './schema.ts'

/**
 * Takes the bot's tokens away, and the app from the workspace, until the faults are
 * cleared or it is installed again.
 */
const revokeBot = (world: World, answer: Revocation['answer']): void => {
  const { faults } = world
  const texts = goodTokensIn(world).map(({ text }) => text)
  tellUninstalled(world)
  for (const text of texts) faults.revoked.set(text, answer)
  if (!faults.removed.has(world)) faults.removed.set(world, world.installation)
  world.installation = nothingInstalled
}

/** Lets the bot's tokens be over twelve hours old at once. */
const expireBot = (world: World): void => {
  const expiring = goodTokensOf(botOf(world)).filter(({ expiresAtMs }) => expiresAtMs !== undefined)
  if (expiring.length === 0) throw new InvalidFault('token', 'needs a token that can expire')
  for (const token of expiring) token.expiresAtMs = world.clock.now()
}

/** Takes tokens of the app away: their calls are refused from now on. Of the bot's the app is told. */
export const failToken = (home: World, fault: TokenFault): void => {
  const world = fault.workspace === undefined ? home : workspaceOf(home, fault.workspace)
  if (!world) throw new InvalidFault('workspace', 'is none that there is here')
  if (fault.token === 'expire') expireBot(world)
  else if (fault.which === 'app') home.faults.revoked.set(home.app.appToken, fault.answer)
  else revokeBot(world, fault.answer)
}

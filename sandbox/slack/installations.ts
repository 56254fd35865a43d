import type { TokensRevokedEvent } from '@slack/types'
import { tellEvent } from './events.ts'
import { type Installation, nothingInstalled } from './manifest.ts'
import { eventScopes } from './scopes.ts'
import type { World } from './state.ts'
import { type Actor, endTokensOf, goodTokensIn, type Token } from './tokens.ts'

/** The app's bot in a workspace, as who acts. */
export const botOf = (world: World): Actor => ({ kind: 'bot', world, userId: world.app.userId })

const isTold = (event: string, scopes: ReadonlySet<string>): boolean => {
  const needed = eventScopes[event]
  return needed === undefined || scopes.has(needed)
}

/** What of a manifest counts where these scopes were granted. */
const installationOf = (manifest: Installation, scopes: ReadonlySet<string>): Installation => ({
  ...manifest,
  scopes,
  commands: scopes.has('commands') ? manifest.commands : [],
  shortcuts: scopes.has('commands') ? manifest.shortcuts : [],
  events: new Set([...manifest.events].filter((event) => isTold(event, scopes))),
})

/**
 * Installs the app in a workspace with these scopes; with those that it has there already, when it is there.
 */
export const installIn = (world: World, scopes: Iterable<string>): void => {
  const held = new Set([...world.installation.scopes, ...scopes])
  world.installation = installationOf(world.registration.manifest, held)
}

/**
 * Puts another manifest in force: at once in every workspace with the app, and with
 * no more scopes than were granted.
 */
export const changeManifest = ({ registration }: World, manifest: Installation): void => {
  registration.manifest = manifest
  registration.requestUrl = manifest.requestUrl ?? registration.requestUrl
  for (const each of registration.workspaces)
    if (each.installation.scopes.size > 0)
      each.installation = installationOf(manifest, each.installation.scopes)
}

const idsOf = (tokens: readonly Token[], kind: Token['kind']): string[] => [
  ...new Set(tokens.filter((token) => token.kind === kind).map(({ userId }) => userId)),
]

const tellRevoked = (world: World, tokens: readonly Token[]): void => {
  const event = {
    type: 'tokens_revoked',
    tokens: { oauth: idsOf(tokens, 'user'), bot: idsOf(tokens, 'bot') },
  } satisfies TokensRevokedEvent
  tellEvent(world, 'tokens_revoked', { ...event, event_ts: world.nextTs() })
}

/**
 * Tells the app that it is gone from a workspace, and its tokens with it. The order
 * of the two events is not promised.
 * https://docs.slack.dev/reference/events/app_uninstalled and
 * https://docs.slack.dev/reference/events/tokens_revoked
 */
export const tellUninstalled = (world: World): void => {
  tellRevoked(world, goodTokensIn(world))
  tellEvent(world, 'app_uninstalled', { type: 'app_uninstalled', event_ts: world.nextTs() })
}

/**
 * What the calls of a dead token are answered with: https://docs.slack.dev/reference/methods/auth.test#errors
 */
const deadCodes = { bot: 'account_inactive', user: 'token_revoked', app: 'token_revoked' } as const

const leaveChannels = (world: World): void => {
  for (const channel of world.channels.values())
    if (channel.kind === 'channel') {
      const memberIds = new Set(channel.memberIds)
      memberIds.delete(world.app.userId)
      world.channels.set(channel.id, { ...channel, memberIds })
    }
}

const remove = (world: World): void => {
  world.installation = { ...nothingInstalled, botName: world.installation.botName }
}

/** Takes the app out of a workspace: its tokens are dead, and its bot leaves the channels. */
export const uninstallFrom = (world: World): void => {
  tellUninstalled(world)
  for (const token of goodTokensIn(world)) endTokensOf(token, deadCodes[token.kind])
  leaveChannels(world)
  remove(world)
}

/**
 * Revokes what lets somebody act so. The bot leaves its channels by that, but the app is uninstalled only
 * with its last token. https://docs.slack.dev/reference/methods/auth.revoke
 */
export const revokeFor = (actor: Actor): void => {
  const { world, kind } = actor
  const remaining = goodTokensIn(world).filter(
    (token) => token.kind !== kind || token.userId !== actor.userId,
  )
  if (remaining.length === 0) {
    uninstallFrom(world)
    return
  }
  tellRevoked(
    world,
    goodTokensIn(world).filter((token) => !remaining.includes(token)),
  )
  endTokensOf(actor, deadCodes[kind])
  if (kind === 'bot') leaveChannels(world)
}

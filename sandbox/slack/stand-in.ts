import type { Clock } from '../../studio/kit/clock.ts'
import type { Faults } from '../../studio/kit/faults/faults.ts'
import { type People, UnknownReference } from '../control/people.ts'
import type { Wire } from '../wire.ts'
import { untilHeard } from './delivery/deliver.ts'
import { serveSockets } from './delivery/sockets.ts'
import { createFaults, reinstate } from './faults/faults.ts'
import { createHttp } from './http.ts'
import { botOf, changeManifest, installIn, uninstallFrom } from './installations.ts'
import { limits } from './limits.ts'
import { type Installation, ManifestRefused, readManifest } from './manifest.ts'
import type { Method } from './method.ts'
import { appMethods } from './methods/app.ts'
import { chatMethods } from './methods/chat.ts'
import { conversationMethods } from './methods/conversations.ts'
import { fileMethods } from './methods/files.ts'
import { oauthMethods } from './methods/oauth.ts'
import { peopleMethods } from './methods/people.ts'
import { viewMethods } from './methods/views.ts'
import { createPeople } from './people.ts'
import type { World } from './state.ts'
import { type Credentials, issueToken } from './tokens.ts'
import { workspaceOf } from './workspaces.ts'
import { createWorlds, type Workspace } from './world.ts'

export type SlackOptions = {
  readonly clock: Clock
  readonly wire: Wire
  /** Between 0 and 1, for ids and secrets. */
  readonly random?: () => number
  /** Whether calls over Slack's rates are refused, as they are when nothing is said. */
  readonly rates?: 'strict' | 'off'
  /** Whether the app is sold without being listed, so that strict rates let it read few conversations. */
  readonly isUnlisted?: boolean
  /** How many events of a workspace go to the app in an hour; as many as Slack's when nothing is said. */
  readonly eventsPerHour?: number
  /** More members of the first workspace, by their names. */
  readonly crowd?: readonly string[]
  /** Whether there is a third workspace. */
  readonly hasThird?: boolean
  /** How the app is reached; by Socket Mode when nothing is said. */
  readonly app?: { readonly mode: 'socket' | 'http'; readonly eventsUrl?: string }
}

export type SlackAddresses = {
  /** Ends with /api/ */
  readonly api: string
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly clientId: string
  readonly clientSecret: string
  readonly teamId: string
  readonly channelId: string
  /** Two channels with the bot; one that it is not in; one that is archived. */
  readonly channelIds: readonly string[]
  /** Is an admin of the workspace. */
  readonly adminId: string
  readonly memberId: string
  readonly memberIds: readonly string[]
  /** One with the last member alone. */
  readonly userGroupIds: readonly string[]
  /** The origin of every link to a private file. */
  readonly filesOrigin: string
  readonly secondTeam: SecondTeam
  readonly thirdTeam?: SecondTeam
}

/** Another workspace into which the app can be installed, with people and channels of the same kinds. */
export type SecondTeam = Pick<
  SlackAddresses,
  'teamId' | 'channelId' | 'channelIds' | 'adminId' | 'memberId' | 'memberIds' | 'userGroupIds'
>

export interface SlackStandIn {
  readonly addresses: SlackAddresses
  /** Acts and looks as the people of the workspace. */
  readonly people: People
  /**
   * Installs the app by its manifest: what that does not declare is not told, not offered
   * and not allowed. Where the manifest names a request URL and switches Socket Mode off,
   * signed requests go there from now on.
   *
   * @throws ManifestRefused with every fault of the manifest; what was installed before stays
   */
  installManifest(manifest: unknown): void
  /**
   * Installs the app, as its manifest declares it, in the workspace of that id, as its admin would.
   *
   * @throws UnknownReference when there is no such workspace
   */
  installIn(teamId: string): Credentials
  /**
   * Takes the app out of the workspace of that id, as its admin would: its tokens are
   * dead, its bot leaves the channels.
   *
   * @throws UnknownReference when there is no such workspace
   */
  uninstallFrom(teamId: string): void
  /**
   * Where signed requests go; undefined is Socket Mode. The address has to return a
   * challenge before its first request.
   */
  setRequestUrl(url: string | undefined): void
  /**
   * Forgets how often a method was called, for tests that start bots far more often than anybody does without
   * moving the clock away from the bots'.
   */
  forgetCalls(method: string): void
  /**
   * Resolves when all that was handed to the app is acknowledged or given up; events that Slack repeats after a
   * minute and after five are repeated at once, so where the app is not connected they are given up.
   */
  untilHeard(): Promise<void>
  /**
   * Lets the stand-in fail as Slack and the way to it can, such as `{ socket: 'drop' }`, which happens at
   * once, or `{ method: 'chat.postMessage', answer: 'lost', times: 2 }`, which waits for the next such calls.
   * Cleared, tokens that were revoked are good again, files tell where they are shared, and the app is as it was
   * installed.
   */
  readonly faults: Faults
  close(): Promise<void>
}

const methodsOf = (world: World): readonly Method[] => [
  ...appMethods(world),
  ...chatMethods(world),
  ...conversationMethods(world),
  ...peopleMethods(world),
  ...viewMethods(world),
  ...fileMethods(world),
  ...oauthMethods(world),
]

/** https://docs.slack.dev/authentication/using-token-rotation: "you may not turn it off again". */
const refuseStandstill = ({ registration }: World, declared: Installation): void => {
  if (!registration.manifest.rotatesTokens || declared.rotatesTokens) return
  const message = 'token rotation cannot be turned off again'
  throw new ManifestRefused([{ path: ['settings', 'token_rotation_enabled'], message }])
}

const findWorkspace = (home: World, teamId: string): World => {
  const world = workspaceOf(home, teamId)
  if (!world) throw new UnknownReference('workspace', `There is no workspace "${teamId}" here`)
  return world
}

const teamAddresses = ({ world, cast }: Workspace): SecondTeam => {
  const channelIds = [...world.channels.keys()]
  const [memberId] = cast.memberIds
  return {
    teamId: world.team.id,
    channelId: channelIds[0] ?? '',
    channelIds,
    adminId: cast.adminId,
    memberId,
    memberIds: cast.memberIds,
    userGroupIds: [...world.groups.keys()],
  }
}

/**
 * Starts a Slack of its own on a free port of this machine: Web API, Socket Mode, signed requests and files.
 * It refuses what Slack refuses, and every refusal is on the wire.
 */
export const startSlack = async (options: SlackOptions): Promise<SlackStandIn> => {
  const { clock, wire, random = Math.random, app: mode, eventsPerHour = limits.eventsPerHour } = options
  const rates = { mode: options.rates ?? 'strict', isUnlisted: options.isUnlisted ?? false }
  const requestUrl = mode?.mode === 'http' ? mode.eventsUrl : undefined
  const { crowd = [], hasThird = false } = options
  const { home, second, third } = createWorlds({
    clock,
    wire,
    random,
    requestUrl,
    rates,
    eventsPerHour,
    crowd,
    hasThird,
  })
  const { world } = home
  const app = createHttp(world, methodsOf)
  world.network.carry(app.server)
  const sockets = serveSockets(app.server, world)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  for (const each of world.registration.workspaces) {
    each.sockets = sockets
    each.origin = origin
  }
  const { appToken, signingSecret, clientId, clientSecret } = world.app
  const { access_token: botToken } = issueToken(botOf(world), [])
  return {
    addresses: {
      api: `${world.origin}/api/`,
      botToken,
      appToken,
      signingSecret,
      clientId,
      clientSecret,
      ...teamAddresses(home),
      filesOrigin: world.origin,
      secondTeam: teamAddresses(second),
      ...(third !== undefined && { thirdTeam: teamAddresses(third) }),
    },
    people: createPeople(world),
    installManifest: (manifest) => {
      const declared = readManifest(manifest)
      refuseStandstill(world, declared)
      reinstate(world)
      changeManifest(world, declared)
      world.installation = declared
    },
    installIn: (teamId) => {
      const team = findWorkspace(world, teamId)
      reinstate(team)
      installIn(team, world.registration.manifest.scopes)
      return issueToken(botOf(team), [])
    },
    uninstallFrom: (teamId) => uninstallFrom(findWorkspace(world, teamId)),
    setRequestUrl: (url) => {
      world.registration.requestUrl = url
    },
    forgetCalls: (method) => void world.rates.used.delete(method),
    untilHeard: () => untilHeard(world),
    faults: createFaults(world, new Set(methodsOf(world).map(({ name }) => name))),
    close: async () => {
      world.sockets.close()
      await app.close()
    },
  }
}

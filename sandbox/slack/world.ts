import type { Clock } from '../../studio/kit/clock.ts'
import { createNetwork } from '../../studio/kit/faults/network.ts'
import type { Wire } from '../wire.ts'
import { newEventRate } from './event-rate.ts'
import { type FaultStore, noFaults } from './faults/store.ts'
import { createTimestamps, newId, randomDigits, randomText } from './ids.ts'
import { nothingInstalled } from './manifest.ts'
import type { Rates } from './rates.ts'
import type { Channel, Registration, Sockets, User, UserGroup, World } from './state.ts'
import { registerToken } from './tokens.ts'

/** The people of a workspace, and what they are. */
export type Cast = { readonly adminId: string; readonly memberIds: readonly [string, string, ...string[]] }

/** A workspace, and who is in it. */
export type Workspace = { readonly world: World; readonly cast: Cast }

type WorldOptions = {
  readonly clock: Clock
  readonly wire: Wire
  readonly random: () => number
  readonly requestUrl: string | undefined
  readonly rates: Omit<Rates, 'used'>
  readonly eventsPerHour: number
  /** More members of the first workspace. */
  readonly crowd: readonly string[]
  readonly hasThird: boolean
}

const person = (id: string, name: string, displayName: string, rights: Partial<User> = {}): User => ({
  id,
  name,
  displayName,
  isAdmin: false,
  isOwner: false,
  isBot: false,
  ...rights,
})

/** What a workspace and its people are called: each name once, so that it says which workspace is meant. */
type Names = {
  readonly team: string
  readonly domain: string
  readonly owner: string
  readonly admin: string
  readonly members: readonly [string, string]
  readonly channels: readonly [string, string, string, string]
  readonly group: string
}

const homeNames: Names = {
  team: 'Sandbox',
  domain: 'sandbox',
  owner: 'Olga',
  admin: 'Ada',
  members: ['Max', 'Mia'],
  channels: ['general', 'music', 'no-bots', 'archive'],
  group: 'Musicians',
}

const secondNames: Names = {
  team: 'Second Sandbox',
  domain: 'second-sandbox',
  owner: 'Otto',
  admin: 'Ben',
  members: ['Lea', 'Leo'],
  channels: ['lobby', 'songs', 'no-apps', 'attic'],
  group: 'Singers',
}

const thirdNames: Names = {
  team: 'Third Sandbox',
  domain: 'third-sandbox',
  owner: 'Oskar',
  admin: 'Cleo',
  members: ['Tim', 'Tess'],
  channels: ['hall', 'tunes', 'quiet', 'cellar'],
  group: 'Dancers',
}

const createUsers = (
  id: () => string,
  { owner, admin, members: [first, second] }: Names,
  crowd: readonly string[],
) => ({
  owner: person(id(), owner.toLowerCase(), `${owner} (owner)`, { isAdmin: true, isOwner: true }),
  admin: person(id(), admin.toLowerCase(), `${admin} (admin)`, { isAdmin: true }),
  members: [person(id(), first.toLowerCase(), first), person(id(), second.toLowerCase(), second)] as const,
  crowd: crowd.map((name) => person(id(), name.toLowerCase(), name)),
  bot: person(id(), 'tunesmith', 'Tunesmith', { isBot: true }),
})

const channelPlan = [
  { hasBot: true, isArchived: false },
  { hasBot: true, isArchived: false },
  { hasBot: false, isArchived: false },
  { hasBot: true, isArchived: true },
] as const

type Founding = {
  readonly id: () => string
  readonly names: Names['channels']
  readonly peopleIds: readonly string[]
  readonly botUserId: string
  readonly createdAtMs: number
}

const createChannels = ({ id, names, peopleIds, botUserId, createdAtMs }: Founding): [string, Channel][] =>
  channelPlan.map(({ hasBot, isArchived }, index) => {
    const channel: Channel = {
      id: id(),
      name: names[index] ?? '',
      kind: 'channel',
      isArchived,
      createdAtMs,
      memberIds: new Set([...peopleIds, ...(hasBot ? [botUserId] : [])]),
      personId: undefined,
    }
    return [channel.id, channel]
  })

/** What the app is, wherever it is installed. */
type Identity = Omit<World['app'], 'botId' | 'userId'>

/** Tokens are in the shapes that client libraries and secret scanners know. */
const createIdentity = (random: () => number): Identity => {
  const id = newId(random, 'A')
  return {
    id,
    appToken: `xapp-1-${id}-${randomDigits(random, 13)}-${randomText(random, 64).toLowerCase()}`,
    signingSecret: Buffer.from(randomText(random, 16)).toString('hex'),
    verificationToken: randomText(random, 24),
    clientId: `${randomDigits(random, 12)}.${randomDigits(random, 13)}`,
    clientSecret: randomText(random, 32).toLowerCase(),
  }
}

const emptyStores = () => ({
  messages: new Map(),
  files: new Map(),
  uploads: new Map(),
  views: new Map(),
  homes: new Map(),
  interactions: new Map(),
  responseUrls: new Map(),
  written: [],
})

const notListening: Sockets = {
  send: () => Promise.reject(new Error('The stand-in does not listen yet')),
  open: () => '',
  end: () => 0,
  close: () => {},
}

/** What all workspaces share. */
type Common = Pick<
  World,
  'clock' | 'wire' | 'network' | 'random' | 'nextTs' | 'registration' | 'deliveries'
> & {
  readonly rates: Omit<Rates, 'used'>
  readonly eventsPerHour: number
  readonly faults: FaultStore
  readonly identity: Identity
}

const createWorkspace = (
  { identity, ...common }: Common,
  names: Names,
  more: readonly string[] = [],
): Workspace => {
  const { clock, random } = common
  const { owner, admin, members, crowd, bot } = createUsers(() => newId(random, 'U'), names, more)
  const people = [owner, admin, ...members, ...crowd]
  const group: UserGroup = {
    id: newId(random, 'S'),
    handle: names.group.toLowerCase(),
    name: names.group,
    userIds: [members[1].id],
  }
  const world: World = {
    ...common,
    ...emptyStores(),
    team: { id: newId(random, 'T'), name: names.team, domain: names.domain },
    app: { ...identity, botId: newId(random, 'B'), userId: bot.id },
    personSession: randomText(random, 32),
    locales: new Map(),
    users: new Map([...people, bot].map((user) => [user.id, user])),
    groups: new Map([[group.id, group]]),
    channels: new Map(
      createChannels({
        id: () => newId(random, 'C'),
        names: names.channels,
        peopleIds: people.map(({ id }) => id),
        botUserId: bot.id,
        createdAtMs: clock.now(),
      }),
    ),
    installation: nothingInstalled,
    sockets: notListening,
    rates: { ...common.rates, used: new Map() },
    eventRate: newEventRate(common.eventsPerHour),
    origin: '',
  }
  return {
    world,
    cast: { adminId: admin.id, memberIds: [members[0].id, members[1].id, ...crowd.map(({ id }) => id)] },
  }
}

/**
 * Two or three workspaces, each with four public channels (the bot is not in the third, the fourth is archived), an
 * owner who never shows up, an admin, two members, and a user group with one of them; and an app of which no
 * manifest is known. It was made in the first workspace.
 */
export const createWorlds = (
  options: WorldOptions,
): { home: Workspace; second: Workspace; third: Workspace | undefined } => {
  const { requestUrl, crowd, hasThird, ...shared } = options
  const workspaces: World[] = []
  const registration: Registration = {
    manifest: nothingInstalled,
    requestUrl,
    verifiedUrl: undefined,
    grants: new Map(),
    tokens: new Map(),
    refreshTokens: new Map(),
    workspaces,
  }
  const common = {
    ...shared,
    network: createNetwork({
      clock: options.clock,
      record: (summary) => options.wire.record({ platform: 'slack', kind: 'event', summary, detail: {} }),
    }),
    nextTs: createTimestamps(options.clock.now),
    registration,
    deliveries: { underWay: new Set<Promise<unknown>>(), retries: new Set<() => void>(), hurrying: 0 },
    faults: noFaults(),
    identity: createIdentity(options.random),
  }
  const home = createWorkspace(common, homeNames, crowd)
  const second = createWorkspace(common, secondNames)
  const third = hasThird ? createWorkspace(common, thirdNames) : undefined
  workspaces.push(home.world, second.world, ...(third === undefined ? [] : [third.world]))
  const { appToken, userId } = home.world.app
  registerToken({ kind: 'app', world: home.world, userId }, appToken)
  return { home, second, third }
}

import type { Clock } from '../clock.ts'
import type { Wire } from '../wire.ts'
import { noFaults } from './faults/store.ts'
import { createTimestamps, newId, randomDigits, randomText } from './ids.ts'
import { nothingInstalled } from './manifest.ts'
import type { Rates } from './rates.ts'
import type { Channel, Sockets, User, UserGroup, World } from './state.ts'

/** The people of the workspace, and what they are. */
export type Cast = { readonly adminId: string; readonly memberIds: readonly [string, string] }

type WorldOptions = {
  readonly clock: Clock
  readonly wire: Wire
  readonly random: () => number
  readonly requestUrl: string | undefined
  readonly rates: Omit<Rates, 'used'>
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

const createUsers = (id: () => string) => ({
  owner: person(id(), 'olga', 'Olga (owner)', { isAdmin: true, isOwner: true }),
  admin: person(id(), 'ada', 'Ada (admin)', { isAdmin: true }),
  members: [person(id(), 'max', 'Max'), person(id(), 'mia', 'Mia')] as const,
  bot: person(id(), 'tunesmith', 'Tunesmith', { isBot: true }),
})

const createChannels = (
  id: () => string,
  peopleIds: readonly string[],
  botUserId: string,
  createdAtMs: number,
): [string, Channel][] => {
  const plan = [
    { name: 'general', hasBot: true, isArchived: false },
    { name: 'music', hasBot: true, isArchived: false },
    { name: 'no-bots', hasBot: false, isArchived: false },
    { name: 'archive', hasBot: true, isArchived: true },
  ]
  return plan.map(({ name, hasBot, isArchived }) => {
    const memberIds = new Set([...peopleIds, ...(hasBot ? [botUserId] : [])])
    const channel: Channel = {
      id: id(),
      name,
      kind: 'channel',
      isArchived,
      createdAtMs,
      memberIds,
      personId: undefined,
    }
    return [channel.id, channel]
  })
}

/** Tokens in the shapes that the client libraries and secret scanners know. */
const createApp = (random: () => number, botUserId: string): World['app'] => {
  const id = newId(random, 'A')
  return {
    id,
    botId: newId(random, 'B'),
    userId: botUserId,
    botToken: `xoxb-${randomDigits(random, 12)}-${randomDigits(random, 13)}-${randomText(random, 24)}`,
    appToken: `xapp-1-${id}-${randomDigits(random, 13)}-${randomText(random, 64).toLowerCase()}`,
    signingSecret: randomText(random, 32).toLowerCase(),
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
  grants: new Map(),
})

const notListening: Sockets = {
  send: () => Promise.reject(new Error('The stand-in does not listen yet')),
  open: () => '',
  end: () => 0,
  close: () => {},
}

/**
 * One workspace with four public channels (the bot is not in the third, the fourth is archived), an owner who never
 * shows up, an admin, two members, a user group with one of them, and an app of which no manifest is known.
 */
export const createWorld = (options: WorldOptions): { world: World; cast: Cast } => {
  const { clock, random } = options
  const { owner, admin, members, bot } = createUsers(() => newId(random, 'U'))
  const people = [owner, admin, ...members]
  const group: UserGroup = {
    id: newId(random, 'S'),
    handle: 'musicians',
    name: 'Musicians',
    userIds: [members[1].id],
  }
  const peopleIds = people.map(({ id }) => id)
  const world: World = {
    ...options,
    ...emptyStores(),
    nextTs: createTimestamps(clock.now),
    team: { id: newId(random, 'T'), name: 'Sandbox', domain: 'sandbox' },
    app: createApp(random, bot.id),
    personSession: randomText(random, 32),
    users: new Map([...people, bot].map((user) => [user.id, user])),
    groups: new Map([[group.id, group]]),
    channels: new Map(createChannels(() => newId(random, 'C'), peopleIds, bot.id, clock.now())),
    installation: nothingInstalled,
    verifiedUrl: undefined,
    sockets: notListening,
    rates: { ...options.rates, used: new Map() },
    faults: noFaults(),
    origin: '',
  }
  return { world, cast: { adminId: admin.id, memberIds: [members[0].id, members[1].id] } }
}

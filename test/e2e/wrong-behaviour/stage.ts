import type { Upload } from '../../../sandbox/control/people.ts'
import { recordTune } from '../../../sandbox/demo/tune.ts'
import type { ChatPlatform } from '../../../sandbox/world/addresses.ts'
import type { Bot, BotStart } from '../../../sandbox/world/bot.ts'
import type { World } from '../../../sandbox/world/world.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { createPeople, type People } from '../../support/sandbox/people.ts'
import { startStrictWorld } from '../../support/sandbox/strict-world.ts'
import { type Saboteur, type SaboteurOptions, startSaboteur } from './saboteur.ts'

/** A world in which the bot reaches one platform by way of a saboteur. */
export interface Stage {
  world: World
  way: Way
  platform: ChatPlatform
  saboteur: Saboteur
  /** A clip of a member's. */
  tune: Upload
  admin: string
  member: string
  bot: Bot
  close(): Promise<void>
}

/** What this row's members do, who give up when the row is over. */
export interface Scene extends Stage {
  people: People
  /** What is written in this row and in no other. */
  mark: string
  /** The newest message before the row. */
  since: string
  /** The number of what was last on the wire before the row. */
  begunAt: number
  /** Aborted when the row is over. */
  signal: AbortSignal
}

/** What the bot says to a platform over a saboteur; or what it answers to Slack's signed requests. */
export type Way = ChatPlatform | 'slack http'

type Line = Pick<SaboteurOptions, 'nameOf' | 'frameName' | 'leads'>

const line = {
  discord: {
    leads: ['ws:'],
    nameOf: (method, path) => {
      const route = path.replace(/\?.*/, '').replace('/api/v10', '').replace('%40', '@')
      return `${method} ${route.replaceAll(/\/\d{15,}/g, '/:id').replace(/(\/(?:interactions|webhooks)\/:id\/)[^/]+/, '$1:token')}`
    },
    frameName: (frame) => `gateway ${(frame as { op: number }).op}`,
  },
  slack: {
    leads: ['ws:', '/upload/', '/commands/'],
    nameOf: (_method, path) => {
      const [, kind = '', name = ''] = path.replace(/\?.*/, '').split('/')
      return kind === 'api' ? name : kind
    },
    frameName: () => 'acknowledgement',
  },
  'slack http': {
    leads: [],
    nameOf: (_method, path) => (path.startsWith('/webhooks/') ? 'callback' : 'request'),
    frameName: () => 'none',
  },
} as const satisfies Record<Way, Line>

type Place = Pick<Stage, 'world' | 'way' | 'saboteur'>

/**
 * Called back, since it is what a platform does that is tried: the time until a
 * first look-up would be waited out. A process of its own, since its heartbeats are due in real time.
 */
const start = (settings: Readonly<Record<string, string>>) => ({
  isProcess: true,
  callbacks: true,
  settings,
})

const startOf = ({ way, saboteur: { origin } }: Place): BotStart => {
  switch (way) {
    case 'discord':
      return { ...start({ DISCORD_API_URL: `${origin}/api` }), platforms: ['discord'] }
    case 'slack':
      return { ...start({ SLACK_API_URL: `${origin}/api/` }), platforms: ['slack'] }
    case 'slack http':
      return { ...start({ PUBLIC_URL: origin }), platforms: ['slack'], slack: 'http' }
  }
}

/** The bot on this platform, with the saboteur in between. */
export const startBot = (place: Place): Promise<Bot> => place.world.startBot(startOf(place))

/** Ends the bot and starts another; rejects when that one does not become ready. */
export const restartBot = async (stage: Stage): Promise<void> => {
  await stage.bot.process.stop()
  stage.bot = await startBot(stage)
}

/**
 * Short, so that a test need not wait long for one that does not come; long enough for
 * a busy machine. It is real time.
 */
const heartbeatIntervalMs = 5_000

/** Starts a world whose members may ask for much, and a bot in it. */
export const setStage = async (way: Way): Promise<Stage> => {
  const platform = way === 'discord' ? 'discord' : 'slack'
  const world = await startStrictWorld({ bot: false, discord: { heartbeatIntervalMs } })
  const httpPort = await freePort()
  const target =
    way === 'slack http' ? `http://127.0.0.1:${httpPort}` : new URL(world.addresses[platform].api).origin
  const saboteur = await startSaboteur({ target: () => target, ground: world, ...line[way] })
  const stage = { world, way, platform, saboteur } as const
  const bot = await world.startBot({ ...startOf(stage), httpPort })
  const [admin, member] = ['ada', 'max']
  await createPeople(world.addresses, platform).allows(admin, 1_000)
  const tune = { name: 'tune.mp3', base64: Buffer.from(await recordTune()).toString('base64') }
  return {
    ...stage,
    bot,
    tune,
    admin,
    member,
    async close() {
      await world.stop()
      await saboteur.close()
    },
  }
}

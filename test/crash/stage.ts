import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { Bot } from '../../sandbox/world/bot.ts'
import { startWorld, type World } from '../../sandbox/world/world.ts'
import { compiledFolder, soundsFolder } from '../../studio/kit/caches.ts'
import { freePort } from '../../studio/kit/free-port.ts'
import { inThisProcess } from '../support/sandbox/in-this-process.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { quickPeople } from '../support/sandbox/quick-people.ts'
import { type OpenBooks, openBooks } from './books.ts'
import { type Arming, armedLine, armSignal, type Plan } from './points.ts'

/** How a result is waited for. */
export const waysOfWaiting = ['polling', 'webhook'] as const
export type WayOfWaiting = (typeof waysOfWaiting)[number]

/** A bot that can be armed: its process, and where it reads its plan. */
export interface ArmableBot extends Bot {
  planPath: string
}

type Settings = Readonly<Record<string, string>>

const program = fileURLToPath(new URL('armed-bot.ts', import.meta.url))
/** What may be spent on a stage. */
export const limitCredits = 10_000
/** A case is not to wait for what the cases before it have looked up. */
const usualSettings = {
  ...quickPeople,
  NODE_COMPILE_CACHE: compiledFolder,
  AUDIO_API_LOOKUPS_PER_MINUTE: '600',
  OPERATOR_NEW_SERVER_CREDITS: '0',
  JOBS_WAITING_PER_MEMBER: '200', // two members ask for what many would
}

/** Past what Discord asks between two starts: https://docs.discord.com/developers/events/gateway#rate-limiting */
const betweenStartsMs = 6_000

/**
 * Nobody starts a bot as often as this. Slack's clock stays that of the bot, which looks for what it may have
 * posted by the time that it has itself.
 */
const allowStart = ({ clock, slack }: World, platform: ChatPlatform): void =>
  platform === 'discord' ? clock.advance(betweenStartsMs) : slack.forgetCalls('apps.connections.open')

const tasksTaken = z.object({
  tasks: z.array(
    z.object({ taskId: z.string(), status: z.string(), webhookUrl: z.string(), paid: z.number() }),
  ),
})

/** A paid request that the audio service took, by its own books. */
export interface TakenTask {
  taskId: string
  status: string
  /** Where it calls back; empty where nobody asked it to. */
  webhookUrl: string
  /** What it charged, less what it gave back, in credits. */
  paid: number
}

const callStudio = async (world: World, method: string, path: string, body?: unknown): Promise<Response> => {
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const url = `${world.addresses.studio.controlUrl}${path}`
  const response = await fetch(url, { method, headers, ...content })
  if (!response.ok) throw new Error(await response.text())
  return response
}

/** A world in which one case after the other is played. */
export interface Stage {
  world: World
  platform: ChatPlatform
  /** For what the cases write. */
  folder: string
  people: People
  /** Channels in which people of the case ask. */
  places: Set<string>
  books: OpenBooks
  /** Asks the studio's control. */
  studio(method: string, path: string, body?: unknown): Promise<unknown>
  /** Every paid request that the audio service ever took. */
  taken(): Promise<readonly TakenTask[]>
  /**
   * Starts a bot, with more settings where told; one of both roles calls back at
   * the same address as the one before.
   */
  start(way: WayOfWaiting, args?: readonly string[], settings?: Settings): Promise<ArmableBot>
  /** Waits until nothing of the cases before is left, and takes away what would slow down the next one. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** A stage for those who play a case on it. */
export interface Acting extends Stage {
  /** Aborted once the case is over: from then on nobody waits for anything. */
  over: AbortSignal
}

const settleTimeoutMs = 60_000
const settleLookMs = 100
const unfinished = z.object({ tasks: z.array(z.string()) })

/**
 * A task whose job has ended without it takes up the service anyway,
 * which then is busy for the next case.
 */
const untilIdle = async (world: World): Promise<void> => {
  const giveUpAtMs = performance.now() + settleTimeoutMs
  const running = async () =>
    unfinished.parse(await (await callStudio(world, 'GET', '/tasks/unfinished')).json()).tasks
  while ((await running()).length > 0) {
    if (performance.now() > giveUpAtMs) throw new Error('the audio service does not come to an end')
    await pause(settleLookMs)
  }
}

const prepare = async (stage: Stage, platforms: readonly ChatPlatform[]): Promise<void> => {
  const { world, platform, people } = stage
  await stage.studio('PUT', '/settings', { musicSeconds: 1, etaSeconds: 1 })
  await stage.studio('PUT', '/account', { balance: limitCredits })
  // It is never killed, so it can run in this process, where it starts faster.
  allowStart(world, platform)
  const first = await world.startBot({ platforms, settings: usualSettings })
  await people.allows(world.addresses[platform].adminId, limitCredits)
  await first.process.stop()
}

/**
 * Starts a world, in which members of one platform may ask for much. `otherIsAway`: its bots have a token for the other
 * platform as well, which never answers.
 */
export const openStage = async (
  platform: ChatPlatform,
  arming: Omit<Arming, 'planPath'>,
  otherIsAway = false,
): Promise<Stage> => {
  const world = await startWorld({ bot: false, ...inThisProcess(soundsFolder) })
  const books = openBooks(world.addresses.redis.url)
  const folder = await mkdtemp(join(tmpdir(), 'tunesmith-crash-'))
  const httpPort = await freePort()
  const home = world.addresses[platform].channelId
  const platforms = otherIsAway ? chatPlatforms : [platform]
  let starts = 0
  const stage: Stage = {
    world,
    platform,
    folder,
    books,
    people: createPeople(world.addresses, platform),
    places: new Set([home]),
    studio: (...call) => callStudio(world, ...call),
    taken: async () => tasksTaken.parse(await (await callStudio(world, 'GET', '/tasks')).json()).tasks,
    async start(way, args = [], settings = {}) {
      allowStart(world, platform)
      starts += 1
      const planPath = join(folder, `plan-${starts}.json`)
      const given: Arming = { ...arming, planPath }
      const bot = await world.startBot({
        program,
        args: [JSON.stringify(given), ...args],
        platforms,
        callbacks: way === 'webhook',
        settings: { ...usualSettings, ...settings },
        ...(args.length === 0 && { httpPort }),
      })
      return { ...bot, planPath }
    },
    async settle() {
      for (const other of platforms) if (other !== platform) world[other].faults.add({ network: 'cut' })
      await untilIdle(world)
      await books.forgetPace()
      stage.places.clear()
      stage.places.add(home)
    },
    async close() {
      books.close()
      await world.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await prepare(stage, platforms)
  await stage.settle()
  return stage
}

/** Has a bot read its plan; resolves when it has. */
export const arm = async ({ process: child, planPath }: ArmableBot, plan: Plan): Promise<void> => {
  await writeFile(plan.log, '')
  await writeFile(planPath, JSON.stringify(plan))
  if (child.pid !== undefined) process.kill(child.pid, armSignal)
  await child.line((line) => line === armedLine(plan))
}

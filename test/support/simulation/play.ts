import { callbackPath } from '../../../src/core/job/callbacks.ts'
import { createCallbackHearing } from '../../../src/jobs/worker/callbacks.ts'
import type { BadDay, Trouble } from './bad-day.ts'
import { createCast } from './cast.ts'
import { createDiscordModel } from './discord-model.ts'
import { judge } from './judge.ts'
import { createRandomness } from './randomness.ts'
import { nextDueMs } from './rest.ts'
import { createServiceModel, type ServiceModel } from './service-model.ts'
import { createPeople, markOf, targetOf } from './simulated-people.ts'
import { addresses, messageKeyOf, type SharedWorld } from './simulated-ports.ts'
import { createConnections } from './simulated-redis.ts'
import { giveLimits, type Stage, usedBucketsOf } from './stage.ts'
import { createTimeline } from './timeline.ts'
import { createTroubles } from './troubles.ts'
import { createWakeUps } from './wake-ups.ts'

/** How a day went: what was not as it has to be, and everything that happened, in order. */
export interface Course {
  violations: readonly string[]
  history: readonly string[]
}

/** No day has so many; one that has more goes round in circles. */
const stepsMax = 12_000
const sweepEveryMs = 5_000
/**
 * A place is kept for 30 seconds for a called job; then it is over, and may not
 * be there any more after a sweep.
 */
const offerLapsedMs = 31_000

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined }

const createWorld = (stage: Stage, day: BadDay) => {
  const timeline = createTimeline()
  const history: string[] = []
  const violations: string[] = []
  const { now } = timeline
  const tell = (text: string): void => void history.push(`${now() - timeline.startMs} ${text}`)
  const troubles = createTroubles(day)
  const random = createRandomness(day.seed + 1)
  const connect = createConnections({
    redis: stage.redis,
    known: stage.known,
    tamper: stage.tamper,
    now,
    usedBuckets: usedBucketsOf(day),
    violate: (text) => void violations.push(text),
  })
  const log = { ...quiet, error: (text: string, { error }: { error?: unknown }) => tell(`${text}: ${error}`) }
  const discord = createDiscordModel({
    now,
    nextFault: troubles.ofRequest,
    hasNonces: stage.hasNonces,
  })
  const wakeUps = createWakeUps({
    timeline,
    nextFault() {
      const fault = troubles.ofWakeUp()
      if (fault !== undefined) cast.sweepSoon(offerLapsedMs)
      return fault
    },
    nextWorker: () => cast.nextWorker(),
  })
  const hear = (address: string, taskId: string): void => {
    const player = cast.listener()
    if (player === undefined || player.process.isDead()) return
    const code = address.slice(address.indexOf(callbackPath) + callbackPath.length + 1)
    tell(`the service calls back about ${taskId}`)
    void createCallbackHearing({ ...player.deps, addresses })(code, JSON.stringify({ task_id: taskId }))
  }
  const service: ServiceModel = createServiceModel({
    now,
    parallel: day.serviceParallel,
    isUnreadable: troubles.ofLookUp,
    planOf: (mark) => day.asks.find((_, index) => markOf(index) === mark)?.service,
    callBack: (address, taskId, afterMs) => timeline.at(now() + afterMs, () => hear(address, taskId)),
  })
  const world: SharedWorld = { day, now, random, wakeUps, service, discord, connect, log, violations }
  const cast = createCast({
    timeline,
    world: () => world,
    nextFault: troubles.ofAct,
    spoil: stage.spoil,
    tell,
  })
  return { ...world, timeline, history, tell, cast, hear, people: createPeople(world) }
}
export type PlayedWorld = ReturnType<typeof createWorld>

const strike = (world: PlayedWorld, trouble: Exclude<Trouble, { nth: number }>): void => {
  const { cast, discord, people, wakeUps, day, timeline, hear } = world
  const player = cast.listener()
  const ask = 'ask' in trouble ? trouble.ask : 0
  const asked = day.asks[ask]
  const jobId = people.jobIds[ask]
  if (player === undefined || asked === undefined || jobId === undefined) return
  const { channel, member } = targetOf(asked)
  const isListening = !player.process.isDead()
  switch (trouble.kind) {
    case 'queue forgets':
      wakeUps.forget()
      cast.sweepSoon(offerLapsedMs)
      break
    case 'sweep':
      cast.sweepSoon()
      break
    case 'asked again':
      if (isListening && asked.hasToken && timeline.now() - timeline.startMs > asked.atMs)
        void people.ask(player, ask).catch(() => undefined)
      break
    case 'cancelled':
      if (isListening) void people.cancel(player, jobId).catch(() => undefined)
      break
    case 'recovered':
      if (isListening) void people.recover(player, jobId).catch(() => undefined)
      break
    case 'message deleted':
      discord.deleteMessagesOf(messageKeyOf(jobId))
      break
    case 'channel deleted':
      discord.deleteChannel(channel)
      break
    case 'channel forbidden':
      discord.forbid(channel)
      timeline.at(timeline.startMs + trouble.untilMs, () => discord.allow(channel))
      break
    case 'direct messages closed':
      discord.close(member)
      break
    case 'forged call':
      hear(addresses.addressOf(jobId), 'task-1')
  }
}

const announce = (world: PlayedWorld): void => {
  const { timeline, day, cast, people, tell } = world
  for (const [index, { atMs, isLeftOut = false }] of day.asks.entries()) {
    if (isLeftOut) continue
    timeline.at(timeline.startMs + atMs, () => {
      const player = cast.listener()
      if (player !== undefined) void people.ask(player, index).catch((error) => tell(`refused: ${error}`))
    })
  }
  for (const trouble of day.troubles) {
    if ('nth' in trouble) continue
    timeline.at(timeline.startMs + trouble.atMs, () => {
      tell(JSON.stringify(trouble))
      strike(world, trouble)
    })
  }
}

/**
 * Lets everything happen until nothing is left to do, with a sweep whenever nothing else is going to happen.
 */
const comeToRest = async (stage: Stage, world: PlayedWorld): Promise<void> => {
  const { timeline, cast, violations } = world
  for (let steps = 0; steps < stepsMax; steps += 1) {
    if (await timeline.step()) continue
    const dueMs = await nextDueMs(stage.redis, world.now)
    if (dueMs === undefined) return
    timeline.at(Math.max(timeline.now() + sweepEveryMs, dueMs + 10_001), () => cast.sweepSoon())
  }
  violations.push('I4: it does not come to rest')
}

/** Plays a day from its beginning until nothing is left to do, and judges it. */
export const play = async (stage: Stage, day: BadDay): Promise<Course> => {
  await stage.redis.flushdb()
  const world = createWorld(stage, day)
  await giveLimits(stage, day)
  world.cast.start('listener')
  for (let count = 0; count < day.workers; count += 1) world.cast.start('worker')
  announce(world)
  await comeToRest(stage, world)
  return { violations: [...world.violations, ...(await judge(stage.redis, world))], history: world.history }
}

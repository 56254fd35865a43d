import { setTimeout as pause } from 'node:timers/promises'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { Randomness } from '../support/simulation/randomness.ts'
import { failOver } from './failover.ts'
import { befall, type Fault, mendAll } from './faults.ts'
import { fleetRoles } from './fleet.ts'
import type { Ground } from './under-load.ts'

type Faults = readonly [Fault, ...Fault[]]

const acting = { after: 'acting' }

const failing = (target: ChatPlatform): readonly Fault[] => [
  ...['cut', 'stall'].map((network) => ({ target, network, ms: 3_000 })),
  ...['repeat', 'delay', 'reorder'].map((events) => ({ target, events, times: 3 })),
]

const discordAnswers = [
  { status: 500, times: 2 },
  { status: 503, ...acting },
  { status: 'lost', ...acting, times: 2 },
  { status: 'lost' },
  { status: 'slow', ms: 2_000, times: 2 },
  { status: 'no json' },
]
const discordRoutes = [
  'POST /channels/:channelId/messages',
  'PATCH /channels/:channelId/messages/:messageId',
  'PATCH /webhooks/:applicationId/:token/messages/:messageId',
  'POST /interactions/:interactionId/:token/callback',
]

const slackAnswers = [
  { answer: 'http 500', times: 2 },
  { answer: 'http 503', ...acting },
  { answer: 'lost', ...acting, times: 2 },
  { answer: 'lost' },
  { answer: 'slow', ms: 2_000, times: 2 },
  { answer: 'ratelimited', retryAfterSeconds: 3, times: 2 },
  { answer: 'no json' },
]
const slackMethods = [
  ...['chat.postMessage', 'chat.update', 'files.getUploadURLExternal'],
  ...['files.completeUploadExternal', 'files.info', 'conversations.history'],
]

const ofPlatform = {
  discord: [
    { target: 'discord', gateway: 'drop' },
    ...failing('discord'),
    ...['reconnect', 'invalid session'].map((gateway) => ({ target: 'discord', gateway })),
    { target: 'discord', gateway: 'invalid session', resumable: true },
    ...discordRoutes.flatMap((route) => [
      ...discordAnswers.map((answer) => ({ target: 'discord', respond: { route, ...answer } })),
      { target: 'discord', rateLimit: { route, retryAfterMs: 2_000, times: 2 } },
    ]),
  ],
  slack: [
    { target: 'slack', socket: 'drop' },
    ...failing('slack'),
    ...['disconnect', 'refresh'].map((socket) => ({ target: 'slack', socket })),
    { target: 'slack', shares: 'late', ms: 2_000 },
    { target: 'slack', shares: 'never' },
    ...slackAnswers
      .filter(({ answer }) => answer !== 'ratelimited')
      .map((answer) => ({ target: 'slack', method: 'upload', ...answer })),
    ...slackMethods.flatMap((method) =>
      slackAnswers.map((answer) => ({ target: 'slack', method, ...answer })),
    ),
  ],
} as const satisfies Record<ChatPlatform, Faults>

const submitAnswers = [
  { answer: 'lost', ...acting },
  { answer: 'lost' },
  { answer: 'http 500' },
  { answer: 'http 503', ...acting },
  { answer: 'page 502' },
  { answer: 'http 429', times: 2 },
  { answer: 'http 402' },
  { answer: 'slow', ms: 2_500, times: 2 },
  { answer: 'truncated', ...acting },
  { answer: 'reset', ...acting },
  { answer: 'no task id', ...acting },
  { answer: 'after the end', ...acting },
]
const lookUpAnswers = ['http 500', 'http 429', 'page 502', 'lost', 'truncated']

const ofService: Faults = [
  { target: 'studio', network: 'refused', ms: 3_000 },
  { target: 'studio', network: 'cut', ms: 3_000 },
  { target: 'studio', network: 'stall', ms: 3_000 },
  ...['/v2/MusicAI', '/v1/TextToSpeech'].flatMap((path) =>
    submitAnswers.map((answer) => ({ target: 'studio', respond: { path, ...answer } })),
  ),
  ...lookUpAnswers.map((answer) => ({ target: 'studio', respond: { path: '/v1/byId', answer, times: 3 } })),
  { target: 'studio', task: { fail: 'no inspiration' } },
  { target: 'studio', task: { delayMs: 6_000 }, times: 2 },
  { target: 'studio', task: { cost: 0.04 } },
  { target: 'studio', task: { neverEnds: true } },
  ...['http 500', 'slow', 'truncated', 'lost'].map((answer) => ({
    target: 'studio',
    file: { answer, times: 2, ...(answer === 'slow' && { ms: 2_000 }) },
  })),
  ...['lose', 'repeat', 'delay', 'reorder'].map((webhooks) => ({ target: 'studio', webhooks, times: 6 })),
]

/** From nothing and nobody through to Redis; what was on its way is gone. */
const losesRedis = async ({ fleet: { redis } }: Ground, random: Randomness): Promise<string> => {
  const ms = random.between(500, 6_000)
  const how = random.pick(['cut', 'swallow', 'loseReplies'])
  if (how === 'swallow') redis.swallow()
  if (how === 'loseReplies') redis.loseReplies()
  if (how !== 'cut') await pause(ms)
  redis.cut()
  return `the way to Redis: ${how}, ${ms} ms`
}

const losesRedisServer = async (ground: Ground, random: Randomness): Promise<string> => {
  const fault = random.pick([{ redis: 'restart' }, { redis: 'pause', ms: 3_000 }])
  await befall(ground.stage, { target: 'redis', ...fault })
  return JSON.stringify(fault)
}

const losesProcess = async ({ fleet }: Ground, random: Randomness): Promise<string> => {
  const [role, how] = [random.pick(fleetRoles), random.pick(['killed', 'rolling'] as const)]
  await fleet.replace(role, how)
  return `${role} ${how}`
}

/** Tasks that never ended go on after all, some of them when their job was given up. */
const goesOn = async ({ stage }: Pick<Ground, 'stage'>): Promise<string> => {
  const waiting = (await stage.taken()).filter(({ status }) => status === 'IN_QUEUE')
  await Promise.all(
    waiting.map(({ taskId }) => stage.studio('POST', `/tasks/${taskId}/go`).catch(() => undefined)),
  )
  return `${waiting.length} tasks go on`
}

const asked = async (ground: Ground, random: Randomness, faults: Faults): Promise<string> => {
  const fault = random.pick(faults)
  await befall(ground.stage, fault)
  return JSON.stringify(fault)
}

/** What there are most kinds of comes more often. */
const kinds = [
  ...(['platform', 'platform', 'service', 'service', 'service'] as const),
  ...(['process', 'way to Redis', 'Redis', 'failover', 'late end'] as const),
] as const

/** Has something go wrong that the seed decides; answers with what it was. */
export const strike = async (ground: Ground, random: Randomness): Promise<string> => {
  const kind = kinds[random.between(0, kinds.length - 1)] ?? 'process'
  switch (kind) {
    case 'platform':
      return asked(ground, random, ofPlatform[ground.stage.platform])
    case 'service':
      return asked(ground, random, ofService)
    case 'process':
      return losesProcess(ground, random)
    case 'way to Redis':
      return losesRedis(ground, random)
    case 'Redis':
      return losesRedisServer(ground, random)
    case 'failover':
      return failOver(ground, random)
    case 'late end':
      return goesOn(ground)
  }
}

/** From now on nothing fails any more. */
export const mend = async ({ stage, fleet }: Ground): Promise<void> => {
  await mendAll(stage)
  fleet.redis.cut()
  await goesOn({ stage })
}

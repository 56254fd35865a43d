import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Bot, BotStart } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient, type StudioClient } from '../support/service/studio-client.ts'

// What docs/operating/alerts.md says to look at and to do, tried as it stands there.

const program = join(import.meta.dirname, '../../src/main.ts')
const prompt = 'a shanty about alarms'

let world: World
let people: People
let studio: StudioClient
let lines: string[] = []
const running: Bot[] = []

beforeAll(async () => {
  world = await startStrictWorld({ bot: false, onLine: (_child, line) => void lines.push(line) })
  people = createPeople(world.addresses, 'discord')
  studio = createStudioClient(world.addresses.studio)
})
beforeEach(() => {
  lines = []
})
afterEach(async () => {
  for (const bot of running.splice(0)) await bot.process.stop()
})
afterAll(() => world.stop())

const start = async (settings: BotStart['settings'] = {}, ...args: string[]): Promise<void> => {
  running.push(await world.startBot({ platforms: ['discord'], isProcess: true, args, settings }))
}

const restart = async (): Promise<void> => {
  for (const bot of running.splice(0)) await bot.process.stop()
  await start()
}

/** Waits for a log line, and returns its fields. */
const logged = (message: string): Promise<Record<string, unknown>> =>
  vi.waitFor(
    () => {
      const found = lines
        .filter((line) => line.startsWith('{'))
        .map((line): Record<string, unknown> => JSON.parse(line))
        .find(({ msg }) => String(msg).includes(message))
      if (found === undefined) throw new Error(`no line says "${message}"`)
      return found
    },
    { timeout: 20_000, interval: 100 },
  )

/** An operator's command, such as `npm run jobs -- show JOB`, beside the bot. */
const operator = async (...args: string[]): Promise<string> => {
  const { redis, studio: audio, discord } = world.addresses
  const env = {
    REDIS_URL: redis.url,
    AUDIO_API_URL: audio.baseUrl,
    AUDIO_API_KEY: audio.apiKey,
    AUDIO_FILE_HOSTS: new URL(audio.cdnUrl).origin,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.api,
  }
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout
}

const asks = async (): Promise<string> => {
  const { adminId, memberId } = world.addresses.discord
  await people.allows(adminId, 5)
  const since = await people.latest(memberId)
  await people.uses(memberId, '/music', { prompt })
  return since
}
const sees = async (text: string, since: string) => people.sees(world.addresses.discord.memberId, text, since)

test('TunesmithNoWorker: what waits is made once a worker is started', async () => {
  await start({}, '--role', 'bots')
  const since = await asks()
  await logged('job accepted')
  expect(lines.filter((line) => line.includes('job submitted'))).toEqual([])
  await start({}, '--role', 'worker')
  await sees('Made with AI', since)
})

test('TunesmithServicePaused, for its key: with a valid one and a restart, requests are made again', async () => {
  expectRefusals(/403 Authentication failed/)
  await start({ AUDIO_API_KEY: 'a-key-of-yesterday' })
  await sees("rejected the bot's key", await asks())
  await restart()
  await sees('Made with AI', await asks())
})

test('TunesmithServiceRefuses: the log has why and the job, and the member has the words of the service', async () => {
  expectRefusals(/422/)
  await start()
  await studio.plan({ refuse: 422 })
  const since = await asks()
  const { why, job } = await logged('the service refused a request')
  expect(why).toBe('request')
  expect(await operator('jobs', 'show', String(job))).toContain('ending: service_refused')
  await sees('Invalid request parameters', since)
})

test('TunesmithJobsFail: a notice spares members the wait, until spending is resumed', async () => {
  await start()
  await operator('servers', 'pause', '--notice', 'The service sings out of tune.')
  await sees('The service sings out of tune.', await asks())
  await operator('servers', 'resume')
  await sees('Made with AI', await asks())
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { setUp } from '../../src/app/tasks/setup.ts'
import { spawnChild } from '../../studio/kit/children.ts'
import { freePort } from '../../studio/kit/free-port.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { noWish } from '../support/setup/no-wish.ts'
import { type Answer, createTypedTerminal, keys } from '../support/setup/typed-terminal.ts'

const waitMs = 120_000
const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

let world: World
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tunesmith-setup-'))
  world = await startStrictWorld({ bot: false })
})
afterEach(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

const { enter, down } = keys
const pasted = (text: string): string => `${text}${enter}`

/** What an operator never sets: the stand-ins are elsewhere than the platforms. */
const elsewhere = () => ({
  DISCORD_API_URL: world.addresses.discord.api,
  DISCORD_FILE_HOSTS: world.addresses.discord.cdn,
  SLACK_API_URL: world.addresses.slack.api,
  SLACK_FILE_HOSTS: world.addresses.slack.filesOrigin,
})

/** Creates the app from the manifest that setup wrote, as an operator does before there is a token. */
const createSlackApp = (): string => {
  world.slack.installManifest(JSON.parse(readFileSync(join(folder, 'slack-manifest.json'), 'utf8')))
  return pasted(world.addresses.slack.botToken)
}

const answersOf = {
  discord: (): readonly Answer[] => [['Paste the bot token', pasted(world.addresses.discord.token)]],
  slack: (): readonly Answer[] => [
    ['How do you want to create the Slack app?', `${down}${enter}`],
    ['Paste the Bot User OAuth Token', createSlackApp],
    ['Paste the app-level token', pasted(world.addresses.slack.appToken)],
  ],
} as const satisfies Record<ChatPlatform, () => readonly Answer[]>

/** Answers setup in an empty folder. */
const answerSetup = async (platforms: readonly ChatPlatform[], picked: number) => {
  const { studio, redis } = world.addresses
  const typed = createTypedTerminal([
    ['Where do you want Tunesmith?', `${down.repeat(picked)}${enter}`],
    ...platforms.flatMap((platform) => answersOf[platform]()),
    ['Address of the audio service', pasted(studio.baseUrl)],
    ['Paste your API key', pasted(studio.apiKey)],
    ['Hosts that its files come from', pasted(new URL(studio.cdnUrl).origin)],
    ['Redis stores credits and jobs', enter],
  ])
  const { terminal } = typed
  const deps = { environment: elsewhere(), folder, stdin: Readable.from([]), localRedisUrl: redis.url }
  const write = (text: string) => void terminal.output.write(text)
  const code = await setUp({ ...deps, terminal, write }, noWish)
  expect({ code, left: typed.left() }, typed.screen().slice(-2_000)).toEqual({ code: 0, left: [] })
  const secrets = [world.addresses.discord.token, world.addresses.slack.appToken, studio.apiKey]
  for (const secret of secrets) expect(typed.written()).not.toContain(secret)
}

/** Starts the bot in that folder, whose .env is all that it is told. */
const startThere = async () => {
  const port = String(await freePort())
  const env = { HTTP_PORT: port, ...elsewhere() }
  const bot = spawnChild({ name: 'bot', args: [program], env, cwd: folder })
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).json()
  await vi.waitFor(async () => expect(await isReady()).toMatchObject({ status: 'ready', degraded: [] }), {
    timeout: waitMs / 2,
    interval: 200,
  })
  return bot
}

test.each<[string, readonly ChatPlatform[], number]>([
  ['Discord alone', ['discord'], 1],
  ['Slack alone', ['slack'], 2],
  ['both', ['discord', 'slack'], 0],
])('from an empty folder to the first song, which starter credits pay: %s', async (_, platforms, picked) => {
  await answerSetup(platforms, picked)
  const bot = await startThere()
  for (const platform of platforms) {
    const people = createPeople(world.addresses, platform)
    const { memberId } = world.addresses[platform]
    const since = await people.latest(memberId)
    await people.uses(memberId, '/music', { prompt: 'a waltz' })
    const { files } = await people.sees(memberId, '0.10 left', since)
    expect(files.filter(({ name }) => name.endsWith('.mp3'))).toHaveLength(2)
  }
  await bot.stop()
})

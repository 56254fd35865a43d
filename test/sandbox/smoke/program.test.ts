import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DiscordStandIn, startDiscord } from '../../../sandbox/discord/stand-in.ts'
import { createWire, type Wire } from '../../../sandbox/wire.ts'
import { compiledFolder } from '../../../studio/kit/caches.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'

const program = fileURLToPath(new URL('../../../sandbox/smoke/smoke-real.ts', import.meta.url))

/** Of Discord's buckets. */
const longestWindowMs = 5000

let clock: Clock
let discord: DiscordStandIn
let folder: string

/**
 * A platform on which so much time passes after each answer that its own limits keep nobody waiting. After a
 * refusal for coming too soon none passes: a second run must have waited.
 */
const atLeisure = (wire: Wire): Wire => ({
  ...wire,
  record: (entry) => {
    const kept = wire.record(entry)
    if (!entry.summary.endsWith(' 429')) clock.advance(longestWindowMs)
    return kept
  },
})

beforeEach(async () => {
  clock = startClock()
  discord = await startDiscord({ clock, wire: atLeisure(createWire(clock)) })
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-smoke-'))
})

afterEach(async () => {
  await discord.close()
  clock.stop()
  await rm(folder, { recursive: true, force: true })
})

type Ended = { code: number | null; output: string }

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, env: { NODE_COMPILE_CACHE: compiledFolder, ...env } },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, output: `${stdout}${stderr}` })
      },
    )
  })

test('lays what it is given beside the stand-in, and keeps what was answered', async () => {
  const { token, api, channelId } = discord.addresses
  const env = { DISCORD_TOKEN: token, DISCORD_API_URL: api }
  // Met once, so that the program waits and asks again.
  discord.faults.add({ rateLimit: { route: 'GET /gateway/bot', retryAfterMs: 1000 } })
  const { code, output } = await run(['--discord-channel', channelId], env)
  expect(output).toContain('0 wrong, 0 not imitated')
  expect(code).toBe(0)
  expect(output).not.toContain(token)
  const record = JSON.parse(await readFile(join(folder, 'smoke-out/discord.json'), 'utf8'))
  expect(record).toContainEqual({
    check: 'an unknown channel',
    status: 404,
    headers: expect.anything(),
    body: { message: 'Unknown Channel', code: 10003 },
  })
})

const beyondReach: readonly [what: string, env: Record<string, string>, channel: string, says: string][] = [
  [
    'a wrong token',
    { DISCORD_TOKEN: 'wrong' },
    '1',
    'discord refuses the token or the channel: /users/@me 401 0',
  ],
  ['an unknown channel', {}, '1', 'discord refuses the token or the channel: /channels/1 404 10003'],
  [
    'no platform',
    { DISCORD_API_URL: 'http://127.0.0.1:1/api' },
    '1',
    'discord does not answer at http://127.0.0.1:1/api:',
  ],
]

test.each(beyondReach)('with %s it blames no stand-in', async (_what, changes, channel, says) => {
  const { token, api } = discord.addresses
  const env = { DISCORD_TOKEN: token, DISCORD_API_URL: api, ...changes }
  const { code, output } = await run(['--discord-channel', channel], env)
  expect(output).toContain(says)
  expect(output).not.toContain('wrong,')
  expect(output).not.toContain('    at ')
  expect(code).toBe(2)
})

// What it says of an unknown option: test/sandbox/command-line.test.ts.
const unusable: readonly [what: string, args: readonly string[], says: string][] = [
  ['no channel', [], 'Name a channel that the bot may post in'],
  ['no token', ['--slack-channel', 'C1'], '--slack-channel needs a token in SLACK_BOT_TOKEN'],
]

test.each(unusable)('with %s it says what it needs, and asks nobody', async (_what, args, says) => {
  const { code, output } = await run(args)
  expect(code).toBe(2)
  expect(output).toContain(says)
  expect(output).toContain('Usage: npm run smoke:real')
  expect(output).not.toContain('    at ')
})

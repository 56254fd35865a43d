import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Child, spawnChild } from '../../studio/kit/children.ts'

const program = fileURLToPath(new URL('../../sandbox/start.ts', import.meta.url))

const chat = z.object({
  api: z.string(),
  channelId: z.string(),
  channelIds: z.array(z.string()),
  adminId: z.string(),
  memberId: z.string(),
  memberIds: z.array(z.string()),
})
const addressesSchema = z.object({
  redis: z.object({ url: z.string() }),
  studio: z.object({ baseUrl: z.string(), apiKey: z.string(), cdnUrl: z.string() }),
  control: z.object({ url: z.string() }),
  room: z.object({ url: z.string() }),
  discord: chat.extend({
    gateway: z.string(),
    token: z.string(),
    applicationId: z.string(),
    publicKey: z.string(),
    guildId: z.string(),
  }),
  slack: chat.extend({
    botToken: z.string(),
    appToken: z.string(),
    signingSecret: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    teamId: z.string(),
  }),
  bot: z.object({ httpUrl: z.string() }).optional(),
})
type Addresses = z.infer<typeof addressesSchema>

let folder: string
let sandbox: Child

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
})

afterEach(async () => {
  await sandbox.kill()
  await rm(folder, { recursive: true, force: true })
})

const start = async (port: number, ...args: string[]): Promise<Addresses> => {
  const ready = join(folder, 'ready.json')
  sandbox = spawnChild({
    name: 'sandbox',
    args: [program, '--port', String(port), '--ready', ready, ...args],
    env: { TMPDIR: folder },
  })
  await sandbox.line((line) => line.includes('Ctrl-C ends everything'))
  return addressesSchema.parse(JSON.parse(await readFile(ready, 'utf8')))
}

const open = (url: string): Socket => {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
}

interface Held {
  closed: Promise<void>
}

/** A connection to a process, which closes when the process is gone. */
const hold = (url: string): Promise<Held> =>
  new Promise((resolve, reject) => {
    const socket = open(url).resume().on('error', reject)
    const closed = new Promise<void>((close) => socket.once('close', () => close()))
    socket.once('connect', () => resolve({ closed }))
  })

const addressOfEach = ({ redis, studio, bot, control, room }: Addresses): string[] => [
  redis.url,
  studio.baseUrl,
  control.url,
  room.url,
  ...(bot ? [bot.httpUrl] : []),
]

const refusesConnections = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = open(url)
    socket.once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })

/**
 * A process that dies closes its connections and its port one after the other; one that lives fails the test.
 */
const isGone = async (url: string): Promise<boolean> => {
  while (!(await refusesConnections(url)));
  return true
}

describe('npm run sandbox', () => {
  test('writes where everything is once all is up, the bot included, and ends all of it in order on Ctrl-C', async () => {
    const addresses = await start(0)
    const { control, discord, slack, studio, bot, room } = addresses
    expect(await (await fetch(room.url)).text()).toContain('<title>Tunesmith playground</title>')
    for (const [platform, { memberId, channelId }] of Object.entries({ discord, slack })) {
      const act = await fetch(`${control.url}/act`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ platform, as: memberId, channel: channelId, do: { command: '/help' } }),
      })
      expect(act.status).toBe(200)
      const query = `platform=${platform}&channel=${channelId}&viewer=${memberId}`
      const seen = await (await fetch(`${control.url}/messages?${query}`)).text()
      expect(seen).toContain('I make songs')
    }
    expect((await fetch(`${bot?.httpUrl}/health/ready`)).status).toBe(200)
    const voices = await fetch(`${studio.baseUrl}/v1/getAllVoices`, {
      headers: { authorization: studio.apiKey },
    })
    expect(voices.status).toBe(200)
    expect(await (await fetch(`${control.url}/refusals`)).json()).toEqual([])
    const held = await Promise.all(addressOfEach(addresses).map(hold))
    if (sandbox.pid !== undefined) process.kill(sandbox.pid, 'SIGINT')
    expect(await sandbox.exited).toEqual({ code: 0, signal: null })
    await Promise.all(held.map(({ closed }) => closed))
    for (const url of addressOfEach(addresses)) expect(await isGone(url)).toBe(true)
  })

  // The bot is a child like the others, so it can be left out.
  test('starts the stand-ins alone with --no-bot, at the next port where one is taken, and leaves no child behind when it is killed without warning', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const addresses = await start(port, '--no-bot')
    expect(Number(new URL(addresses.room.url).port)).toBeGreaterThan(port)
    expect(sandbox.lastLines().join('\n')).toContain(`Port ${port} is taken, so this is the next free one.`)
    other.close()
    expect(addresses).not.toHaveProperty('bot')
    expect((await fetch(`${addresses.control.url}/messages?platform=discord`)).status).toBe(200)
    const held = await Promise.all(addressOfEach(addresses).map(hold))
    await sandbox.kill()
    await Promise.all(held.map(({ closed }) => closed))
    for (const url of addressOfEach(addresses)) expect(await isGone(url)).toBe(true)
  })

  test('says in one report why it cannot start', async () => {
    sandbox = spawnChild({
      name: 'sandbox',
      args: [program],
      env: { TMPDIR: folder, REDIS_URL: 'redis://127.0.0.1:1' },
    })
    expect((await sandbox.exited).code).toBe(1)
    expect(sandbox.lastLines()).toEqual(['REDIS_URL does not answer: connect ECONNREFUSED 127.0.0.1:1'])
  })
})

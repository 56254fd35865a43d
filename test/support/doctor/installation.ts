import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { startDiscord } from '../../../sandbox/discord/stand-in.ts'
import { startSlack } from '../../../sandbox/slack/stand-in.ts'
import type { DoctorWish } from '../../../src/app/command-line/doctor.ts'
import type { Machine } from '../../../src/app/doctor/machine.ts'
import { outsideChecks } from '../../../src/app/doctor/outside-lanes.ts'
import { createEcho } from '../../../src/app/http/echo.ts'
import { type HealthCheck, readinessOf, startHttpServer } from '../../../src/app/http/http-server.ts'
import { clockToleranceMs } from '../../../src/app/redis-settings.ts'
import { slackManifestText } from '../../../src/app/slack-manifest.ts'
import { runDoctor } from '../../../src/app/tasks/doctor.ts'
import { filePath } from '../../../src/core/clip/clip-reading.ts'
import type { CheckId, Finding } from '../../../src/core/doctor-check.ts'
import { callbackPath } from '../../../src/core/job/callbacks.ts'
import { startClock } from '../../../studio/kit/clock.ts'
import { startPrivateRedis } from '../redis/private-redis.ts'
import { startTcpProxy } from '../redis/tcp-proxy.ts'
import { publishCommands } from '../sandbox/in-this-process.ts'
import { createStrictWire } from '../sandbox/strict.ts'
import { answers, startScriptedServer } from '../service/scripted-server.ts'

type Settings = Readonly<Record<string, string>>

/** The doctor's JSON document, as its users know it. */
export interface DoctorReport {
  version: string
  time: string
  verdict: Finding['verdict']
  counts: Readonly<Record<Finding['verdict'] | 'skipped', number>>
  findings: readonly {
    id: CheckId
    group: string
    verdict: Finding['verdict']
    what: string
    why?: string
    mend?: string
    fixable?: boolean
  }[]
  fixed: readonly { id: CheckId; text: string }[]
  skipped: readonly CheckId[]
}

const mebibyte = 1024 * 1024

/** A machine on which nothing is wrong. */
export const soundMachine: Machine = {
  nodeVersion: '24.11.0',
  nodeRange: '^22.20.0 || ^24.11.0 || >=26',
  userId: 1000,
  folder: tmpdir(),
  freeBytes: async () => 5_000 * mebibyte,
  freeMemoryBytes: () => 2_000 * mebibyte,
}

/** The key that the installation's processes sign with. */
export const encryptionKey = new Uint8Array(32).fill(7)

const wishOf = (wish: Partial<DoctorWish>): DoctorWish => ({
  isFixing: false,
  isJson: false,
  isStrict: false,
  isWhole: false,
  ...wish,
})

/** What the bot's own HTTP server answers, without a bot. */
const startOwnHttp = async () => {
  const problems: string[] = []
  const check: HealthCheck = { name: 'process', problem: async () => problems[0] }
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    role: 'all',
    readiness: () => readinessOf({ checks: [check] }),
    mounts: [],
    callbacks: { path: callbackPath, isKnown: () => false, hear: async () => undefined },
    files: { path: filePath, open: async () => ({ status: 'unknown' }) },
    echo: createEcho([encryptionKey]).answer,
  })
  return { ...server, problems }
}

/**
 * An installation on which nothing is wrong: a durable Redis behind a proxy, both chats with the bot in them, an audio
 * service, and the bot's HTTP server. It can be put into any state, and looked at by the doctor.
 */
export const startInstallation = async () => {
  const clock = startClock()
  const server = await startPrivateRedis()
  const proxy = await startTcpProxy(server.port)
  const admin = new Redis(server.url)
  const discord = await startDiscord({ clock, wire: createStrictWire(clock) })
  const slack = await startSlack({ clock, wire: createStrictWire(clock), rates: 'off' })
  const voices = answers(200, { success: true, voices: [], total: 0 })
  const audio = await startScriptedServer({ reply: voices })
  const own = await startOwnHttp()
  const folder = await mkdtemp(join(tmpdir(), 'tunesmith-doctor-'))
  const environmentFile = join(folder, '.env')
  await writeFile(environmentFile, '', { mode: 0o600 })

  const settings = (): Settings => ({
    DISCORD_TOKEN: discord.addresses.token,
    DISCORD_API_URL: discord.addresses.api,
    SLACK_BOT_TOKEN: slack.addresses.botToken,
    SLACK_APP_TOKEN: slack.addresses.appToken,
    SLACK_API_URL: slack.addresses.api,
    AUDIO_API_URL: audio.url,
    AUDIO_API_KEY: 'audio-key',
    AUDIO_FILE_HOSTS: audio.url,
    AUDIO_API_LOOKUPS_PER_MINUTE: '1000',
    ENCRYPTION_KEY: Buffer.from(encryptionKey).toString('base64'),
    PUBLIC_URL: own.url,
    HTTP_PORT: new URL(own.url).port,
    HTTP_HOST: '127.0.0.1',
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
  })

  const manifest = () => JSON.parse(slackManifestText(undefined))

  /** Everything is as it was in the beginning. */
  const mend = async (): Promise<void> => {
    clock.advance(60_000) // calls are rated by it
    proxy.rewrite((text) => text)
    await admin.flushall()
    await admin.config('SET', 'appendonly', 'yes')
    for (const [name, value] of [
      ['appendfsync', 'always'],
      ['maxmemory-policy', 'noeviction'],
      ['maxmemory', '0'],
      ['maxclients', '10000'],
    ] as const)
      await admin.config('SET', name, value)
    discord.setPrivilegedIntents(['messageContent'])
    discord.setInteractionsUrl(null)
    discord.setGatewayRules({ sessionsPerDay: 1000, shards: 1 })
    discord.faults.clear()
    slack.faults.clear()
    slack.installManifest(manifest())
    audio.answer(voices)
    own.problems.length = 0
    await chmod(environmentFile, 0o600)
  }

  interface Look {
    settings?: Readonly<Record<string, string | undefined>>
    machine?: Partial<Machine>
    now?: () => number
    wish?: Partial<DoctorWish>
    columns?: number
  }

  /** Runs the doctor as an operator does. */
  const run = async ({ settings: changed, machine, now = Date.now, wish = {}, columns }: Look = {}) => {
    const written: string[] = []
    const code = await runDoctor(
      {
        environment: { ...settings(), ...changed },
        environmentFile,
        machine: { ...soundMachine, ...machine },
        write: (text) => void written.push(text),
        columns,
        now,
        clockToleranceMs,
        redisWaitMs: 5_000,
        version: '1.2.3',
        outsideChecks,
      },
      wishOf(wish),
    )
    return { code, output: written.join('') }
  }

  await publishCommands(discord.addresses)
  await mend()
  return {
    server,
    proxy,
    admin,
    discord,
    slack,
    audio,
    own,
    environmentFile,
    manifest,
    mend,
    run,
    /** The report as JSON. */
    async look(given: Look = {}): Promise<DoctorReport> {
      const { output } = await run({ ...given, wish: { ...given.wish, isJson: true } })
      return JSON.parse(output)
    },
    async stop(): Promise<void> {
      await own.close()
      await audio.close()
      await slack.close()
      await discord.close()
      admin.disconnect()
      await proxy.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
      clock.stop()
    },
  }
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>

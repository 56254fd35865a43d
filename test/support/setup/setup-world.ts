import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startDiscord } from '../../../sandbox/discord/stand-in.ts'
import { startSlack } from '../../../sandbox/slack/stand-in.ts'
import { createWire } from '../../../sandbox/wire.ts'
import type { SetupWish } from '../../../src/app/command-line/setup.ts'
import { exitCodeOf, reportOf } from '../../../src/app/report.ts'
import { slackManifestText } from '../../../src/app/slack-manifest.ts'
import { setUp } from '../../../src/app/tasks/setup.ts'
import { startClock } from '../../../studio/kit/clock.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { startPrivateRedis } from '../redis/private-redis.ts'
import { answers, startScriptedServer } from '../service/scripted-server.ts'
import '../suite/speech.ts'
import { noWish } from './no-wish.ts'
import { type Answer, createTypedTerminal, keys } from './typed-terminal.ts'

/** The key of the scripted audio service. */
export const audioKey = 'key-of-the-audio-service'

interface RunOptions {
  wish?: Partial<SetupWish>
  environment?: Readonly<Record<string, string>>
  localRedisUrl?: string
  stdin?: string
  /** Another folder than the world's own. */
  folder?: string
  /** When Ctrl-C is pressed, although nothing is asked. */
  whileWaiting?: Promise<void>
}

/** Everything that setup talks to, and a folder to run it in. */
export const startSetupWorld = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tunesmith-setup-'))
  const path = join(folder, '.env')
  const clock = startClock()
  const wire = createWire(clock)
  const discord = await startDiscord({ clock, wire })
  const slack = await startSlack({ clock, wire })
  slack.installManifest(JSON.parse(slackManifestText(undefined)))
  const audio = await startScriptedServer()
  audio.answer((response, request) => {
    const isKnown = request.headers.authorization === audioKey
    const reply = isKnown
      ? answers(200, { success: true, voices: [], total: 0 })
      : answers(401, { success: false, error: 'Authentication failed' })
    reply(response, request)
  })
  const redis = await startPrivateRedis()
  const noRedisUrl = `redis://127.0.0.1:${await freePort()}`
  /** Where the platforms are; what an operator never sets. */
  const addresses = { DISCORD_API_URL: discord.addresses.api, SLACK_API_URL: slack.addresses.api }

  const depsOf = ({ environment = {}, localRedisUrl = noRedisUrl, stdin = '', ...options }: RunOptions) => ({
    environment: { ...addresses, ...environment },
    folder: options.folder ?? folder,
    localRedisUrl,
    stdin: Readable.from([stdin]),
  })
  const outcomeOf = (running: Promise<number>) =>
    running.then(
      (code) => ({ code, report: '' }),
      (error: unknown) => ({ code: exitCodeOf(error), report: reportOf(error) }),
    )
  return {
    folder,
    wire,
    /** Installs the app by a manifest without this scope. */
    installSlackWithout(scope: string) {
      const text = slackManifestText(undefined)
      slack.installManifest(
        JSON.parse(text, (_, value) =>
          Array.isArray(value) ? value.filter((each: unknown) => each !== scope) : value,
        ),
      )
    },
    discord,
    slack,
    audio,
    redis,
    noRedisUrl,
    addresses,
    /** The text of .env; undefined if there is none. */
    env(): string | undefined {
      try {
        return readFileSync(path, 'utf8')
      } catch {
        return undefined
      }
    },
    envMode: () => (statSync(path).mode & 0o777).toString(8),
    writeEnv: (text: string) => writeFileSync(path, text),
    /** Runs setup at a terminal at which this is answered. */
    async talk(said: readonly Answer[], options: RunOptions = {}) {
      const typed = createTypedTerminal(said)
      const { terminal } = typed
      const write = (text: string) => void terminal.output.write(text)
      void options.whileWaiting?.then(() => terminal.input.write(keys.ctrlC))
      const outcome = await outcomeOf(
        setUp({ ...depsOf(options), terminal, write }, { ...noWish, ...options.wish }),
      )
      return { ...outcome, screen: typed.screen(), written: typed.written(), left: typed.left() }
    },
    /** Runs setup where nobody can be asked. */
    async script(options: RunOptions = {}) {
      const lines: string[] = []
      const write = (text: string) => void lines.push(text)
      const wish = { ...noWish, ...options.wish }
      const outcome = await outcomeOf(setUp({ ...depsOf(options), terminal: undefined, write }, wish))
      return { ...outcome, screen: lines.join('') }
    },
    async stop() {
      await Promise.all([discord.close(), slack.close(), audio.close(), redis.stop()])
      clock.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type SetupWorld = Awaited<ReturnType<typeof startSetupWorld>>

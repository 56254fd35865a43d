import { rename, writeFile } from 'node:fs/promises'
import { styleText } from 'node:util'
import { keepCompiled } from '../studio/kit/caches.ts'
import { endWithUsage, onEndingSignal, readCommandLine } from '../studio/kit/command-line.ts'
import { freePortFrom, portMax } from '../studio/kit/free-port.ts'
import { createProgress } from './demo/progress.ts'
import type { Addresses } from './world/addresses.ts'

const usage = `Usage: npm run sandbox -- [--port N] [--ready FILE] [--logs] [--no-bot]

  --port N      the playground's port (8700), or the next free one; 0 for any free port
  --ready FILE  writes all addresses there once everything is up
  --logs        shows every line that the bot and the rest log; warnings are shown in any case
  --no-bot      starts only what the bot talks to`

const values = readCommandLine(
  {
    ready: { type: 'string' },
    bot: { type: 'boolean', default: true },
    logs: { type: 'boolean', default: false },
    port: { type: 'string', default: '8700' },
  },
  usage,
)
const wantedPort =
  /^\d{1,5}$/.test(values.port) && Number(values.port) <= portMax
    ? Number(values.port)
    : endWithUsage(`--port takes a number from 0 to ${portMax}.`, usage)

/** The first thing that somebody reads is where to go. */
const introduction = ({ room, bot, ...addresses }: Addresses, isPortTaken: boolean): string => {
  const { control, discord, slack, studio, redis } = addresses
  const rest = [
    `control ${control.url}`,
    `Discord ${discord.api}`,
    `Slack ${slack.api}`,
    `studio ${studio.baseUrl}`,
    `Redis ${redis.url}`,
    `bot ${bot?.httpUrl ?? 'not started'}`,
  ]
  return `
  ${styleText(['bold', 'cyan'], room?.url ?? '')}
${isPortTaken ? `\n  Port ${wantedPort} is taken, so this is the next free one.` : ''}
  ${
    bot === undefined
      ? 'Start a bot with the addresses below in its environment.'
      : 'Open it in a browser: Discord and Slack side by side, with the real bot. A short tour takes you to your first song.'
  }
  Ctrl-C ends everything.

${styleText('dim', rest.map((line) => `  ${line}`).join('\n'))}
`
}

/** Whether a line is worth the attention of somebody who plays: the bot's usual log is not. */
const isWarning = (line: string): boolean => !/^\{"level":"(?:trace|debug|info)",/.test(line)

/** A waiting reader never sees half of the file. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}

const asked = new Promise<undefined>((resolve) => {
  onEndingSignal(() => resolve(undefined))
})

const roomPort = await freePortFrom(wantedPort)
const progress = createProgress(process.stdout)
progress.start('Starting Discord, Slack, the audio service, Redis and the bot')

/** What is logged before the address is known waits for it. */
let waiting: string[] | undefined = []
const onLine = (child: string, line: string): void => {
  if (!values.logs && !isWarning(line)) return
  if (waiting === undefined) console.log(`${child}: ${line}`)
  else waiting.push(`${child}: ${line}`)
}

keepCompiled()
const { exitWithReport, startWorld } = await import('./world/world.ts')
const fail = (error: unknown) => {
  progress.stop()
  for (const line of waiting ?? []) console.log(line)
  return exitWithReport(error)
}
const starting = startWorld({
  bot: values.bot && { callbacks: true }, // or there would be none to lose
  onLine,
}).catch(fail)
// While the children start, this process has the time to load what builds the page.
const { startRoom } = await import('./room/server.ts')
const world = await starting
const room = await startRoom(world.addresses, roomPort).catch(async (error: unknown) => {
  await world.stop()
  return fail(error)
})
const addresses = { ...world.addresses, room: { url: room.url } }
if (values.ready) await writeWhole(values.ready, `${JSON.stringify(addresses, null, 2)}\n`)
progress.stop()
console.log(introduction(addresses, roomPort !== wantedPort))
for (const line of waiting) console.log(line)
waiting = undefined

const report = await Promise.race([asked, world.broken])
if (report) {
  console.error(report)
  process.exitCode = 1
}
await room.close()
await world.stop()

import { rename, writeFile } from 'node:fs/promises'
import { keepCompiled } from '../studio/kit/caches.ts'
import { endWithUsage, onEndingSignal, readCommandLine } from '../studio/kit/command-line.ts'
import { freePortFrom, portMax } from '../studio/kit/free-port.ts'
import { type Addresses, type ChatPlatform, chatPlatforms } from './world/addresses.ts'

const usage = `Usage: npm run sandbox -- [--ready FILE] [--no-bot] [--port N]

  --ready FILE  writes the addresses there once everything is up
  --no-bot      starts only what the bot talks to
  --port N      the room's port (8700), or the next free one; 0 for any free port`

const values = readCommandLine(
  {
    ready: { type: 'string' },
    bot: { type: 'boolean', default: true },
    port: { type: 'string', default: '8700' },
  },
  usage,
)
const wantedPort =
  /^\d{1,5}$/.test(values.port) && Number(values.port) <= portMax
    ? Number(values.port)
    : endWithUsage(`--port takes a number from 0 to ${portMax}.`, usage)

const names = { discord: 'Discord', slack: 'Slack' } as const satisfies Record<ChatPlatform, string>

const curlAct = (addresses: Addresses, platform: ChatPlatform, as: string, command: string): string => {
  const act = { platform, as, channel: addresses[platform].channelId, do: { command } }
  return `  curl -s ${addresses.control.url}/act -H 'Content-Type: application/json' -d '${JSON.stringify(act)}'`
}

const hintsFor = (addresses: Addresses, platform: ChatPlatform): string => {
  const { adminId, memberId, channelId } = addresses[platform]
  return `In ${names[platform]}:
${curlAct(addresses, platform, adminId, '/budget limit credits:5')}
${curlAct(addresses, platform, memberId, '/music prompt:a sea shanty')}
  curl -s '${addresses.control.url}/messages?platform=${platform}&channel=${channelId}'
`
}

const whatToTry = (addresses: Addresses): string =>
  [
    'Have the admin give the server credits and a member ask for music, then look at the channel.',
    ...chatPlatforms.map((platform) => hintsFor(addresses, platform)),
  ].join('\n')

const introduction = (addresses: Addresses): string => {
  const { room, control, discord, slack, studio, redis, bot } = addresses
  return `
The sandbox is up.

  room     ${room?.url}
  control  ${control.url}
  Discord  ${discord.api}
  Slack    ${slack.api}
  studio   ${studio.baseUrl}
  Redis    ${redis.url}
  bot      ${bot?.httpUrl ?? 'not started'}

${bot === undefined ? 'Start a bot with these addresses in its environment.' : whatToTry(addresses)}
Ctrl-C ends everything.
`
}

/** Whoever waits for the file never reads half of it. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}

const asked = new Promise<undefined>((resolve) => {
  onEndingSignal(() => resolve(undefined))
})

const roomPort = await freePortFrom(wantedPort)
if (roomPort !== wantedPort) console.log(`Port ${wantedPort} is taken; the room will be at ${roomPort}.`)

keepCompiled()
const { exitWithReport, startWorld } = await import('./world/world.ts')
const starting = startWorld({
  bot: values.bot && { callbacks: true }, // or there would be none to lose
  onLine: (child, line) => console.log(`${child}: ${line}`),
}).catch(exitWithReport)
// While the children start, this process has the time to load what builds the page.
const { startRoom } = await import('./room/server.ts')
const world = await starting
const room = await startRoom(world.addresses, roomPort).catch(async (error: unknown) => {
  await world.stop()
  return exitWithReport(error)
})
const addresses = { ...world.addresses, room: { url: room.url } }
if (values.ready) await writeWhole(values.ready, `${JSON.stringify(addresses, null, 2)}\n`)
console.log(introduction(addresses))

const report = await Promise.race([asked, world.broken])
if (report) {
  console.error(report)
  process.exitCode = 1
}
await room.close()
await world.stop()

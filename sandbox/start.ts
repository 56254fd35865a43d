import { rename, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Addresses, exitWithReport, startWorld } from './world.ts'

const { values } = parseArgs({
  options: { ready: { type: 'string' }, bot: { type: 'boolean', default: true } },
  allowNegative: true,
})

const introduction = ({ control, discord, slack, studio, redis, bot }: Addresses): string => `
The sandbox is up.

  control  ${control.url}
  Discord  ${discord.api}
  Slack    ${slack.api}
  studio   ${studio.baseUrl}
  Redis    ${redis.url}
  bot      ${bot?.httpUrl ?? 'not started'}

Have a member ask for music, then look at the channel:

  curl -s ${control.url}/act -H 'Content-Type: application/json' \\
    -d '{"platform": "discord", "as": "${discord.memberId}", "channel": "${discord.channelId}", "do": {"command": "/music prompt:a sea shanty"}}'
  curl -s '${control.url}/messages?platform=discord&channel=${discord.channelId}'

Ctrl-C ends everything.
`

/** Whoever waits for the file never reads half of it. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}

const asked = new Promise<undefined>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(undefined))
})

const world = await startWorld({
  bot: values.bot,
  onLine: (child, line) => console.log(`${child}: ${line}`),
}).catch(exitWithReport)
if (values.ready) await writeWhole(values.ready, `${JSON.stringify(world.addresses, null, 2)}\n`)
console.log(introduction(world.addresses))

const report = await Promise.race([asked, world.broken])
if (report) {
  console.error(report)
  process.exitCode = 1
}
await world.stop()

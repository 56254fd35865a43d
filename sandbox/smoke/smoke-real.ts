import { mkdir, writeFile } from 'node:fs/promises'
import { endWithUsage, readCommandLine } from '../../studio/kit/command-line.ts'
import { type Compared, compareAll, type Finding, isWrong } from './comparing.ts'
import type { Place } from './place.ts'
import type { Holder } from './platforms.ts'
import { recordAnswers } from './recording.ts'

// Lays the real platforms beside the stand-ins, for holders of tokens: the same requests
// to both, and how answers differ.

const outputFolder = 'smoke-out'

const usage = `Usage: npm run smoke:real -- [--discord-channel ID] [--slack-channel ID]

Sends about fifty requests to the real platforms and to the stand-ins and prints the differences. Posts a message or two
and a small file in that channel and deletes them. Tokens come from the environment as for the bot: DISCORD_TOKEN (and
DISCORD_API_URL), SLACK_BOT_TOKEN (and SLACK_API_URL). The answers are saved in ${outputFolder}/ without names, texts, ids or
links.`

const options = {
  'discord-channel': { type: 'string' },
  'slack-channel': { type: 'string' },
} as const

const settings = {
  discord: {
    token: 'DISCORD_TOKEN',
    api: 'DISCORD_API_URL',
    usual: 'https://discord.com/api',
    channel: 'discord-channel',
  },
  slack: {
    token: 'SLACK_BOT_TOKEN',
    api: 'SLACK_API_URL',
    usual: 'https://slack.com/api/',
    channel: 'slack-channel',
  },
} as const

type Name = keyof typeof settings

const holders = (): ReadonlyMap<Name, Holder> => {
  const values = readCommandLine(options, usage)
  const found = (Object.keys(settings) as Name[]).flatMap((name): [Name, Holder][] => {
    const { token: variable, api, usual, channel } = settings[name]
    const channelId = values[channel]
    if (channelId === undefined) return []
    const token = process.env[variable]
    if (!token) return endWithUsage(`--${channel} needs a token in ${variable}`, usage)
    return [[name, { token, api: process.env[api] ?? usual, channelId }]]
  })
  if (found.length === 0) endWithUsage('Name a channel that the bot may post in', usage)
  return new Map(found)
}

const named = holders()

// Loads after the options are known to be valid.
const { platforms } = await import('./platforms.ts')

const renderFinding = ({ kind, at, real, standIn }: Finding): string =>
  `    ${kind}${at === '' ? '' : ` at ${at}`}: really ${real}, in the stand-in ${standIn}`

const print = ({ name, findings }: Compared): void => {
  const mark = findings.some(isWrong) ? 'wrong' : 'fine '
  console.log(`  ${mark}  ${name}`)
  for (const finding of findings) console.log(renderFinding(finding))
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** Ends the program where the platform cannot be asked anything: that says nothing of the stand-in. */
const open = async (name: Name, place: Place, { api, channelId }: Holder): Promise<void> => {
  const { opening, verdict } = platforms[name]
  for (const request of opening(channelId)) {
    const answer = await place
      .send(request)
      .catch((error: unknown) => endWithUsage(`${name} does not answer at ${api}: ${reasonOf(error)}`, usage))
    if (verdict(answer) !== '200')
      endWithUsage(`${name} refuses the token or the channel: ${request.path} ${verdict(answer)}`, usage)
  }
}

const smoke = async (name: Name, holder: Holder): Promise<readonly Finding[]> => {
  const { checks, verdict, real: reach, startStandIn } = platforms[name]
  console.log(`\n${name}`)
  const real = reach(holder)
  await open(name, real, holder)
  const { place: standIn, close } = await startStandIn(real)
  try {
    const compared = await compareAll(checks, { real, standIn }, verdict, print)
    await mkdir(outputFolder, { recursive: true })
    await writeFile(`${outputFolder}/${name}.json`, recordAnswers(compared))
    return compared.flatMap(({ findings }) => findings)
  } finally {
    await close()
  }
}

const run = async (): Promise<void> => {
  const all: Finding[] = []
  for (const [name, holder] of named) all.push(...(await smoke(name, holder)))
  const wrong = all.filter(isWrong).length
  console.log(`\n${wrong} wrong, ${all.length - wrong} not imitated; see ${outputFolder}/`)
  process.exitCode = wrong === 0 ? 0 : 1
}

await run()

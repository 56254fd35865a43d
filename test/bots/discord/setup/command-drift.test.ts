import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DiscordStandIn, startDiscord } from '../../../../sandbox/discord/stand-in.ts'
import { createDiscord } from '../../../../src/bots/discord/discord.ts'
import { commandDrift } from '../../../../src/bots/discord/setup/command-drift.ts'
import { commandBodies } from '../../../../src/bots/discord/setup/commands.ts'
import { performed } from '../../../../src/core/effect.ts'
import { startClock } from '../../../../studio/kit/clock.ts'
import { allCommands } from '../../../support/commands/commands.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { publishCommands } from '../../../support/sandbox/in-this-process.ts'
import { createStrictWire } from '../../../support/sandbox/strict.ts'

const clock = startClock()
let discord: DiscordStandIn
beforeAll(async () => {
  discord = await startDiscord({ clock, wire: createStrictWire(clock) })
  await publishCommands(discord.addresses)
})
afterAll(async () => {
  await discord.close()
  clock.stop()
})

const connect = () =>
  createDiscord({
    effect: performed,
    token: discord.addresses.token,
    apiUrl: discord.addresses.api,
    fileOrigins: [],
    messageContent: true,
    shards: undefined,
    log: createRecordingLog(),
    download: () => Promise.reject(new Error('nothing is downloaded here')),
    wait: () => Promise.resolve(),
    now: Date.now,
  })

test('commands as they were published are no shortcoming', async () => {
  expect(await connect().shortcomings(allCommands)).toEqual([])
})

test('commands that Discord lacks and that this version does not have are named', async () => {
  const others = allCommands.map((command) =>
    command.name === 'tts' ? { ...command, name: 'speak' } : command,
  )
  expect(await connect().shortcomings(others)).toEqual([
    'Discord offers other commands than this version: it lacks /speak; this version does not have /tts. Run npm run publish-commands.',
  ])
})

type Body = Readonly<Record<string, unknown>>

const published: readonly Body[] = JSON.parse(JSON.stringify(commandBodies(allCommands)))
let offered: Body[]
beforeEach(() => {
  offered = structuredClone([...published])
})
const drift = () => commandDrift(published, offered)
const first = () => offered[0] ?? {}

test.each<[string, () => void]>([
  ['a description', () => Object.assign(first(), { description: 'Something else' })],
  ['fewer options', () => Object.assign(first(), { options: [] })],
  ['another place', () => Object.assign(first(), { contexts: [0] })],
  ['another limit', () => Object.assign((first().options as object[])[0] ?? {}, { max_length: 7 })],
])('a command that differs in %s is named', (_, change) => {
  change()
  expect(drift()).toContain(`it has another version of /${allCommands[0]?.name}.`)
})

test.each<[string, () => void]>([
  [
    'what Discord adds',
    () => Object.assign(first(), { id: '1', application_id: '2', version: '3', nsfw: false }),
  ],
  ['the order of places', () => (first().contexts as number[]).reverse()],
  ['null for nothing', () => Object.assign(first(), { default_member_permissions: null })],
])('a command that differs in %s only is the same', (_, change) => {
  change()
  expect(drift()).toBeUndefined()
})

test('many names are counted', () => {
  expect(commandDrift(published, [])).toMatch(/ and \d+ more\. Run/)
})

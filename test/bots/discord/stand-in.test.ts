import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DiscordStandIn, startDiscord } from '../../../sandbox/discord/stand-in.ts'
import type { Wire } from '../../../sandbox/wire.ts'
import { createDiscord } from '../../../src/bots/discord/discord.ts'
import { commandBodies } from '../../../src/bots/discord/setup/commands.ts'
import { performed } from '../../../src/core/effect.ts'
import type { Attempt, OneBot } from '../../../src/core/job/platform.ts'
import type { Block, ResultMessage } from '../../../src/core/message/message.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { target } from '../../support/commands/invocation.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { passTime } from '../../support/sandbox/pass-time.ts'
import { createStrictWire, expectRefusals } from '../../support/sandbox/strict.ts'

// The delivering half against a Discord that remembers: a worker posts and edits by REST alone.

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(2_000)])

let clock: Clock
let wire: Wire
let standIn: DiscordStandIn
let discord: OneBot
let keys = 0

beforeAll(async () => {
  clock = startClock()
  wire = createStrictWire(clock)
  standIn = await startDiscord({ clock, wire })
  discord = createDiscord({
    effect: performed,
    token: standIn.addresses.token,
    apiUrl: standIn.addresses.api,
    shards: undefined,
    fileOrigins: [],
    messageContent: true,
    download: (url) => Promise.resolve(url.endsWith('.png') ? png : mp3),
    log: createRecordingLog(),
    wait: passTime(clock),
    now: clock.now,
  })
})
afterAll(async () => {
  await standIn.close()
  clock.stop()
})

let attempt: Attempt
beforeEach(() => {
  keys += 1
  const note = () => Promise.resolve()
  attempt = {
    key: `key-${keys}`,
    notes: {},
    note,
    askedAtMs: clock.now(),
    fileBytesMax: 10_000_000,
    linksAllowed: false,
  }
})

const song: readonly Block[] = [
  { kind: 'facts', facts: [{ label: 'Prompt', value: 'a sea shanty' }] },
  { kind: 'audio', title: 'Take 1', file: { url: 'https://cdn.example/1.mp3', name: 'Tide take 1.mp3' } },
  { kind: 'audio', title: 'Take 2', file: { url: 'https://cdn.example/2.mp3', name: 'Ebb take 2.mp3' } },
  { kind: 'cover', description: 'A cover', file: { url: 'https://cdn.example/c.png', name: 'cover.png' } },
  { kind: 'document', name: 'lyrics.txt', text: '[0:00] heave' },
]
const message = (text: string, blocks: readonly Block[] = []): ResultMessage => ({
  text,
  tone: 'done',
  blocks,
})

const place = (channel = 0) =>
  target({ server: standIn.addresses.guildId, channel: standIn.addresses.channelIds[channel] ?? '' })
const seen = (id: string) => standIn.people.messages({}).find((candidate) => candidate.id === id)

describe('a message', () => {
  test('is seen with its text, its files, its picture and its lyrics', async () => {
    const ref = await discord.post(place(), message('Your song is ready.', song), attempt)
    const shown = seen(ref.message)
    expect(shown?.text).toContain('Your song is ready.')
    expect(shown?.text).toContain('a sea shanty')
    expect(shown?.files.map(({ name }) => name)).toEqual(['Tide-take-1.mp3', 'Ebb-take-2.mp3', 'lyrics.txt'])
    expect(shown?.images).toHaveLength(1)
  })

  test('posted twice under one key is one message', async () => {
    const first = await discord.post(place(), message('once'), attempt)
    const second = await discord.post(place(), message('once'), attempt)
    expect(second).toEqual(first)
    expect(standIn.people.messages({}).filter(({ text }) => text.startsWith('once'))).toHaveLength(1)
  })

  test('edited twice is the same as edited once, files and all', async () => {
    const ref = await discord.post(place(), message('working'), attempt)
    await discord.edit(ref, message('ready', song), attempt)
    await discord.edit(ref, message('ready', song), attempt)
    expect(seen(ref.message)?.files).toHaveLength(3)
  })

  test('edited to a text alone has no files and no embed any more', async () => {
    const ref = await discord.post(place(), message('ready', song), attempt)
    await discord.edit(ref, message('gone'), attempt)
    expect(seen(ref.message)).toMatchObject({ text: 'gone', files: [], images: [] })
  })

  test('taken back twice is gone, and an edit says so', async () => {
    const ref = await discord.post(place(), message('x'), attempt)
    await discord.remove(ref, {})
    expectRefusals(/^DELETE .*: 404 10008 /, /^PATCH .*: 404 10008 /)
    await discord.remove(ref, {})
    await expect(discord.edit(ref, message('y'), attempt)).rejects.toMatchObject({ code: 'message_gone' })
  })

  test.each([
    ['may not write', 2, /^POST .*: 403 50013 /],
    ['cannot see', 3, /^POST .*: 403 50001 /],
  ])('to a channel that the bot %s cannot be posted', async (_, channel, refusal) => {
    expectRefusals(refusal)
    await expect(discord.post(place(channel), message('x'), attempt)).rejects.toMatchObject({
      code: 'cannot_post',
    })
  })

  test('that tries to call everybody pings nobody', async () => {
    const hostile = '@everyone @here <@1> <@&2> **x**'
    const ref = await discord.post(place(), message(hostile, [{ kind: 'note', text: hostile }]), attempt)
    expect(seen(ref.message)).toBeDefined()
  })
})

describe('a limit of Discord', () => {
  const route = 'POST /channels/:channelId/messages'
  const limited = () =>
    wire.since(0).filter(({ detail }) => (detail as { status?: number }).status === 429).length

  test('is waited for, and the message comes once', async () => {
    const before = limited()
    standIn.faults.add({ rateLimit: { route, retryAfterMs: 200 } })
    const ref = await discord.post(place(1), message('late'), attempt)
    expect(seen(ref.message)?.text).toContain('late')
    expect(standIn.people.messages({}).filter(({ text }) => text.startsWith('late'))).toHaveLength(1)
    expect(limited() - before).toBe(1)
  })

  test('that is a ban fails at once and may be tried again, instead of being stormed', async () => {
    const before = limited()
    standIn.faults.add({ respond: { route, status: 429, times: 1_000 } })
    await expect(discord.post(place(1), message('x'), attempt)).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
    })
    standIn.faults.clear()
    expect(limited() - before).toBe(1)
  })
})

test('all commands are taken as they are', async () => {
  const count = commandBodies(allCommands).length
  expect(await discord.publish(allCommands)).toBe(`Discord now offers ${count} commands.`)
})

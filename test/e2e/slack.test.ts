import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { pressEveryButton } from '../support/sandbox/every-button.ts'
import { expectMarked } from '../support/sandbox/marked.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { excuseRefusals, expectRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'
import { isLong } from '../support/suite/runs.ts'

let world: World
let people: People
let studio: ReturnType<typeof createStudioClient>
let bot: Bot

const [admin, member] = ['ada', 'max']

beforeAll(async () => {
  world = await startStrictWorld({ bot: false })
  people = createPeople(world.addresses, 'slack')
  studio = createStudioClient(world.addresses.studio)
  bot = await world.startBot({ platforms: ['slack'], isProcess: true })
  await people.allows(admin, 10)
})

afterAll(() => world.stop())

/** What all of them see since then, from the bot. */
const publicSince = async (since: string) => {
  const all = await people.messages(member, since)
  return all.filter(({ seenBy, state }) => seenBy === 'all' && state !== 'deleted')
}

/** One message with the song, its takes and cover, its lyrics below, one bill at the service, and nothing held. */
const expectOneSong = async (since: string, balanceBefore: number): Promise<void> => {
  const song = await people.sees(member, /Made with AI/, since)
  await people.sees(member, ({ files }) => files.some(({ name }) => name === 'lyrics.txt'), since)
  const charged = Number(/([\d.]+) credits/.exec(song.text)?.[1])
  await people.uses(admin, '/budget show')
  const { text } = await people.sees(admin, /credits left here/, since)
  expect(text).not.toContain('In progress')
  expect(balanceBefore - (await studio.balance())).toBeCloseTo(charged, 6)
  const messages = await publicSince(since)
  expect(messages.filter((message) => message.text !== '').map(({ id }) => id)).toEqual([song.id])
  expect(messages.flatMap(({ replyTo }) => replyTo ?? [])).toEqual([song.id])
  const takes = song.files.filter(({ contentType }) => contentType === 'audio/mpeg')
  expect(takes).toHaveLength(2)
  expect(song.text).toContain('Made with AI')
  await expectMarked({ text: song.text, files: takes })
}

test('a bot that is killed while the song is made delivers it once after its restart, over Socket Mode', async () => {
  const since = await people.latest(member)
  const balance = await studio.balance()
  await studio.plan({ delayMs: 3_000 })
  await people.uses(member, '/music', { prompt: 'a ballad of the phoenix process' })
  await people.sees(member, 'Working on your song', since)
  // Slack waits for an acknowledgement of every event; a killed bot cannot send the last one.
  excuseRefusals(/^event message\.\w+: not acknowledged/)
  await bot.process.kill()
  bot = await world.startBot({ platforms: ['slack'] })
  await expectOneSong(since, balance)
})

test.runIf(isLong)('every button of that song leads somewhere, pressed at a bot that did not post it', () =>
  pressEveryButton(people, member, 'mia'),
)

test('signed requests over HTTP bring a song, a form and a reply as well', async () => {
  expect(await bot.process.stop()).toEqual({ code: 0, signal: null })
  bot = await world.startBot({ platforms: ['slack'], slack: 'http' })
  const since = await people.latest(member)
  const balance = await studio.balance()
  await people.uses(member, '/music', { prompt: 'a march of signed envelopes' })
  await expectOneSong(since, balance)
  const later = await people.latest(member)
  await people.says(member, '@Tunesmith credits')
  await people.sees(member, /credits left here/, later)
  const { form } = await people.asks(member, '/remix', { prompt: 'as a waltz' })
  expect(form?.title).toBe('Remix this clip')
})

test('a request that Slack did not sign is refused by the bot', async () => {
  const body = new URLSearchParams({ command: '/budget', text: 'limit 1000', user_id: 'U1', team_id: 'T1' })
  const seconds = String(Math.floor(Date.now() / 1000))
  for (const signature of ['', 'v0=00', `v0=${'0'.repeat(64)}`]) {
    const { status } = await fetch(`${bot.httpUrl}/slack/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': seconds,
        'x-slack-signature': signature,
      },
      body,
    })
    expect(status).toBe(401)
  }
})

test('a signing secret of another app is named by readiness, and keeps no traffic from the bot', async () => {
  expect(await bot.process.stop()).toEqual({ code: 0, signal: null })
  const settings = { SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef' }
  bot = await world.startBot({ platforms: ['slack'], slack: 'http', settings })
  expectRefusals(/^\/help: the request URL did not return the challenge$/)
  expectRefusals(/^\/help: could not be handed to the app$/)
  await people.asks(member, '/help')
  const ready = await fetch(`${bot.httpUrl}/health/ready`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({
    problems: [{ name: 'slack', problem: expect.stringContaining('SLACK_SIGNING_SECRET') }],
    degraded: ['slack'],
  })
})

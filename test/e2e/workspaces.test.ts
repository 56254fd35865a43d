import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecondTeam } from '../../sandbox/slack/stand-in.ts'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { shortName } from '../support/sandbox/tenants/ids.ts'
import { storedIn } from '../support/sandbox/tenants/stored.ts'
import { createStudioClient, type StudioClient } from '../support/service/studio-client.ts'

// One bot, and three workspaces that installed its app from their browsers.

let world: World
let bot: Bot
let workspaces: readonly Workspace[]
let studio: StudioClient

/** Longer than any test. */
const songMs = 600_000

/** A workspace, the people of it who act here, and what they do with their budget. */
interface Workspace {
  team: SecondTeam
  people: People
  admin: string
  member: string
  word: string
  credits: number
}

const inWorkspace = (
  team: SecondTeam,
  { admin, member, word, credits }: Pick<Workspace, 'admin' | 'member' | 'word' | 'credits'>,
): Workspace => {
  const { addresses } = world
  const people = createPeople({ ...addresses, slack: { ...addresses.slack, ...team } }, 'slack')
  return { team, people, admin, member, word, credits }
}

/** Goes from the first page to the last one, as a browser does. */
const install = async ({ team }: Workspace): Promise<string> => {
  const started = await fetch(`${bot.httpUrl}/slack/install`, { redirect: 'manual' })
  const cookie = (started.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const body = new URLSearchParams({ answer: 'allow', team: team.teamId })
  const slackPage = started.headers.get('location') ?? ''
  const decided = await fetch(slackPage, { method: 'POST', body, redirect: 'manual' })
  return (await fetch(decided.headers.get('location') ?? '', { headers: { cookie } })).text()
}

const startApp = (slack: 'socket' | 'http', httpPort?: number): Promise<Bot> =>
  world.startBot({
    platforms: ['slack'],
    isSlackApp: true,
    slack,
    settings: { OPERATOR_SERVERS: 'any', SLACK_TOKEN_ROTATION: 'on' },
    ...(httpPort !== undefined && { httpPort }),
  })

/** A song, from the request to the message with its files; answers with its text. */
const makeSong = async ({ people, member }: Workspace, prompt: string): Promise<string> => {
  const since = await people.latest(member)
  await people.uses(member, '/music', { prompt })
  return (await people.sees(member, /Made with AI/, since)).text
}
const textsIn = async ({ people, admin, member }: Workspace): Promise<string> =>
  JSON.stringify([await people.messages(admin), await people.messages(member)])
/** Credits left, in whole thousandths, so that sums are exact. */
const leftIn = async (workspace: Workspace): Promise<number> =>
  Math.round(1000 * Number(/([\d.]+) (?:of [\d.]+ )?credits left here/.exec(await balanceIn(workspace))?.[1]))
const balanceIn = async ({ people, admin }: Workspace): Promise<string> => {
  const since = await people.latest(admin)
  await people.uses(admin, '/budget show')
  return (await people.sees(admin, /credits left here/, since)).text
}

beforeAll(async () => {
  world = await startStrictWorld({ bot: false, slack: { hasThird: true } })
  studio = createStudioClient(world.addresses.studio)
  bot = await startApp('socket')
  const { slack } = world.addresses
  if (slack.thirdTeam === undefined) throw new Error('there is no third workspace')
  workspaces = [
    inWorkspace(slack, { admin: 'ada', member: 'max', word: 'phoenix', credits: 1 }),
    inWorkspace(slack.secondTeam, { admin: 'ben', member: 'lea', word: 'griffin', credits: 2 }),
    inWorkspace(slack.thirdTeam, { admin: 'cleo', member: 'tim', word: 'kraken', credits: 3 }),
  ]
})
afterAll(async () => {
  excuseRefusals(/the request URL answered 503$/) // a bot that stops refuses what comes by HTTP
  await world.stop()
})

test('each workspace installs the app and pays for a song from a budget of its own', async () => {
  for (const workspace of workspaces) {
    expect(await install(workspace)).toContain('Invite it into a channel')
    await workspace.people.allows(workspace.admin, workspace.credits)
  }
  await Promise.all(workspaces.map((one) => makeSong(one, `a ballad of the ${one.word}`)))
  for (const workspace of workspaces) {
    const left = await leftIn(workspace)
    expect(left).toBeGreaterThan(1000 * (workspace.credits - 1))
    expect(left).toBeLessThan(1000 * workspace.credits)
  }
})

test('no message of one workspace ever reaches another', async () => {
  for (const workspace of workspaces) {
    const texts = await textsIn(workspace)
    expect(texts).toContain(workspace.word)
    for (const other of workspaces)
      if (other !== workspace) {
        expect(texts).not.toContain(other.word)
        expect(texts).not.toContain(other.team.teamId)
      }
  }
})

/** What is stored of the jobs of a workspace, by their ids. */
const jobsIn = async ({
  team,
}: Workspace): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> => {
  const stored = await storedIn(world.addresses.redis.url)
  const jobs = [...stored].filter(([name, value]) => /:job:b\d{2}x/.test(name) && value.includes(team.teamId))
  return new Map(
    jobs.map(([name, value]) => [
      name.slice(name.lastIndexOf(':') + 1),
      Object.fromEntries(JSON.parse(value)),
    ]),
  )
}

/** The id of a job of a workspace. */
const jobIdIn = async (workspace: Workspace): Promise<string> =>
  [...(await jobsIn(workspace)).keys()][0] ?? ''

test('an id from one workspace is unknown in another', async () => {
  const [home, second] = workspaces as [Workspace, Workspace]
  const job = await jobIdIn(home)
  expect(job).not.toBe('')
  for (const command of ['/jobs show', '/jobs cancel', '/jobs recover', '/jobs delete'])
    for (const as of [second.admin, second.member]) {
      const answerTo = async (id: string): Promise<string> => {
        const since = await second.people.latest(as)
        const refused = await second.people.uses(as, command, { job: id })
        if (refused !== undefined) return refused
        return (await second.people.sees(as, () => true, since)).text.replaceAll(id, 'the job')
      }
      expect(await answerTo(shortName(job)), `${command} by ${as}`).toBe(await answerTo('a'.repeat(8)))
    }
  expect(await textsIn(second)).not.toContain(home.word)
})

/** Has the next song run until time passes at the audio service. */
const holdSong = (): Promise<void> => studio.plan({ delayMs: songMs })

test('a song survives a token that expires while it is being made, and the next token is a new one', async () => {
  const second = workspaces[1] as Workspace
  const { people, member } = second
  const since = await people.latest(member)
  const refreshed = () => world.wire.since(0).filter(({ summary }) => summary === 'oauth.v2.access ok').length
  const before = refreshed()
  await holdSong()
  await people.uses(member, '/music', { prompt: 'a lullaby of the griffin' })
  await people.sees(member, 'Working on your song', since)
  excuseRefusals(/: token_expired$/)
  world.slack.faults.add({ token: 'expire', workspace: second.team.teamId })
  await studio.passTime(songMs)
  await people.sees(member, /Made with AI/, since)
  expect(refreshed()).toBe(before + 1)
})

test('a restart keeps what is installed and what is left, over HTTP as well', async () => {
  const left = await Promise.all(workspaces.map(leftIn))
  const port = Number(new URL(bot.httpUrl).port)
  expect(await bot.process.stop()).toEqual({ code: 0, signal: null })
  bot = await startApp('http', port)
  expect(await Promise.all(workspaces.map(leftIn))).toEqual(left)
  for (const workspace of workspaces) await makeSong(workspace, `a march of the ${workspace.word}`)
})

test('when a workspace removes the app, running jobs are booked, waiting ones are released, and nothing more is sent there', async () => {
  const [home, second, third] = workspaces as [Workspace, Workspace, Workspace]
  const { people, member } = second
  const before = await leftIn(second)
  const since = await people.latest(member)
  await holdSong()
  await people.uses(member, '/music', { prompt: 'a hymn of the griffin' })
  await people.sees(member, 'Working on your song', since)
  await people.uses(member, '/music', { prompt: 'a psalm of the griffin' })
  await people.sees(member, /1st in the queue/, since)
  const running = await jobsIn(second)

  excuseRefusals(/: account_inactive$/)
  world.slack.uninstallFrom(second.team.teamId)
  await world.slack.untilHeard()
  const heard = world.wire.since(0).at(-1)?.id ?? 0
  const seen = (await people.messages(member)).length
  await people.says(member, '@Tunesmith credits')
  await world.slack.untilHeard()
  await studio.passTime(songMs)
  const endings = async () =>
    [...(await jobsIn(second)).values()].map(({ state, ending = '' }) => `${state} ${ending}`.trim())
  await expect
    .poll(endings, { timeout: 60_000 })
    .toEqual(expect.arrayContaining(['withheld', 'voided bot_gone']))
  expect((await jobsIn(second)).size).toBe(running.size)
  for (const workspace of [home, third]) await makeSong(workspace, `a waltz of the ${workspace.word}`)
  expect(await people.messages(member)).toHaveLength(seen + 1)
  const refused = world.wire.since(heard).filter(({ kind }) => kind === 'refusal')
  expect(refused.map(({ summary }) => summary)).toEqual([])

  expect(await install(second)).toContain('Invite it into a channel')
  await world.slack.people.act(second.admin, second.team.channelId, { manage: { what: 'invite bot' } })
  const song = before - (await leftIn(second))
  expect(song).toBeGreaterThan(0)
  const after = await makeSong(second, 'a carol of the griffin').then(() => leftIn(second))
  expect(before - after).toBe(2 * song)
})

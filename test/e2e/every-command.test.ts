import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { sungTone } from '../support/audio/sung-tone.ts'
import { allCommands } from '../support/commands/commands.ts'
import { pressEveryKind, pressInTrouble, pressWhileItWaits } from '../support/sandbox/everything/buttons.ts'
import {
  askEveryOption,
  askEverything,
  expectArrived,
  seesResult,
} from '../support/sandbox/everything/features.ts'
import { fillFeatures } from '../support/sandbox/everything/forms.ts'
import { askEverywhere, askInThread } from '../support/sandbox/everything/places.ts'
import { featuresOf, openStage, type Stage, shareOf } from '../support/sandbox/everything/stage.ts'
import { suggestEverywhere } from '../support/sandbox/everything/suggestions.ts'
import { askUtilities } from '../support/sandbox/everything/utilities.ts'
import { fillUtilities } from '../support/sandbox/everything/utility-forms.ts'
import type { SeenMessage } from '../support/sandbox/people.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { leftUnpressed } from '../support/sandbox/uses/buttons.ts'
import { discordUses } from '../support/sandbox/uses/discord.ts'
import { slackUses } from '../support/sandbox/uses/slack.ts'
import { wantedUses } from '../support/sandbox/uses/wanted.ts'
import { createStudioClient, type StudioClient } from '../support/service/studio-client.ts'
import { isLong } from '../support/suite/runs.ts'

let world: World
let server: Server
let stages: readonly Stage[]
let studio: StudioClient
let bot: Bot

const waitMs = 300_000
/** How far to move the platforms' clock before a start: past the shortest interval that they allow. */
const betweenStartsMs = 130_000
const served = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A process of its own: it gets too many requests at once to answer in time beside its world. */
const start = (): Promise<Bot> => {
  const AUDIO_FILE_HOSTS = `${new URL(world.addresses.studio.cdnUrl).origin},${served()}`
  return world.startBot({
    isProcess: true,
    callbacks: true,
    settings: { AUDIO_API_PARALLEL: '6', AUDIO_FILE_HOSTS },
  })
}

beforeAll(async () => {
  const settings = { AUDIO_API_LOOKUPS_PER_MINUTE: '1000', AUDIO_CLIP_LINKS: 'on' }
  world = await startStrictWorld({ bot: false, settings })
  studio = createStudioClient(world.addresses.studio)
  const clip = await sungTone()
  server = createServer((_, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(clip))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  bot = await start()
  const addressOf = (name: string): string => `${served()}/${name}.mp3`
  stages = await Promise.all(
    chatPlatforms.map((platform) => openStage({ world, platform, commands: allCommands, clip, addressOf })),
  )
}, waitMs)

afterAll(async () => {
  server.close()
  await world.stop()
})

// A result replaces its message on Slack. News of the job, a deletion that is repeated or a look at its files may be on
// its way then, from an earlier test too.
beforeEach(() =>
  excuseRefusals(/^chat\.(?:update|delete): message_not_found$/, /^files\.info: file_deleted$/),
)

/** Does the same on both platforms, which are as busy as each other then. */
const onEach = <Result>(deed: (stage: Stage) => Promise<Result>): Promise<Result[]> =>
  Promise.all(stages.map(deed))

/** The short name of a result of this kind. */
const jobOf = async ({ people, member }: Stage, feature: string): Promise<string> => {
  const since = await people.latest(member)
  await people.uses(member, '/history', { feature })
  const { text } = await people.sees(member, /Results here/, since)
  return new RegExp(`/${feature}[\\s\\S]*?Job:\\s(\\w{8})`).exec(text)?.[1] ?? ''
}

const shownTask = z.object({ tasks: z.array(z.object({ taskId: z.string(), webhookUrl: z.string() })) })
const found = z.object({ conversion: z.object({ conversion_id_1: z.string() }) })

/** The song of a job by the service's own names. Its callback address names the job. */
const songAtService = async (job: string): Promise<Record<string, string>> => {
  const { controlUrl, baseUrl, apiKey } = world.addresses.studio
  const { tasks } = shownTask.parse(await (await fetch(`${controlUrl}/tasks`)).json())
  const task = tasks.find(({ webhookUrl }) => webhookUrl.includes(`x${job}`))?.taskId ?? ''
  const query = new URLSearchParams({ conversionType: 'MUSIC_AI', task_id: task })
  const answer = await fetch(`${baseUrl}/v1/byId?${query}`, { headers: { authorization: apiKey } })
  const { conversion } = found.parse(await answer.json())
  return { family: 'MUSIC_AI', task, conversion: conversion.conversion_id_1 }
}

/** The direct messages with the bot. */
const ownMessages = '@tunesmith'

/** Features whose results other tests show again, cancel and delete, on both platforms. */
const neededLater = ['music', 'tts']

test(
  'every option of every feature reaches the service, and its result the channel',
  () =>
    onEach(async (stage) => {
      const all = await askEverything(stage, neededLater)
      for (const made of all) await seesResult(stage, made)
      for (const made of all) await expectArrived(stage, made)
    }),
  waitMs,
)

test(
  'every form keeps what was given when something is wrong, and brings all of it, also edited',
  () => onEach(fillFeatures),
  waitMs,
)

test(
  'what is there is shown again by every option that names it',
  async () => {
    await onEach(async (stage) => {
      const { people, member, commands } = stage
      const job = await jobOf(stage, 'music')
      const song = await songAtService(job)
      const free = featuresOf({ commands }).filter(({ isFree }) => isFree)
      for (const feature of shareOf(stage, free)) {
        const since = await people.latest(member)
        const all = await askEveryOption(stage, feature, { ...song, job })
        const isShown = ({ text }: SeenMessage): boolean => text.includes('Made with AI')
        await vi.waitFor(
          async () => expect((await people.messages(member, since)).filter(isShown)).toHaveLength(all.length),
          { timeout: waitMs },
        )
        for (const made of all) if (!('job' in made.filled)) await expectArrived(stage, made)
      }
    })
  },
  waitMs,
)

test(
  'what another account made is unknown to all others, whichever chat they are in',
  async () => {
    const jobs = await onEach((stage) => jobOf(stage, 'music'))
    const songs = await Promise.all(jobs.map(songAtService))
    await onEach(async ({ people, member, platform }) => {
      const own = chatPlatforms.indexOf(platform)
      for (const [index, { task = '', conversion = '' }] of songs.entries())
        for (const name of [{ task }, { conversion }])
          for (const channel of index === own ? [ownMessages] : [undefined, ownMessages]) {
            const since = await people.latest(member)
            await people.uses(member, '/result', { family: 'MUSIC_AI', ...name }, channel)
            await people.sees(member, /No task or conversion with that ID.*Nothing was charged\./s, since)
          }
    })
  },
  waitMs,
)

test(
  'every option of every action is answered',
  () => onEach(async (stage) => askUtilities(stage, await jobOf(stage, 'music'), await jobOf(stage, 'tts'))),
  waitMs,
)

test(
  'every form of an action that needs something is filled in',
  () => onEach(async (stage) => fillUtilities(stage, await jobOf(stage, 'music'), await jobOf(stage, 'tts'))),
  waitMs,
)

test('every kind of button does what it says, for those who may', () => onEach(pressEveryKind), waitMs)

test(
  'what runs, or may run, is cancelled too late and shown after all, and what is gone is made again',
  async () => {
    // On a busy machine a job takes over a minute here, and its member is told by a mention that someone typed before.
    excuseRefusals(/^would ping <@\w+>$/)
    for (const stage of stages) await pressInTrouble(stage)
  },
  waitMs,
)

test('suggestions come in every field that has some', () => onEach(suggestEverywhere), waitMs)

test(
  'every command answers in a channel, in a thread and in a direct message, typed and by naming the bot',
  () =>
    onEach(async (stage) => {
      await askEverywhere(stage)
      await askInThread(stage)
    }),
  waitMs,
)

test(
  'while the service is down, a bot that starts suggests from the lists of the one before',
  async () => {
    await bot.process.stop()
    await studio.fail({ network: 'refused' })
    world.clock.advance(betweenStartsMs)
    bot = await start()
    await onEach(suggestEverywhere)
    await onEach(pressWhileItWaits)
    await studio.mend()
  },
  waitMs,
)

const usedOn = (platform: ChatPlatform): ReadonlySet<string> => {
  const stage = stages.find((one) => one.platform === platform)
  if (stage === undefined) throw new Error(`nobody was on ${platform}`)
  const { commands, bot: botId } = stage
  const { threadIds } = world.addresses.discord
  const wire = world.wire.since(0)
  return platform === 'discord'
    ? discordUses(wire, { commands, botId, threadIds })
    : slackUses(wire, { commands })
}

/** The short form tries on one platform what both have, so they are judged together. */
const judged: readonly (readonly [string, readonly ChatPlatform[]])[] = isLong
  ? chatPlatforms.map((platform) => [platform, [platform]])
  : [[chatPlatforms.join(' and '), chatPlatforms]]

test.each(judged)(
  'no action, no option, no form, no list that completes one, no entry of a menu and no place was left out on %s',
  (_, platforms) => {
    const used = new Set(platforms.flatMap((platform) => [...usedOn(platform)]))
    const wanted = new Set(platforms.flatMap((platform) => wantedUses(platform, allCommands)))
    const unused = [...wanted].filter((use) => !used.has(use))
    const unpressed = leftUnpressed(platforms, world.wire.since(0), allCommands)
    expect([...unused, ...unpressed]).toEqual([])
  },
)

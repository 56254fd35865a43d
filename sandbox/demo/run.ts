import { z } from 'zod'
import { type Addresses, type ChatPlatform, chatPlatforms } from '../world/addresses.ts'
import type { World } from '../world/world.ts'
import { openChat } from './control-client.ts'
import { type Played, play, type Stage } from './play.ts'
import { type Layout, renderAnswer, renderDeed, renderScene } from './printing.ts'
import type { Progress } from './progress.ts'
import type { Scene } from './story.ts'
import type { Transcript } from './transcript.ts'
import { recordTune } from './tune.ts'

/** What is played, the folder for what people get, and how it is shown. */
export interface Demo {
  scenes: readonly Scene[]
  folder: string
  layout: Layout
  progress: Progress
}

const setStage = ({ control, ...addresses }: Addresses, platform: ChatPlatform, clip: Uint8Array): Stage => {
  const { channelId, adminId, memberId, memberIds } = addresses[platform]
  return {
    chat: openChat(control.url, platform, channelId),
    clip,
    answers: new Map(),
    cast: { admin: adminId, member: memberId, people: new Set([adminId, ...memberIds]) },
    used: 0,
    limit: 0,
  }
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''

const setStages = (
  addresses: Addresses,
  clip: Uint8Array,
  progress: Progress,
): Record<ChatPlatform, Stage> => {
  const onText = (text: string): void => progress.update(firstLine(text))
  return {
    discord: Object.assign(setStage(addresses, 'discord', clip), { onText }),
    slack: Object.assign(setStage(addresses, 'slack', clip), { onText }),
  }
}

/** Plays every step and adds what came of it to `all`, so that it is known also when a later step fails. */
const playStory = async (
  addresses: Addresses,
  { scenes, folder, layout, progress }: Demo,
  all: Played[],
): Promise<undefined> => {
  const stages = setStages(addresses, await recordTune(), progress)
  for (const [index, scene] of scenes.entries()) {
    console.log(renderScene(scene, index + 1))
    for (const step of scene.steps) {
      console.log(renderDeed(step, layout))
      progress.start('…')
      const number = all.filter((played) => played.step.platform === scene.platform).length + 1
      const played = await play(stages[scene.platform], step, `${folder}/${scene.platform}/${number}`)
      progress.stop()
      console.log(`${renderAnswer(step, played, layout)}\n`)
      all.push(played)
    }
  }
}

const studioRefusals = async (baseUrl: string): Promise<string[]> => {
  const response = await fetch(`${baseUrl}/_studio/refusals`)
  const { refusals } = z
    .object({ refusals: z.array(z.object({ kind: z.string(), path: z.string(), detail: z.string() })) })
    .parse(await response.json())
  return refusals.map(({ kind, path, detail }) => `the audio service: ${kind} at ${path}: ${detail}`)
}

/**
 * Without a request there should be no answer: every message beside those of the steps is one too many.
 */
const surplusMessages = async (
  { addresses }: World,
  { scenes }: Demo,
  platform: ChatPlatform,
): Promise<string[]> => {
  const { chat, cast } = setStage(addresses, platform, new Uint8Array())
  const said = (await chat.messages(undefined, undefined)).filter(
    ({ authorId, state, text }) => !cast.people.has(authorId) && state !== 'deleted' && text !== '',
  )
  const requests = scenes
    .filter((scene) => scene.platform === platform)
    .flatMap(({ steps }) => steps)
    .filter(({ deed }) => deed.kind !== 'restart').length
  return said.length === requests ? [] : [`${platform}: ${said.length} messages for ${requests} requests`]
}

const chatRefusals = async ({ addresses }: World): Promise<string[]> => {
  const refusals = await openChat(addresses.control.url, 'discord', addresses.discord.channelId).refusals()
  return refusals.map(({ platform, summary }) => `${platform} refused: ${summary}`)
}

/**
 * What can only be seen at the end: what was refused, and whether the bot said more than was requested.
 */
const closingProblems = async (world: World, demo: Demo): Promise<string[]> => {
  const exit = await world.children.get('bot')?.stop()
  const surplus = await Promise.all(chatPlatforms.map((platform) => surplusMessages(world, demo, platform)))
  return [
    ...(exit?.code === 0 ? [] : [`the bot did not shut down cleanly: ${JSON.stringify(exit)}`]),
    ...surplus.flat(),
    ...(await chatRefusals(world)),
    ...(await studioRefusals(world.addresses.studio.baseUrl)),
  ]
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const botOutput = ({ children }: World): string =>
  ['', 'The bot said last:', ...(children.get('bot')?.lastLines() ?? [])].join('\n  ')

const inStep = ({ step, problems }: Played): string[] =>
  problems.map((problem) => `${step.platform}, ${step.command}: ${problem}`)

/**
 * Has people use the bot of a world on each platform, prints what they see and saves what they get. The world
 * is stopped at the end. Whatever a stand-in refused makes the outcome a failure, however the bot took it.
 */
export const runDemo = async (world: World, demo: Demo): Promise<Transcript> => {
  try {
    const played: Played[] = []
    const broken = await Promise.race([playStory(world.addresses, demo, played), world.broken])
    const problems = [
      ...played.flatMap(inStep),
      ...(broken === undefined ? await closingProblems(world, demo) : [broken]),
    ]
    if (problems.length > 0) console.error(botOutput(world))
    await world.stop()
    const left = world.processIds().filter(isAlive)
    problems.push(...left.map((pid) => `process ${pid} is still there`))
    return { ok: problems.length === 0, steps: played.map(({ step }) => step), problems }
  } finally {
    await world.stop()
  }
}

import { rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Chat, openChat } from './demo/control-client.ts'
import { type Cast, type Played, play } from './demo/play.ts'
import { introduce, renderProblems, renderStep } from './demo/printing.ts'
import { story } from './demo/story.ts'
import type { Transcript } from './demo/transcript.ts'
import { exitWithReport, startWorld, type World } from './world.ts'

// One shot: starts everything, has people use the bot, prints what they see and saves what they get.

const { values } = parseArgs({ options: { json: { type: 'string' } } })
const outputFolder = 'demo-out'

const studioRefusals = async (baseUrl: string): Promise<string[]> => {
  const response = await fetch(`${baseUrl}/_studio/refusals`)
  const { refusals } = z
    .object({ refusals: z.array(z.object({ kind: z.string(), path: z.string(), detail: z.string() })) })
    .parse(await response.json())
  return refusals.map(({ kind, path, detail }) => `the audio service: ${kind} at ${path}: ${detail}`)
}

const chatRefusals = async (chat: Chat): Promise<string[]> =>
  (await chat.refusals()).map(({ summary }) => `Discord refused: ${summary}`)

/** Plays every step and adds what came of it to `all`, so that it is known also when a later step fails. */
const playStory = async (chat: Chat, cast: Cast, all: Played[]): Promise<undefined> => {
  for (const [index, step] of story.entries()) {
    const played = await play(chat, cast, step, `${outputFolder}/${index + 1}`)
    console.log(renderStep(played))
    all.push(played)
  }
}

/** What can only be seen at the end: what was refused, and whether the bot said more than it was asked for. */
const closingProblems = async (world: World, chat: Chat, { bot }: Cast): Promise<string[]> => {
  const exit = await world.children.get('bot')?.stop()
  const said = (await chat.messages(undefined, undefined)).filter(({ authorId }) => authorId === bot)
  return [
    ...(exit?.code === 0 ? [] : [`the bot did not end in order: ${JSON.stringify(exit)}`]),
    ...(said.length === story.length ? [] : [`${said.length} messages for ${story.length} requests`]),
    ...(await chatRefusals(chat)),
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

const run = async (): Promise<Transcript> => {
  const world = await startWorld({ bot: true }).catch(exitWithReport)
  try {
    const { control, discord } = world.addresses
    console.log(introduce(world.addresses))
    const chat = openChat(control.url, 'discord', discord.channelId)
    const cast = { admin: discord.adminId, member: discord.memberId, bot: discord.applicationId }
    const played: Played[] = []
    const broken = await Promise.race([playStory(chat, cast, played), world.broken])
    const problems = [
      ...played.flatMap(({ step, problems }) => problems.map((problem) => `${step.command}: ${problem}`)),
      ...(broken === undefined ? await closingProblems(world, chat, cast) : [broken]),
    ]
    if (problems.length > 0) console.error(botOutput(world))
    await world.stop()
    problems.push(
      ...world
        .processIds()
        .filter(isAlive)
        .map((pid) => `process ${pid} is still there`),
    )
    return { ok: problems.length === 0, steps: played.map(({ step }) => step), problems }
  } finally {
    await world.stop()
  }
}

await rm(outputFolder, { recursive: true, force: true })
const transcript = await run()
if (values.json) await writeFile(values.json, `${JSON.stringify(transcript, null, 2)}\n`)
console.log(renderProblems(transcript))
process.exitCode = transcript.ok ? 0 : 1

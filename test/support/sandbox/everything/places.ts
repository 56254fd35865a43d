import { expect } from 'vitest'
import { type Command, fieldsOf } from '../../../../src/core/command/command.ts'
import { isTriedOn } from '../../suite/runs.ts'
import type { SeenMessage } from '../people.ts'
import { type Place, slashPlaces, takesSlash } from '../uses/wanted.ts'
import type { Stage } from './stage.ts'

const ownMessages = '@tunesmith'

/** Where to send a command: the channel, and the parent message if a thread is not a channel of its own. */
interface Spot {
  place: Place
  channel: string
  under?: string
}

const spotsOf = async ({ platform, world, people, admin }: Stage): Promise<readonly Spot[]> => {
  const { channelId } = world.addresses[platform]
  const thread: Spot =
    platform === 'discord'
      ? { place: 'a thread', channel: world.addresses.discord.threadIds[0] ?? '' }
      : { place: 'a thread', channel: channelId, under: await people.says(admin, 'what a day') }
  return [
    { place: 'a channel', channel: channelId },
    thread,
    { place: 'a direct message', channel: ownMessages },
  ]
}

/** What the bot answers to a deed of an admin's: a message of its own, or a form that opens. */
const answers = async (
  { people, admin, bot }: Stage,
  what: string,
  deed: () => Promise<unknown>,
): Promise<void> => {
  const since = await people.latest(admin)
  const done = await deed()
  if (typeof done === 'object' && done !== null) {
    expect(done, what).not.toHaveProperty('refused')
    if ('form' in done) return
  }
  await people.sees(admin, ({ authorId, text }) => authorId === bot && text !== '', since)
}

const mentionAt = async (stage: Stage, { name }: Command, spot: Spot): Promise<void> => {
  const { people, admin } = stage
  const { place, channel, under } = spot
  const words = place === 'a direct message' ? name : `@Tunesmith ${name}`
  await answers(stage, `${name} in ${place}`, async () => {
    await people.says(admin, words, { channel, ...(under !== undefined && { replyTo: under }) })
  })
}

const slashAt = (stage: Stage, command: Command, { place, channel }: Spot): Promise<void> =>
  answers(stage, `/${command.name} in ${place}`, () => slash(stage, command, channel))

/** Uses the first action. Discord's client requires the mandatory options, so they are filled in. */
const slash = (stage: Stage, command: Command, channel: string) => {
  const { people, admin, platform, world, voice, addressOf } = stage
  const action =
    command.kind === 'utility' && Array.isArray(command.actions) ? command.actions[0]?.name : undefined
  const path = action === undefined ? `/${command.name}` : `/${command.name} ${action}`
  if (platform === 'slack') return people.asks(admin, path, {}, [], channel)
  const needed = Object.entries(fieldsOf(command, action)).filter(([, field]) => field.required)
  const options = needed.map(([name, { control }]) => {
    if (control.kind === 'clip') return [`${name}_link`, addressOf('anywhere')]
    if (control.kind === 'listed') return [name, voice.label]
    if (control.kind === 'member') return [name, world.addresses.discord.memberId]
    if (control.kind === 'credits') return [name, 1]
    return [name, control.kind === 'time' ? 'soon' : '\u200b']
  })
  return people.asks(admin, path, Object.fromEntries(options), [], channel)
}

/**
 * Uses every command everywhere and in every way; incomplete and wrong requests are answered too. The short form
 * tries each way on one platform, one that has it.
 */
export const askEverywhere = async (stage: Stage): Promise<void> => {
  const { platform, commands } = stage
  const other = platform === 'discord' ? 'slack' : 'discord'
  const spots = await spotsOf(stage)
  for (const [at, spot] of spots.entries())
    for (const [index, command] of commands.entries()) {
      const isTried = isTriedOn(platform, at + index)
      if (isTried) await mentionAt(stage, command, spot)
      const isTriedHere = isTried || !takesSlash(other, command, spot.place)
      if (isTriedHere && takesSlash(platform, command, spot.place)) await slashAt(stage, command, spot)
    }
}

/**
 * Has words written in a thread, by naming the bot and, where that can be, by the slash command: they come
 * there.
 */
export const askInThread = async (stage: Stage): Promise<void> => {
  const { people, member, platform } = stage
  const [, thread] = await spotsOf(stage)
  if (thread === undefined) throw new Error('there is no thread')
  const { channel, under } = thread
  const comesThere = async (theme: string): Promise<void> => {
    const isIts = ({ text }: SeenMessage): boolean =>
      text.includes('lyrics are ready') && text.includes(theme)
    const message = await people.sees(member, isIts)
    if (under === undefined) expect(message.channel).toBe(channel)
    else expect(message.replyTo).toBe(under)
  }
  const replying = under === undefined ? {} : { replyTo: under }
  await people.says(member, `@Tunesmith lyrics ${platform} named in a thread`, { channel, ...replying })
  await comesThere(`${platform} named in a thread`)
  if (!slashPlaces[platform].includes('a thread')) return
  const theme = `${platform} typed in a thread`
  await people.uses(member, '/lyrics', { theme }, channel)
  await comesThere(theme)
}

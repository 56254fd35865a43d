import type { Upload } from '../../../../sandbox/control/people.ts'
import type { ChatPlatform } from '../../../../sandbox/world/addresses.ts'
import type { World } from '../../../../sandbox/world/world.ts'
import type { Command, Utility } from '../../../../src/core/command/command.ts'
import type { Feature } from '../../../../src/core/command/feature.ts'
import { createStudioClient, type StudioClient } from '../../service/studio-client.ts'
import { isTriedOn } from '../../suite/runs.ts'
import { createPeople, type People } from '../people.ts'

/** One platform of a world, and everything the tests need there. */
export interface Stage {
  platform: ChatPlatform
  world: World
  people: People
  studio: StudioClient
  commands: readonly Command[]
  /** The bot's user id. */
  bot: string
  /** Looks after the budget. */
  admin: string
  /** A member who makes requests. */
  member: string
  /** Another member who makes requests. */
  other: string
  /** A clip of three seconds that is sung, under a name. */
  clipNamed: (name: string) => Upload
  /** Where it lies, under a name. */
  addressOf: (name: string) => string
  /** A voice that the service offers. */
  voice: { label: string; value: string }
}

interface StageOptions {
  world: World
  platform: ChatPlatform
  commands: readonly Command[]
  clip: Buffer
  addressOf: (name: string) => string
}

/** Opens a platform: gives its members credits, and finds a voice. */
export const openStage = async ({
  world,
  platform,
  commands,
  clip,
  addressOf,
}: StageOptions): Promise<Stage> => {
  const people = createPeople(world.addresses, platform)
  await people.allows('ada', 100)
  const { authorId: bot } = await people.sees('ada', /Budget set:/)
  const discord = createPeople(world.addresses, 'discord')
  const [found] = await discord.suggestions('max', '/voice', 'voice', 'a')
  if (found === undefined) throw new Error('no voice is suggested')
  return {
    platform,
    world,
    people,
    studio: createStudioClient(world.addresses.studio),
    commands,
    bot,
    admin: 'ada',
    member: 'max',
    other: 'mia',
    addressOf,
    clipNamed: (name) => ({ name, contentType: 'audio/mpeg', base64: clip.toString('base64') }),
    voice: { label: found.name, value: String(found.value) },
  }
}

/** This platform's share of the items; see `isTriedOn`. */
export const shareOf = <const Item>({ platform }: Stage, all: readonly Item[]): readonly Item[] =>
  all.filter((_, index) => isTriedOn(platform, index))

/** The other platform's share of the items; in the long form all of them. */
export const othersShareOf = <const Item>({ platform }: Stage, all: readonly Item[]): readonly Item[] =>
  all.filter((_, index) => isTriedOn(platform, index + 1))

/** The utilities among the commands. */
export const utilitiesOf = ({ commands }: Pick<Stage, 'commands'>): readonly Utility[] =>
  commands.flatMap((command) => (command.kind === 'utility' ? [command] : []))

/** The features among the commands. */
export const featuresOf = ({ commands }: Pick<Stage, 'commands'>): readonly Feature[] =>
  commands.flatMap((command) => (command.kind === 'feature' ? [command] : []))

/** Slack needs quotes around text with spaces; Discord has a box for each option. */
export const typedOn = (
  platform: ChatPlatform,
  value: string | number | boolean,
): string | number | boolean =>
  platform === 'slack' && typeof value === 'string' && /\s/.test(value) ? `“${value}”` : value

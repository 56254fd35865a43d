import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { addressInputs, secretInputs } from '../hostile/address-inputs.ts'
import type { Input } from '../hostile/input.ts'
import { echoedInputs, typedInputs } from '../hostile/typed-inputs.ts'
import { createPeople, type People, type SeenMessage } from '../support/sandbox/people.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'
import { firstRows, isTriedOn, oneOfEachKind } from '../support/suite/runs.ts'

// Every class of bad input has its answer, the same on both platforms: typed after the bot's name on Discord, and as a
// slash command on Slack. Nothing of it is charged, reaches the audio service or breaks a line of the log.

const all: readonly Input[] = [...typedInputs, ...echoedInputs, ...addressInputs, ...secretInputs]

let world: World
const log: string[] = []
const channels: Record<ChatPlatform, string[]> = { discord: [], slack: [] }

/** So many that nobody waits: Discord takes a message a second in each. */
const discordChannels = 12

beforeAll(async () => {
  world = await startStrictWorld({ bot: {}, onLine: (_, line) => log.push(line) })
  const { adminId } = world.addresses.discord
  const discord = createPeople(world.addresses, 'discord')
  channels.slack.push(...world.addresses.slack.channelIds.slice(0, 1))
  for (let number = 0; number < discordChannels; number += 1) {
    const { event } = await discord.manages(adminId, { what: 'create channel', name: `place-${number}` })
    channels.discord.push(event)
  }
})
afterAll(() => world.stop())

/** What is wrong with the answer to an input, if anything. */
const problemWith = async (
  people: People,
  platform: ChatPlatform,
  [index, input]: readonly [number, Input],
): Promise<object | undefined> => {
  const { adminId, memberId } = world.addresses[platform]
  const channel = channels[platform][index % channels[platform].length] ?? ''
  const who = input.by === 'admin' ? adminId : memberId
  const since = await people.latest(who)
  if (platform === 'slack') await people.uses(who, `/${input.line}`, {}, channel)
  else await people.says(who, `@Tunesmith ${input.line}`, { channel })
  const isAnswer = ({ authorId, state, text }: SeenMessage): boolean =>
    authorId !== who && state === 'shown' && text !== ''
  const { text } = await people.sees(who, isAnswer, since)
  const told = typeof input.told === 'string' ? input.told : input.told[platform]
  // As Discord shows it: an address of text is kept from being previewed.
  const shown = text.replaceAll('\\://', '://')
  return shown.includes(told) ? undefined : { line: input.line, told, text }
}

describe.each<ChatPlatform>(chatPlatforms)('on %s', (platform) => {
  const people = (): People => createPeople(world.addresses, platform)

  test.each([...new Set(all.map((input) => input.class))])(
    'a bad %s is answered with what is wrong',
    async (name) => {
      excuseRefusals(/^users\.info: user_not_found$/) // somebody who is mentioned is looked up
      const problems: object[] = []
      const ofClass = all.filter((input, index) => input.class === name && isTriedOn(platform, index))
      const tried = firstRows(
        6,
        oneOfEachKind(ofClass, ({ told }) => JSON.stringify(told)),
      )
      expect(tried.length).toBeGreaterThan(0)
      for (const input of tried.entries()) {
        const problem = await problemWith(people(), platform, input)
        if (problem !== undefined) problems.push(problem)
      }
      expect(problems).toEqual([])
    },
  )
})

test('there are at least 200 inputs', () => {
  expect(all.length).toBeGreaterThanOrEqual(200)
})

test('nothing of it reached the audio service, and each line of the log is one entry', async () => {
  const paid = (await createStudioClient(world.addresses.studio).requests()).filter(
    ({ path }) => !path.includes('Voices'),
  )
  expect(paid).toEqual([])
  expect(log.length).toBeGreaterThan(0)
  const broken = log.filter((line) => !line.startsWith('{') || !line.endsWith('}'))
  expect(broken).toEqual([])
})

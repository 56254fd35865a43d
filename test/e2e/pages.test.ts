import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type SeenMessage } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

/** How far to move the platforms' clock before a start: past the shortest interval that they allow. */
const betweenStartsMs = 130_000

let world: World
let bot: Bot

beforeAll(async () => {
  world = await startStrictWorld({ bot: false })
  bot = await world.startBot()
})
afterAll(() => world.stop())

const member = 'max'
const shows = (page: number) => new RegExp(`\\d+ voices, page ${page} of`)

const reader = (platform: ChatPlatform) => {
  const people = createPeople(world.addresses, platform)
  const lists = async (): Promise<SeenMessage[]> =>
    (await people.messages(member)).filter(
      ({ text, state }) => /\d+ voices\b/.test(text) && state === 'shown',
    )
  const turns = async (message: string, button: string, page: number): Promise<void> => {
    expect((await people.presses(member, message, button)).refused).toBeUndefined()
    await people.sees(member, ({ id, text }) => id === message && shows(page).test(text))
  }
  return { people, lists, turns }
}

test.each(chatPlatforms)(
  'pages turn in place on %s: there is one message however far one goes on or back',
  async (platform) => {
    const { people, lists, turns } = reader(platform)
    await people.uses(member, '/voices')
    const { id, seenBy } = await people.sees(member, shows(1))
    await turns(id, 'Next', 2)
    await turns(id, 'Next', 3)
    await turns(id, 'Previous', 2)
    expect(await lists()).toMatchObject([{ id, seenBy }])
    expect(seenBy).not.toBe('all')
    await people.uses(member, '/voices', { page: 1 })
    await people.sees(member, ({ id: other, text }) => other !== id && shows(1).test(text))
    expect((await lists()).map(({ text }) => /page \d+/.exec(text)?.[0])).toEqual(['page 2', 'page 1'])
  },
)

test('a page of before a restart turns in place too, and what is no page leaves it where it is', async () => {
  await bot.process.stop()
  world.clock.advance(betweenStartsMs)
  bot = await world.startBot()
  for (const platform of chatPlatforms) {
    const { people, lists, turns } = reader(platform)
    const [old] = await lists()
    const { id = '', buttons = [] } = old ?? {}
    const heard = buttons.find(({ label }) => label.startsWith('Hear '))?.label ?? ''
    const use = `Use ${/^Hear (.*?)(?: \(|$)/.exec(heard)?.[1]}`
    expect((await people.presses(member, id, use)).refused).toBeUndefined()
    await people.sees(
      member,
      ({ id: other, text }) => other !== id && /unless a request says otherwise/.test(text),
    )
    expect((await lists())[0]).toMatchObject({ id, text: old?.text })
    await turns(id, 'Previous', 1)
    expect(await lists()).toHaveLength(2)
  }
})

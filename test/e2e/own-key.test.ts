import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People, type SeenForm, type SeenMessage } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient, type StudioClient } from '../support/service/studio-client.ts'

let world: World
let studio: StudioClient
const log: string[] = []

beforeAll(async () => {
  world = await startStrictWorld({
    bot: {},
    settings: { AUDIO_API_LOOKUPS_PER_MINUTE: '1000', LOG_LEVEL: 'debug' },
    onLine: (_, line) => log.push(line),
  })
  studio = createStudioClient(world.addresses.studio)
})
afterAll(() => world.stop())

/** Everything in Redis but the audio service's own books. */
const storedByBot = async (): Promise<string> => {
  const redis = new Redis(world.addresses.redis.url)
  try {
    const names = (await redis.keys('*')).filter((name) => !name.startsWith('studio:'))
    return (await Promise.all(names.map((name) => redis.dumpBuffer(name)))).map(String).join('\n')
  } finally {
    await redis.quit()
  }
}

describe.each<ChatPlatform>(chatPlatforms)("a server's own API key, on %s", (platform) => {
  let people: People
  let admin: string
  let member: string
  let apiKey: string

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    admin = world.addresses[platform].adminId
    member = world.addresses[platform].memberId
    apiKey = await studio.openAccount(5)
    await people.allows(admin, 5)
  })

  /** Answers take the place of the message whose button or form was used. */
  const said = async (text: RegExp, does: () => Promise<unknown>): Promise<SeenMessage> => {
    await does()
    return people.sees(admin, text)
  }

  const openForm = async (button: string): Promise<SeenForm> => {
    const since = await people.latest(admin)
    await people.asks(admin, '/budget key')
    const { id } = await people.sees(admin, /API key pays for requests here/, since)
    const { form, refused } = await people.presses(admin, id, button)
    if (form === undefined) throw new Error(refused ?? 'no form opened')
    return form
  }

  /** What a song takes from the account of the server, and from that of the operator. */
  const songCosts = async (prompt: string) => {
    const balances = () => Promise.all([studio.balanceOf(apiKey), studio.balance()])
    const [ownBefore, operatorsBefore] = await balances()
    const since = await people.latest(member)
    await people.uses(member, '/music', { prompt: platform === 'slack' ? `“${prompt}”` : prompt })
    const ready = ({ text }: SeenMessage) => text.includes(prompt) && text.includes('Made with AI')
    await people.sees(member, ready, since)
    const [own, operators] = await balances()
    return { own: ownBefore - own, operators: operatorsBefore - operators }
  }

  test('pays for songs from when it is set until it is removed', async () => {
    const form = await openForm('Set key')
    expect(form.fields.map(({ label }) => label)).toEqual(['API key', 'Reason'])
    const taken = /Your own API key now pays for requests here\..*The budget here still does\./s
    const set = await said(taken, () => people.sends(admin, form, { 'API key': apiKey, Reason: 'our own' }))
    expect(set.seenBy).toBe(admin)
    expect(await songCosts(`our own ${platform} song`)).toEqual({ own: expect.closeTo(0.1, 6), operators: 0 })

    await said(/Your key works\./, () => people.presses(admin, set.id, 'Test'))
    const asked = await said(/If you remove your key/, () => people.presses(admin, set.id, 'Remove'))
    await said(/Removed your key\./, () => people.presses(admin, asked.id, 'Remove key'))
    expect(await songCosts(`the operator’s ${platform} song`)).toEqual({
      own: 0,
      operators: expect.closeTo(0.1, 6),
    })
  })

  test('is stored encrypted, and shown nowhere', async () => {
    const form = await openForm('Set key')
    // The bot asks about a key twice a minute at most.
    apiKey = await studio.openAccount(5)
    await said(/Your own API key now pays/, () => people.sends(admin, form, { 'API key': apiKey }))
    const typed = await said(/API key can only be entered in the form/, () =>
      people.says(admin, `@Tunesmith budget key ${apiKey}`),
    )
    expect(typed.text).not.toContain(apiKey)
    const ours = (await people.wire()).filter(({ kind }) => kind === 'request' || kind === 'ack')
    const left = JSON.stringify(ours, (name, value) => (name === 'answer' ? undefined : value))
    expect(left.includes(apiKey)).toBe(false)
    expect((await storedByBot()).includes(apiKey)).toBe(false)
    expect(log.length).toBeGreaterThan(0)
    expect(log.join('\n').includes(apiKey)).toBe(false)
  })
})

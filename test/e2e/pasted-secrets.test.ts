import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { slackToken } from '../support/fixtures/secret-samples.ts'
import { createPeople, type People, type SeenForm } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

// A member pastes a token into a prompt. The strict world looks at everything that the bot sends and writes.

let world: World
const log: string[] = []

beforeAll(async () => {
  world = await startStrictWorld({
    bot: {},
    settings: { AUDIO_API_LOOKUPS_PER_MINUTE: '1000', LOG_LEVEL: 'debug' },
    onLine: (_, line) => log.push(line),
  })
})
afterAll(() => world.stop())

const refusal = 'Prompt contains what looks like a Slack token. Remove it.'
const advice = 'Others may have seen it here, so create a new one and delete the old one.'

/** Everything in Redis. */
const stored = async (): Promise<string> => {
  const redis = new Redis(world.addresses.redis.url)
  try {
    const names = await redis.keys('*')
    return (await Promise.all(names.map((name) => redis.dumpBuffer(name)))).map(String).join('\n')
  } finally {
    await redis.quit()
  }
}

const opened = ({ form, refused }: { form?: SeenForm | undefined; refused?: string | undefined }) => {
  if (form === undefined) throw new Error(refused ?? 'no form opened')
  return form
}

describe.each<ChatPlatform>(chatPlatforms)('a secret in a prompt on %s', (platform) => {
  let people: People
  let member: string

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    member = world.addresses[platform].memberId
    await people.allows(world.addresses[platform].adminId, 5)
  })

  /** The form of a refusal, without what was refused. */
  const formOf = async (since: string): Promise<SeenForm> => {
    const { id, text, seenBy } = await people.sees(member, refusal, since)
    expect(text).not.toContain(advice)
    expect(seenBy).toBe(member)
    const form = opened(await people.presses(member, id, 'Edit'))
    const shown = Object.fromEntries(form.fields.map(({ label, value }) => [label, value]))
    expect(shown).toMatchObject({ Prompt: undefined, Style: 'waltz' })
    return form
  }

  test('that is typed or sent in a form is refused to the member alone, and the rest waits in the form', async () => {
    const since = await people.latest(member)
    await people.uses(member, '/music', { prompt: `about ${slackToken}`, style: 'waltz' })
    const form = await formOf(since)
    const sentSince = await people.latest(member)
    const sent = await people.sends(member, form, { Prompt: slackToken, Style: 'waltz' })
    if (platform === 'discord') await formOf(sentSince)
    else expect(opened(sent).fields.find(({ label }) => label === 'Prompt')?.error).toBe(refusal)
  })

  test('that is posted in the channel is to be replaced', async () => {
    const since = await people.latest(member)
    await people.says(member, `@Tunesmith music ${slackToken}`)
    expect((await people.sees(member, refusal, since)).text).toContain(advice)
  })

  test('is nowhere: not in Redis, not in the log, not at the audio service', async () => {
    expect(log.length).toBeGreaterThan(0)
    expect(log.join('\n').includes(slackToken)).toBe(false)
    expect((await stored()).includes(slackToken)).toBe(false)
    const requests = await createStudioClient(world.addresses.studio).requests()
    expect(JSON.stringify(requests).includes(slackToken)).toBe(false)
  })
})

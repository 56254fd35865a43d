import { expect, test } from 'vitest'
import { layoutFor } from '../../sandbox/demo/printing.ts'
import { runDemo } from '../../sandbox/demo/run.ts'
import { chatPlatforms } from '../../sandbox/world/addresses.ts'
import { startWorld, type World } from '../../sandbox/world/world.ts'
import { soundsFolder } from '../../studio/kit/caches.ts'
import { inThisProcess } from '../support/sandbox/in-this-process.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

// A refusal fails the test even if the caller swallows it. Another app with the bot's token stands in for the bot.

/** A wrong call to each, whose answers nobody looks at. */
const actWrongly = async ({ addresses: { discord, slack, studio } }: World): Promise<void> => {
  await fetch(`${discord.api}/v10/voice/regions`, { headers: { authorization: `Bot ${discord.token}` } })
  await fetch(`${slack.api}chat.shout`, { method: 'POST' })
  await fetch(`${studio.baseUrl}/v1/Whistle`, { method: 'POST' })
}

const refusals = [
  'discord refused: GET /api/v10/voice/regions: 404 0 404: Not Found',
  'slack refused: chat.shout: unknown_method',
  'the audio service: unknown_route at /v1/Whistle: no such endpoint',
]

test('the demo fails when anything was refused, though every step went well', async () => {
  const world = await startWorld({ bot: true, ...inThisProcess(soundsFolder) })
  await actWrongly(world)
  const help = {
    name: 'help',
    by: 'member',
    deed: { kind: 'command', command: '/help', options: {} },
    expects: { kind: 'words', says: /I make songs/ },
  } as const
  const { ok, steps, problems } = await runDemo(world, {
    scenes: chatPlatforms.map((platform) => ({ title: 'Help', platform, steps: [help] })),
    folder: 'unused',
    layout: layoutFor(undefined, false),
    progress: { start: () => undefined, update: () => undefined, stop: () => undefined },
  })
  expect(steps).toHaveLength(2)
  expect({ ok, problems }).toEqual({ ok: false, problems: refusals })
})

test.fails('a test fails when anything was refused, though all that it looked at went well', async () => {
  const world = await startStrictWorld({ bot: true })
  const people = createPeople(world.addresses)
  await people.uses('max', '/help')
  await people.sees('max', /I make songs/)
  await actWrongly(world)
  await world.stop()
})

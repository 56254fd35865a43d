import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DiscordStandIn, startDiscord } from '../../../sandbox/discord/stand-in.ts'
import { type SlackStandIn, startSlack } from '../../../sandbox/slack/stand-in.ts'
import { perform } from '../../../sandbox/smoke/check.ts'
import { type Compared, compareAll, isWrong } from '../../../sandbox/smoke/comparing.ts'
import type { Answer, Place } from '../../../sandbox/smoke/place.ts'
import { type Holder, platforms } from '../../../sandbox/smoke/platforms.ts'
import { recordAnswers } from '../../../sandbox/smoke/recording.ts'
import { createWire } from '../../../sandbox/wire.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { manifest } from '../slack/support.ts'

// A second stand-in plays the real platform: no difference may be found, unless something on the way lies.

let clock: Clock
let discord: DiscordStandIn
let slack: SlackStandIn

beforeEach(async () => {
  clock = startClock()
  const wire = createWire(clock)
  discord = await startDiscord({ clock, wire })
  slack = await startSlack({ clock, wire })
  slack.installManifest(manifest())
})

afterEach(async () => {
  await discord.close()
  await slack.close()
  clock.stop()
})

type Name = keyof typeof platforms

const holderOf = (name: Name): Holder =>
  name === 'discord' ? discord.addresses : { ...slack.addresses, token: slack.addresses.botToken }

/** Changes an answer on its way from the real platform. */
type Lie = (path: string, answer: Answer) => Answer

const truth: Lie = (_path, answer) => answer

const smoke = async (name: Name, lie: Lie = truth): Promise<readonly Compared[]> => {
  const { checks, verdict, real: reach, startStandIn } = platforms[name]
  const honest = reach(holderOf(name), clock.advance)
  const real: Place = {
    ...honest,
    send: async (request) => lie(request.path, await honest.send(request)),
  }
  const { place: standIn, close } = await startStandIn(real)
  try {
    return await compareAll(checks, { real, standIn }, verdict, () => {})
  } finally {
    await close()
  }
}

const found = (all: readonly Compared[]): readonly string[] =>
  all.flatMap(({ findings }) => findings.map(({ check, kind, at }) => `${check}: ${kind} ${at}`.trim()))

const names: readonly Name[] = ['discord', 'slack']

describe.each(names)('the smoke test of %s', (name) => {
  test('finds nothing where the platform is as the stand-in', async () => {
    const all = await smoke(name)
    expect(found(all)).toEqual([])
    expect(all).toHaveLength(platforms[name].checks.length)
  })

  test('leaves nothing in the channel', async () => {
    await smoke(name)
    const { people } = name === 'discord' ? discord : slack
    expect(people.messages({}).filter(({ state }) => state !== 'deleted')).toEqual([])
  })

  test('records no token, and nothing that anybody wrote or is called', async () => {
    const record = recordAnswers(await smoke(name))
    const { token, channelId } = holderOf(name)
    for (const secret of [token, channelId, 'Sandbox', 'goes away by itself', discord.addresses.cdn])
      expect(record).not.toContain(secret)
    expect(JSON.parse(record)).toHaveLength(platforms[name].checks.length)
  })
})

test('a message that the platform does not refuse is taken back', async () => {
  const { checks, real: reach } = platforms.discord
  const honest = reach(holderOf('discord'))
  const lenient: Place = {
    ...honest,
    send: (request) =>
      honest.send({ ...request, ...(request.json !== undefined && { json: { content: 'x' } }) }),
  }
  const check = checks.find(({ name }) => name === 'an empty message')
  expect(check && (await perform(lenient, check)).status).toBe(200)
  expect(discord.people.messages({}).map(({ state }) => state)).toEqual(['deleted'])
})

const without = (field: string, body: unknown): object =>
  Object.fromEntries(Object.entries(body as object).filter(([key]) => key !== field))

describe('a platform that is not as its stand-in', () => {
  test('refuses for another reason', async () => {
    const all = await smoke('discord', (path, answer) =>
      path === '/channels/1' ? { ...answer, status: 403, body: { message: 'no', code: 50001 } } : answer,
    )
    expect(all.flatMap(({ findings }) => findings)).toEqual([
      { check: 'an unknown channel', kind: 'verdict', at: '', real: '403 50001', standIn: '404 10003' },
    ])
  })

  test('names the wrong field of a body', async () => {
    const all = await smoke('discord', (_path, answer) => {
      const text = JSON.stringify(answer.body).replace('"label":', '"text":')
      return answer.status === 400 ? { ...answer, body: JSON.parse(text) } : answer
    })
    expect(found(all)).toEqual(['a button whose label is too long: verdict'])
  })

  test('refuses what the stand-in grants, so that later requests cannot be made', async () => {
    const all = await smoke('slack', (path, answer) =>
      path === 'files.getUploadURLExternal'
        ? { ...answer, body: { ok: false, error: 'invalid_arguments' } }
        : answer,
    )
    expect(found(all)).toContain('room for a file: verdict')
    expect(found(all)).toContain('its bytes: not asked')
  })

  test('lacks a field that the stand-in invented', async () => {
    const all = await smoke('slack', (path, answer) =>
      path === 'conversations.info' ? { ...answer, body: without('channel', answer.body) } : answer,
    )
    expect(found(all)).toEqual(['the channel: invented channel'])
    expect(all.flatMap(({ findings }) => findings).every(isWrong)).toBe(true)
  })

  test('says more than the stand-in, which is no mistake', async () => {
    const all = await smoke('slack', (path, answer) =>
      path === 'conversations.info'
        ? { ...answer, body: { ...(answer.body as object), warning: '' } }
        : answer,
    )
    expect(found(all)).toEqual(['the channel: absent warning'])
    expect(all.flatMap(({ findings }) => findings).some(isWrong)).toBe(false)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import {
  type Attempt,
  attemptsOn,
  attemptWith,
  isOn,
  kindOf,
  openAttempts,
  type Stranger,
} from '../support/sandbox/tenants/attempts.ts'
import { type Ids, idsBeside, idsSeen, twinsOf } from '../support/sandbox/tenants/ids.ts'
import { makeEverything, words, wordsForOne } from '../support/sandbox/tenants/owner.ts'
import { changedKeys, storedIn } from '../support/sandbox/tenants/stored.ts'
import { createStudioClient } from '../support/service/studio-client.ts'
import { oneOfEachKind } from '../support/suite/runs.ts'

// A server's members make everything that has an id. Others then try each id by every way in: nothing of the server is
// shown to them, nothing of it changes, nobody pays, and each answer is that of an id that nobody was given.

let world: World
/** What was made, by the names and addresses of its files. */
let made: readonly string[]
let ids: Ids
let idsForOne: Ids
let stored: ReadonlyMap<string, string>
let balance: number

const studio = () => createStudioClient(world.addresses.studio)
const discord = () => world.addresses.discord
const inOtherServer = (): People =>
  createPeople({ ...world.addresses, discord: { ...discord(), ...discord().otherGuild } })

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true, settings: { OPERATOR_SERVERS: 'any' } } })
  made = await makeEverything(world)
  ids = await idsSeen(world)
  idsForOne = await idsBeside(world, 'max', wordsForOne)
  const { adminId, channelId } = discord().otherGuild
  const others = inOtherServer()
  await others.manages(adminId, { what: 'invite bot' }, channelId)
  await others.allows(adminId, 10)
  await createPeople(world.addresses, 'slack').allows('ada', 10)
  stored = await storedIn(world.addresses.redis.url)
  balance = await studio().balance()
})
afterAll(() => world.stop())

const strangers = {
  'the admin of another server': (): Stranger => {
    const { adminId: as, channelId: channel } = discord().otherGuild
    return { platform: 'discord', people: inOtherServer(), as, channel }
  },
  'an admin on another platform': (): Stranger => {
    const { adminId: as, channelId: channel } = world.addresses.slack
    return { platform: 'slack', people: createPeople(world.addresses, 'slack'), as, channel }
  },
  'another member of the server': (): Stranger => {
    const { channelIds, memberIds } = discord()
    const [, as = ''] = memberIds
    return { platform: 'discord', people: createPeople(world.addresses), as, channel: channelIds[1] ?? '' }
  },
} as const satisfies Record<string, () => Stranger>

/** Everything that a stranger gets to see of attempts with these ids, and the answers that tell that an id exists. */
const tryAll = async (stranger: Stranger, attempts: readonly Attempt[]) => {
  const { twin, original } = twinsOf(ids)
  const both = attempts.flatMap((attempt) => [attempt, attemptWith(attempt, twin)])
  const since = await stranger.people.latest(stranger.as)
  const answerTo = await openAttempts(world, stranger, both)
  const shown: string[] = []
  const telling: object[] = []
  for (const attempt of attempts) {
    const answer = await answerTo(attempt)
    const ofTwin = original(await answerTo(attemptWith(attempt, twin)))
    shown.push(answer)
    if (answer !== ofTwin) telling.push({ attempt, answer, ofTwin })
  }
  const messages = await stranger.people.messages(stranger.as, since)
  return { shown: [...shown, ...messages.map(({ text, files }) => JSON.stringify([text, files]))], telling }
}

const nothingHappened = async (): Promise<void> => {
  expect(changedKeys(stored, await storedIn(world.addresses.redis.url))).toEqual([])
  expect(await studio().balance()).toBe(balance)
}

test('every kind of id was seen', () => {
  for (const [kind, found] of Object.entries(ids)) expect(found, kind).not.toEqual([])
  for (const kind of ['job', 'command', 'form', 'task'] as const)
    expect(idsForOne[kind], kind).not.toEqual([])
  const kinds = new Set(ids.form.map((id) => id.split(':').slice(0, 3).join(':')))
  expect([...kinds]).toEqual(
    expect.arrayContaining(['send:music:', 'send:drop:', 'form:music:', 'send:budget:limit']),
  )
  expect(ids.command.join('\n')).toMatch(/^do:budget:approve:/m)
})

describe.each(['the admin of another server', 'an admin on another platform'] as const)('%s', (who) => {
  test('finds nothing by any id, and no sign that it exists', async () => {
    const stranger = strangers[who]()
    const attempts = attemptsOn(ids).filter((attempt) => isOn(stranger.platform, attempt))
    const { shown, telling } = await tryAll(stranger, oneOfEachKind(attempts, kindOf))
    expect(telling).toEqual([])
    const secrets = [...Object.values(words), ...made]
    expect(shown.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([])
    await nothingHappened()
  })
})

describe('another member of the server', () => {
  test('finds nothing of what only its owner may see', async () => {
    const stranger = strangers['another member of the server']()
    const attempts = attemptsOn(idsForOne).filter((attempt) => isOn('discord', attempt))
    const { shown, telling } = await tryAll(stranger, oneOfEachKind(attempts, kindOf))
    // Who sees a form's button is told that the form is another's.
    expect(telling.filter((one) => !/"id":"(form|send):/.test(JSON.stringify(one)))).toEqual([])
    expect(shown.filter((text) => wordsForOne.some((secret) => text.includes(secret)))).toEqual([])
    await nothingHappened()
  })
})

test('an address that the service was given opens nothing for another job, and tells nothing', async () => {
  const { httpUrl = '' } = world.addresses.bot ?? {}
  const [code = '', other = ''] = ids.callback
  const [file = ''] = ids.file
  const [job = '', mac = ''] = code.split('.')
  const [otherJob = '', otherMac = ''] = other.split('.')
  const body = JSON.stringify({ task_id: ids.task[0] })
  const wrong = [`${job}.${otherMac}`, `${otherJob}.${mac}`, twinsOf(ids).twin(code), code, 'nothing']
  for (const each of wrong) {
    const answer = await fetch(`${httpUrl}/webhooks/audio/${each}`, { method: 'POST', body })
    expect([answer.status, await answer.text()], each).toEqual([204, ''])
  }
  const [, part, until, fileMac] = file.split('.')
  for (const each of [file, [otherJob, part, until, fileMac].join('.'), 'nothing']) {
    const answer = await fetch(`${httpUrl}/files/${each}`)
    expect([answer.status, await answer.text()], each).toEqual([404, ''])
  }
  await nothingHappened()
})

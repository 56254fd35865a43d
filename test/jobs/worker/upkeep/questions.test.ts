import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandLinkText } from '../../../../src/core/message/command-link.ts'
import { sendQuestions } from '../../../../src/jobs/worker/upkeep/questions.ts'
import { createRecordingPlatform } from '../../../support/jobs/recording-platform.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { openStoreWorld, type StoreWorld } from '../../../support/redis/store-world.ts'

const account = 'discord:server-1'
const question = { requester: 'max', channel: 'channel-1', feature: 'voice', clip: 'band.wav' }

let world: StoreWorld
let platform: ReturnType<typeof createRecordingPlatform>
let log: ReturnType<typeof createRecordingLog>
beforeEach(() => {
  world = openStoreWorld()
  platform = createRecordingPlatform()
  log = createRecordingLog()
})
afterEach(() => world.close())

const ask = (owner: string) => world.consents.ask(account, owner, question)
/** What a worker does; `chats` are those that it has. */
const send = (consents = world.consents, chats: readonly 'discord'[] = ['discord']) =>
  sendQuestions({
    consents,
    log,
    now: world.clock.now,
    platforms: new Map([['discord', platform.port]]),
    chatsHeld: new Set(chats),
    deadlines: { questionsMs: 5_000 },
  })
const asked = () => platform.words.map(({ member }) => member)

test('an owner is asked in private, who wants what, with both answers as buttons', async () => {
  await ask('mia')
  await send()
  expect(platform.words).toMatchObject([
    {
      member: 'mia',
      message: {
        text: 'Can others use your clips? A member wants to use “band.wav” with /voice.',
        blocks: [
          {
            kind: 'line',
            facts: [
              { label: 'By', value: [{ kind: 'member', id: 'max' }] },
              { label: 'Channel', value: [{ kind: 'channel', id: 'channel-1' }] },
            ],
          },
          { kind: 'note' },
          { kind: 'buttons' },
        ],
      },
    },
  ])
  const blocks = platform.words[0]?.message.blocks ?? []
  const buttons = blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : []))
  expect(buttons.map(({ label, commandLink }) => [label, commandLinkText(commandLink)])).toEqual([
    ['Allow', '/privacy consent answer:allow server:server-1'],
    ['Decline', '/privacy consent answer:decline server:server-1'],
  ])
})

test('an owner is asked once, however many workers look how often', async () => {
  await ask('mia')
  await Promise.all([send(), send(), send()])
  world.clock.advance(60_000)
  await send()
  expect(asked()).toEqual(['mia'])
  expect(await world.consents.due()).toEqual([])
})

test('a question of a process that died is finished by another, once', async () => {
  await ask('mia')
  const dying = { ...world.consents, end: () => Promise.reject(new Error('died')) }
  await expect(send(dying)).rejects.toThrow('died')
  await send()
  world.clock.advance(20_000)
  await send()
  expect(asked()).toEqual(['mia'])
  expect(await world.consents.due()).toEqual([])
})

test('an owner who takes no direct messages is left alone, and keeps no other', async () => {
  await ask('mia')
  await ask('zoe')
  platform.failNext('direct', 'cannot_post')
  await send()
  expect(asked()).toEqual(['zoe'])
  expect(await world.consents.due()).toEqual([])
  expect(log.warnings()).toEqual([])
})

test('a question waits for a chat that is away', async () => {
  await ask('mia')
  platform.failNext('direct', 'platform_unavailable')
  await expect(send()).rejects.toThrow('scripted')
  world.clock.advance(20_000)
  await send()
  expect(asked()).toEqual(['mia'])
})

test('a question is left to the processes that serve its chat', async () => {
  await ask('mia')
  await send(world.consents, [])
  expect(asked()).toEqual([])
  expect(await world.consents.due()).toHaveLength(1)
})

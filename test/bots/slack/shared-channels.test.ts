import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { type Bot, startBot } from './bot.ts'

// People of another workspace, in a channel that is shared with it: https://docs.slack.dev/apis/slack-connect

let bot: Bot
beforeEach(async () => {
  bot = await startBot('socket')
  await bot.act({ manage: { what: 'share channel' } }, undefined, bot.standIn.addresses.adminId)
})
afterEach(() => bot.stop())

const accepted: Answer = {
  kind: 'accepted',
  jobId: 'b00xjob',
  message: {
    ...plainMessage('Queued', 'working'),
    blocks: [
      {
        kind: 'buttons',
        buttons: [
          {
            label: 'Again',
            style: 'plain',
            commandLink: { command: 'jobs', action: 'again', values: { job: 'b00xjob' } },
          },
        ],
      },
    ],
  },
}

const guest = () => bot.standIn.addresses.secondTeam.memberId
const asGuest = (deed: Deed) => bot.act(deed, undefined, guest())
/** What only the guest sees. */
const told = () =>
  bot.seen(guest(), bot.standIn.addresses.channelId).filter(({ seenBy }) => seenBy === guest())
const refused = expect.stringContaining('I only work for members of my own workspace')

const postJob = async (): Promise<string> => {
  bot.answerWith(() => accepted)
  await bot.act({ command: '/remix a sea shanty key:a' })
  await bot.until(() => bot.recorded.acknowledged.length === 1)
  return bot.seen().find(({ text }) => text.includes('Queued'))?.id ?? ''
}

test('a guest who presses a button asks for nothing, and is told why', async () => {
  const message = await postJob()
  await asGuest({ press: { message, button: 'Again' } })
  await bot.until(() => told().length === 1)
  expect(told()).toMatchObject([{ text: refused }])
  expect(bot.recorded.invocations).toHaveLength(1)
  bot.answerWith(() => ({ kind: 'message', message: plainMessage('Here you are'), seenBy: 'member' }))
  await bot.act({ press: { message, button: 'Again' } })
  await bot.until(() => bot.recorded.invocations.length === 2)
})

test.each([
  ['in words, which name the workspace', undefined],
  ['with a file, where no workspace is named', [{ name: 'clip.mp3', base64: 'SUQzAAAA' }]],
])('a guest who mentions it asks for nothing: %s', async (_, files) => {
  await asGuest({ say: '@Tunesmith music a sea shanty', ...(files && { files }) })
  await bot.until(() => told().length === 1)
  expect(told()).toMatchObject([{ text: refused }])
  expect(bot.recorded.invocations).toEqual([])
})

const clip = (name: string) => ({ say: 'listen', files: [{ name, base64: 'SUQzAAAA' }] })
const seenBy = () => bot.recorded.sightings.map(({ target }) => target.member)

test('clips that a guest posts are not remembered, while those of members are', async () => {
  const { memberId, adminId, channelId } = bot.standIn.addresses
  const { event: message } = await bot.act(clip('tide.mp3'))
  await bot.until(() => bot.recorded.sightings.length === 1)
  const forward = { forward: { message, to: channelId } }
  await asGuest(forward)
  await bot.act(forward, undefined, adminId)
  await bot.until(() => bot.recorded.sightings.length > 1)
  await asGuest({ say: '@Tunesmith music' })
  await bot.until(() => told().length === 1)
  expect(seenBy()).toEqual([memberId, adminId])
})

test('clips of somebody that Slack tells nothing about are not remembered, and the next time they are', async () => {
  bot.standIn.faults.add({ method: 'users.info', answer: 'internal_error', times: 1 })
  await bot.act(clip('first.mp3'))
  await bot.until(() => bot.log.warnings().length > 0)
  await bot.act(clip('second.mp3'))
  await bot.until(() => bot.recorded.sightings.length > 0)
  expect(bot.recorded.sightings).toMatchObject([{ clips: [{ name: 'second.mp3' }] }])
})

/** Calls that look at what a message points at. */
const looks = () =>
  bot.wire.since(0).filter(({ summary }) => /^(conversations\.replies|files\.info) /.test(summary))

test.each<[string, (message: string) => Promise<unknown>]>([
  ['in its thread', (replyTo) => asGuest({ say: '@Tunesmith remix as jazz', replyTo })],
  ['in their own message', () => asGuest({ ...clip('theirs.mp3'), say: '@Tunesmith remix as jazz' })],
])('nothing is looked up of what a guest points at %s', async (_, point) => {
  const { event: message } = await asGuest(clip('theirs.mp3'))
  await point(message)
  await bot.until(() => told().length === 1)
  expect(looks()).toEqual([])
})

test('nobody that a guest names is looked up, and only the guest is', async () => {
  await asGuest({ say: '@Tunesmith music for @Ada', files: [{ name: 'clip.mp3', base64: 'SUQzAAAA' }] })
  await bot.until(() => told().length === 1)
  const asked = bot.wire.since(0).flatMap(({ detail }) => {
    const { method, arguments: named } = {
      ...(detail as { method?: string; arguments?: object } | undefined),
    }
    return method === 'users.info' ? [named] : []
  })
  expect(asked).toMatchObject([{ user: guest() }])
})

test.each<[string, (message: string) => Deed]>([
  ['in its thread', (replyTo) => ({ say: '@Tunesmith remix as jazz', replyTo })],
  ['in its menu', (message) => ({ action: { name: 'Remix this clip', message } })],
])('what a member points at %s is looked up once they are let in, and not before', async (_, point) => {
  bot.answerWith(() => ({ kind: 'message', message: plainMessage('You are blocked.'), seenBy: 'member' }))
  const { event: message } = await asGuest(clip('theirs.mp3'))
  bot.recorded.letNobodyIn()
  await bot.act(point(message))
  await bot.until(() => bot.seen().some(({ text }) => text.includes('You are blocked.')))
  expect(looks()).toEqual([])
  bot.recorded.letAllIn()
  await bot.act(point(message))
  await bot.until(() => bot.recorded.invocations.length === 2)
  expect(bot.recorded.invocations.at(-1)?.pointedAt).toMatchObject([
    { message, files: [{ name: 'theirs.mp3' }] },
  ])
  expect(looks().length).toBeGreaterThan(0)
})

test('nobody is served that Slack tells nothing about, and the next time they are', async () => {
  bot.answerWith(() => ({ kind: 'message', message: plainMessage('Here you are'), seenBy: 'all' }))
  bot.standIn.faults.add({ method: 'users.info', answer: 'internal_error', times: 1 })
  const file = [{ name: 'clip.mp3', base64: 'SUQzAAAA' }]
  const { memberId } = bot.standIn.addresses
  const own = () => bot.seen().filter(({ seenBy }) => seenBy === memberId)
  await bot.act({ say: '@Tunesmith music a sea shanty', files: file })
  await bot.until(() => own().length === 1)
  expect(own()).toMatchObject([
    { text: expect.stringContaining("Slack didn't say which workspace you're from") },
  ])
  expect(bot.recorded.invocations).toEqual([])
  await bot.act({ say: '@Tunesmith music a sea shanty', files: file })
  await bot.until(() => bot.recorded.invocations.length === 1)
})

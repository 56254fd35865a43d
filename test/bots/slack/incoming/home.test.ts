import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HomeSection } from '../../../../src/core/command/home.ts'
import { type Block, plainMessage } from '../../../../src/core/message/message.ts'
import { type Bot, hasUnanswered, startBot } from '../bot.ts'

let bot: Bot

beforeEach(async () => {
  bot = await startBot('socket')
})
afterEach(async () => {
  await bot.stop()
  expect(bot.log.warnings()).toEqual([])
})

const button = {
  label: 'Make a song',
  style: 'plain',
  commandLink: { command: 'remix', action: undefined, values: {} },
} as const
const sections: readonly HomeSection[] = [
  {
    title: 'Tunesmith',
    message: { ...plainMessage('Say a few words.'), blocks: [{ kind: 'buttons', buttons: [button] }] },
  },
  { title: 'Your credits', message: plainMessage('You have 4.90 credits left.') },
]

interface Published {
  method: string
  answer: { view: { id: string; type: string; blocks: readonly { type: string; text?: { text: string } }[] } }
}

const published = (): readonly Published[] =>
  bot.wire.since(0).flatMap(({ detail }) => {
    const entry = detail as Published | undefined
    return entry?.method === 'views.publish' ? [entry] : []
  })

const visit = async (tab: 'home' | 'messages' = 'home') => {
  const before = published().length
  await bot.act({ visit: tab })
  if (tab === 'home') await bot.until(() => published().length > before)
  return published().at(-1)?.answer.view
}

test('a home tab is shown as it is at each visit, as the workspace has it for the member', async () => {
  const { teamId, memberId } = bot.standIn.addresses
  bot.recorded.homeShows(sections)
  const view = await visit()
  expect(view?.type).toBe('home')
  const headers = view?.blocks.flatMap(({ type, text }) => (type === 'header' ? [text?.text] : []))
  expect(headers).toEqual(['Tunesmith', 'Your credits'])
  expect(JSON.stringify(view?.blocks)).toContain('You have 4.90 credits left.')
  expect(bot.recorded.homes).toMatchObject([
    { isAdmin: false, target: { server: teamId, member: memberId, channel: expect.stringMatching(/^D/) } },
  ])
  bot.recorded.homeShows(sections.slice(0, 1))
  expect((await visit())?.blocks.filter(({ type }) => type === 'header')).toHaveLength(1)
})

test('a list whose heading says all stands right below it', async () => {
  const blocks: Block[] = [{ kind: 'facts', facts: [{ label: 'Voice', value: 'Ada' }] }]
  bot.recorded.homeShows([{ title: 'Your defaults', message: { text: '', tone: 'info', blocks } }])
  expect((await visit())?.blocks.map(({ type }) => type)).toEqual(['header', 'rich_text'])
})

test('a member who is shut out is shown that once a minute', async () => {
  const shows = (text: string) =>
    bot.recorded.homeShows([{ title: 'Tunesmith', message: plainMessage(text, 'failed'), isShutOut: true }])
  const texts = () => published().map(({ answer }) => JSON.stringify(answer.view.blocks))
  shows('Not now.')
  await visit()
  await bot.act({ visit: 'home' })
  await bot.until(() => bot.recorded.homes.length === 2)
  await bot.until(() => !hasUnanswered(bot.wire))
  bot.clock.advance(60_000)
  shows('Not now either.')
  await bot.act({ visit: 'home' })
  await bot.until(() => texts().some((text) => text.includes('Not now either.')))
  expect(published()).toHaveLength(2)
})

test('the other tab is left alone', async () => {
  await visit('messages')
  await visit()
  expect(published()).toHaveLength(1)
})

test('more than a home tab takes is cut', async () => {
  bot.recorded.homeShows(
    Array.from({ length: 60 }, () => sections[1] ?? { title: '', message: plainMessage('') }),
  )
  expect((await visit())?.blocks).toHaveLength(100)
})

test('a button there is for the workspace, and its answer comes to the member alone', async () => {
  const { teamId, memberId } = bot.standIn.addresses
  bot.recorded.homeShows(sections)
  const { id = '' } = (await visit()) ?? {}
  bot.answerWith(() => ({ kind: 'message', message: plainMessage('Not enough credits.'), seenBy: 'member' }))
  await bot.act({ press: { message: id, button: 'Make a song' } })
  await bot.until(() => bot.seen().some(({ text }) => text.includes('Not enough credits.')))
  expect(bot.recorded.invocations.at(-1)).toMatchObject({
    command: 'remix',
    values: { seen_by: 'me' },
    target: { server: teamId, member: memberId, channel: expect.stringMatching(/^D/) },
  })
  expect(bot.seen().find(({ text }) => text.includes('Not enough'))?.channel).toMatch(/^D/)
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { privately, refusal } from '../../../src/core/command/answer.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { listPage } from '../../support/commands/paged.ts'
import { expectRefusals } from '../../support/sandbox/strict.ts'
import { type Bot, modes, startBot } from './bot.ts'

// What becomes of a page when a button below it asks for another one.

let bot: Bot
afterEach(() => bot.stop())

const containing = (text: string) => expect.stringContaining(text)

describe.each(modes)('over %s', (mode) => {
  beforeEach(async () => {
    bot = await startBot(mode)
  })
  const addresses = () => bot.standIn.addresses
  const ofBot = () => bot.seen().filter(({ authorId }) => authorId !== addresses().memberId)
  const shows = (text: string) => ofBot().some((message) => message.text.includes(text))

  /** The first page, as a command shows it, or whatever else is done for it. */
  const opened = async (deed: Parameters<Bot['act']>[0] = { command: '/help' }, channel?: string) => {
    bot.answerWith(() => listPage(1))
    await bot.act(deed, channel)
    await bot.until(() => shows('Page 1.'))
    return ofBot()[0]?.id ?? ''
  }

  const pressNext = (message: string, channel?: string) =>
    bot.act({ press: { message, button: 'Next' } }, channel)

  test('a page takes the place of the one before, and so on, for the same reader alone', async () => {
    const message = await opened()
    for (const page of [2, 3]) {
      bot.answerWith(() => listPage(page, true))
      await pressNext(message)
      await bot.until(() => shows(`Page ${page}.`))
      expect(ofBot()).toMatchObject([
        {
          id: message,
          text: containing(`Page ${page}.`),
          seenBy: addresses().memberId,
          edits: page - 1,
          buttons: [{ label: 'Next' }],
        },
      ])
    }
    expect(bot.recorded.invocations.at(-1)).toMatchObject({ command: 'voices', values: { page: '3' } })
  })

  test('a page in a thread turns there', async () => {
    const { event: head } = await bot.act({ say: 'listen' })
    const message = await opened({ say: '@Tunesmith help', replyTo: head })
    bot.answerWith(() => listPage(2, true))
    await pressNext(message)
    await bot.until(() => shows('Page 2.'))
    expect(ofBot()).toMatchObject([{ id: message, replyTo: head, seenBy: addresses().memberId }])
  })

  test('a page that is asked for twice at once is there once', async () => {
    const message = await opened()
    bot.answerWith(() => listPage(2, true))
    await Promise.all([pressNext(message), pressNext(message)])
    await bot.until(() => ofBot()[0]?.edits === 2)
    expect(ofBot()).toMatchObject([{ id: message, text: containing('Page 2.') }])
  })

  test('a page turns in direct messages, where all there is can be seen by one person alone', async () => {
    const { memberId } = addresses()
    const direct = `D${memberId.slice(1)}`
    await bot.act({ visit: 'messages' })
    const message = await opened({ say: 'voices' }, direct)
    bot.answerWith(() => listPage(2, true))
    await pressNext(message, direct)
    await bot.until(() => shows('Page 2.'))
    expect(ofBot()).toMatchObject([{ id: message, text: containing('Page 2.') }])
  })

  test('a page that all can see stays, and the member who presses has one of their own', async () => {
    bot.answerWith(() => ({ ...listPage(1), seenBy: 'all' }) as ReturnType<typeof listPage>)
    await bot.act({ command: '/help' })
    await bot.until(() => shows('Page 1.'))
    bot.answerWith(() => listPage(2, true))
    await pressNext(ofBot()[0]?.id ?? '')
    await bot.until(() => shows('Page 2.'))
    expect(ofBot()).toMatchObject([
      { seenBy: 'all', text: containing('Page 1.'), edits: 0 },
      { seenBy: addresses().memberId, text: containing('Page 2.') },
    ])
  })

  test.each([
    ['a refusal', refusal('There are no more voices.'), 'no more voices'],
    ['what is no page', privately(plainMessage('Your default.')), 'Your default'],
  ])('%s takes no place of a page', async (_, answer, text) => {
    const message = await opened()
    bot.answerWith(() => answer)
    await pressNext(message)
    await bot.until(() => shows(text))
    expect(ofBot()).toMatchObject([
      { id: message, text: containing('Page 1.'), buttons: [{ label: 'Next' }] },
      { text: containing(text), seenBy: addresses().memberId },
    ])
  })

  test('a page that is requested by a command is a new message', async () => {
    const message = await opened()
    bot.answerWith(() => listPage(2))
    await bot.act({ command: '/help' })
    await bot.until(() => shows('Page 2.'))
    expect(ofBot()).toMatchObject([{ id: message, text: containing('Page 1.') }, { edits: 0 }])
  })

  test('a page whose place is gone meanwhile is a message of its own', async () => {
    const direct = `D${addresses().memberId.slice(1)}`
    await bot.act({ visit: 'messages' })
    const message = await opened({ say: 'voices' }, direct)
    bot.answerWith(async () => {
      const headers = { authorization: `Bearer ${addresses().botToken}` }
      const body = new URLSearchParams({ channel: direct, ts: message })
      await fetch(`${addresses().api}chat.delete`, { method: 'POST', headers, body })
      return listPage(2, true)
    })
    expectRefusals('response URL: message_not_found')
    await pressNext(message, direct)
    await bot.until(() => shows('Page 2.'))
    expect(ofBot()).toMatchObject([{ id: message, state: 'deleted' }, { text: containing('Page 2.') }])
  })

  test('a page that Slack does not take is only logged, and the one before stays', async () => {
    const message = await opened()
    bot.answerWith(() => listPage(2, true))
    bot.standIn.faults.add({ method: 'response_url', answer: 'http 500' })
    const pressing = pressNext(message)
    await bot.until(() => bot.recorded.invocations.length === 2)
    await bot.slack.stop('all')
    bot.clock.advance(3_000)
    await pressing
    expect(bot.log.warnings()).toContain('an answer did not reach Slack')
    expect(ofBot()).toMatchObject([{ id: message, text: containing('Page 1.') }])
  })
})

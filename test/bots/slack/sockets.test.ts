import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '../../../src/core/command/answer.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { type Bot, startBot } from './bot.ts'

// https://docs.slack.dev/apis/events-api/using-socket-mode#disconnect

const accepted: Answer = { kind: 'accepted', jobId: 'b00xjob', message: plainMessage('Queued', 'working') }
const mention = { say: '@Tunesmith remix a shanty' }

let bot: Bot
beforeEach(async () => {
  bot = await startBot('socket', 'for the clock')
})
afterEach(() => bot.stop())

const count = (pattern: RegExp) => bot.wire.since(0).filter(({ summary }) => pattern.test(summary)).length
const opened = () => count(/^apps.connections.open ok/)
const acknowledged = () => count(/^acknowledged event app_mention/)
const told = () => count(/^events_api: event app_mention/)

/** A mention that waits for its answer; the returned function gives it. */
const mentionInHand = async (): Promise<() => void> => {
  const gate = Promise.withResolvers<Answer>()
  bot.answerWith(() => gate.promise)
  await bot.act(mention)
  await bot.until(() => bot.recorded.invocations.length === 1)
  return () => gate.resolve(accepted)
}

const expectOneRequest = async (): Promise<void> => {
  await bot.until(() => bot.recorded.acknowledged.length === 1 && acknowledged() > 0)
  expect(bot.recorded.invocations).toHaveLength(1)
  expect(bot.seen().filter(({ text }) => text.includes('Queued'))).toHaveLength(1)
}

const askHelp = async (): Promise<void> => {
  bot.answerWith(() => ({ kind: 'message', message: plainMessage('Here I am'), seenBy: 'member' }))
  await bot.act({ command: '/help' })
  expect(bot.seen().filter(({ text }) => text.includes('Here I am'))).toHaveLength(1)
}

describe('row 12, a socket that Slack is about to close', () => {
  test('is kept until the next is open, and what it brought is acknowledged over it', async () => {
    const answer = await mentionInHand()
    bot.standIn.faults.add({ socket: 'warning' })
    await bot.until(() => opened() === 2)
    answer()
    await expectOneRequest()
    expect(told()).toBe(1)
    await askHelp()
    bot.clock.advance(10_000)
    expect(bot.slack.problem()).toBeUndefined()
    await bot.slack.connect() // what the end of the old one brings about has happened by then
    expect(opened()).toBe(2)
  })
})

describe('a socket that Slack closes at once', () => {
  test('ends the job of a command that could not be acknowledged: Slack shows it as failed', async () => {
    const gate = Promise.withResolvers<Answer>()
    bot.answerWith(() => gate.promise)
    const acting = bot.act({ command: '/remix a shanty' })
    await bot.until(() => bot.recorded.invocations.length === 1)
    bot.standIn.faults.add({ socket: 'drop' })
    await bot.until(() => opened() === 2)
    gate.resolve(accepted)
    await bot.until(() => bot.recorded.acknowledged.length === 1)
    expect(bot.recorded.acknowledged).toEqual([{ jobId: 'b00xjob', acknowledgement: { kind: 'too_late' } }])
    bot.clock.advance(3_000)
    await acting
    expect(bot.seen().filter(({ text }) => text.includes('Queued'))).toEqual([])
  })

  test.each(['refresh', 'disconnect', 'drop'] as const)(
    '(%s) loses no request: what it took comes again over the next, and is one request',
    async (socket) => {
      const answer = await mentionInHand()
      bot.standIn.faults.add({ socket })
      await vi.waitFor(() =>
        expect(bot.log.lines.at(-1)).toMatchObject({ message: 'connected to Slack again' }),
      )
      bot.clock.advance(3_000) // nobody acknowledged it
      await bot.until(() => told() === 2)
      answer()
      await expectOneRequest()
      await askHelp()
    },
  )
})

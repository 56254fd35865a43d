import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../src/core/command/answer.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { expectRefusals } from '../../support/sandbox/strict.ts'
import { type Bot, modes, startBot } from './bot.ts'

// What Slack has told once is never lost: it is acknowledged when it is kept, and
// what is told again is one request.

const accepted: Answer = { kind: 'accepted', jobId: 'b00xjob', message: plainMessage('Queued', 'working') }
const mention = { say: '@Tunesmith remix a shanty' }

let bot: Bot
afterEach(() => bot.stop())

const acknowledgements = () =>
  bot.wire.since(0).filter(({ kind, summary }) => kind === 'ack' && summary.includes('app_mention')).length
const deliveries = () =>
  bot.wire.since(0).filter(({ kind, summary }) => kind === 'event' && summary.includes('app_mention')).length
const queued = () => bot.seen().filter(({ text, state }) => text.includes('Queued') && state === 'shown')

describe.each(modes)('over %s, a mention', (mode) => {
  beforeEach(async () => {
    bot = await startBot(mode)
  })

  test('is acknowledged once it is kept, and before its answer is shown', async () => {
    const gate = Promise.withResolvers<Answer>()
    bot.answerWith(() => gate.promise)
    await bot.act(mention)
    await bot.until(() => bot.recorded.invocations.length === 1)
    expect(acknowledgements()).toBe(0)
    gate.resolve(accepted)
    await bot.until(() => bot.recorded.acknowledged.length === 1)
    const order = bot.wire
      .since(0)
      .map(({ summary }) => summary)
      .filter((summary) => /^acknowledged .*app_mention|^chat.postMessage/.test(summary))
    expect(order).toEqual(['acknowledged event app_mention', 'chat.postMessage ok'])
  })

  test('that is told again under another id while it is in hand waits for it, and is one request', async () => {
    const gate = Promise.withResolvers<Answer>()
    bot.answerWith(() => gate.promise)
    bot.standIn.faults.add({ events: 'repeat', id: 'new', times: 10 })
    await bot.act(mention)
    await bot.until(() => deliveries() === 2)
    expect(acknowledgements()).toBe(0)
    gate.resolve(accepted)
    await bot.until(() => acknowledgements() === 2 && bot.recorded.acknowledged.length === 1)
    expect(bot.recorded.invocations).toHaveLength(1)
    expect(queued()).toHaveLength(1)
  })

  test('that another process is answering is looked for, and of two messages the job’s own stays', async () => {
    bot.answerWith(() => ({ ...accepted, isRepeat: true }))
    const { channelId: channel } = bot.standIn.addresses
    bot.recorded.jobsHave({ platform: 'slack', channel, message: '1.000001' })
    await bot.act(mention)
    await bot.until(() => bot.wire.since(0).some(({ summary }) => summary === 'chat.delete ok'))
    expect(queued()).toEqual([])
  })

  test('whose job has no message since Slack takes none for now is taken anyway', async () => {
    bot.answerWith(() => accepted)
    const busy = { answer: 'ratelimited', retryAfterSeconds: 30, times: 9 }
    for (const method of ['chat.postMessage', 'chat.postEphemeral'])
      bot.standIn.faults.add({ method, ...busy })
    await bot.act(mention)
    await bot.until(() => bot.recorded.acknowledged.length === 1)
    expect(bot.recorded.acknowledged).toEqual([
      { jobId: 'b00xjob', acknowledgement: { kind: 'given', message: undefined } },
    ])
  })

  test('that was answered before is not answered again', async () => {
    bot.answerWith(() => ({
      kind: 'message',
      message: plainMessage('Your request is already on its way.'),
      seenBy: 'member',
      isRepeat: true,
    }))
    await bot.act(mention)
    await bot.until(() => acknowledgements() === 1)
    await bot.slack.stop('listening')
    expect(bot.seen().filter(({ author }) => author.startsWith('Tunesmith'))).toEqual([])
  })

  test('that could not be answered is told again by Slack, and answered then', async () => {
    const answers: (() => Answer)[] = [
      () => {
        throw new Error('scripted')
      },
      () => accepted,
    ]
    bot.answerWith(() => (answers.shift() ?? (() => accepted))())
    if (mode === 'socket') expectRefusals('event app_mention: not acknowledged within 3000 ms')
    else expectRefusals('event app_mention: the request URL answered 500')
    await bot.act(mention)
    await bot.until(() => bot.recorded.invocations.length === 1)
    await bot.slack.connect() // what comes of it has arrived by then
    if (mode === 'socket') bot.clock.advance(3_000)
    await bot.until(() => bot.recorded.acknowledged.length === 1)
    expect(bot.recorded.invocations).toHaveLength(2)
    expect(queued()).toHaveLength(1)
  })
})

describe('of another workspace', () => {
  beforeEach(async () => {
    bot = await startBot('socket')
    bot.standIn.installIn(bot.standIn.addresses.secondTeam.teamId)
  })

  test('a command is told the truth, and asks for nothing', async () => {
    const { channelId, memberId } = bot.standIn.addresses.secondTeam
    await bot.act({ command: '/remix a shanty' }, channelId, memberId)
    await bot.act({ command: '/budget show' }, channelId, memberId)
    expect(bot.seen(memberId, channelId).map(({ text }) => text)).toEqual([
      expect.stringContaining('I belong to another workspace'),
      expect.stringContaining('I belong to another workspace'),
    ])
    expect(bot.recorded.invocations).toEqual([])
  })

  test('a mention asks for nothing', async () => {
    const { channelId, memberId } = bot.standIn.addresses.secondTeam
    expectRefusals('chat.postEphemeral: channel_not_found')
    await bot.act(mention, channelId, memberId)
    await bot.until(() => acknowledgements() === 1)
    await bot.slack.stop('listening')
    expect(bot.log.warnings()).toEqual(['an answer did not reach Slack'])
    expect(bot.recorded.invocations).toEqual([])
  })
})

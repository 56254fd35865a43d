import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWeb } from '../../../src/bots/slack/outgoing/web.ts'
import { AppError } from '../../../src/core/errors.ts'
import { plainMessage, type ResultMessage } from '../../../src/core/message/message.ts'
import type { MessageRef } from '../../../src/core/target.ts'
import { type Bot, startBot } from './bot.ts'

// A failure that must be survived: Slack sends everything away for a minute.
// https://docs.slack.dev/apis/web-api/rate-limits/#responding-to-rate-limiting-conditions

const stormMs = 60_000
const limited = [
  ...['chat.postMessage', 'chat.update', 'chat.postEphemeral', 'conversations.history', 'conversations.info'],
  ...['conversations.replies', 'files.getUploadURLExternal', 'files.completeUploadExternal', 'files.info'],
  ...['users.info', 'views.open'],
]

let bot: Bot
beforeEach(async () => {
  bot = await startBot('socket', 'for the clock')
})
afterEach(() => bot.stop())

const waitMs = (spanMs: number) =>
  new Promise<void>((resolve) => bot.clock.at(bot.clock.now() + spanMs, resolve))

/** One call there and back, in which everything that is on its way arrives. */
const roundTrip = () => {
  const { botToken: token, api: apiUrl } = bot.standIn.addresses
  return createWeb({ token, apiUrl }).auth.test()
}

/** Lets time pass in steps, each with what comes of it, until something holds. */
const passUntil = async (holds: () => boolean) => {
  while (!holds()) {
    bot.clock.advance(1_000)
    await roundTrip()
  }
}

const startStorm = (retryAfterSeconds: number) => {
  for (const method of limited)
    bot.standIn.faults.add({ method, answer: 'ratelimited', retryAfterSeconds, times: 1_000 })
  const state = { isOver: false }
  bot.clock.at(bot.clock.now() + stormMs, () => {
    bot.standIn.faults.clear()
    state.isOver = true
  })
  return state
}

let jobs = 0
const ask = async (): Promise<string> => {
  jobs += 1
  const jobId = `b00xjob${jobs}`
  bot.answerWith(() => ({ kind: 'accepted', jobId, message: plainMessage(`Queued ${jobId}`, 'working') }))
  const asked = bot.recorded.invocations.length
  // What the member sees at last may take its time, which only passes where a test lets it.
  void bot.act({ command: '/remix a sea shanty' })
  await bot.until(() => bot.recorded.invocations.length > asked)
  return jobId
}
const outcomeOf = (jobId: string) =>
  bot.recorded.acknowledged.find((entry) => entry.jobId === jobId)?.acknowledgement
const placeholderOf = async (jobId: string): Promise<MessageRef> => {
  await passUntil(() => outcomeOf(jobId) !== undefined)
  const outcome = outcomeOf(jobId)
  if (outcome?.kind !== 'given' || outcome.message === undefined) throw new Error('there is no message')
  return outcome.message
}

const lyrics = 'heave '.repeat(300)
const resultOf = (jobId: string): ResultMessage => ({
  text: `The song of ${jobId}`,
  tone: 'done',
  blocks: [{ kind: 'document', name: `${jobId}.txt`, text: lyrics }],
})

/** Shows the result as a worker does: what may succeed later is tried again, ever more rarely. */
const deliver = async (ref: MessageRef, jobId: string): Promise<void> => {
  const notes: Record<string, string> = {}
  const note = async (name: string, value: string) => {
    notes[name] = value
  }
  for (let pauseMs = 2_000; ; pauseMs *= 2) {
    try {
      const attempt = {
        key: jobId,
        notes,
        note,
        askedAtMs: bot.clock.now(),
        fileBytesMax: 1_000_000,
        linksAllowed: pauseMs > 8_000,
      }
      await bot.slack.edit(ref, resultOf(jobId), attempt)
      return
    } catch (error) {
      if (!(error instanceof AppError && error.retryable)) throw error
      await waitMs(pauseMs)
    }
  }
}

const ours = () =>
  bot.seen().filter(({ author, state }) => author.startsWith('Tunesmith') && state === 'shown')
/** The request goes on without a message in the channel. */
const takenAlone = { kind: 'given', message: undefined }
const toldOfBusyChannel = () => ours().filter(({ text }) => text.includes('This channel is busy'))
const sentAway = () =>
  bot.wire.since(0).filter(({ summary }) => summary.includes('fault: ratelimited')).length

test.each([2, 7, 30])(
  'in a minute of 429 that asks for %i seconds each time, every command is acknowledged, and no result is lost or shown twice',
  async (retryAfterSeconds) => {
    const running = [await ask(), await ask(), await ask()]
    const refs = []
    for (const jobId of running) refs.push(await placeholderOf(jobId))

    const storm = startStorm(retryAfterSeconds)
    const left = new Set(running)
    for (const [index, jobId] of running.entries()) {
      const ref = refs[index]
      if (ref !== undefined) void deliver(ref, jobId).then(() => left.delete(jobId))
    }
    const unposted: string[] = []
    for (let asked = 0; asked < 5; asked += 1) {
      const jobId = await ask()
      unposted.push(jobId)
      await passUntil(() => outcomeOf(jobId) !== undefined)
    }
    await passUntil(() => storm.isOver && left.size === 0)

    for (const jobId of unposted) expect(outcomeOf(jobId)).toEqual(takenAlone)
    expect(toldOfBusyChannel()).toHaveLength(unposted.length)
    for (const jobId of running) {
      expect(ours().filter(({ text }) => text.includes(`The song of ${jobId}`))).toHaveLength(1)
      expect(
        ours()
          .flatMap(({ files }) => files)
          .filter(({ name }) => name === `${jobId}.txt`),
      ).toHaveLength(1)
    }
    // Besides those that were on their way together when it began, one call of each kind asks each time.
    const asksAgain = Math.ceil(stormMs / 1_000 / retryAfterSeconds)
    expect(sentAway()).toBeLessThanOrEqual(running.length + 2 * asksAgain)
    const after = await ask()
    await placeholderOf(after)
  },
)

// "One message per second per channel": https://docs.slack.dev/apis/web-api/rate-limits
test('row 35, of many who ask at once in one channel all are taken: messages come one a second, without one 429, and the rest is told in private', async () => {
  const asked: string[] = []
  for (let index = 0; index < 20; index += 1) asked.push(await ask())
  await passUntil(() => asked.every((jobId) => outcomeOf(jobId) !== undefined))
  const outcomes = asked.map(outcomeOf)
  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'given' })
  const alone = outcomes.filter((outcome) => outcome?.kind === 'given' && outcome.message === undefined)
  // Two at once, then two seconds; asking takes a moment, too.
  expect(alone.length).toBeGreaterThan(0)
  expect(alone.length).toBeLessThanOrEqual(16)
  await passUntil(() => toldOfBusyChannel().length === alone.length)
  const times = ours()
    .filter(({ text }) => text.includes('Queued'))
    .map(({ createdAtMs }) => createdAtMs)
  expect(times).toHaveLength(asked.length - alone.length)
  for (const [index, atMs] of times.slice(2).entries())
    expect(atMs - (times[index] ?? 0)).toBeGreaterThan(990)
  expect(sentAway()).toBe(0)
})

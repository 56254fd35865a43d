import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../src/core/command/answer.ts'
import { cancelButton } from '../../../src/core/job/job-buttons.ts'
import { takerFrom } from '../../../src/core/job-id.ts'
import { plainMessage, type ResultMessage } from '../../../src/core/message/message.ts'
import { expectRefusals } from '../../support/sandbox/strict.ts'
import { type Listening, startAnother, startListening } from './listening.ts'

// Two processes with one token hear every event. On one Redis they serve one job; with a Redis each they are two
// copies, which would buy every request twice.

const jobId = 'b07x0123456789abcdefghijklmno'
const callback = 'POST /interactions/:interactionId/:token/callback'
const original = 'GET /webhooks/:applicationId/:token/messages/:messageId'
const [first, second] = [takerFrom(0.1), takerFrom(0.9)]

let at: Listening
let late: Awaited<ReturnType<typeof startAnother>>

beforeEach(async () => {
  at = await startListening()
  late = await startAnother(at)
})
afterEach(async () => {
  await late.discord.stop('all')
  await at.stop()
  expect(at.log.warnings()).toEqual([])
  expect(at.log.errors()).toEqual([])
})

const queued = (text: string): ResultMessage => ({
  ...plainMessage(text, 'working'),
  blocks: [{ kind: 'buttons', buttons: [cancelButton({ id: jobId, state: 'requested' })] }],
})
const accepted = (taker: number | undefined, text: string): Answer => ({
  kind: 'accepted',
  jobId,
  taker,
  message: queued(text),
})
const unanswered = () => expectRefusals(/callback.*: 400 40060 /)

/** The other bot answers once the first has, and with this. */
const lateAnswersWith = (answer: Answer, once: string): void =>
  late.recording.answerWith(async () => {
    await at.sees(once)
    return answer
  })
const refused = async (what: RegExp): Promise<void> => {
  for (;;) {
    const entries = at.wire.since(0)
    if (entries.some(({ summary }) => what.test(summary))) return
    await at.wire.changed(entries.at(-1)?.id ?? 0)
  }
}
const lateHears = async (): Promise<unknown> => {
  while (late.recording.acknowledged.length === 0) await late.recording.changed()
  return late.recording.acknowledged[0]?.acknowledgement
}

const ways = [
  ['a command', { command: '/remix', options: { prompt: 'as jazz' } }, unanswered],
  ['a mention', { say: '@Tunesmith music a sea shanty' }, () => undefined],
] as const

describe.each(ways)('of %s that two processes hear', (_what, deed, refusals) => {
  test('the one with another Redis starts nothing, and says what to do', async () => {
    refusals()
    at.answerWith(accepted(first, 'Queued here.'))
    lateAnswersWith(accepted(second, 'Queued there.'), 'Queued here.')
    await at.act(deed)
    expect(await lateHears()).toEqual({ kind: 'too_late' })
    const [error = ''] = late.log.errors()
    expect(error).toMatch(/another copy of Tunesmith .* stop one of them/)
    expect(late.discord.problem()).toBe(error)
    expect(late.log.warnings()).toEqual([])
    await at.discord.stop('listening')
    expect(at.acknowledged).toMatchObject([{ acknowledgement: { kind: 'given', message: {} } }])
  })

  test.each([
    ['the one on the same Redis', first],
    ['the one whose job is of an earlier version', undefined],
  ])('%s starts the same job quietly', async (_process, taker) => {
    refusals()
    at.answerWith(accepted(first, 'Queued.'))
    lateAnswersWith(accepted(taker, 'Queued.'), 'Queued.')
    await at.act(deed)
    expect(await lateHears()).toMatchObject({ kind: 'given' })
    expect([...late.log.errors(), ...late.log.warnings()]).toEqual([])
    expect(late.discord.problem()).toBeUndefined()
  })
})

test('a mention whose job another process has begun is answered once', async () => {
  at.answerWith(accepted(first, 'Queued.'))
  const repeated = { kind: 'message', message: plainMessage('On its way.'), seenBy: 'member' } as const
  lateAnswersWith({ ...repeated, isRepeat: true }, 'Queued.')
  const { event } = await at.act({ say: '@Tunesmith music a sea shanty' })
  while (late.recording.invocations.length === 0) await late.recording.changed()
  await late.discord.stop('listening')
  const replies = at.standIn.people.messages({}).filter(({ replyTo }) => replyTo === event)
  expect(replies.map(({ text }) => text)).toEqual(['Queued.'])
})

test('a job that this process began ends where another on the same Redis has refused the request', async () => {
  unanswered()
  at.answerWith({ kind: 'message', seenBy: 'member', message: plainMessage("I couldn't answer in time.") })
  lateAnswersWith(accepted(first, 'Queued.'), "I couldn't answer in time.")
  await at.act({ command: '/remix', options: { prompt: 'as jazz' } })
  expect(await lateHears()).toEqual({ kind: 'too_late' })
  expect([...late.log.errors(), ...late.log.warnings()]).toEqual([])
})

test('another copy is found by an answer that one member alone sees, too', async () => {
  unanswered()
  at.answerWith({ kind: 'accepted', jobId, taker: first, isPrivate: true, message: queued('For you.') })
  lateAnswersWith(
    { kind: 'accepted', jobId, taker: second, isPrivate: true, message: queued('For you.') },
    'For you.',
  )
  await at.act({ command: '/remix', options: { prompt: 'as jazz' } })
  expect(await lateHears()).toEqual({ kind: 'too_late' })
})

test('another copy is logged once, and forgotten when nothing was seen of it for ten minutes', async () => {
  expectRefusals(/40060/, /40060/, /40060/)
  const again = async (text: string) => {
    at.answerWith(accepted(first, text))
    lateAnswersWith(accepted(second, text), text)
    late.recording.acknowledged.length = 0
    await at.act({ command: '/remix', options: { prompt: 'as jazz' } })
    await lateHears()
  }
  await again('One.')
  await again('Two.')
  expect(late.log.errors()).toHaveLength(1)
  at.clock.advance(10 * 60_000)
  expect(late.discord.problem()).toBeUndefined()
  await again('Three.')
  expect(late.log.errors()).toHaveLength(2)
})

test('where nobody can tell whose answer there is, that is left open', async () => {
  unanswered()
  at.standIn.faults.add({ respond: { route: original, status: 500, times: 2 } })
  at.answerWith(accepted(first, 'Queued.'))
  lateAnswersWith(accepted(first, 'Queued.'), 'Queued.')
  await at.act({ command: '/remix', options: { prompt: 'as jazz' } })
  expect(await lateHears()).toEqual({ kind: 'unknown' })
  expect(late.log.warnings()).toHaveLength(1)
})

test('our own answer whose reply was lost is given', async () => {
  await late.discord.stop('listening')
  at.standIn.faults.add({ respond: { route: callback, status: 500, after: 'acting' } })
  at.answerWith(accepted(first, 'Queued.'))
  await at.act({ command: '/remix', options: { prompt: 'as jazz' } })
  while (at.acknowledged.length === 0) await new Promise(setImmediate)
  expect(at.acknowledged).toEqual([{ jobId, acknowledgement: { kind: 'given', message: undefined } }])
  expect(at.wire.since(0).filter(({ summary }) => /^GET .*original 200/.test(summary))).toHaveLength(1)
})

test.each([
  ['an answer', async () => at.act({ command: '/help' })],
  [
    'a button of an earlier version',
    async () => {
      const button = { type: 2, style: 1, custom_id: 'from-before', label: 'Old' }
      const id = await at.postRaw({ content: 'x', components: [{ type: 1, components: [button] }] })
      return at.act({ press: { message: id, button: 'Old' } })
    },
  ],
])('%s that another process was quicker with is no trouble', async (_what, act) => {
  unanswered()
  await act()
  await refused(/ 40060 /)
  for (const { discord } of [at, late]) await discord.stop('listening')
  const { log } = late
  expect([...at.log.errors(), ...at.log.warnings(), ...log.errors(), ...log.warnings()]).toEqual([])
})

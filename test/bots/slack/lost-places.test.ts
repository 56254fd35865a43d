import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MessageRef } from '../../../src/core/target.ts'
import { excuseRefusals } from '../../support/sandbox/strict.ts'
import { firstRows } from '../../support/suite/runs.ts'
import { type JobStage, openJobStage } from './job-stage.ts'

// What becomes of a job whose place is lost while the song is made: a message, a word
// in private, or the list of jobs.

let stage: JobStage
let ref: MessageRef
beforeEach(async () => {
  stage = await openJobStage(undefined, true)
  // Each row asks for what cannot be had any more; what is told of it is the verdict.
  excuseRefusals(/^(chat|files|conversations|users)\.\w+: /)
})
afterEach(() => stage.close())

const manage = (what: 'archive channel' | 'delete channel' | 'remove bot') => () =>
  stage.standIn.people.act(stage.standIn.addresses.adminId, stage.target.channel, { manage: { what } })

const unshown = expect.stringContaining("Your song was made, but I couldn't show it where you asked.")
const failed = expect.stringContaining("The audio service couldn't finish it. Nothing was charged.")
const ready = expect.stringContaining('Title 1')
const notice = expect.stringContaining("Here's your song.")
const textsOf = (messages: readonly { text: string }[]) => messages.map(({ text }) => text)

interface Row {
  lose: () => unknown
  state: 'posted' | 'withheld'
  /** What stands in the channel in the end, if people can look there. */
  said: readonly unknown[] | undefined
  words: readonly unknown[]
}

const rows: Readonly<Record<string, Row>> = {
  'the channel is archived: nothing can be edited there any more': {
    lose: manage('archive channel'),
    state: 'withheld',
    said: [expect.stringContaining('Working')],
    words: [unshown],
  },
  'the channel is deleted': {
    lose: manage('delete channel'),
    state: 'withheld',
    said: undefined,
    words: [unshown],
  },
  'the bot is removed from the channel: its own message can still be edited': {
    lose: manage('remove bot'),
    state: 'withheld',
    said: [unshown],
    words: [],
  },
  'the message is deleted: the result comes anyway': {
    lose: () =>
      stage.standIn.people.act(stage.standIn.addresses.adminId, stage.target.channel, {
        delete: { message: ref.message },
      }),
    state: 'posted',
    said: [ready],
    words: [],
  },
  'its message may not be edited any more: the result takes its place': {
    lose: () => stage.standIn.faults.add({ method: 'chat.update', answer: 'missing_scope', times: 10 }),
    state: 'posted',
    said: [ready],
    words: [],
  },
  'its message may not be deleted: it keeps the first line of the result': {
    lose: () => stage.standIn.faults.add({ method: 'chat.delete', answer: 'cant_delete_message' }),
    state: 'posted',
    said: [expect.stringMatching(/^:white_check_mark: .*Title 1.*$/), ready],
    words: [],
  },
  'no file can be shared, and the message is too old to edit: a new one takes its place': {
    lose() {
      stage.standIn.faults.add({ method: 'files.getUploadURLExternal', answer: 'missing_scope', times: 10 })
      stage.standIn.faults.add({ method: 'chat.update', answer: 'edit_window_closed', times: 2 })
    },
    state: 'posted',
    said: [ready],
    words: [],
  },
  'nothing may be uploaded any more: what was made is linked': {
    lose: () =>
      stage.standIn.faults.add({
        method: 'files.getUploadURLExternal',
        answer: 'missing_scope',
        times: 10,
      }),
    state: 'posted',
    said: [expect.stringContaining('https://cdn.example/1.mp3')],
    words: [],
  },
}

describe('row 33, a result whose place is lost', () => {
  test.each(Object.entries(rows))('%s', async (_, { lose, state, said, words }) => {
    const started = await stage.start()
    const { jobId } = started
    ref = started.ref
    await lose()
    await stage.run()
    expect(await stage.world.job(jobId)).toMatchObject({ state, settled: 120_000 })
    if (said !== undefined) expect(textsOf(stage.said())).toEqual(said)
    expect(textsOf(stage.words())).toEqual(words)
    expect(stage.world.service.submissions).toHaveLength(1)
  })
})

describe('while Slack refuses the token', () => {
  const refuse = (answer: string) => () => stage.standIn.faults.add({ token: 'revoke', answer })
  const runFor = (spanMs: number) => stage.world.queue.run(stage.world.clock.now() + spanMs)

  beforeEach(() => excuseRefusals(/^auth\.test: /))

  const losses: readonly [string, () => unknown][] = [
    ['as revoked', refuse('token_revoked')],
    ['since the app is gone', () => stage.standIn.uninstallFrom(stage.target.server)],
    ['as that of an inactive account', refuse('account_inactive')],
    ['as unknown', refuse('invalid_auth')],
  ]

  test.each(firstRows(2, losses))(
    '(%s) a result waits however long that lasts, and readiness says why',
    async (_, lose) => {
      const { jobId } = await stage.start()
      lose()
      await runFor(60 * 60_000)
      expect(await stage.world.job(jobId)).toMatchObject({ state: 'ready', settled: 120_000 })
      expect(textsOf(stage.said())).toEqual([expect.stringContaining('Working')])
      expect(stage.slack.problem()).toMatch(/SLACK_BOT_TOKEN/)
    },
  )

  test.each(firstRows(1, ['invalid_auth', 'token_revoked', 'account_inactive']))(
    'with %s for a moment, the result replaces the message soon after, and nothing is said in private',
    async (answer) => {
      const { jobId } = await stage.start()
      refuse(answer)()
      await runFor(5 * 60_000)
      stage.standIn.faults.clear()
      await runFor(60_000)
      expect(await stage.world.job(jobId)).toMatchObject({ state: 'posted', settled: 120_000 })
      expect(textsOf(stage.said())).toEqual([ready, notice])
      expect(stage.words()).toEqual([])
      expect(stage.slack.problem()).toBeUndefined()
      expect(stage.world.service.submissions).toHaveLength(1)
    },
  )
})

describe('an end without a result whose place is lost', () => {
  const closings: Readonly<Record<string, Omit<Row, 'state'>>> = {
    'the channel is archived': {
      lose: manage('archive channel'),
      said: [expect.stringContaining('Working')],
      words: [failed],
    },
    'the channel is deleted': { lose: manage('delete channel'), said: undefined, words: [failed] },
    'the bot is removed from the channel': { lose: manage('remove bot'), said: [failed], words: [] },
  }

  test.each(Object.entries(closings))('%s', async (_, { lose, said, words }) => {
    stage.world.service.alwaysFind({ status: 'failed', said: undefined })
    const { jobId } = await stage.start()
    await lose()
    await stage.run()
    expect(await stage.world.job(jobId)).toMatchObject({ state: 'failed', toldState: 'failed' })
    if (said !== undefined) expect(textsOf(stage.said())).toEqual(said)
    expect(textsOf(stage.words())).toEqual(words)
  })
})

describe('a word in private', () => {
  // https://docs.slack.dev/reference/methods/chat.postMessage has no key that would keep a second one away.
  const faults = [
    ['whose answer is lost', { answer: 'lost', after: 'acting' }],
    ['that Slack breaks down over', { answer: 'fatal_error', after: 'before' }],
    ['whose answer proves nothing', { answer: 'http 500', after: 'acting' }],
    ['that never leaves', { answer: 'lost', after: 'before' }],
  ] as const

  test.each(firstRows(2, faults))('%s is said once', async (_, fault) => {
    await stage.start()
    await manage('archive channel')()
    stage.standIn.faults.add({ method: 'chat.postMessage', ...fault })
    await stage.run()
    expect(textsOf(stage.words())).toEqual([unshown])
  })

  test('that may have been said is not said again where Slack does not tell', async () => {
    const { jobId } = await stage.start()
    await manage('archive channel')()
    stage.standIn.faults.add({ method: 'chat.postMessage', answer: 'lost', after: 'before' })
    stage.standIn.faults.add({ method: 'conversations.history', answer: 'missing_scope', times: 10 })
    await stage.run()
    expect(await stage.world.job(jobId)).toMatchObject({ state: 'withheld' })
    expect(stage.words()).toEqual([])
  })
})

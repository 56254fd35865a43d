import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { createJobControl } from '../../../src/jobs/worker/control.ts'
import { excuseRefusals } from '../../support/sandbox/strict.ts'
import { oneOfEachKind } from '../../support/suite/runs.ts'
import { type JobStage, openJobStage } from './job-stage.ts'

// Whatever one answer of Slack's comes to on the way to the result: people see it once, and its files once.

let stage: JobStage
/** Whether Slack takes the files; else they are linked. */
let hasFiles = true
beforeAll(async () => {
  stage = await openJobStage(async () => {
    if (!hasFiles) throw new AppError('file_too_large', 'too large')
    return Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(500)])
  })
})
beforeEach(() => {
  hasFiles = true
})
afterAll(() => stage.close())

interface Fault {
  method: string
  answer: string
  after: string
}

const lostBefore = { answer: 'lost', after: 'before' }
const lostAfter = { answer: 'lost', after: 'acting' }
const brokenAfter = { answer: 'http 500', after: 'acting' }
const unreadable = { answer: 'no json', after: 'acting' }
const limited = { answer: 'ratelimited', after: 'before' }

const faultsOf = (method: string, ...answers: readonly Omit<Fault, 'method'>[]): Fault[] =>
  answers.map((answer) => ({ method, ...answer }))

const edited: readonly Fault[] = [
  ...faultsOf('files.getUploadURLExternal', lostAfter, limited),
  ...faultsOf('upload', lostAfter, brokenAfter),
  ...faultsOf('files.completeUploadExternal', lostBefore, lostAfter, brokenAfter, unreadable, limited),
  ...faultsOf('files.info', lostAfter, limited),
  ...faultsOf('chat.update', lostBefore, lostAfter, brokenAfter, limited),
  ...faultsOf('chat.delete', lostBefore, lostAfter, brokenAfter, unreadable, limited),
]
const posted: readonly Fault[] = [
  ...faultsOf('chat.postMessage', lostBefore, lostAfter, brokenAfter, unreadable, limited),
  ...faultsOf('conversations.history', lostAfter, limited),
]

const removed: readonly Fault[] = [
  ...faultsOf('files.info', lostAfter, limited),
  ...faultsOf('files.delete', lostBefore, lostAfter, brokenAfter, limited),
  ...faultsOf('chat.delete', lostBefore, lostAfter, brokenAfter, limited),
]

/** Whether the call that goes wrong had its effect. */
const byEffect = ({ method, after }: Fault): string => `${method} ${after}`

/** A message that everybody sees, so that what comes after it can be told from what was before. */
const markPlace = async (): Promise<string> => {
  const { memberId, channelId } = stage.standIn.addresses
  await stage.standIn.people.act(memberId, channelId, { say: 'now' })
  return stage.standIn.people.messages({ channel: channelId }).at(-1)?.id ?? ''
}

const seenSince = (id: string) => stage.said().filter((message) => Number(message.id) > Number(id))

const expectOnce = async (jobId: string, since: string): Promise<void> => {
  const messages = seenSince(since)
  expect(messages.filter(({ text }) => text.includes('Title 1'))).toHaveLength(1)
  expect(messages.flatMap(({ files }) => files.map(({ name }) => name))).toEqual(
    hasFiles ? ['Title 1 take 1.mp3', 'Title 2 take 2.mp3'] : [],
  )
  expect(messages.filter(({ text }) => text.includes('Working'))).toEqual([])
  expect(stage.words()).toEqual([])
  expect(await stage.world.job(jobId)).toMatchObject({ state: 'posted' })
}

describe('a result is seen once', () => {
  test.each(oneOfEachKind(edited, byEffect))(
    'where $method is answered with $answer ($after)',
    async (fault) => {
      // So Slack says that a file was never shared, or that the message before it is gone.
      excuseRefusals(/^files.info: file_not_found$/, /^chat.delete: message_not_found$/)
      const since = await markPlace()
      const { jobId } = await stage.start()
      stage.standIn.faults.add(fault)
      await stage.run()
      await expectOnce(jobId, since)
      stage.standIn.faults.clear()
    },
  )

  test.each(oneOfEachKind(posted, byEffect))(
    'in a new message where $method is answered with $answer ($after)',
    async (fault) => {
      excuseRefusals(/^chat.update: message_not_found$/)
      hasFiles = false
      const since = await markPlace()
      const { jobId, ref } = await stage.start()
      await stage.slack.remove(ref, {})
      stage.standIn.faults.add(fault)
      await stage.run()
      await expectOnce(jobId, since)
      stage.standIn.faults.clear()
    },
  )

  // The news before it is the first message that the channel has room for.
  test.each(oneOfEachKind([...posted, ...edited], ({ method }) => method))(
    'after a channel without room for a first message where $method is answered with $answer ($after)',
    async (fault) => {
      excuseRefusals(/^files.info: file_not_found$/, /^chat.delete: message_not_found$/)
      const since = await markPlace()
      const jobId = await stage.startUnposted()
      stage.standIn.faults.add(fault)
      await stage.run()
      await expectOnce(jobId, since)
      stage.standIn.faults.clear()
    },
  )
})

describe('a deleted result', () => {
  /** Deletes a result that was shown, and answers with what people still see of it. */
  const deleteWhile = async (fault: object) => {
    const since = await markPlace()
    const { jobId } = await stage.start()
    await stage.run()
    await expectOnce(jobId, since)
    stage.standIn.faults.add(fault)
    await createJobControl(stage.world.deps).remove(await stage.world.job(jobId), stage.target.member)
    await stage.run()
    stage.standIn.faults.clear()
    expect(await stage.world.job(jobId)).toMatchObject({ removal: 'done' })
    return seenSince(since)
  }

  test.each(oneOfEachKind(removed, byEffect))(
    'goes with the messages of its files where $method is answered with $answer ($after)',
    async (fault) => {
      excuseRefusals(/^files\.\w+: file_deleted$/, /^chat\.delete: message_not_found$/) // what went before the fault
      expect(await deleteWhile(fault)).toEqual([])
    },
  )

  test('keeps no file where Slack keeps its messages', async () => {
    const left = await deleteWhile({ method: 'chat.delete', answer: 'no_permission', times: 2 })
    expect(left).toMatchObject([{ text: expect.stringContaining('Title 1'), files: [] }])
  })
})

describe('a job for whose first message the channel has no room', () => {
  // News waits two seconds for its turn, a result ten.
  const noRoomForNews = () =>
    stage.standIn.faults.add({ method: 'chat.postMessage', answer: 'ratelimited', retryAfterSeconds: 9 })
  const calls = (method: string, since: number) =>
    stage.wire.since(since).filter(({ summary }) => summary === `${method} ok`)

  test('gets it with the news, and the result takes its place', async () => {
    const since = stage.wire.since(0).at(-1)?.id ?? 0
    const jobId = await stage.startUnposted()
    await stage.run()
    const { message } = await stage.world.job(jobId)
    expect(stage.said().find(({ id }) => id === message?.message)?.text).toContain('Title 1')
    expect(calls('chat.postMessage', since)).toHaveLength(1)
    expect(calls('chat.delete', since)).toHaveLength(1)
  })

  test('shows its result alone where there is never room before', async () => {
    const place = await markPlace()
    const since = stage.wire.since(0).at(-1)?.id ?? 0
    const jobId = await stage.startUnposted()
    noRoomForNews()
    await stage.run()
    await expectOnce(jobId, place)
    expect(calls('chat.update', since)).toHaveLength(0)
    stage.standIn.faults.clear()
  })

  test('that fails says so once, in the channel where the requester cannot be answered alone any more', async () => {
    excuseRefusals(/^response URL: /)
    const place = await markPlace()
    stage.world.service.lookUpWith({ status: 'failed', said: undefined })
    const jobId = await stage.startUnposted()
    noRoomForNews()
    await stage.run()
    expect(await stage.world.job(jobId)).toMatchObject({ state: 'failed', toldState: 'failed' })
    expect(seenSince(place)).toMatchObject([{ text: expect.stringContaining('Nothing was charged') }])
    expect(stage.words()).toEqual([])
    stage.standIn.faults.clear()
  })
})

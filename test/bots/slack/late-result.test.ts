import { afterAll, beforeAll, expect, test } from 'vitest'
import { finished } from '../../support/service/scripted-audio-service.ts'
import { type JobStage, openJobStage } from './job-stage.ts'

const minuteMs = 60_000
let stage: JobStage
beforeAll(async () => {
  stage = await openJobStage(undefined, true)
})
afterAll(() => stage.close())

const runFor = (minutes: number) => stage.world.queue.run(stage.world.clock.now() + minutes * minuteMs)

test('a result that comes after the notice of its failure is led to by the message that the notice links to', async () => {
  stage.world.service.alwaysFind({ status: 'pending' })
  const { jobId, ref } = await stage.start()
  await runFor(35)
  expect(await stage.world.job(jobId)).toMatchObject({ state: 'expired', message: ref })
  const told = stage.said()
  expect(told).toMatchObject([
    { id: ref.message },
    { replyTo: ref.message, text: expect.stringContaining("I couldn't finish your song.") },
  ])
  stage.world.service.alwaysFind(finished)
  await runFor(15)
  const { state, message } = await stage.world.job(jobId)
  expect(state).toBe('posted')
  const [before, notice, result] = stage.said()
  expect(stage.said()).toHaveLength(3)
  expect(before?.text).toMatch(new RegExp(`\\n\\S+/p${message?.message.replace('.', '')}$`))
  expect(before?.buttons).toEqual([])
  expect(notice?.text).toBe(told[1]?.text)
  expect(result?.id).toBe(message?.message)
  expect(result?.files).not.toEqual([])
  await stage.slack.remove(message ?? ref, (await stage.world.job(jobId)).notes)
  expect(stage.said()).toMatchObject([{ replyTo: ref.message }])
})

test('a result that Slack took and never says is there gets no links beside it: it is hidden, until recovered later', async () => {
  stage.standIn.faults.add({ shares: 'never' })
  stage.world.service.alwaysFind(finished)
  const { jobId, ref } = await stage.start()
  const textOf = () => stage.said().find(({ id }) => id === ref.message)?.text
  await runFor(50)
  expect(await stage.world.job(jobId)).toMatchObject({ state: 'withheld' })
  expect(textOf()).toContain("couldn't show it")
  expect(textOf()).not.toContain('https://')
  await runFor(30)
  stage.clock.advance(30 * minuteMs)
  await stage.world.control.recover(await stage.world.job(jobId))
  await runFor(30)
  expect(await stage.world.job(jobId)).toMatchObject({ state: 'posted' })
  expect(textOf()).toContain('https://')
})

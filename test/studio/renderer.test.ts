import { expect, test } from 'vitest'
import { renderMinutesMax, type Timer } from '../../studio/renderer.ts'
import { startCaller } from './caller.ts'

/** A timer that rings for the first rendering as soon as it has begun, and for no other one. */
const createHandTimer = () => {
  const begun: { afterMs: number; isCancelled: boolean }[] = []
  const timer: Timer = (afterMs, run) => {
    const entry = { afterMs, isCancelled: false }
    begun.push(entry)
    if (begun.length === 1) setImmediate(run)
    return () => {
      entry.isCancelled = true
    }
  }
  return { timer, begun }
}

test('a rendering that does not end is ended: its task fails with the reason, and is paid back', async () => {
  const { timer, begun } = createHandTimer()
  const caller = await startCaller({ renderTimer: timer, musicSeconds: 120, cacheFolder: undefined })
  const { body } = await caller.submit({ prompt: 'a song without an end' })
  expect(await caller.ended(body.task_id)).toMatchObject({
    status: 'ERROR',
    message: `The audio could not be made: it took longer than ${renderMinutesMax} minutes`,
    conversion_path_1: '',
  })
  expect((await caller.control('GET', '/account')).body).toEqual({ balance: 100 })

  const { body: next } = await caller.speak({ text: 'the next one' })
  expect(await caller.ended(next.task_id, 'TEXT_TO_SPEECH')).toMatchObject({ status: 'COMPLETED' })
  expect(begun).toEqual([
    { afterMs: renderMinutesMax * 60_000, isCancelled: true },
    { afterMs: renderMinutesMax * 60_000, isCancelled: true },
  ])
  await caller.close()
})

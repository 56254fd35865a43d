import { expect, test } from 'vitest'
import { createOnce } from '../../../../src/bots/slack/incoming/once.ts'

const nothing = () => Promise.resolve()

/** Delivers a message that is heard by now if it is known, and returns whether it is new. */
const opened = () => {
  let nowMs = 0
  const once = createOnce(() => nowMs)
  const isNew = (workspace: string, ts: string): boolean => {
    let heard = false
    void once(workspace, { channel: 'C1', ts }, () => {
      heard = true
      return nothing()
    })
    return heard
  }
  return { isNew, advance: (spanMs: number) => (nowMs += spanMs) }
}

test('a message is heard once in each workspace, for an hour', () => {
  const { isNew, advance } = opened()
  expect([isNew('T1', '1.0'), isNew('T1', '1.0'), isNew('T2', '1.0'), isNew('T1', '2.0')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  advance(60 * 60_000 - 1)
  expect(isNew('T1', '1.0')).toBe(false)
  advance(1)
  expect(isNew('T1', '1.0')).toBe(true)
})

test('at most 10,000 messages are known, of all workspaces together', () => {
  const { isNew } = opened()
  isNew('T0', '1.0')
  for (let count = 1; count < 10_000; count += 1) isNew(`T${count % 300}`, `2.${count}`)
  expect(isNew('T0', '1.0')).toBe(false)
  isNew('T1', '3.0')
  expect(isNew('T0', '1.0')).toBe(true)
})

test('a message that could not be heard is heard again', async () => {
  const once = createOnce(() => 0)
  const message = { channel: 'C1', ts: '1.0' }
  await expect(once('T1', message, () => Promise.reject(new Error('scripted')))).rejects.toThrow('scripted')
  await expect(once('T1', message, nothing)).resolves.toBeUndefined()
})

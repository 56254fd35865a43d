import { describe, expect, test } from 'vitest'
import { createFileMaking } from '../../../src/core/command/file-making.ts'
import { plainMessage, type ResultMessage } from '../../../src/core/message/message.ts'
import { target } from '../../support/commands/invocation.ts'

const hourMs = 60 * 60_000
const notReady =
  "Your last export or statement isn't ready yet. You get one at a time. Try again once you have it."

const ration = { most: 2, text: (most: number) => `At most ${most}.` }
const made = plainMessage('made')
const make = async (): Promise<ResultMessage> => made

describe('a member', () => {
  test('has one file made at a time, of whatever kind, and the next once they have it', async () => {
    const files = createFileMaking()
    const [exported, stated] = [files.limited(ration), files.limited(ration)]
    const gate = Promise.withResolvers<ResultMessage>()
    const first = exported(target(), 0, () => gate.promise)
    expect((await exported(target(), 0, make)).text).toBe(notReady)
    expect((await stated(target(), 0, make)).text).toBe(notReady)
    expect(await stated(target({ member: 'm2' }), 0, make)).toBe(made)
    expect(await stated(target({ server: 'server-2' }), 0, make)).toBe(made)
    gate.resolve(made)
    expect(await first).toBe(made)
    expect(await stated(target(), 0, make)).toBe(made)
  })

  test('gets another try where a file could not be made', async () => {
    const limited = createFileMaking().limited(ration)
    await expect(limited(target(), 0, () => Promise.reject(new Error('no store')))).rejects.toThrow(
      'no store',
    )
    expect(await limited(target(), 0, make)).toBe(made)
  })

  test('gets so many of a kind in an hour; what was refused does not count', async () => {
    const files = createFileMaking()
    const limited = files.limited(ration)
    const gate = Promise.withResolvers<ResultMessage>()
    const first = limited(target(), 0, () => gate.promise)
    expect((await limited(target(), 0, make)).text).toBe(notReady)
    gate.resolve(made)
    await first
    expect(await limited(target(), 60_000, make)).toBe(made)
    const refused = await limited(target(), 60_000, make)
    expect(refused).toEqual(plainMessage('At most 2. Try again in 59 minutes.', 'failed'))
    expect(await limited(target({ member: 'm2' }), 60_000, make)).toBe(made)
    expect(await files.limited(ration)(target(), 60_000, make)).toBe(made)
    expect((await limited(target(), hourMs - 1, make)).text).toBe('At most 2. Try again in 1 second.')
    expect(await limited(target(), hourMs, make)).toBe(made)
  })
})

test('files are written one at a time, however many are wanted', async () => {
  const { write } = createFileMaking()
  const taken: string[] = []
  const texts = function* (name: string) {
    for (let count = 0; count < 3; count += 1) {
      taken.push(name)
      yield 'x'.repeat(300_000)
    }
  }
  await Promise.all([write('a', texts('a')), write('b', texts('b'))])
  expect(taken.join('')).toBe('aaabbb')
})

test('a file is undefined over 20 MB', async () => {
  const { write } = createFileMaking()
  expect((await write('a', ['x'.repeat(20_000_000)]))?.data).toHaveLength(20_000_000)
  expect(await write('a', ['x'.repeat(20_000_001)])).toBeUndefined()
})

test('all who share a file get it one after the other, each in a turn of the process', async () => {
  const limited = createFileMaking().limited(ration)
  let turn = 0
  let isDone = false
  const count = () => {
    turn += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const shared = Promise.withResolvers<ResultMessage>()
  const turns = ['m1', 'm2', 'm3', 'm4'].map(async (member) => {
    await limited(target({ member }), 0, () => shared.promise)
    return turn
  })
  shared.resolve(made)
  const got = await Promise.all(turns)
  isDone = true
  expect(new Set(got).size).toBe(4)
})

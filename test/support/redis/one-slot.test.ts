import { afterAll, expect, test } from 'vitest'
import { openTestRedis, testPrefix } from './redis.ts'

const redis = openTestRedis()
afterAll(() => redis.disconnect())

const one = `${testPrefix}{one}:a`
const same = `${testPrefix}{one}:b`
const other = `${testPrefix}{other}:a`

const sum = "return redis.call('EXISTS', KEYS[1]) + redis.call('EXISTS', KEYS[2])"

test('keys of one slot go together, in a command, a script and a transaction', async () => {
  await redis.mset(one, 'x', same, 'y')
  expect(await redis.eval(sum, 2, one, same)).toBe(2)
  expect(await redis.multi().get(one).get(same).exec()).toEqual([
    [null, 'x'],
    [null, 'y'],
  ])
})

test('keys of two slots are refused, as a cluster refuses them', async () => {
  expect(() => redis.mset(one, 'x', other, 'y')).toThrow('CROSSSLOT mset')
  expect(() => redis.eval(sum, 2, one, other)).toThrow('CROSSSLOT eval')
  const lost = openTestRedis()
  await lost.ping()
  expect(() => lost.multi().get(one).get(other).exec()).toThrow('CROSSSLOT get')
})

test('keys of two slots may be read one after the other, also by one write to the socket', async () => {
  await redis.set(one, 'x')
  expect(await redis.pipeline().get(one).get(other).exec()).toEqual([
    [null, 'x'],
    [null, null],
  ])
})

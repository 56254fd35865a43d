import { describe, expect, test } from 'vitest'
import { readRedisAddress } from '../../src/core/redis-address.ts'

const nobody = { username: undefined, password: undefined }

describe('one server', () => {
  test.each([
    ['redis://127.0.0.1:6379', nobody],
    ['redis://[::1]/2', nobody],
    ['rediss://user:p%40ss@redis.example', { username: 'user', password: 'p@ss' }],
    ['redis://:100%@redis', { username: undefined, password: '100%' }],
  ])('is read from %s', (url, credentials) => {
    const hasTls = url.startsWith('rediss:')
    expect(readRedisAddress(url)).toEqual({ kind: 'single', url, hasTls, ...credentials })
  })
})

describe('the primary that Sentinels name', () => {
  test('is read with the user and the password of the Redis', () => {
    expect(readRedisAddress('redis+sentinel://user:p%2Fw@one:5000,two,[::1]:5001/tunesmith')).toEqual({
      kind: 'sentinel',
      sentinels: [
        { host: 'one', port: 5000 },
        { host: 'two', port: 26_379 },
        { host: '::1', port: 5001 },
      ],
      name: 'tunesmith',
      hasTls: false,
      username: 'user',
      password: 'p/w',
    })
  })

  test('can be reached over TLS', () => {
    expect(readRedisAddress('rediss+sentinel://one/name')).toMatchObject({ kind: 'sentinel', hasTls: true })
  })

  test('may have no password', () => {
    expect(readRedisAddress('redis+sentinel://one/a%20name')).toMatchObject({ name: 'a name', ...nobody })
  })
})

describe('a cluster', () => {
  test('is several nodes with the same user and password', () => {
    expect(readRedisAddress('redis://user:pw@one:7000, redis://user:pw@two/0')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'one', port: 7000 },
        { host: 'two', port: 6379 },
      ],
      hasTls: false,
      username: 'user',
      password: 'pw',
    })
  })

  test('may be known by one node, with a comma after it', () => {
    expect(readRedisAddress('rediss://one:7000,')).toEqual({
      kind: 'cluster',
      nodes: [{ host: 'one', port: 7000 }],
      hasTls: true,
      ...nobody,
    })
  })
})

test.each([
  '',
  'localhost:6379',
  'redis://',
  'redis://host:port',
  'http://127.0.0.1:6379',
  'redis+sentinel://one,two',
  'redis+sentinel://one,two/',
  'redis+sentinel:///name',
  'redis+sentinel://one,/name',
  'redis+sentinel://one:x/name',
  ',',
  'redis://one,two',
  'redis://one,,redis://two',
  'redis://one,rediss://two',
  'redis://:a@one,redis://:b@two',
  'redis://one/1,redis://two/1',
])('%j is no address of a Redis', (text) => {
  expect(readRedisAddress(text)).toBeUndefined()
})

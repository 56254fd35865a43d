import { describe, expect, test } from 'vitest'
import { readRedisAddress, redisAddressFault } from '../../src/redis/address.ts'

const nobody = { username: undefined, password: undefined }

describe('one server', () => {
  test.each([
    ['redis://127.0.0.1:6379', nobody],
    ['redis://[::1]/2', nobody],
    ['rediss://user:p%40ss@redis.example', { username: 'user', password: 'p@ss' }],
    ['redis://:100%25@redis/', { username: undefined, password: '100%' }],
    ['redis://[::1]?db=3', nobody],
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
  'redis://one/-1',
  'redis://one/1.5',
  'redis://one/mymaster',
  'redis://one?db=mymaster',
  'redis://one?commandTimeout=60000',
  'redis://one/1/2',
  'redis://one:12/34#rest@host',
  'redis://:100%@one',
  'redis+sentinel://:100%@one/name',
  'redis://:100%@one,redis://:100%@two',
])('%j is no address of a Redis', (text) => {
  expect(readRedisAddress(text)).toBeUndefined()
})

test.each([
  ['redis://user:secret@one/-1', /^names the database "-1".*whole number from 0/],
  ['redis://user:secret@one/mymaster', /^names the database "mymaster".*redis\+sentinel:/],
  ['redis://user:secret@one?db=x', /^names the database "x"/],
  [
    'redis://user:secret@one?family=6&tls=true',
    /^has the unknown option "tls"; remove it \(known: db, family, .*\)$/,
  ],
  ['redis://user:12?secret@one', /^has a "\?" .*%3F$/],
  ['redis://user:12/secret@one', /^has a "\/" .*%2F$/],
  ['redis://user:12/secret?@one', /^has a "\/" .*%2F$/],
  ['redis://user:12#secret@one', /^has a "#".*%23/],
  ['redis://user:secret%@one', /^has a "%".*%25$/],
  ['redis+sentinel://user:pa@34secret@one/name', /^has a "@" .*%40$/],
  ['redis+sentinel://user:secret%2@one/name', /^has a "%".*%25$/],
  ['redis://:secret%ff@one,redis://:secret%ff@two', /^has a "%".*%25$/],
])('the fault of %s is named without its secret', (text, fault) => {
  expect(redisAddressFault(text)).toMatch(fault)
  expect(redisAddressFault(text)).not.toContain('secret')
})

/** Addresses in which X stands for a character that would end them, or a part of them. */
const unescaped = [
  'redis://user:12X34secret@one',
  'redis://user:paX34secret@one',
  'redis://:XX34secret@one:1/0',
  'rediss://user:paX34secret@one,',
  'redis://:x@one,redis://:paX34secret@two',
  'rediss+sentinel://:paX34secret@one,two/name',
]

test.each(
  unescaped
    .flatMap((address) => ['/', '#', '?', ','].map((character) => [address, character] as const))
    .filter(([address, character]) => !(address.includes('sentinel') && character === ',')), // which is read
)('in %s the character %s is named with its escape, without the secret', (address, character) => {
  const fault = redisAddressFault(address.replaceAll('X', character))
  expect(fault).toContain(`has a "${character}"`)
  expect(fault).toContain(encodeURIComponent(character))
  expect(fault).not.toContain('secret')
})

test.each([
  'redis://one,two',
  'redis://:a@one,:b@two',
  'redis://user:secret@one,two',
  'redis+sentinel://one,two/na@me?',
])('%s has no character to escape', (text) => {
  expect(redisAddressFault(text)).toBeUndefined()
})

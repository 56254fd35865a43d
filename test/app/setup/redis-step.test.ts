import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../studio/kit/free-port.ts'
import { startCluster, startLoneNode } from '../../support/redis/cluster.ts'
import { selfSigned } from '../../support/service/self-signed.ts'
import { audioKey, type SetupWorld, startSetupWorld } from '../../support/setup/setup-world.ts'
import { type Answer, keys } from '../../support/setup/typed-terminal.ts'
import { firstRows, isLong } from '../../support/suite/runs.ts'

// How setup reaches a Redis that needs more than an address.

let world: SetupWorld
let admin: Redis
beforeEach(async () => {
  world = await startSetupWorld()
  admin = new Redis(world.redis.url)
})
afterEach(async () => {
  admin.disconnect()
  await world.stop()
})

const { enter, down } = keys
const chats: Answer = ['Where do you want Tunesmith?', enter]
const pasted = (text: string): string => `${text}${enter}`

const withRedis = (url: string): void =>
  world.writeEnv(
    [
      `DISCORD_TOKEN=${world.discord.addresses.token}`,
      `AUDIO_API_URL=${world.audio.url}`,
      `AUDIO_API_KEY=${audioKey}`,
      'AUDIO_FILE_HOSTS=cdn1.wav.com',
      `REDIS_URL='${url}'`,
      '',
    ].join('\n'),
  )
const written = () => parseEnv(world.env() ?? '')
const expectShown = (screen: string, text: string) =>
  expect(screen.includes(text) ? text : screen.slice(-1_500)).toBe(text)

/** Lets Redis speak TLS, with a certificate that no known authority signed. */
const openTls = async () => {
  const ours = selfSigned()
  const [key, cert] = [join(world.folder, 'key.pem'), join(world.folder, 'cert.pem')]
  writeFileSync(key, ours.key)
  writeFileSync(cert, ours.cert)
  const port = await freePort()
  const files = ['tls-cert-file', cert, 'tls-key-file', key, 'tls-ca-cert-file', cert]
  await admin.call('CONFIG', 'SET', ...files, 'tls-auth-clients', 'no', 'tls-port', String(port))
  return { cert, url: `rediss://localhost:${port}` }
}

test('TLS with an authority of its own: its certificate is asked for, until there is such a file', async () => {
  const { cert, url } = await openTls()
  withRedis(url)
  const question = "File with the certificate of Redis' authority"
  const { code, screen, left } = await world.talk([
    chats,
    ['What now?', enter],
    [question, pasted('/missing.pem')],
    ['What now?', enter],
    [question, pasted(cert)],
  ])
  expect({ code, left }, screen.slice(-2_000)).toEqual({ code: 0, left: [] })
  expectShown(screen, 'The certificate of Redis is not signed by a known authority.')
  expectShown(screen, 'REDIS_CA_FILE names a file that cannot be read.')
  expect(written()).toMatchObject({ REDIS_URL: url, REDIS_CA_FILE: cert })
})

const users: readonly (readonly [string, () => string, string])[] = [
  ['a wrong password', () => 'tunesmith:wrong', 'Redis refused the user or the password in REDIS_URL.'],
  ['a user with few rights', () => 'poor:word', 'The user in REDIS_URL lacks rights: Redis denies'],
]

test.each(firstRows(1, users))(
  '%s is named, and another address is taken, without showing either',
  async (_, owner, text) => {
    await admin.call('ACL', 'SETUSER', 'tunesmith', 'reset', 'on', '>word', '~*', '+@all')
    await admin.call('ACL', 'SETUSER', 'poor', 'reset', 'on', '>word', '~*', '+@all', '-hset')
    const at = (user: string) => world.redis.url.replace('//', `//${user}@`)
    withRedis(at(owner()))
    const right = at('tunesmith:word')
    const {
      code,
      screen,
      left,
      written: shown,
    } = await world.talk([
      chats,
      ['What now?', `${down}${enter}`],
      ['Redis stores credits and jobs', `${down}${enter}`],
      ['Paste its address', pasted(right)],
    ])
    expect({ code, left }, screen.slice(-2_000)).toEqual({ code: 0, left: [] })
    expectShown(screen, text)
    expect(shown).not.toContain(':word@')
    expect(written().REDIS_URL).toBe(right)
  },
)

test('an address of a Sentinel that is none is named', async () => {
  withRedis(`redis+sentinel://${new URL(world.redis.url).host}/primary`)
  const { screen } = await world.talk([chats, ['What now?', keys.ctrlC]])
  expectShown(screen, 'but a plain Redis answers there.')
})

describe.runIf(isLong)('a cluster', () => {
  test('of which one node may forget is set on that node, and taken', async () => {
    const cluster = await startCluster()
    const [, second] = cluster.nodes
    await second?.redis.config('SET', 'appendfsync', 'everysec')
    withRedis(cluster.url)
    const { code, screen, left } = await world.talk([chats, ['What now?', enter]])
    expect({ code, left }, screen.slice(-2_000)).toEqual({ code: 0, left: [] })
    expectShown(screen, '(appendfsync is everysec)')
    expectShown(screen, 'Redis is set, but runs without a configuration file.')
    for (const { redis } of cluster.nodes)
      expect(await redis.config('GET', 'appendfsync')).toEqual(['appendfsync', 'always'])
    expect(written().REDIS_URL).toBe(cluster.url)
    await cluster.stop()
  })

  test('that is not complete is named, and taken once it is', async () => {
    const node = await startLoneNode()
    withRedis(node.url)
    const { screen } = await world.talk([chats, ['What now?', keys.ctrlC]])
    expectShown(screen, 'Redis is part of a cluster that is down (CLUSTERDOWN).')
    await node.completeCluster()
    const { code } = await world.talk([chats])
    expect(code).toBe(0)
    await node.stop()
  })
})

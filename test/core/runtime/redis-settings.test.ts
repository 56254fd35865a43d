import { expect, test } from 'vitest'
import { readConfig, readRedisSettings } from '../../../src/core/runtime/config.ts'
import { secretsOf } from '../../../src/core/runtime/config-secrets.ts'
import { selfSigned } from '../../support/service/self-signed.ts'

const { key, cert } = selfSigned()
const needed = {
  DISCORD_TOKEN: 'discord-secret',
  AUDIO_API_URL: 'https://audio.example',
  AUDIO_API_KEY: 'audio-secret',
  AUDIO_FILE_HOSTS: 'files.audio.example',
  REDIS_URL: 'rediss+sentinel://:redis-secret@one,two/tunesmith',
}

test('the way to Redis is read with its certificates and the users of its Sentinels', () => {
  const read = readRedisSettings({
    REDIS_URL: needed.REDIS_URL,
    REDIS_CA: cert,
    REDIS_CERT: cert,
    REDIS_KEY: key,
    REDIS_SENTINEL_USER: 'eye',
    REDIS_SENTINEL_PASSWORD: 'watch',
    REDIS_SENTINEL_TLS: 'off',
  })
  expect(read).toEqual({
    url: needed.REDIS_URL,
    durability: 'always',
    ca: cert,
    cert,
    key,
    sentinelUser: 'eye',
    sentinelPassword: 'watch',
    sentinelTls: false,
  })
})

test('its secrets are left out of the log', () => {
  const read = readConfig({ ...needed, REDIS_CERT: cert, REDIS_KEY: key, REDIS_SENTINEL_PASSWORD: 'watch' })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  expect(secretsOf(read.config)).toEqual(expect.arrayContaining(['redis-secret', 'watch', key]))
})

test.each([
  [
    'REDIS_CA',
    { REDIS_CA: '/etc/ca.pem' },
    'must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----',
  ],
  ['REDIS_KEY', { REDIS_CERT: cert }, 'is missing: REDIS_CERT needs it'],
  ['REDIS_CERT', { REDIS_KEY: key }, 'is missing: REDIS_KEY needs it'],
  ['REDIS_KEY', { REDIS_CERT: cert, REDIS_KEY: cert }, 'must be a private key in PEM'],
  ['REDIS_SENTINEL_TLS', { REDIS_SENTINEL_TLS: 'yes' }, 'must be on or off'],
])('a %s that cannot be used is named: %j', (name, settings, text) => {
  expect(readConfig({ ...needed, ...settings })).toEqual({ ok: false, problems: [{ name, text }] })
})

import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig, readRedisSettings } from '../../src/app/config.ts'
import { secretsOf } from '../../src/app/config-secrets.ts'
import { unusedRedisSettings } from '../../src/app/redis-settings.ts'
import { selfSigned } from '../support/service/self-signed.ts'

const { key, cert } = selfSigned()
const cutOff = (pem: string): string => pem.slice(0, -40)
const escaped = (pem: string): string => pem.replaceAll('\n', '\\n')
const garbled = (pem: string): string => pem.replace(/\n.{20}/, '\nnot*base64*at*all*!!')
const encrypted = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' },
}).privateKey
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
  ['redis://user:p%2Fw@one', ['p/w', 'p%2Fw']],
  ['redis://user:p%2fw@one', ['p/w', 'p%2fw', 'p%2Fw']],
  ['redis://one?password=p%2Fw', ['p/w', 'p%2Fw']],
  ['redis://one?db=1&password=p+w', ['p w', 'p+w']],
  ['redis://user:p@w@one', ['p@w', 'p%40w']],
  ['redis+sentinel://user:p%2fw@one,two/name', ['p/w', 'p%2fw']],
  ['redis://:p%2fw@one,redis://:p%2fw@two', ['p/w', 'p%2fw']],
])('the password in %s is left out as it is written and as it is', (url, spellings) => {
  const read = readConfig({ ...needed, REDIS_URL: url })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  expect(secretsOf(read.config)).toEqual(expect.arrayContaining(spellings))
})

test.each([
  [
    'redis://one',
    { REDIS_CA: cert, REDIS_CERT: cert, REDIS_KEY: key },
    ['REDIS_CA', 'REDIS_CERT', 'REDIS_KEY'],
  ],
  ['rediss://one', { REDIS_CA: cert }, []],
  ['redis+sentinel://one/name', { REDIS_CA: cert }, ['REDIS_CA']],
  ['redis+sentinel://one/name', { REDIS_CA: cert, REDIS_SENTINEL_TLS: 'on' }, []],
  [
    'rediss://one,',
    { REDIS_SENTINEL_USER: 'eye', REDIS_SENTINEL_PASSWORD: 'watch', REDIS_SENTINEL_TLS: 'off' },
    ['REDIS_SENTINEL_USER', 'REDIS_SENTINEL_PASSWORD', 'REDIS_SENTINEL_TLS'],
  ],
])('settings that have no effect with %s are named: %#', (url, settings, names) => {
  const read = readRedisSettings({ REDIS_URL: url, ...settings })
  expect(read && unusedRedisSettings(read).map(({ name }) => name)).toEqual(names)
})

test.each([
  ['REDIS_CA', { REDIS_CA: cutOff(cert) }, /^is cut off/],
  ['REDIS_CA', { REDIS_CA: escaped(cert) }, /^has \\n where a line must end/],
  ['REDIS_CA', { REDIS_CA: garbled(cert) }, /^cannot be read \(ERR_OSSL_.*certificate 1 in it/],
  ['REDIS_CA', { REDIS_CA: `${cert}${garbled(cert)}` }, /^cannot be read \(ERR_OSSL_.*certificate 2 in it/],
  ['REDIS_CERT', { REDIS_CERT: garbled(cert), REDIS_KEY: key }, /^cannot be read \(ERR_OSSL_/],
  ['REDIS_KEY', { REDIS_CERT: cert, REDIS_KEY: cutOff(key) }, /^is cut off/],
  ['REDIS_KEY', { REDIS_CERT: cert, REDIS_KEY: escaped(key) }, /^has \\n where a line must end/],
  ['REDIS_KEY', { REDIS_CERT: cert, REDIS_KEY: garbled(key) }, /^cannot be read \(ERR_OSSL_/],
  ['REDIS_KEY', { REDIS_CERT: cert, REDIS_KEY: encrypted }, /^is encrypted.*openssl pkey/],
  ['REDIS_KEY', { REDIS_CERT: cert, REDIS_KEY: selfSigned().key }, /^is the key of another certificate/],
  ['REDIS_KEY', { REDIS_CERT: cert }, /^is missing/],
  ['REDIS_CERT', { REDIS_KEY: key }, /^is missing/],
])('a %s that cannot be used stops the bot and every task: %#', (name, settings, text) => {
  expect(readConfig({ ...needed, ...settings })).toEqual({
    ok: false,
    problems: [{ name, text: expect.stringMatching(text) }],
  })
  expect(readRedisSettings({ ...needed, ...settings })).toBeUndefined()
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

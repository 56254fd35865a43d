import { expect, test } from 'vitest'
import { readC2paCertificate, readConfig } from '../../../src/app/config.ts'
import { secretsOf } from '../../../src/app/config-secrets.ts'
import { createAuthority, type Issued } from '../../support/service/authority.ts'
import { selfSigned } from '../../support/service/self-signed.ts'

const root = createAuthority()
const between = root.authority('Harbour Issuing')
const dayMs = 24 * 60 * 60_000
const nowMs = Date.parse('2026-12-01T12:00:00Z')
const signer = between.issue({ startsAtMs: nowMs - dayMs, endsAtMs: nowMs + dayMs })

const needed = {
  DISCORD_TOKEN: 'discord-secret',
  AUDIO_API_URL: 'https://audio.example',
  AUDIO_API_KEY: 'audio-secret',
  AUDIO_FILE_HOSTS: 'files.audio.example',
  REDIS_URL: 'redis://127.0.0.1:6379',
}

const read = (settings: Readonly<Record<string, string>>, atMs = nowMs) =>
  readConfig({ ...needed, ...settings }, atMs)

const settingsOf = ({ cert, key }: Issued, chain = '') => ({ C2PA_CERTIFICATE: cert + chain, C2PA_KEY: key })
const chained = settingsOf(signer, between.cert + root.cert)

test('without the settings nothing is signed', () => {
  expect(read({})).toMatchObject({ ok: true, config: { c2pa: undefined } })
})

test.each([
  ['alone', ''],
  ['with the one that issued it', between.cert],
  ['with all above it', between.cert + root.cert],
])('a certificate is read %s, and its key is left out of the log', (_, chain) => {
  const result = read(settingsOf(signer, chain))
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  expect(result.config.c2pa).toEqual({ certificate: signer.cert + chain, key: signer.key })
  expect(secretsOf(result.config)).toContain(signer.key)
  expect(secretsOf(result.config)).not.toContain(signer.cert)
})

test('the certificate alone is read for its authorities', () => {
  expect(readC2paCertificate({ C2PA_CERTIFICATE: root.cert })).toBe(root.cert)
  expect(readC2paCertificate({ C2PA_CERTIFICATE: 'none' })).toBeUndefined()
  expect(readC2paCertificate({})).toBeUndefined()
})

const withoutPurpose = between.issue({ purposes: [] })
const elsewhere = createAuthority('Elsewhere')
const alone = selfSigned()

test.each([
  ['C2PA_KEY', { C2PA_CERTIFICATE: signer.cert }, 'is missing: C2PA_CERTIFICATE needs it'],
  ['C2PA_CERTIFICATE', { C2PA_KEY: signer.key }, 'is missing: C2PA_KEY needs it'],
  ['C2PA_CERTIFICATE', { ...chained, C2PA_CERTIFICATE: '/etc/cert.pem' }, /^must be a certificate in PEM/],
  ['C2PA_KEY', { ...chained, C2PA_KEY: signer.cert }, /^must be a private key in PEM/],
  ['C2PA_KEY', { ...chained, C2PA_KEY: between.issue().key }, /^is not the key of the first certificate/],
  ['C2PA_KEY', settingsOf(between.issue({ keyKind: 'secp256k1' })), /^is of a kind that C2PA does not allow/],
  ['C2PA_KEY', settingsOf(between.issue({ keyKind: 'shortRsa' })), /RSA with 2048 bits or more$/],
  ['C2PA_CERTIFICATE', settingsOf(alone), /^is self-signed, which C2PA refuses/],
  ['C2PA_CERTIFICATE', settingsOf(between, root.cert), /^begins with the certificate of an authority/],
  [
    'C2PA_CERTIFICATE',
    settingsOf(signer, root.cert + between.cert),
    /certificate 2 in it did not issue certificate 1;/,
  ],
  [
    'C2PA_CERTIFICATE',
    settingsOf(signer, between.cert + elsewhere.cert),
    /certificate 3 in it did not issue certificate 2;/,
  ],
  ['C2PA_CERTIFICATE', settingsOf(withoutPurpose), /^may not sign content: .* document signing$/],
  ['C2PA_CERTIFICATE', settingsOf(between.issue({ purposes: ['serverAuth'] })), /^may not sign content/],
])('a %s that cannot be used stops the bot: %#', (name, settings, text) => {
  expect(read(settings)).toEqual({
    ok: false,
    problems: [{ name, text: typeof text === 'string' ? text : expect.stringMatching(text) }],
  })
})

test.each([
  ['before its time', nowMs - 2 * dayMs, 'is not valid before 2026-11-30'],
  ['after its time', nowMs + dayMs, 'expired on 2026-12-02'],
])('a certificate is refused %s', (_, atMs, text) => {
  expect(read(chained, atMs)).toEqual({ ok: false, problems: [{ name: 'C2PA_CERTIFICATE', text }] })
  expect(read(chained).ok).toBe(true)
})

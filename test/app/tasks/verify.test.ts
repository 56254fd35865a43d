import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCredential } from '../../../src/app/c2pa/credential.ts'
import { createC2paLibrary } from '../../../src/app/c2pa/library.ts'
import { manifestFormat, manifestOf } from '../../../src/app/c2pa/manifest.ts'
import { createMarkWriter } from '../../../src/app/marking.ts'
import { verifyFile } from '../../../src/app/tasks/verify.ts'
import type { AiMark } from '../../../src/core/outcome.ts'
import { readFixture } from '../../clips/fixtures.ts'
import { createAuthority, type Issued } from '../../support/service/authority.ts'
import { firstRows } from '../../support/suite/runs.ts'

const mark: AiMark = {
  job: 'b07x3f2akd7cabcdefghijklmnopq',
  model: 'v7-pro',
  source: 'trainedAlgorithmicMedia',
}
const root = createAuthority()
const library = createC2paLibrary()
const write = createMarkWriter()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-verify-'))
})
afterAll(() => rm(folder, { recursive: true }))

const fixture = (name: string): Buffer => readFixture({ name }) ?? Buffer.alloc(0)
const tagged = async (name = 'song.mp3', given = mark): Promise<Uint8Array> =>
  (await write(fixture(name), given)) ?? Buffer.alloc(0)

const signed = async (data: Uint8Array, { cert, key }: Issued = root.issue()): Promise<Buffer> => {
  const credential = readCredential({ certificate: cert, key })
  const format = manifestFormat(data) ?? ''
  return Buffer.from(await library.sign({ data, format }, manifestOf(data, mark), credential))
}

const verify = async (
  data: Uint8Array,
  { trust, environment = {} }: { trust?: string; environment?: Record<string, string> } = {},
) => {
  const file = join(folder, 'song.mp3')
  await writeFile(file, data)
  let trustFile: string | undefined
  if (trust !== undefined) {
    trustFile = join(folder, 'trust.pem')
    await writeFile(trustFile, trust)
  }
  const written: string[] = []
  const deps = { environment, write: (text: string) => void written.push(text) }
  const code = await verifyFile(deps, { file, trust: trustFile })
  return { code, text: written.join('') }
}

const tags = `Tags: made with AI by Tunesmith
  job: b07x3f2akd7cabcdefghijklmnopq
  model: v7-pro
  source: trainedAlgorithmicMedia
`
const said = (trust: string) => `  signed by: Signer (Harbour Records)
  trust: ${trust}
  written by: Tunesmith ${manifestOf(Buffer.alloc(0), mark).claim_generator_info[0]?.version}
  job: b07x3f2akd7cabcdefghijklmnopq
  source: trainedAlgorithmicMedia
`
const trusted = said('an authority that you trust issued the certificate')
const untrusted = said('no authority that you trust issued the certificate; --trust FILE names authorities')

test('a signed file says who signed it, and whether we trust the authority behind the certificate', async () => {
  const data = await signed(await tagged())
  const right = 'C2PA: the signature and the hash are right\n'
  expect(await verify(data)).toEqual({ code: 0, text: `song.mp3\n${tags}${right}${untrusted}` })
  const whole = { code: 0, text: `song.mp3\n${tags}${right}${trusted}` }
  expect(await verify(data, { trust: root.cert })).toEqual(whole)
  expect(await verify(data, { environment: { C2PA_CERTIFICATE: root.cert } })).toEqual(whole)
})

test('a file with tags alone is marked', async () => {
  expect(await verify(await tagged())).toEqual({
    code: 0,
    text: `song.mp3\n${tags}C2PA: no manifest in the file\n`,
  })
  const { text } = await verify(
    await tagged('song.ogg', { job: 'another', source: 'algorithmicallyEnhanced' }),
  )
  expect(text).toContain('  job: another\n  source: algorithmicallyEnhanced\nC2PA')
})

test('a file without a mark fails', async () => {
  const text = 'song.mp3\nTags: none of Tunesmith\nC2PA: no manifest in the file\n'
  expect(await verify(fixture('song.mp3'))).toEqual({ code: 1, text })
  expect(await verify(Buffer.from('no sound at all'))).toEqual({ code: 1, text })
})

test('a manifest without tags is enough', async () => {
  const { code, text } = await verify(await signed(fixture('call.wav')))
  expect(code).toBe(0)
  expect(text).toContain('Tags: none of Tunesmith\nC2PA: the signature and the hash are right\n')
})

test('a file that was changed after it was signed fails', async () => {
  const data = await signed(await tagged())
  data.writeUInt8(data.readUInt8(data.length - 300) ^ 1, data.length - 300)
  const { code, text } = await verify(data, { trust: root.cert })
  expect(code).toBe(1)
  expect(text).toContain(
    `C2PA: the manifest does not hold\n  the file was changed after it was signed\n${untrusted}`,
  )
})

test('a file whose manifest was damaged fails', async () => {
  const data = await signed(await tagged())
  data.write('xxxx', data.indexOf('jumb', data.indexOf('jumb') + 4))
  const told = await verify(data)
  expect(told).toEqual({
    code: 1,
    text: expect.stringMatching(/C2PA: the manifest or the file is damaged\n {2}\S/),
  })
})

const unfit: readonly (readonly [string, Parameters<typeof root.issue>[0], string])[] = [
  ['has expired', { endsAtMs: Date.parse('2021-01-01T00:00:00Z') }, 'the certificate is not valid today'],
  ['may not sign', { maySign: false }, 'the certificate may not sign content'],
]

test.each(firstRows(1, unfit))('a file fails whose certificate %s', async (_, wanted, text) => {
  const told = await verify(await signed(await tagged(), root.issue(wanted)))
  expect(told).toEqual({ code: 1, text: expect.stringContaining(`does not hold\n  ${text}`) })
})

test('names in a file cannot imitate our own lines', async () => {
  const issued = root.issue({ name: 'Nobody\n  trust: yes\u001B[2K' })
  const { text } = await verify(await signed(await tagged(), issued))
  expect(text).toContain('  signed by: Nobody?  trust: yes?[2K (Harbour Records)\n')
})

test.each([
  ['a file that is not there', 'nowhere.mp3', undefined, /^\S*nowhere\.mp3 cannot be read \(ENOENT\)\.$/],
  [
    'authorities that are not there',
    'song.mp3',
    'nowhere.pem',
    /^\S*nowhere\.pem cannot be read \(ENOENT\)\.$/,
  ],
  ['authorities that are none', 'song.mp3', 'song.mp3', /^\S*song\.mp3 must be a certificate in PEM/],
  ['a folder', '', undefined, /cannot be read \(EISDIR\)\.$/],
])('%s cannot be used', async (_, name, trust, message) => {
  await writeFile(join(folder, 'song.mp3'), await tagged())
  const deps = { environment: {}, write: () => undefined }
  const wish = { file: join(folder, name), trust: trust && join(folder, trust) }
  await expect(verifyFile(deps, wish)).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringMatching(message),
  })
})

test('a file whose tags break their reader is told as damaged', async () => {
  const tagAlone = Buffer.from(`ID3\x03\0\0\0\0\0\x20${'\0'.repeat(32)}`)
  await expect(verify(tagAlone)).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringMatching(/song\.mp3 is damaged: its tags cannot be read \(.+\)\.$/),
  })
})

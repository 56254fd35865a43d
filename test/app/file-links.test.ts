import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCallbackAddresses } from '../../src/app/callback-addresses.ts'
import { createFileLinks } from '../../src/app/file-links.ts'
import { filePath } from '../../src/core/clip/clip-reading.ts'
import { withoutCodes } from '../../src/core/job/callbacks.ts'
import { jobIdFor } from '../../src/redis/keys.ts'

const key = (fill: number) => new Uint8Array(32).fill(fill)
const publicUrl = 'https://tunes.example'
const links = createFileLinks({ publicUrl, keys: [key(1)] })

const file = { jobId: jobIdFor('discord:server-1', 'event-1'), part: 'sample_audio_url' }
const untilMs = 1_800_000_000_000
const codeOf = (address: string) => address.slice(`${publicUrl}${filePath}/`.length)
const code = codeOf(links.addressOf(file, untilMs))

test('an address names the job, the part, the end of its time, and a mac of 128 bits', () => {
  expect(code).toMatch(/^b\d{2}x[a-z2-7]{25}\.sample_audio_url\.1800000000\.[\w-]{22}$/)
})

test.each([
  ['right away', 0, true],
  ['until its time is over', untilMs - 1, true],
  ['not from then on', untilMs, false],
])('it is good %s', (_, nowMs, isGood) => {
  expect(links.fileOf(code, nowMs)).toEqual(isGood ? file : undefined)
})

test('of part of a second the whole counts', () => {
  const early = codeOf(links.addressOf(file, untilMs + 1))
  expect(links.fileOf(early, untilMs + 999)).toEqual(file)
  expect(links.fileOf(early, untilMs + 1_000)).toBeUndefined()
})

test('a code of which one letter is another is no code, wherever it stands', () => {
  const letters = [...'abcxyzABCXYZ0123456789-_.']
  fc.assert(
    fc.property(fc.nat(code.length - 1), fc.constantFrom(...letters), (at, letter) => {
      const changed = `${code.slice(0, at)}${letter}${code.slice(at + 1)}`
      expect(links.fileOf(changed, 0)).toEqual(changed === code ? file : undefined)
    }),
  )
})

test('whatever somebody thinks of is no code', () => {
  fc.assert(fc.property(fc.string(), (text) => links.fileOf(text, 0) === undefined))
})

describe('a key', () => {
  test('of before is still ours, and a strange one is not', () => {
    const renewed = createFileLinks({ publicUrl, keys: [key(2), key(1)] })
    expect(renewed.fileOf(code, 0)).toEqual(file)
    expect(createFileLinks({ publicUrl, keys: [key(2)] }).fileOf(code, 0)).toBeUndefined()
  })

  test('makes no code for files out of one for callbacks', () => {
    const callbacks = createCallbackAddresses({ publicUrl, keys: [key(1)] })
    const [, mac = ''] = callbacks.addressOf(file.jobId).split(`${file.jobId}.`)
    expect(links.fileOf(`${file.jobId}.${file.part}.1800000000.${mac}`, 0)).toBeUndefined()
  })
})

test('nobody finds the code in what the service quotes', () => {
  expect(withoutCodes(`could not fetch ${publicUrl}/files/${code}, sorry`)).toBe(
    `could not fetch ${publicUrl}/files/${file.jobId}.[secret], sorry`,
  )
})

import { createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCallbackAddresses } from '../../src/app/callback-addresses.ts'
import { callbackPath, withoutCodes } from '../../src/core/job/callbacks.ts'
import { jobIdFor } from '../../src/redis/keys.ts'

const key = (fill: number) => new Uint8Array(32).fill(fill)
const publicUrl = 'https://tunes.example'
const addresses = createCallbackAddresses({ publicUrl, keys: [key(1)] })

const jobIds = fc.nat().map((event) => jobIdFor('discord:server-1', `event-${event}`))
const jobId = jobIdFor('discord:server-1', 'event-1')
const otherId = jobIdFor('discord:server-1', 'event-2')
const address = addresses.addressOf(jobId)
const code = address.slice(`${publicUrl}${callbackPath}/`.length)

test('an address names its job and a mac of 128 bits that only the key makes', () => {
  expect(address).toMatch(
    /^https:\/\/tunes\.example\/webhooks\/audio\/b\d{2}x[a-z2-7]{25}\.[A-Za-z0-9_-]{22}$/,
  )
  // By RFC 5869 and RFC 2104, as Node has them.
  const derived = hkdfSync('sha256', key(1), '', 'tunesmith: addresses of audio callbacks, 1', 32)
  const mac = createHmac('sha256', new Uint8Array(derived)).update(jobId).digest().subarray(0, 16)
  expect(code).toBe(`${jobId}.${mac.toString('base64url')}`)
})

test('every job finds itself by its own code, and by no other', () => {
  fc.assert(
    fc.property(jobIds, jobIds, (one, other) => {
      const codeOf = (id: string) => addresses.addressOf(id).slice(-(29 + 1 + 22))
      expect(addresses.jobOf(codeOf(one))).toBe(one)
      const [, mac = ''] = codeOf(one).split('.')
      expect(addresses.jobOf(`${other}.${mac}`)).toBe(one === other ? one : undefined)
    }),
  )
})

test('a code of which one letter is another is no code', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=']
  fc.assert(
    fc.property(fc.nat(code.length - 1), fc.constantFrom(...letters), (at, letter) => {
      const changed = `${code.slice(0, at)}${letter}${code.slice(at + 1)}`
      expect(addresses.jobOf(changed)).toBe(changed === code ? jobId : undefined)
    }),
  )
})

describe('no code', () => {
  test.each([
    ['nothing', ''],
    ['the id alone', jobId],
    ['the id and a dot', `${jobId}.`],
    ['the mac alone', code.slice(jobId.length)],
    ['too little of it', code.slice(0, -1)],
    ['too much of it', `${code}A`],
    ['a line end behind it', `${code}\n`],
    ['a path behind it', `${code}/x`],
    ['in capitals', code.toUpperCase()],
    ['of an id that is none', `job-1.${code.slice(jobId.length + 1)}`],
    ['padded', `${code}==`],
  ])('is %s', (_, text) => {
    expect(addresses.jobOf(text)).toBeUndefined()
  })

  test('is whatever somebody thinks of', () => {
    fc.assert(fc.property(fc.string(), (text) => addresses.jobOf(text) === undefined))
  })
})

describe('whether an address is a job’s own', () => {
  test.each([
    ['its own', address, true],
    ['that under the host of before', `http://old.example:8080${callbackPath}/${code}`, true],
    ['that below a path', `https://tunes.example/bot${callbackPath}/${code}`, true],
    ['none', undefined, false],
    ['a blank one', '', false],
    ['the code alone', code, false],
    ['another job’s', addresses.addressOf(otherId), false],
    ['its code elsewhere', `https://tunes.example/webhooks/video/${code}`, false],
    ['with something behind it', `${address}?x=1`, false],
    ['with another job’s mac', `${address.slice(0, -22)}${addresses.addressOf(otherId).slice(-22)}`, false],
    ['somebody else’s', 'https://elsewhere.example/callback', false],
  ])('is told of %s', (_, told, isOwn) => {
    expect(addresses.isAddressOf(jobId, told)).toBe(isOwn)
  })
})

describe('with another key', () => {
  const codeIn = (text: string) => text.slice(`${publicUrl}${callbackPath}/`.length)

  test('nothing is known', () => {
    const other = createCallbackAddresses({ publicUrl, keys: [key(2)] })
    expect(other.jobOf(code)).toBeUndefined()
    expect(other.isAddressOf(jobId, address)).toBe(false)
  })

  test('in front of the old one, what the old one made is still known, and the new one makes', () => {
    const both = createCallbackAddresses({ publicUrl, keys: [key(2), key(1)] })
    expect(both.jobOf(code)).toBe(jobId)
    expect(both.isAddressOf(jobId, address)).toBe(true)
    const made = both.addressOf(jobId)
    expect(made).not.toBe(address)
    expect(both.jobOf(codeIn(made))).toBe(jobId)
    expect(addresses.jobOf(codeIn(made))).toBeUndefined()
  })
})

describe('a text with addresses in it', () => {
  test('keeps the job and loses the mac', () => {
    const text = `webhook_url ${address} or "${code}", not ${otherId}.`
    const shown = withoutCodes(text)
    expect(shown).toBe(
      `webhook_url ${publicUrl}${callbackPath}/${jobId}.[secret] or "${jobId}.[secret]", not ${otherId}.`,
    )
  })

  test('is left alone where there are none', () => {
    fc.assert(fc.property(fc.string(), (text) => withoutCodes(text) === text))
  })
})

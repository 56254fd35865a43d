import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketOfJob, effectKey } from '../../src/core/job-id.ts'
import { scopeKinds } from '../../src/core/ledger/scope.ts'
import type { AccountId } from '../../src/core/target.ts'
import { bucketOf, buckets, createKeys, jobIdFor, providerKeyId, shortHash } from '../../src/redis/keys.ts'

const anyAccount = fc
  .tuple(fc.constantFrom('discord', 'slack'), fc.string({ minLength: 1 }))
  .map(([platform, server]) => `${platform}:${server}` as AccountId)

/** RFC 4648 base32 by way of a big number, in lower case. */
const base32Of = (text: string): string => {
  const digest = createHash('sha256').update(text).digest('hex')
  return (BigInt(`0x${digest}`) >> 131n)
    .toString(32)
    .padStart(25, '0')
    .replaceAll(/[0-9a-v]/g, (digit) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(digit, 32)] ?? '')
}

describe('a short hash', () => {
  test('is the first 125 bits of SHA-256 in base32', () => {
    fc.assert(fc.property(fc.string(), (text) => shortHash(text) === base32Of(text)))
  })

  test('never changes, for it names jobs that are kept', () => {
    expect(shortHash('')).toBe('4oymiquy7qobjgx36tejs35ze')
  })
})

describe('the id of a job', () => {
  test('is the same for the same event, and names the bucket of its account', () => {
    fc.assert(
      fc.property(anyAccount, fc.string(), (account, event) => {
        const id = jobIdFor(account, event)
        expect(id).toMatch(/^b\d\dx[a-z2-7]{25}$/)
        expect(id).toBe(jobIdFor(account, event))
        expect(bucketOfJob(id)).toBe(bucketOf(account))
      }),
    )
  })

  test('is another one for another event and for another account', () => {
    const ids = ['discord:1', 'discord:2', 'slack:1'].flatMap((account) =>
      ['e1', 'e2'].map((event) => jobIdFor(account as AccountId, event)),
    )
    expect(new Set(ids).size).toBe(6)
  })

  test('may be part of an id in the queue: it holds no colon and is no number', () => {
    expect(jobIdFor('discord:1', '123')).toMatch(/^b[a-z0-9]+$/)
  })

  test('has in it a key for effects that fits into a nonce of Discord', () => {
    const id = jobIdFor('discord:1', 'event')
    expect(effectKey(id)).toBe(id.slice(4))
    expect(effectKey(id)).toHaveLength(25)
  })

  test.each([
    '',
    'b00',
    'b0xaaaaaaaaaaaaaaaaaaaaaaaaa',
    `b00x${'a'.repeat(24)}`,
    `b00x${'a'.repeat(26)}`,
    `b00x${'A'.repeat(25)}`,
    `b00x${'a'.repeat(24)}1`,
    `x${jobIdFor('discord:1', 'e')}`,
    `${jobIdFor('discord:1', 'e')}\n`,
    `b00x${'a'.repeat(20)}}:job`,
    '__proto__',
  ])('is not %j, and a caller that says so has made a mistake', (text) => {
    const keys = createKeys()
    expect(() => keys.job(text)).toThrow('that is not a job id')
    expect(() => keys.hold(text)).toThrow('that is not a job id')
  })
})

describe('the buckets', () => {
  test('are 64', () => {
    expect(buckets).toHaveLength(64)
    expect([buckets[0], buckets[63]]).toEqual(['b00', 'b63'])
  })

  test('never change, for money lies in them: two bytes of SHA-256, modulo 64', () => {
    expect(bucketOf('discord:1234567890')).toBe('b58')
    expect(bucketOf('slack:T0123456')).toBe('b33')
  })

  test('take about the same number of accounts each', () => {
    const counts = new Map<string, number>()
    for (let server = 0; server < 6_400; server += 1) {
      const bucket = bucketOf(`discord:${server}`)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual([...buckets])
    expect(Math.max(...counts.values())).toBeLessThan(160)
    expect(Math.min(...counts.values())).toBeGreaterThan(50)
  })
})

describe('the keys', () => {
  test('are all different', () => {
    const keys = createKeys()
    const jobId = jobIdFor('discord:1', 'event')
    const names = [
      ...[
        keys.job(jobId),
        keys.hold(jobId),
        keys.account('discord:1'),
        keys.journal('b00'),
        keys.open('b00'),
        keys.clips('discord:1', 'channel'),
        keys.draft('discord:1', 'draft'),
        keys.draftsOf('discord:1', 'draft'),
        keys.draftNames('discord:1', 'draft'),
        keys.groups('discord:1'),
        keys.settings('discord:1'),
        keys.whereabouts('discord:1'),
        ...scopeKinds.map((kind) => keys.scope('discord:1', { kind, id: 'one' })),
        keys.unmirrored('b00'),
        keys.change('discord:1', 'change'),
      ],
      ...[
        keys.leases('k'),
        keys.waiting('k'),
        keys.lookups('k'),
        keys.lookupTurns('k'),
        keys.elsewhere('k', 'a'),
        keys.lookupsAwaited('k'),
        ...[keys.voices('k'), keys.voiceSamples('k'), keys.sampledVoices('k')],
        keys.lookupShare('k', 'lists'),
        keys.queuePrefix,
      ],
      ...[keys.operatorFigures, keys.operatorHold(jobId), keys.operatorUnconfirmed, keys.operatorJournal],
    ]
    expect(new Set(names).size).toBe(names.length)
  })
})

test('a provider key is named without being given away', () => {
  const name = providerKeyId('sk-very-secret')
  expect(name).toMatch(/^[a-z2-7]{12}$/)
  expect(name).toBe(providerKeyId('sk-very-secret'))
  expect(name).not.toBe(providerKeyId('sk-very-secret2'))
})

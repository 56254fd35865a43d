import { createDecipheriv, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSealer, encryptionKeyId, sealedWith, type Unopened } from '../../src/redis/sealer.ts'

const key = (fill: number) => new Uint8Array(32).fill(fill)
const place = 'b00xaaaaaaaaaaaaaaaaaaaaaaaaa reply_token'
const token = 'application-1/1764500000000/aW50ZXJhY3Rpb246MTIz'

const sealerWith = (keys: readonly Uint8Array[], random?: (bytes: number) => Uint8Array) => {
  const told: Unopened[] = []
  return {
    told,
    ...createSealer({ keys, tell: (unopened) => told.push(unopened), ...(random && { random }) }),
  }
}

const texts = fc.string({ unit: 'grapheme' })

describe('a sealed text', () => {
  test('is the same for the same key, place and nonce', () => {
    const { seal } = sealerWith([key(1)], (bytes) => new Uint8Array(bytes).fill(9))
    expect(seal(token, place)).toBe(
      '1.2DYkhGxZ.CQkJCQkJCQkJCQkJ.kGz9gyHJv46HG96xLBk3lu9CP3hb4Tm-8u4-dO75Ejfbyedn-e3PGZYgFx8fx-IhAjRQTaGRXValdTaW2b2L9w',
    )
  })

  test('is AES-256-GCM under a key by HKDF, with the place authenticated', () => {
    const [version, id, iv = '', contents = ''] = sealerWith([key(1)])
      .seal(token, place)
      .split('.')
    expect([version, id]).toEqual(['1', encryptionKeyId(key(1))])
    const derived = new Uint8Array(hkdfSync('sha256', key(1), '', 'tunesmith: secrets in the store, 1', 32))
    const bytes = Buffer.from(contents, 'base64url')
    const opening = createDecipheriv('aes-256-gcm', derived, Buffer.from(iv, 'base64url'))
    opening.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-16))
    expect(Buffer.concat([opening.update(bytes.subarray(0, -16)), opening.final()]).toString()).toBe(token)
  })

  test('is opened where it belongs, whatever it says, and never twice the same', () => {
    const { seal, open } = sealerWith([key(1)])
    fc.assert(
      fc.property(texts, texts, (text, where) => {
        const sealed = seal(text, where)
        expect(sealed).toMatch(/^1\.[\w-]{8}\.[\w-]{16}\.[\w-]{22,}$/)
        expect(open(sealed, where)).toBe(text)
        expect(seal(text, where)).not.toBe(sealed)
      }),
    )
  })

  test('names its key, and does not reveal it', () => {
    const sealed = sealerWith([key(1)]).seal(token, place)
    expect(sealedWith(sealed)).toBe(encryptionKeyId(key(1)))
    expect(encryptionKeyId(key(1))).not.toBe(encryptionKeyId(key(2)))
    expect(sealed).not.toContain(Buffer.from(key(1)).toString('base64url').slice(0, 8))
  })
})

describe('what can not be opened', () => {
  test('is a text that was copied to another place', () => {
    const { seal, open, told } = sealerWith([key(1)])
    const elsewhere = place.replace('b00xa', 'b00xb')
    expect(open(seal(token, place), elsewhere)).toBeUndefined()
    expect(told).toEqual([{ why: 'damaged', place: elsewhere }])
  })

  test('is a text of which one letter is another', () => {
    const { seal, open } = sealerWith([key(1), key(2)])
    const sealed = seal(token, place)
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    const positions = fc.integer({ min: 2, max: sealed.length - 1 }).filter((at) => sealed[at] !== '.')
    fc.assert(
      fc.property(positions, fc.constantFrom(...letters), (at, letter) => {
        const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1)
        // The last letter's unused bits say nothing.
        const isSame = Buffer.from(changed.split('.')[3] ?? '', 'base64url').equals(
          Buffer.from(sealed.split('.')[3] ?? '', 'base64url'),
        )
        const isRest = changed.slice(0, 27) === sealed.slice(0, 27)
        expect(open(changed, place)).toBe(isSame && isRest ? token : undefined)
      }),
    )
  })

  test('is told once per missing key, and once per damaged text', () => {
    const sealed = sealerWith([key(1)]).seal(token, place)
    const { open, told } = sealerWith([key(2)])
    expect([open(sealed, place), open(sealed, `${place} 2`)]).toEqual([undefined, undefined])
    expect(told).toEqual([{ why: 'no_key', key: encryptionKeyId(key(1)) }])
    const { open: openOwn, told: toldOwn } = sealerWith([key(1)])
    for (const where of ['one', 'other', 'one']) openOwn(sealed, where)
    expect(toldOwn).toEqual([
      { why: 'damaged', place: 'one' },
      { why: 'damaged', place: 'other' },
    ])
  })
})

describe('a new key', () => {
  const old = sealerWith([key(1)]).seal(token, place)

  test('in front of the old one seals, and what the old one sealed is still opened', () => {
    const { seal, open, told } = sealerWith([key(2), key(1)])
    expect(open(old, place)).toBe(token)
    const sealed = seal(token, place)
    expect(sealedWith(sealed)).toBe(encryptionKeyId(key(2)))
    expect(open(sealed, place)).toBe(token)
    expect(told).toEqual([])
  })

  test('is understood by a process that has it behind the old one', () => {
    const sealed = sealerWith([key(2), key(1)]).seal(token, place)
    expect(sealerWith([key(1), key(2)]).open(sealed, place)).toBe(token)
  })
})

test('without a key texts stay as they are, and older plain texts are read with one', () => {
  const { seal, open, told } = sealerWith([])
  const plain = ['', token, 'https://hooks.slack.com/commands/T1/1/secret', 'A.1.b', '1.2.3.4']
  for (const text of plain) {
    expect(seal(text, place)).toBe(text)
    expect([open(text, place), sealerWith([key(1)]).open(text, place)]).toEqual([text, text])
    expect(sealedWith(text)).toBeUndefined()
  }
  expect(open(sealerWith([key(1)]).seal(token, place), place)).toBeUndefined()
  expect(told).toEqual([{ why: 'no_key', key: encryptionKeyId(key(1)) }])
})

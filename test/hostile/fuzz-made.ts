import { fixtures, readFixture } from '../clips/fixtures.ts'
import { conversions } from '../support/service/conversions.ts'
import { repeated } from './pieces.ts'
import type { Random } from './random.ts'

/** Characters that make no piece of a command, a name or a mark. */
const odd = [
  ...[
    '\0',
    '\u0007',
    '\u001B[31m',
    '\u0085',
    '\u00AD',
    '\u061C',
    '\u115F',
    '\u200B',
    '\u200D',
    '\u2060',
    '\u3164',
  ],
  ...[
    '\uFEFF',
    '\uFFF9',
    '\uFFFD',
    '\uFDD0',
    '\uE000',
    '\uD800',
    '\uDC00',
    '\u{E0041}',
    '\u{1D173}',
    '\u0301',
  ],
  ...[
    '@everyone',
    '<!channel>',
    '<!here>',
    '{{count}}',
    '$t(a)',
    '%s',
    '__proto__',
    '\r\n',
    '</script>',
    "';--",
  ],
  ...['👩‍🎤', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'שיר', 'أغنية', 'Ｆ', 'ﬁ', 'İ', 'ß', '½', '١', '−'],
]

/** A text of about this length, put together from pieces, some of them several times. */
export const textOf = (random: Random, length: number): string => {
  let text = ''
  while (text.length < length) {
    const piece = random.once(3) ? random.of(odd) : random.of(repeated)
    text += random.once(6) ? piece.repeat(1 + random.below(1 + length / 10)) : piece
  }
  return text.slice(0, Math.max(1, length))
}

/** A word or a few, as a value has. */
export const wordOf = (random: Random): string => textOf(random, 1 + random.below(12))

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const scalars: readonly Json[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -5e-324, Number.MAX_SAFE_INTEGER, '', ' ', 'null', '0'],
  ...[
    'COMPLETED',
    'FAILED',
    'https://cdn.example/a.mp3',
    'javascript:alert(1)',
    '2026-06-01 00:00:00.000 +0000',
  ],
]

const oddNames = ['__proto__', 'constructor', 'toString', 'then', 'length', '', '0']

/** A value with about so many entries, by these names and odd ones. */
export const jsonOf = (random: Random, names: readonly string[], size: number): Json => {
  if (size < 1) return random.once(2) ? random.of(scalars) : wordOf(random)
  const count = 1 + random.below(Math.min(size, 8))
  const shares = Array.from({ length: count }, (_, index) => (index === 0 ? size / 2 : size / 2 / count))
  if (random.once(4)) return shares.map((share) => jsonOf(random, names, share - 1))
  return Object.fromEntries(
    shares.map((share) => [
      random.once(10) ? random.of(oddNames) : random.of(names),
      jsonOf(random, names, share - 1),
    ]),
  )
}

const originals = Object.values(conversions).map(({ conversion }) => conversion)
const known = originals.flatMap((conversion) => Object.keys(conversion))

/** The body of an answer of the audio service: an honest one with wrong parts, or any JSON, sometimes cut off. */
export const answerOf = (random: Random, size: number): string => {
  const wrong = jsonOf(
    random,
    [...known, 'success', 'task_id', 'conversion', 'voices', 'error', 'detail'],
    size,
  )
  const patched = Object.assign({}, random.of(originals), wrong)
  const body = JSON.stringify(random.once(2) ? { success: true, conversion: patched } : wrong)
  return random.once(5) ? body.slice(0, random.below(body.length)) : body
}

const files = fixtures().rows.map((row) => readFixture(row) ?? Buffer.alloc(0))

/** An honest sound with wrong bytes near its head, as often as fits; sometimes bytes that are none. */
export const fileOf = (random: Random, bytes: number): Buffer => {
  const honest = random.of(files)
  const file = Buffer.alloc(bytes, honest.subarray(0, Math.max(1, Math.min(honest.length, bytes))))
  for (let count = random.below(6); count > 0; count -= 1) {
    const at = random.below(Math.min(file.length, random.once(2) ? 200 : 5_000))
    const value = random.of([0, 0xff, 0x7f, 0x80, random.below(256)])
    file.fill(value, at, Math.min(file.length, at + random.of([1, 2, 4, 8])))
  }
  return random.once(4) ? file.subarray(0, random.below(file.length)) : file
}

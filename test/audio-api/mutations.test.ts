import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyLyrics, classifySubmission } from '../../src/audio-api/submission.ts'
import { findConversion, taskStatusOf } from '../../src/audio-api/task-result.ts'
import type { Exchange } from '../../src/audio-api/transport.ts'
import { voicesIn } from '../../src/audio-api/voice-list.ts'
import { AppError } from '../../src/core/errors.ts'
import type { LookupOutcome } from '../../src/core/job/audio-service.ts'
import { conversions } from '../support/service/conversions.ts'

// What the service sends may change without notice, and break on its way. No change may crash the client, and
// none may end a task that has not ended.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Path = readonly (string | number)[]

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pathsIn = (value: Json, path: Path = []): Path[] => {
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.map((entry, index) => [index, entry])
    : isObject(value)
      ? Object.entries(value)
      : []
  return entries.flatMap(([key, entry]) => [[...path, key], ...pathsIn(entry, [...path, key])])
}

/** The value with the entries of what lies at the path's parent changed. */
const changeAt = (
  value: Json,
  [key, ...rest]: Path,
  change: (key: string, entry: Json) => readonly [string, Json][],
): Json => {
  const next = (entry: Json): Json => changeAt(entry, rest, change)
  if (Array.isArray(value))
    return value.map((entry, index) => (index === key && rest.length > 0 ? next(entry) : entry))
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, entry]): readonly [string, Json][] => {
    if (name !== key) return [[name, entry]]
    return rest.length > 0 ? [[name, next(entry)]] : change(name, entry)
  })
  return Object.fromEntries(entries)
}

const scalar = fc.constantFrom<Json>(
  ...[
    null,
    '',
    ' ',
    'COMPLETED',
    'FAILED',
    0,
    -1,
    1e308,
    -1e308,
    5e-324,
    Number.MAX_SAFE_INTEGER,
    true,
    false,
    [],
    {},
  ],
)
const poison: Json = { status: 'COMPLETED', success: true, conversion_path_1: 'https://cdn.example/x.mp3' }
const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'Status',
  'state',
  'status_msg',
  '',
  'x',
)

/** Changes to anything but the status, which alone decides whether a task has ended. */
const mutation = fc.oneof(
  fc.constant(() => []),
  scalar.map((value) => (name: string): [string, Json][] => [[name, value]]),
  fc.constant((name: string, entry: Json): [string, Json][] => [[name, { [name]: entry }]]),
  fc.constant((name: string, entry: Json): [string, Json][] => [[name, [entry, entry]]]),
  fc.constant((name: string, entry: Json): [string, Json][] => [[name, JSON.stringify(entry)]]),
  oddName.map((other) => (_: string, entry: Json): [string, Json][] => [[other, entry]]),
  oddName.map((other) => (name: string, entry: Json): [string, Json][] => [
    [name, entry],
    [other, poison],
  ]),
  fc.string({ unit: 'binary' }).map((text) => (name: string): [string, Json][] => [[name, text]]),
)

const isStatus = (path: Path): boolean => path[0] === 'conversion' && path[1] === 'status'

const answered = (body: string, status = 200): Exchange => ({ kind: 'answered', status, body })

const lookUp = (exchange: Exchange): LookupOutcome => {
  const found = findConversion(exchange)
  return found.status === 'found' ? taskStatusOf(found.conversion) : found
}

const originals = Object.values(conversions).map(
  ({ conversion }): Json => JSON.parse(JSON.stringify({ success: true, conversion })),
)

const ends: Readonly<Record<string, LookupOutcome['status']>> = {
  COMPLETED: 'finished',
  FAILED: 'failed',
  ERROR: 'failed',
}

const statusBy = (status: unknown): LookupOutcome['status'] =>
  (typeof status === 'string' ? ends[status.toUpperCase()] : undefined) ?? 'pending'

const statusIn = (original: Json): LookupOutcome['status'] => {
  const conversion = isObject(original) ? original.conversion : undefined
  return statusBy(conversion !== undefined && isObject(conversion) ? conversion.status : undefined)
}

/** An answer to a look-up, changed in a few places. */
const mutated = fc
  .tuple(
    fc.constantFrom(...originals),
    fc.array(fc.tuple(fc.nat(), mutation), { minLength: 1, maxLength: 4 }),
  )
  .map(([original, changes]) => ({
    original,
    changed: changes.reduce<Json>((value, [at, change]) => {
      const paths = pathsIn(value).filter((path) => !isStatus(path))
      const path = paths[at % Math.max(paths.length, 1)]
      return path === undefined ? value : changeAt(value, path, change)
    }, original),
  }))

describe('an answer to a look-up', () => {
  test('that was changed anywhere but in its status never ends a task that has not ended', () => {
    fc.assert(
      fc.property(mutated, ({ original, changed }) => {
        const after = lookUp(answered(JSON.stringify(changed)))
        expect([statusIn(original), 'unreadable', 'pending']).toContain(after.status)
      }),
    )
  })

  test('that breaks off is unreadable', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...originals),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (original, share) => {
          const body = JSON.stringify(original)
          expect(lookUp(answered(body.slice(0, Math.floor(body.length * share)))).status).toBe('unreadable')
        },
      ),
    )
  })

  test('ends a task by two statuses for bad and one for good, and by no other', () => {
    const anyStatus = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('COMPLETE', 'COMPLETED!', 'completed', 'Failed'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(conversions)), anyStatus, ({ conversion }, status) => {
        const body = JSON.stringify({ success: true, conversion: { ...conversion, status } })
        expect(lookUp(answered(body)).status).toBe(statusBy(status))
      }),
    )
  })
})

const anyBody = fc.oneof(
  fc.json(),
  fc.string(),
  mutated.map(({ changed }) => JSON.stringify(changed)),
  fc
    .dictionary(
      fc.constantFrom('success', 'task_id', 'error', 'message', 'detail', 'voices', 'lyrics'),
      fc.jsonValue(),
    )
    .map((answer) => JSON.stringify(answer)),
)
const anyStatus = fc.integer({ min: 100, max: 599 })

describe('whatever comes back', () => {
  test('is read without a crash, and a task is taken only with an id in its own words', () => {
    fc.assert(
      fc.property(anyStatus, anyBody, (status, body) => {
        lookUp(answered(body, status))
        const outcome = classifySubmission(answered(body, status))
        if (outcome.status !== 'accepted') return
        const { data, ...top } = JSON.parse(body)
        expect([top.task_id, data?.task_id]).toContain(outcome.taskId)
        expect([top.success, data?.success]).not.toContain(false)
      }),
    )
  })

  test('to a paid request refuses nothing outside of 2xx and 4xx', () => {
    fc.assert(
      fc.property(anyStatus, anyBody, (status, body) => {
        for (const { status: outcome } of [
          classifySubmission(answered(body, status)),
          classifyLyrics(answered(body, status)),
        ])
          if (outcome === 'refused') expect([2, 4]).toContain(Math.floor(status / 100))
      }),
    )
  })

  test('as a list of voices is one, or an error that says so', () => {
    fc.assert(
      fc.property(anyStatus, anyBody, (status, body) => {
        try {
          for (const { value, label } of voicesIn(answered(body, status)).voices)
            expect([typeof value, typeof label]).toEqual(['string', 'string'])
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }),
    )
  })
})

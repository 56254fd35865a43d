import { expect } from 'vitest'
import { createWire, type Wire, type WireEntry } from '../../../sandbox/wire.ts'
import { secretIn } from '../../../src/core/text/text.ts'
import type { Clock } from '../../../studio/kit/clock.ts'

// Strict by default: a test in which a stand-in refused what the test did not ask for fails, whatever the bot
// made of the answer. test/support/sandbox/strict-setup.ts looks after every test and after every file.

type Read = () => Promise<readonly string[]>
type Expected = string | RegExp

const sources = new Map<Read, number>()
let expected: readonly Expected[] = []
let excused: readonly RegExp[] = []

/**
 * Has the tests of this file fail for what is refused there. `read` gives all
 * refusals since its start, in order.
 */
export const watchRefusals = (read: Read): void => {
  sources.set(read, 0)
}

/**
 * Says what this test provokes on purpose, before or after it does: one whole summary or pattern for each
 * refusal, in any order. Fails the test for each that does not come.
 */
export const expectRefusals = (...summaries: readonly Expected[]): void => {
  expected = [...expected, ...summaries]
}

/** Lets this test pass however often this is refused; for what chance decides, as when a bot is killed. */
export const excuseRefusals = (...summaries: readonly RegExp[]): void => {
  excused = [...excused, ...summaries]
}

const fits = (summary: string, wanted: Expected): boolean =>
  typeof wanted === 'string' ? summary === wanted : wanted.test(summary)

/**
 * What was refused and not expected, and what was expected and not refused;
 * each expectation is for one refusal.
 */
export const compareRefusals = (
  refused: readonly string[],
  wanted: readonly Expected[],
): { unexpected: readonly string[]; missing: readonly Expected[] } => {
  const unexpected: string[] = []
  let missing = wanted
  for (const summary of refused) {
    const at = missing.findIndex((one) => fits(summary, one))
    if (at < 0) unexpected.push(summary)
    else missing = missing.toSpliced(at, 1)
  }
  return { unexpected, missing }
}

const newRefusals = async (): Promise<readonly string[]> => {
  const found: string[] = []
  for (const [read, seen] of sources) {
    const all = await read()
    sources.set(read, all.length)
    found.push(...all.slice(seen))
  }
  return found
}

/** Fails unless exactly what was expected was refused since this was called last. */
export const checkRefusals = async (): Promise<void> => {
  const refused = await newRefusals()
  const { unexpected, missing } = compareRefusals(refused, expected)
  const inexcusable = unexpected.filter((summary) => !excused.some((pattern) => pattern.test(summary)))
  expected = []
  excused = []
  expect({ unexpected: inexcusable, missing }, 'what the stand-ins refused').toEqual({
    unexpected: [],
    missing: [],
  })
}

/** Forgets what was watched, expected and excused: the next file in this process has worlds of its own. */
export const forgetRefusals = (): void => {
  sources.clear()
  expected = []
  excused = []
}

/** What was refused, each in a line. */
export const summariesOf = (wire: Wire): readonly string[] => wire.refusals().map(({ summary }) => summary)

/** What a bot itself put on the wire, without what was answered. */
const sentIn = ({ detail }: WireEntry): string =>
  String(JSON.stringify(detail, (name, value: unknown) => (name === 'answer' ? undefined : value)))

/**
 * Has the tests of this file fail for anything a bot sends that looks like a secret, whatever it is and whoever it
 * belongs to; it is named without it.
 */
export const watchSent = (wire: Pick<Wire, 'since'>): void => {
  const leaks: string[] = []
  let seen = 0
  watchRefusals(async () => {
    for (const entry of wire.since(seen)) {
      seen = entry.id
      const secret = entry.kind === 'event' || entry.kind === 'refusal' ? undefined : secretIn(sentIn(entry))
      if (secret !== undefined) leaks.push(`${secret} in ${entry.summary}`)
    }
    return [...leaks]
  })
}

/** A wire whose refusals fail the test, and so does a secret on it. */
export const createStrictWire = (clock: Clock): Wire => {
  const wire = createWire(clock)
  watchRefusals(async () => summariesOf(wire))
  watchSent(wire)
  return wire
}

/** The lines with a secret, named without it. */
export const leaksIn = (
  lines: readonly string[],
  secrets: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    lines.filter((line) => line.includes(secret)).map((line) => `${name} in ${line.replaceAll(secret, '…')}`),
  )

/** What looks like a secret in lines that a bot wrote, each named by its kind and its number alone. */
export const shapesIn = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line, index) => {
    const secret = secretIn(line)
    return secret === undefined ? [] : [`${secret} in line ${index + 1}`]
  })

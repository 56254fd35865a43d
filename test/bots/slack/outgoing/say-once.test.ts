import { expect, test } from 'vitest'
import { sayOnce } from '../../../../src/bots/slack/outgoing/say-once.ts'
import type { ResultMessage } from '../../../../src/core/message/message.ts'

type Outcome = 'said' | 'refused' | 'in doubt'

/** Tries one after the other, each by what becomes of it; how often somebody reads the word. */
const readAfter = async (tone: ResultMessage['tone'], outcomes: readonly Outcome[]): Promise<number> => {
  const notes: Record<string, string> = {}
  let read = 0
  for (const outcome of outcomes)
    await sayOnce(
      {
        notes,
        async note(name, value) {
          notes[name] = value
        },
      },
      {
        noteName: 'word',
        message: { tone },
        nowMs: 1,
        async say() {
          if (outcome !== 'refused') read += 1
          if (outcome !== 'said') throw new Error(outcome)
        },
        isUnsaid: (error) => error instanceof Error && error.message === 'refused',
      },
    ).catch(() => undefined)
  return read
}

test.each<[ResultMessage['tone'], readonly Outcome[], number]>([
  ['info', ['said', 'said'], 1],
  ['info', ['in doubt', 'said'], 1],
  ['info', ['refused', 'said', 'said'], 1],
  ['failed', ['said', 'said'], 1],
  ['failed', ['refused', 'refused', 'said', 'said'], 1],
  ['failed', ['in doubt', 'said', 'said'], 2],
  ['failed', ['in doubt', 'in doubt', 'in doubt', 'said'], 2],
])('a word that is %s, tried as %j, is read %i times', async (tone, outcomes, expected) => {
  expect(await readAfter(tone, outcomes)).toBe(expected)
})

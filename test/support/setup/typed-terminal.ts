import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

/** What a key sends. */
export const keys = { enter: '\r', down: '\u001B[B', ctrlC: '\u0003' } as const

/**
 * What to type at the next question, which has to contain this text; a function first does what the question asks for.
 */
export type Answer = readonly [question: string, typed: string | (() => string)]

/** A prompt begins by hiding the cursor. */
const beginsPrompt = '\u001B[?25l'

/**
 * A terminal at which somebody answers one question after the other. At a question that is not the expected one, they
 * press Ctrl-C.
 */
export const createTypedTerminal = (answers: readonly Answer[]) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const output = Object.assign(new PassThrough(), { columns: 1_000, rows: 50 })
  const left = [...answers]
  let written = ''
  const screen = (): string => stripVTControlCharacters(written)
  const answer = (from: number): void => {
    const [question, typed = ''] = left[0] ?? []
    const isExpected = question !== undefined && screen().slice(from).includes(question)
    if (isExpected) left.shift()
    input.write(isExpected ? (typeof typed === 'string' ? typed : typed()) : keys.ctrlC)
  }
  output.on('data', (chunk: Buffer) => {
    if (chunk.includes(beginsPrompt)) setImmediate(answer, screen().length)
    written += chunk.toString()
  })
  return {
    terminal: { input, output },
    /** Everything that was ever shown, as text. */
    screen,
    /** Everything that was ever written, with control characters. */
    written: () => written,
    /** The questions that never came. */
    left: (): readonly string[] => left.map(([question]) => question),
  }
}

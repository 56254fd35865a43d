import type { Readable, Writable } from 'node:stream'
import { cancel, intro, isCancel, log, note, outro, password, select, text } from '@clack/prompts'
import { AppError } from '../../core/errors.ts'
import { wrap } from '../wrap.ts'
import type { Dialog } from './dialog.ts'

/** The terminal, or streams that stand in for it. */
export interface Terminal {
  input: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown }
  output: Writable & { columns?: number }
}

const ctrlC = 3

const clearLine = '\r\u001B[2K'

const isInterrupt = (chunk: unknown): boolean =>
  typeof chunk === 'string' ? chunk.includes('\u0003') : Buffer.isBuffer(chunk) && chunk.includes(ctrlC)

/** Swallows all input, so that a secret pasted too early does not appear; `onInterrupt` hears Ctrl-C. */
const hush = ({ input }: Terminal, onInterrupt: () => void): (() => void) => {
  const hear = (chunk: unknown): void => {
    if (isInterrupt(chunk)) onInterrupt()
  }
  if (input.isTTY === true) input.setRawMode?.(true)
  input.on('data', hear)
  input.resume()
  return () => {
    input.off('data', hear)
    input.pause()
    if (input.isTTY === true) input.setRawMode?.(false)
  }
}

/** The guide at the left takes three columns. */
const guideWidth = 3

/** What readline tells about a key. */
const isCtrlD = (key: unknown): boolean =>
  typeof key === 'object' &&
  key !== null &&
  'ctrl' in key &&
  key.ctrl === true &&
  'name' in key &&
  key.name === 'd'

/** Aborted when the input ends, by Ctrl-D or with its terminal; the library would wait forever. */
const endOf = ({ input }: Terminal): AbortSignal => {
  const controller = new AbortController()
  input.once('end', () => controller.abort())
  input.on('keypress', (_, key: unknown) => {
    if (isCtrlD(key)) controller.abort()
  })
  return controller.signal
}

/** Asks at a terminal. */
export const createClackDialog = (terminal: Terminal): Dialog => {
  const { output } = terminal
  const streams = { ...terminal, signal: endOf(terminal) }
  let isCancelled = false
  /** The library would break within words. */
  const fitted = (said: string): string => wrap(said, (output.columns ?? 80) - guideWidth).join('\n')
  const ended = (): AppError => {
    isCancelled = true
    return new AppError('configuration', 'Setup was ended.')
  }
  const answered = <Answer>(answer: Answer): Exclude<Answer, symbol> => {
    if (isCancel(answer)) throw ended()
    return answer as Exclude<Answer, symbol>
  }
  return {
    isInteractive: true,
    wasCancelled: () => isCancelled,
    begin: (title) => intro(title, terminal),
    explain: (title, lines) => note(lines.join('\n'), title, terminal),
    success: (said) => log.success(fitted(said), terminal),
    warn: (said) => log.warn(fitted(said), terminal),
    error: (said) => log.error(fitted(said), terminal),
    copy: (said) => void output.write(`\n${said}\n\n`),
    secret: async ({ message }) => {
      const validate = (value = '') => (value.trim() === '' ? 'Paste it here, then press Enter.' : undefined)
      return answered(await password({ message, validate, ...streams }))
    },
    text: async ({ message, proposal }) =>
      answered(await text({ message, placeholder: proposal, defaultValue: proposal, ...streams })),
    choose: async ({ message, choices, initial: first }) => {
      const options = choices.map(({ value, label, hint }) => ({
        value: value as string,
        label,
        ...(hint && { hint }),
      }))
      const initial = first === undefined ? {} : { initialValue: first as string }
      const picked = answered(
        await select({ message, options, ...initial, showInstructions: false, ...streams }),
      )
      const choice = choices.find(({ value }) => value === picked)
      if (choice === undefined) throw ended()
      return choice.value
    },
    async busy(said, work) {
      const { promise: interrupted, reject } = Promise.withResolvers<never>()
      const release = hush(terminal, () => reject(ended()))
      output.write(`${said} …`)
      try {
        return await Promise.race([work(), interrupted])
      } finally {
        output.write(clearLine)
        release()
      }
    },
    end: (said) => {
      const lines = fitted(said).replaceAll('\n', `\n${' '.repeat(guideWidth)}`)
      if (isCancelled) cancel(lines, terminal)
      else outro(lines, terminal)
    },
  }
}

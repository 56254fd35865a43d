import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'

/** What somebody sees while they wait. */
export interface Progress {
  /** Begins to wait for something. */
  start(text: string): void
  /** Says what is going on by now. */
  update(text: string): void
  /** Takes the line away. */
  stop(): void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const
const frameMs = 100

const clearLine = '\r\u001b[2K'

const silent: Progress = { start: () => undefined, update: () => undefined, stop: () => undefined }

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`)

/** One line that moves, on a terminal; nothing where nobody watches, such as in a file. */
export const createProgress = (stream: WriteStream): Progress => {
  if (!stream.isTTY) return silent
  let said = ''
  let frame = 0
  let startedAtMs = 0
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - startedAtMs) / 1000)
    frame += 1
    const sign = styleText('cyan', frames[frame % frames.length] ?? frames[0])
    const text = cut(`${said} ${seconds} s`, stream.columns - '  ⠋ '.length)
    stream.write(`${clearLine}  ${sign} ${styleText('dim', text)}`)
  }
  return {
    start(text) {
      said = text
      startedAtMs = performance.now()
      clearInterval(timer)
      timer = setInterval(draw, frameMs).unref()
    },
    update(text) {
      said = text
    },
    stop() {
      if (timer === undefined) return
      clearInterval(timer)
      timer = undefined
      stream.write(clearLine)
    },
  }
}

import type { Writable } from 'node:stream'

interface Outputs {
  stdout: Writable
  stderr: Writable
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message)

const onFirstLoss = ({ stdout, stderr }: Outputs, tell: (code: string) => void): void => {
  // There is no output left to report to.
  stderr.on('error', () => undefined)
  let isTold = false
  stdout.on('error', (error) => {
    if (isTold) return
    isTold = true
    tell(codeOf(error))
  })
}

/** Lets the bot continue when its log can't be written: those lines are lost, and stderr says so once. */
export const outliveLog = (outputs: Outputs): void =>
  onFirstLoss(outputs, (code) => {
    outputs.stderr.write(
      `The log cannot be written to stdout (${code}), so its lines are lost; the bot goes on. Free the disk, or restart it with another output.\n`,
    )
  })

/**
 * Lets a task finish when its output can't be written, and reports that once on stderr and by `onIncomplete`. A
 * reader that has seen enough, such as `head`, is no loss.
 */
export const outliveOutput = (outputs: Outputs, onIncomplete: () => void): void =>
  onFirstLoss(outputs, (code) => {
    if (code === 'EPIPE') return
    outputs.stderr.write(
      `The output could not be written (${code}) and is incomplete. Free the disk, or write it elsewhere.\n`,
    )
    onIncomplete()
  })

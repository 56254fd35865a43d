import type { RunBot } from '../../../sandbox/bot.ts'
import { type Exit, exitReport, keepOutput } from '../../../sandbox/children.ts'
import { AppError } from '../../../src/core/errors.ts'
import { configProblemsText, readConfig, secretsOf } from '../../../src/core/runtime/config.ts'
import { createLog } from '../../../src/core/runtime/log.ts'
import { exitCodeOf, reportOf } from '../../../src/core/runtime/report.ts'
import { createStopping, type Running } from '../../../src/core/runtime/running.ts'
import { production, serve } from '../../../src/serve.ts'
import { wait } from '../../../src/time.ts'

/**
 * Runs a bot in this process, where all that it loads is loaded already: that takes a process more than a second.
 * What `src/main.ts` does besides is left out: it reads no .env, hears no signals, and knows no catalogues.
 */
export const runBotHere: RunBot = (env, onLine) => {
  const output = keepOutput(onLine)
  const say = (text: string): void => output.tell(text.trimEnd())
  const { promise: exited, resolve: exit } = Promise.withResolvers<Exit>()
  const end = (code: number): void => exit({ code, signal: null })
  const running: Running[] = []
  let stop = (): void => end(0)

  const start = async (): Promise<void> => {
    const read = readConfig(env)
    if (!read.ok) throw new AppError('configuration', configProblemsText(read.problems))
    const { config } = read
    const log = createLog(config.logLevel, secretsOf(config), say)
    const withinMs = production.stopSpans.allMs
    const stopping = createStopping({ running, log, withinMs, wait, exit: end })
    stop = () => stopping.isStopping() || stopping.stop('SIGTERM')
    await serve('all', production, { config, log, running, isStopping: stopping.isStopping })
  }
  start().catch((error: unknown) => {
    say(reportOf(error))
    end(exitCodeOf(error))
  })

  const ended = exited.then((exit): never => {
    throw new Error(exitReport('bot', exit, output.last()))
  })
  ended.catch(() => undefined) // who waits for a line hears of it
  return {
    name: 'bot',
    pid: undefined,
    exited,
    lastLines: output.last,
    line: (matches) => Promise.race([output.first(matches), ended]),
    message: () => ended,
    stop: () => {
      stop()
      return exited
    },
    kill: () =>
      Promise.reject(new Error('This bot shares the process of its test: start one with isProcess')),
  }
}

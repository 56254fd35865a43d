import { hostname } from 'node:os'
import type { RunBot } from '../../../sandbox/world/bot.ts'
import { configProblemsText, readConfig } from '../../../src/app/config.ts'
import { secretsOf } from '../../../src/app/config-secrets.ts'
import { createLog } from '../../../src/app/log.ts'
import type { Surroundings } from '../../../src/app/ports.ts'
import { exitCodeOf, reportOf } from '../../../src/app/report.ts'
import { type Running, stopAll } from '../../../src/app/running.ts'
import { serve } from '../../../src/app/serve.ts'
import { AppError } from '../../../src/core/errors.ts'
import { type Exit, keepOutput, rejectOnExit } from '../../../studio/kit/children.ts'

/**
 * Runs a bot in this process, which has already loaded what it needs; a process of its own takes over a second. Unlike
 * `src/main.ts` it reads no .env, handles no signals and loads no catalogues. Nothing of it runs on once it has exited.
 */
export const botInProcess =
  (surroundings: Surroundings): RunBot =>
  (env, onLine) => {
    const output = keepOutput(onLine)
    const stopping = Promise.withResolvers<void>()
    let isStopping = false

    const run = async (): Promise<void> => {
      const read = readConfig(env)
      if (!read.ok) throw new AppError('configuration', configProblemsText(read.problems))
      const { config } = read
      const log = createLog(config.logLevel, secretsOf(config), (line) => output.tell(line.trimEnd()), {
        role: 'all',
        host: hostname(),
        pid: process.pid,
      })
      const running: Running[] = []
      try {
        await serve('all', surroundings, { config, log, running, isStopping: () => isStopping })
        await stopping.promise
      } finally {
        await stopAll(running, log)
      }
    }
    const fail = (error: unknown): number => {
      output.tell(reportOf(error))
      return exitCodeOf(error)
    }
    const exited = run()
      .then(() => 0, fail)
      .then((code): Exit => ({ code, signal: null }))

    const bot = { name: 'bot', pid: undefined, exited, lastLines: output.last }
    return {
      ...bot,
      line: (matches) => Promise.race([output.first(matches), rejectOnExit(bot)]),
      message: () => rejectOnExit(bot),
      stop: () => {
        isStopping = true
        stopping.resolve()
        return exited
      },
      kill: () =>
        Promise.reject(new Error('This bot shares the process of its test: start it with isProcess')),
    }
  }

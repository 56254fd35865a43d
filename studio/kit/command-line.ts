import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** Ends the program with what is wrong with its command line and what it takes: code 2, as shells have it. */
export const endWithUsage = (problem: string, usage: string): never => {
  console.error(`${problem}\n\n${usage}`)
  process.exit(2)
}

/** Ends the program unless its options make sense, with what it takes; also where `--help` asks for that. */
export const readCommandLine = <Options extends ParseArgsOptionsConfig>(options: Options, usage: string) => {
  if (process.argv.some((word) => word === '--help' || word === '-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ options, allowNegative: true }).values
  } catch (error) {
    return endWithUsage(error instanceof Error ? error.message : String(error), usage)
  }
}

/** A Ctrl-C comes twice: from the terminal, and from npm, which passes it on. */
const echoMs = 1_000

/** Calls `end` at the first signal to end; one that comes a second later or more ends the program at once. */
export const onEndingSignal = (end: () => void): void => {
  let endingSinceMs: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (endingSinceMs !== undefined && performance.now() - endingSinceMs >= echoMs) process.exit(1)
      if (endingSinceMs !== undefined) return
      endingSinceMs = performance.now()
      end()
    })
}

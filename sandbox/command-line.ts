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

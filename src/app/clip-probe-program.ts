import { readClipFormat } from './clip-format.ts'

/**
 * The program that looks into one file: its path is the argument, a `ClipProbe` as JSON its output. It runs
 * on its own, since a file can be made so that reading it takes all memory or all time there is. The blank line
 * says that it runs: it was not the file that ended a process without one.
 */
process.stdout.write('\n')
process.stdout.write(JSON.stringify(await readClipFormat(process.argv[2] ?? '')))

import { rewriteClip } from './clip-rewrite.ts'

/**
 * Inspects and rewrites one file: its path is the argument, a `ClipProbe` as JSON the output. Runs as a separate process,
 * because a crafted file can make reading it take all memory or time. The blank line shows that the program
 * started: if a process ends without one, the file was not the cause.
 */
process.stdout.write('\n')
process.stdout.write(JSON.stringify(await rewriteClip(process.argv[2] ?? '')))

import { rm, writeFile } from 'node:fs/promises'
import { readCommandLine } from './command-line.ts'
import { keepCompiled } from './compile-cache.ts'
import { renderProblems } from './demo/printing.ts'
import { runDemo } from './demo/run.ts'
import { story } from './demo/story.ts'

// One shot: starts everything, plays the story, and says whether all went well.

const folder = 'demo-out'

const usage = `Usage: npm run demo -- [--json FILE]

Saves what the bot posts under ${folder}/.

  --json FILE  writes what was said, with times and credits, there as well`

const values = readCommandLine({ json: { type: 'string' } }, usage)

keepCompiled()
const { exitWithReport, startWorld } = await import('./world.ts')
await rm(folder, { recursive: true, force: true })
const world = await startWorld({ bot: true }).catch(exitWithReport)
const transcript = await runDemo(world, { story, folder })
if (values.json) await writeFile(values.json, `${JSON.stringify(transcript, null, 2)}\n`)
console.log(renderProblems(transcript))
process.exitCode = transcript.ok ? 0 : 1

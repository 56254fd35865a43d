import { rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { renderProblems } from './demo/printing.ts'
import { runDemo } from './demo/run.ts'
import { story } from './demo/story.ts'
import { exitWithReport, startWorld } from './world.ts'

// One shot: starts everything, plays the story, and says whether all went well.

const { values } = parseArgs({ options: { json: { type: 'string' } } })
const folder = 'demo-out'

await rm(folder, { recursive: true, force: true })
const world = await startWorld({ bot: true }).catch(exitWithReport)
const transcript = await runDemo(world, { story, folder })
if (values.json) await writeFile(values.json, `${JSON.stringify(transcript, null, 2)}\n`)
console.log(renderProblems(transcript))
process.exitCode = transcript.ok ? 0 : 1

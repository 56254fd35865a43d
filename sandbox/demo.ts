import { rm, writeFile } from 'node:fs/promises'
import { endWithUsage, readCommandLine } from './command-line.ts'
import { keepCompiled } from './compile-cache.ts'
import { renderProblems } from './demo/printing.ts'
import { runDemo } from './demo/run.ts'
import { story } from './demo/story.ts'

// One shot: starts everything, plays the story, and says whether all went well.

const folder = 'demo-out'

const usage = `Usage: npm run demo -- [--json FILE] [--song-seconds N]

Saves what the bot posts under ${folder}/.

  --json FILE       writes what was said, with times and credits, there as well
  --song-seconds N  has songs last so long, for whoever is in a hurry; 20 unless given`

const values = readCommandLine({ json: { type: 'string' }, 'song-seconds': { type: 'string' } }, usage)

const readLength = (text: string | undefined): { musicSeconds?: number } => {
  if (text === undefined) return {}
  return /^[1-9]\d?$/.test(text)
    ? { musicSeconds: Number(text) }
    : endWithUsage(`--song-seconds must be a number from 1 to 99, not "${text}"`, usage)
}
const studio = readLength(values['song-seconds'])

keepCompiled()
const { exitWithReport, startWorld } = await import('./world.ts')
await rm(folder, { recursive: true, force: true })
const world = await startWorld({ bot: true, studio }).catch(exitWithReport)
const transcript = await runDemo(world, { story, folder })
if (values.json) await writeFile(values.json, `${JSON.stringify(transcript, null, 2)}\n`)
console.log(renderProblems(transcript))
process.exitCode = transcript.ok ? 0 : 1

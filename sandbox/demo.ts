import { rm, writeFile } from 'node:fs/promises'
import { keepCompiled } from '../studio/kit/caches.ts'
import { endWithUsage, readCommandLine } from '../studio/kit/command-line.ts'
import { renderProblems } from './demo/printing.ts'
import { runDemo } from './demo/run.ts'
import { story } from './demo/story.ts'

// One shot: starts everything, plays the story, and says whether all went well.

const folder = 'demo-out'

const usage = `Usage: npm run demo -- [--json FILE] [--song-seconds N]

Saves what the bot posts under ${folder}/.

  --json FILE       writes what was said, with times and credits, there as well
  --song-seconds N  makes songs this long (default: 20)`

const values = readCommandLine({ json: { type: 'string' }, 'song-seconds': { type: 'string' } }, usage)

const readSeconds = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  return endWithUsage(`--song-seconds must be a number from 1 to 99, not "${text}"`, usage)
}
const musicSeconds = readSeconds(values['song-seconds'])

/** The demo's member is quicker than people are. */
const quickMember = { REQUESTS_PER_MINUTE_PER_MEMBER: '0', COMMANDS_PER_MINUTE_PER_MEMBER: '0' }

keepCompiled()
const { exitWithReport, startWorld } = await import('./world/world.ts')
await rm(folder, { recursive: true, force: true })
const world = await startWorld({ bot: true, musicSeconds, settings: quickMember }).catch(exitWithReport)
const transcript = await runDemo(world, { story, folder })
if (values.json) await writeFile(values.json, `${JSON.stringify(transcript, null, 2)}\n`)
console.log(renderProblems(transcript))
process.exitCode = transcript.ok ? 0 : 1

import { rm, writeFile } from 'node:fs/promises'
import { keepCompiled } from '../studio/kit/caches.ts'
import { endWithUsage, readCommandLine } from '../studio/kit/command-line.ts'
import { introduction, layoutFor, renderEnd } from './demo/printing.ts'
import { createProgress } from './demo/progress.ts'
import { runDemo } from './demo/run.ts'
import { shortStory } from './demo/short-story.ts'
import { wholeStory } from './demo/story.ts'
import { writePage } from './demo/write-page.ts'

// One shot: starts everything, plays the story, and says whether all went well.

const folder = 'demo-out'

/** Half a minute has room for no more, on two processors that have rendered nothing yet. */
const shortSongSeconds = 15

const usage = `Usage: npm run demo -- [--all] [--json FILE] [--song-seconds N]

Shows the bot in half a minute. What it posts is saved under ${folder}/, with a page to hear it.

  --all             plays every part on both platforms (about two minutes)
  --json FILE       also writes what was said, with times and credits, to FILE
  --song-seconds N  makes songs this long (default: 15, and 20 with --all)`

const values = readCommandLine(
  {
    all: { type: 'boolean', default: false },
    json: { type: 'string' },
    'song-seconds': { type: 'string' },
  },
  usage,
)

const readSeconds = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  return endWithUsage(`--song-seconds must be a number from 1 to 99, not "${text}"`, usage)
}
const musicSeconds = readSeconds(values['song-seconds']) ?? (values.all ? undefined : shortSongSeconds)

/** The demo's member is quicker than people are, and its story begins before there are any credits. */
const settings = {
  REQUESTS_PER_MINUTE_PER_MEMBER: '0',
  COMMANDS_PER_MINUTE_PER_MEMBER: '0',
  OPERATOR_NEW_SERVER_CREDITS: '0',
}

const startedAtMs = performance.now()
const progress = createProgress(process.stdout)
console.log(introduction)
progress.start('Starting Discord, Slack, the audio service, Redis and the bot')
keepCompiled()
const { exitWithReport, startWorld } = await import('./world/world.ts')
await rm(folder, { recursive: true, force: true })
const world = await startWorld({ bot: true, musicSeconds, settings }).catch((error: unknown) => {
  progress.stop()
  return exitWithReport(error)
})
progress.stop()
const transcript = await runDemo(world, {
  scenes: values.all ? wholeStory : shortStory,
  folder,
  layout: layoutFor(process.stdout.columns, !values.all),
  progress,
})
if (values.json) await writeFile(values.json, `${JSON.stringify(transcript, null, 2)}\n`)
const tookMs = performance.now() - startedAtMs
const page = await writePage(folder, transcript, tookMs)
console.log(renderEnd(transcript, { page, tookMs }))
process.exitCode = transcript.ok ? 0 : 1

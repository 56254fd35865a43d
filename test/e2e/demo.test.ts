import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recordTune } from '../../sandbox/demo/tune.ts'
import { type Exit, spawnChild } from '../../studio/kit/children.ts'
import { decodeMp3, distanceDb, type Sound } from '../support/audio/audio-analysis.ts'
import { chromaSequence, sequenceCorrelation } from '../support/audio/chroma-sequence.ts'
import { isLong } from '../support/suite/runs.ts'

/** Enough to recognise a song; the long form makes them as long as people hear them. */
const shortSeconds = '3'

const program = fileURLToPath(new URL('../../sandbox/demo.ts', import.meta.url))

// What other programs read from the transcript.
const credits = z.string().regex(/^\d+(\.\d{2,6})?$/)
const transcriptSchema = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      platform: z.enum(['discord', 'slack']),
      command: z.string(),
      ackMs: z.int().nonnegative(),
      doneMs: z.int().nonnegative(),
      messages: z.array(
        z.object({
          text: z.string().min(1),
          files: z.array(
            z.object({
              path: z.string().startsWith('demo-out/'),
              name: z.string(),
              contentType: z.string(),
              bytes: z.int().positive(),
              durationSeconds: z.number().positive().optional(),
            }),
          ),
          buttons: z.array(z.string()),
        }),
      ),
      credits: z.object({ held: credits, settled: credits, left: credits }).partial(),
    }),
  ),
  problems: z.array(z.string()),
})

let folder: string
let exit: Exit
let output: string
let transcript: z.infer<typeof transcriptSchema>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  const demo = spawnChild({
    name: 'demo',
    args: [program, '--all', '--json', 'demo.json', ...(isLong ? [] : ['--song-seconds', shortSeconds])],
    cwd: folder,
    env: { TMPDIR: folder },
  })
  exit = await demo.exited
  output = demo.lastLines().join('\n')
  transcript = transcriptSchema.parse(JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')))
}, 400_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the demo goes well and says so', () => {
  expect(transcript.problems).toEqual([])
  expect(transcript.ok).toBe(true)
  expect(exit).toEqual({ code: 0, signal: null })
  expect(output).toMatch(/All went well in \d+ s: \d+ requests, \d+ files saved\.$/m)
})

type Step = z.infer<typeof transcriptSchema>['steps'][number]

const stepsOn = (platform: Step['platform']): Step[] =>
  transcript.steps.filter((step) => step.platform === platform)

const filesOf = ({ messages }: Step) => messages.flatMap(({ files }) => files)

const stepLike = (platform: Step['platform'], command: RegExp): Step => {
  const found = stepsOn(platform).findLast((step) => command.test(step.command) && filesOf(step).length > 0)
  if (!found) throw new Error(`No step like ${command} brought files on ${platform}`)
  return found
}

/** The takes of a step as a listener hears them. */
const hear = (step: Step): Promise<Sound[]> =>
  Promise.all(
    filesOf(step)
      .filter(({ contentType }) => contentType === 'audio/mpeg')
      .map(async ({ path }) => decodeMp3(await readFile(join(folder, path)))),
  )

describe.each(['discord', 'slack'] as const)('on %s', (platform) => {
  test('every step was played, and every request got one message', () => {
    const steps = stepsOn(platform)
    const commands = [
      '/music',
      '/tts',
      '/budget',
      '/credits',
      'Remix this clip',
      '@Tunesmith remix',
      '[Hide result]',
    ]
    const inTurn = {
      discord: ['/voices', 'Trim this clip', '@Tunesmith voice', '/lyrics', '[WAV]'],
      slack: ['@Tunesmith transcribe', '[Master]', 'Redo part of this clip'],
    }
    for (const command of [...commands, '/jobs recover', ...inTurn[platform]])
      expect(steps.map((step) => step.command).join('\n')).toContain(command)
    expect(steps.map(({ messages }) => messages.length)).toEqual(steps.map(() => 1))
    expect(steps.some(({ messages }) => messages[0]?.text.includes('Not enough credits'))).toBe(true)
  })

  test('everything that was sent is saved', async () => {
    for (const { path, bytes } of stepsOn(platform).flatMap(filesOf)) {
      expect(path).toMatch(new RegExp(`^demo-out/${platform}/\\d+/`))
      expect(existsSync(join(folder, path))).toBe(true)
      expect((await stat(join(folder, path))).size).toBe(bytes)
    }
  })

  test('the song came with two takes that differ, a cover and lyrics', async () => {
    const step = stepLike(platform, /^\/music/)
    const [first, second] = await hear(step)
    if (!first || !second) throw new Error('The song has no two takes')
    expect(distanceDb(first, second)).toBeGreaterThan(3)
    expect(filesOf(step).filter(({ contentType }) => contentType === 'image/png')).toHaveLength(1)
    const file = filesOf(step).find(({ name }) => name === 'lyrics.txt')
    const lyrics = file ? await readFile(join(folder, file.path), 'utf8') : step.messages[0]?.text
    expect(lyrics).toMatch(/\[0:\d\d\] \w+/)
  })

  test('a song that was hidden was billed, and is shown after all', () => {
    const [cancelled] = stepsOn(platform).flatMap(({ command, messages }) =>
      command.startsWith('[Hide') ? messages : [],
    )
    expect(cancelled?.text).toContain("so it's still billed")
    const takes = filesOf(stepLike(platform, /^\/jobs recover/)).filter(
      ({ contentType }) => contentType === 'audio/mpeg',
    )
    expect(takes).toHaveLength(2)
  })

  test('the remix is made from the clip, and is not the clip', async () => {
    const clip = await decodeMp3(await recordTune())
    const takes = await hear(stepLike(platform, /^Remix this clip/))
    expect(takes).toHaveLength(2)
    // The same band without the clip comes to 0.3, a song about something else to -0.1.
    for (const take of takes)
      expect(sequenceCorrelation(chromaSequence(clip, 0.5), chromaSequence(take, 0.5))).toBeGreaterThan(0.5)
    for (const take of takes) expect(distanceDb(clip, take)).toBeGreaterThan(3)
  })

  test('what was held, used and left adds up from step to step', () => {
    const paid = stepsOn(platform).filter(
      ({ credits: { held, settled } }) => held !== undefined && settled !== undefined,
    )
    const amounts = paid.map((step) =>
      z.object({ held: credits, settled: credits, left: credits }).parse(step.credits),
    )
    expect(amounts.length).toBeGreaterThanOrEqual(4)
    let before: number | undefined
    for (const { held, settled, left } of amounts) {
      expect(Number(settled)).toBeGreaterThan(0)
      expect(Number(settled)).toBeLessThanOrEqual(Number(held))
      if (before !== undefined) expect(Number(left)).toBeCloseTo(before - Number(settled), 6)
      before = Number(left)
    }
    const balance = stepsOn(platform).at(-1)
    expect(Number(balance?.credits.left)).toBeCloseTo(before ?? Number.NaN, 6)
  })
})

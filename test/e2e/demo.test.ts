import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Exit, spawnChild } from '../../sandbox/children.ts'

const program = fileURLToPath(new URL('../../sandbox/demo.ts', import.meta.url))

// What other programs read from the transcript.
const credits = z.string().regex(/^\d+\.\d{2,6}$/)
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
    args: [program, '--json', 'demo.json'],
    cwd: folder,
    env: { TMPDIR: folder },
  })
  exit = await demo.exited
  output = demo.lastLines().join('\n')
  transcript = transcriptSchema.parse(JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')))
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the demo goes well and says so', () => {
  expect(transcript.problems).toEqual([])
  expect(transcript.ok).toBe(true)
  expect(exit).toEqual({ code: 0, signal: null })
  expect(output).toMatch(/All went well: \d+ requests, \d+ files saved\.$/)
})

test('every request got one message', () => {
  expect(transcript.steps.map(({ messages }) => messages.length)).toEqual(transcript.steps.map(() => 1))
})

test('the song came with two takes of a stated length, a cover and lyrics, all of them saved', async () => {
  const files = transcript.steps.flatMap(({ messages }) => messages.flatMap((message) => message.files))
  expect(files.map(({ contentType }) => contentType.split(';')[0]).sort()).toEqual([
    'audio/mpeg',
    'audio/mpeg',
    'image/png',
    'text/plain',
  ])
  expect(files.filter(({ durationSeconds }) => durationSeconds !== undefined)).toHaveLength(2)
  for (const { path, bytes } of files) {
    expect(existsSync(join(folder, path))).toBe(true)
    expect((await stat(join(folder, path))).size).toBe(bytes)
  }
})

test('the credits of the song were held, settled and taken off', () => {
  const [song] = transcript.steps.filter(({ messages }) => messages.some(({ files }) => files.length > 0))
  const amounts = z.object({ held: credits, settled: credits, left: credits }).parse(song?.credits)
  expect(Number(amounts.settled)).toBeGreaterThan(0)
  expect(Number(amounts.settled)).toBeLessThanOrEqual(Number(amounts.held))
  expect(Number(amounts.settled) + Number(amounts.left)).toBeCloseTo(0.2, 6)
})

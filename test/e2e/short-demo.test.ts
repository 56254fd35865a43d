import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Exit, spawnChild } from '../../studio/kit/children.ts'

const program = fileURLToPath(new URL('../../sandbox/demo.ts', import.meta.url))

let folder: string
let exit: Exit
let output: string
let page: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  const args = [program, '--song-seconds', '3']
  const lines: string[] = []
  const onLine = (line: string) => void lines.push(line)
  exit = await spawnChild({ name: 'demo', args, cwd: folder, env: { TMPDIR: folder }, onLine }).exited
  output = lines.join('\n')
  page = await readFile(join(folder, 'demo-out/index.html'), 'utf8')
}, 400_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('it shows a song, a remix, a refused attack, a refusal with its remedy, and one charge for a song whose bot was killed', () => {
  expect(exit, output).toEqual({ code: 0, signal: null })
  const inTurn = [
    'Made with AI',
    'Made with AI',
    "isn't on the public internet",
    'Not enough credits',
    '[One take',
    'kill -9 the bot',
    'Made with AI',
    'One song, one charge',
    'All went well',
  ]
  let from = 0
  for (const words of inTurn) {
    const at = output.indexOf(words, from)
    expect(at, `${words} after ${output.slice(0, from)}`).toBeGreaterThanOrEqual(from)
    from = at + words.length
  }
  expect(output).toMatch(/^ *\[Remix 1\] \[Remix 2\] .*\[More ▾\]$/m)
  expect(output, 'colours are for terminals').not.toContain('\u001b')
})

test('it ends with a page that plays what was saved, and says so', async () => {
  expect(output).toContain('demo-out/index.html')
  const sounds = [...page.matchAll(/<audio [^>]*src="([^"]+)"/g)].map(([, src = '']) => src)
  expect(sounds).toHaveLength(5)
  for (const src of sounds)
    expect((await readFile(join(folder, 'demo-out', decodeURIComponent(src)))).length).toBeGreaterThan(1_000)
  expect(page).toMatch(/<img src="discord\/2\/cover\.png"/)
  expect(page).toContain('<summary>Lyrics</summary>')
})

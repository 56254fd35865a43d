import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../studio/kit/free-port.ts'
import { firstRows, isLong } from './support/suite/runs.ts'

const waitMs = 60_000
const program = join(import.meta.dirname, '../src/main.ts')

let folder: string
let full: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunesmith-main-'))
  full = openSync('/dev/full', 'w')
})
afterEach(() => {
  closeSync(full)
  rmSync(folder, { recursive: true })
})

/** Nothing is reached from here, so a bot waits for Redis. */
const settings = {
  DISCORD_TOKEN: 'token',
  DISCORD_API_URL: 'http://127.0.0.1:1',
  AUDIO_API_URL: 'http://127.0.0.1:1',
  AUDIO_API_KEY: 'key',
  AUDIO_FILE_HOSTS: 'files.audio.example',
  REDIS_URL: 'redis://127.0.0.1:1',
}

type Output = number | 'pipe'

const start = (args: readonly string[], stdout: Output, more: Record<string, string> = {}) =>
  spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...settings, ...more },
    stdio: ['ignore', stdout, 'pipe'],
  })

/** What it wrote to stderr, and the code with which it ended. */
const endOf = async (child: ChildProcess) => {
  if (child.stderr === null) throw new Error('stderr is not piped')
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { said, code }
}

const outputs: readonly (readonly [string, string, () => Output])[] = [
  ['a full disk', 'ENOSPC', () => full],
  ['a reader that has gone', 'EPIPE', () => 'pipe'],
]

test.each(firstRows(1, outputs))(
  'a bot whose log meets %s goes on, and says so once',
  async (_, code, stdout) => {
    const HTTP_PORT = String(await freePort())
    const child = start([], stdout(), { HTTP_PORT, REDIS_PASSWORD: 'x', LOG_LEVEL: 'trace' })
    child.stdout?.destroy()
    const end = endOf(child)
    await once(child.stderr ?? child, 'data')
    await expect
      .poll(() => fetch(`http://127.0.0.1:${HTTP_PORT}/health/live`).then(({ status }) => status, String), {
        timeout: waitMs / 2,
      })
      .toBe(200)
    child.kill()
    expect(await end).toEqual({
      code: 0,
      said: expect.stringMatching(new RegExp(`^The log cannot be written to stdout \\(${code}\\).*\\n$`)),
    })
  },
)

const ends: readonly (readonly [string, () => Output, number, RegExp])[] = [
  ['a reader that has gone ends quietly', () => 'pipe', 0, /^$/],
  ['a full disk says so and ends with 1', () => full, 1, /^The output could not be written \(ENOSPC\).*\n$/],
]

test.each(firstRows(1, ends))('a task whose output meets %s', async (_, stdout, code, said) => {
  const child = start(['--help'], stdout())
  child.stdout?.destroy()
  expect(await endOf(child)).toEqual({ code, said: expect.stringMatching(said) })
})

test('a start with settings that cannot be read ends with 78 and the mend, without a stack', async () => {
  mkdirSync(join(folder, '.env'))
  expect(await endOf(start([], 'pipe'))).toEqual({
    code: 78,
    said: expect.stringMatching(/^\.env is a folder\..*\.env\.example\.\n$/),
  })
})

test.runIf(isLong)(
  'a folder in which no clip can be stored is told at the start, and by the doctor',
  async () => {
    const bot = start([], 'pipe', { HTTP_PORT: String(await freePort()), TMPDIR: '/proc/nowhere' })
    const doctor = start(['doctor'], 'pipe', { REDIS_URL: '', TMPDIR: '/proc/nowhere' })
    if (bot.stdout === null || doctor.stdout === null) throw new Error('stdout is not piped')
    const [ended, found] = await Promise.all([endOf(doctor), text(doctor.stdout)])
    expect(found).toMatch(
      /^ {2}failed {3}machine\.folder +TMPDIR\n +Clips cannot be stored in \/proc\/nowhere \(ENOENT\)\./m,
    )
    expect(ended.code).toBe(1)
    for await (const line of createInterface(bot.stdout)) if (line.includes('clips cannot be stored')) break
    bot.kill()
    expect((await endOf(bot)).code).toBe(0)
  },
)

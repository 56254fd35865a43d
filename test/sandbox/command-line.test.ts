import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compiledFolder } from '../../studio/kit/caches.ts'
import { spawnChild } from '../../studio/kit/children.ts'
import { firstRows } from '../support/suite/runs.ts'

type Ended = { code: number | null; output: string; errors: string }

const pathOf = (program: string): string => fileURLToPath(new URL(`../../${program}`, import.meta.url))

const run = (program: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { NODE_COMPILE_CACHE: compiledFolder }
    const child = execFile(
      process.execPath,
      [pathOf(program), ...args],
      { env },
      (_error, output, errors) => {
        resolve({ code: child.exitCode, output, errors })
      },
    )
  })

const programs: readonly [program: string, usage: string][] = [
  ['sandbox/demo.ts', 'Usage: npm run demo'],
  ['sandbox/start.ts', 'Usage: npm run sandbox'],
  ['studio/cli.ts', 'Usage: npm run studio'],
  ['sandbox/smoke/smoke-real.ts', 'Usage: npm run smoke:real'],
]

describe.each(programs)('%s', (program, usage) => {
  test('says what it takes when asked', async () => {
    const { code, output, errors } = await run(program, ['--help'])
    expect(output).toContain(usage)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
  })

  test('starts nothing with an option that it does not know, and says what it takes', async () => {
    const { code, output, errors } = await run(program, ['--shanty'])
    expect(errors).toContain("Unknown option '--shanty'")
    expect(errors).toContain(usage)
    expect(errors).not.toContain('    at ')
    expect({ code, output }).toEqual({ code: 2, output: '' })
  })
})

test.each(firstRows(2, ['abc', '70000', '-1', '80.5']))('the studio takes no port %s', async (port) => {
  const { code, errors } = await run('studio/cli.ts', [`--port=${port}`])
  expect(errors).toContain(`--port must be a number from 0 to 65535, not "${port}"`)
  expect(code).toBe(2)
})

test.each([
  [
    '--redis=redis://127.0.0.1:1',
    'The audio service cannot start: --redis does not answer: connect ECONNREFUSED',
  ],
  ['--data=/dev/null/data', 'The audio service cannot start: ENOTDIR: not a directory'],
  ['--cache=/dev/null/sounds', 'The audio service cannot start: ENOTDIR: not a directory'],
])('the studio says in one line why it cannot start with %s', async (option, reason) => {
  const { code, output, errors } = await run('studio/cli.ts', ['--port=0', option])
  expect(errors).toContain(reason)
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
  expect({ code, output }).toEqual({ code: 1, output: '' })
})

const addresses = z.object({ baseUrl: z.string(), apiKey: z.string() })

test('the studio keeps what it renders in the folder that it is given', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  const args = [pathOf('studio/cli.ts'), '--port=0', `--cache=${folder}`]
  const studio = spawnChild({ name: 'studio', args, ipc: true })
  onTestFinished(async () => {
    await studio.stop()
    await rm(folder, { recursive: true })
  })
  const { baseUrl, apiKey } = addresses.parse(await studio.message())
  const headers = { authorization: apiKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ text: 'Hello', gender: 'female' })
  expect((await fetch(`${baseUrl}/v1/TextToSpeech`, { method: 'POST', headers, body })).ok).toBe(true)
  await expect.poll(() => readdir(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
})

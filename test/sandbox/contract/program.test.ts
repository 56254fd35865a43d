import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiledFolder } from '../../../studio/kit/caches.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { type Caller, startCaller } from '../../studio/caller.ts'
import { firstRows, isLong } from '../../support/suite/runs.ts'
import { type Recording, startRecording } from './recording.ts'
import { type Spoils, startSpoilingProxy } from './spoiling-proxy.ts'
import { defaulting } from './spoilings/spoiling.ts'

const program = fileURLToPath(new URL('../../../sandbox/contract.ts', import.meta.url))
const apiKey = 'a-key-that-nobody-may-print'

let caller: Caller
let recording: Recording
let folder: string
beforeAll(async () => {
  caller = await startCaller({ apiKey })
  recording = await startRecording()
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-contract-'))
})
afterAll(async () => {
  await caller.close()
  await recording.close()
  await rm(folder, { recursive: true, force: true })
})

type Ended = { readonly code: number | null; readonly output: string }

const start = (args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { NODE_COMPILE_CACHE: compiledFolder }
    const child = execFile(process.execPath, [program, ...args], { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, output: `${stdout}${stderr}` })
    })
  })

const against = (baseUrl: string, ...args: readonly string[]): Promise<Ended> =>
  start(['--base-url', baseUrl, '--api-key', apiKey, ...args])

const againstSpoilt = async (spoils: Spoils, ...args: readonly string[]): Promise<Ended> => {
  const proxy = await startSpoilingProxy(caller.baseUrl, recording, spoils)
  return await against(proxy.baseUrl, ...args).finally(proxy.close)
}

/** A service that lets Bearer stand before the key: against what was seen elsewhere, and against no rule. */
const takesBearer: Spoils = {
  request: (call) => ({ ...call, authorization: call.authorization?.replace('Bearer ', '') }),
}

/** A service that never heard of keys for tests. */
const knowsNoTestKeys: Spoils = {
  request: (call) => ({ ...call, authorization: call.authorization?.replace(`${apiKey}.`, 'wrong.') }),
}

describe('the program', () => {
  test('ends with 0 where the service keeps the rows, and writes what it found', async () => {
    const file = join(folder, 'findings.json')
    const { code, output } = await against(
      caller.baseUrl,
      '--only',
      'getAllVoices.',
      '--json',
      file,
      '--strict',
    )
    expect(output).toContain('This orders real work and spends credits of the account.')
    expect(output).toMatch(/^ok {9}getAllVoices\.limit\.default +limit is 20 unless given$/m)
    expect(output).toMatch(/^\d+ ok, 0 differ, 0 not tried; the tasks were estimated at 0 credits$/m)
    expect(output).not.toContain(apiKey)
    expect(code).toBe(0)
    const findings = JSON.parse(await readFile(file, 'utf8'))
    expect(findings).toMatchObject({ differ: 0, notTried: 0, creditsEstimated: 0 })
    expect(findings.rows).toContainEqual({
      id: 'getAllVoices.limit.default',
      title: 'limit is 20 unless given',
      source: 'document',
      kind: 'ok',
    })
  })

  test.runIf(isLong)('sums up what its tasks were estimated at', async () => {
    const { code, output } = await against(caller.baseUrl, '--only', 'textToSpeech.gender.male')
    expect(output).toMatch(/1 ok, 0 differ, 0 not tried; the tasks were estimated at 0\.\d+ credits/)
    expect(code).toBe(0)
  })

  test('ends with 1 where the service differs from its description', async () => {
    const spoils = defaulting('getAllVoices', 'limit', 10)
    const { code, output } = await againstSpoilt(spoils, '--only', 'getAllVoices.limit.default')
    expect(output).toMatch(/^DIFFERS {4}getAllVoices\.limit\.default .*\n {11}limit is 10$/m)
    expect(code).toBe(1)
  })

  const differing: readonly (readonly [string, readonly string[], number])[] = [
    ['notes, and ends with 0,', [], 0],
    ['strictly ends with 1', ['--strict'], 1],
  ]

  test.each(firstRows(1, differing))(
    '%s where it differs from what was seen elsewhere',
    async (_how, args, expected) => {
      const { code, output } = await againstSpoilt(takesBearer, '--only', 'auth.bearer', ...args)
      expect(output).toMatch(/^differs {4}auth\.bearer .*\(as seen elsewhere\)\n {11}the status is 200$/m)
      expect(output).toContain('1 of the differences are from what was seen elsewhere, and break no rule')
      expect(code).toBe(expected)
    },
  )

  // What it does without `--strict` is shown above.
  test.each(
    firstRows(1, [
      ['strictly ends with 1', ['--strict'], 1],
      ['notes, and ends with 0,', [], 0],
    ]),
  )('%s where a row cannot be tried', async (_how, args, expected) => {
    const { code, output } = await againstSpoilt(knowsNoTestKeys, '--only', 'musicAiV2.noCredits', ...args)
    expect(output).toMatch(/^not tried {2}musicAiV2\.noCredits .*\n {11}needs an account without credits$/m)
    expect(output).toContain('0 ok, 0 differ, 1 not tried')
    expect(code).toBe(expected)
  })

  const unusable: readonly (readonly [
    string,
    () => Promise<readonly [baseUrl: string, key: string]>,
    RegExp,
  ])[] = [
    ['the key is refused', async () => [caller.baseUrl, 'a-wrong-key'], /refuses the key with 403: .*failed/],
    [
      'nobody answers',
      async () => [`http://127.0.0.1:${await freePort()}`, apiKey],
      /^Nobody answers at http:.*ECONNREFUSED/m,
    ],
    [
      'the address has the version with it',
      async () => [`${caller.baseUrl}/v1`, apiKey],
      /is not the audio service, whose address is given without a version: .* answers 404/,
    ],
  ]

  test.each(firstRows(1, unusable))(
    'says so once and orders nothing where %s',
    async (_where, find, says) => {
      const [baseUrl, key] = await find()
      const { code, output } = await start(['--base-url', baseUrl, '--api-key', key])
      expect(output).toMatch(says)
      expect(output).toContain('Nothing was ordered.')
      expect(output).not.toMatch(/differs/i)
      expect(code).toBe(2)
    },
  )

  test('lists the rows, and asks nobody', async () => {
    const { code, output } = await start(['--list', '--only', 'byId.task_id'])
    expect(output).toContain('| `byId.task_id` | finds a task by task_id |')
    expect(output).toContain('### What was seen elsewhere')
    expect(code).toBe(0)
  })
})

describe('callbacks of a service elsewhere', () => {
  // Reaches this machine under a name that is none of the loopback's, as if it were elsewhere.
  const elsewhere = (): string => caller.baseUrl.replace('127.0.0.1', '0.0.0.0')

  test.runIf(isLong)('are not tried without an address for them', async () => {
    const { code, output } = await against(elsewhere(), '--only', 'textToSpeech.webhook_url')
    expect(output).toMatch(/^not tried {2}textToSpeech\.webhook_url .*\n.*--callback-url$/m)
    expect(code).toBe(0)
  })

  test('come to the address that is given for them', async () => {
    const port = await freePort()
    const args = ['--callback-url', `http://127.0.0.1:${port}/hook/`, '--callback-port', `${port}`]
    const only = 'textToSpeech.webhook_url(\\.record)?'
    const { code, output } = await against(elsewhere(), '--only', only, '--strict', ...args)
    expect(output).toContain('2 ok, 0 differ, 0 not tried')
    expect(code).toBe(0)
  })
})

describe('the program says what it takes, and asks nobody, where', () => {
  const url = 'http://127.0.0.1:1'
  const wrong: readonly (readonly [where: string, args: readonly string[], says: string])[] = [
    ['no address is given', ['--api-key', 'k'], '--base-url is needed'],
    ['no key is given', ['--base-url', url], '--api-key is needed'],
    ['the address is none', ['--base-url', 'studio', '--api-key', 'k'], 'must be an http or https address'],
    ['an option is unknown', ['--url', url], "Unknown option '--url'"],
    ['no row fits', ['--base-url', url, '--api-key', 'k', '--only', 'nothing'], 'No row fits "nothing"'],
    [
      'a pattern cannot be read',
      ['--base-url', url, '--api-key', 'k', '--only', '('],
      'no regular expression',
    ],
    [
      'a number is none',
      ['--base-url', url, '--api-key', 'k', '--lookups-per-minute', '0'],
      '--lookups-per-minute must be a whole number from 1',
    ],
  ]

  test.each(firstRows(1, wrong))('%s', async (_where, args, says) => {
    const { code, output } = await start(args)
    expect(output).toContain(says)
    expect(output).toContain('Usage: npm run contract')
    expect(output).not.toContain('    at ')
    expect(code).toBe(2)
  })
})

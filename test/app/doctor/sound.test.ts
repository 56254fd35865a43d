import { chmod, stat } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkIds } from '../../../src/core/doctor-check.ts'
import { type Installation, startInstallation } from '../../support/doctor/installation.ts'

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation.stop())
afterEach(() => installation.mend())

/** Checks that don't apply: it uses Socket Mode in one workspace, without a certificate or signatures. */
const otherwise = [
  'settings.signing',
  'slack.client',
  'slack.installations',
  'slack.requests',
  'outside.certificate',
]

test('a sound installation has a finding of every check, and no warning', async () => {
  const report = await installation.look()
  expect(report).toMatchObject({ version: '1.2.3', verdict: 'ok', fixed: [], skipped: [] })
  expect(report.counts).toEqual({ ok: report.findings.length, warning: 0, failed: 0, skipped: 0 })
  const ran = new Set(report.findings.map(({ id }) => id))
  expect(checkIds.filter((id) => !ran.has(id))).toEqual(otherwise)
  expect(report.findings.map(({ id }) => checkIds.indexOf(id))).toEqual(
    report.findings.map(({ id }) => checkIds.indexOf(id)).toSorted((one, other) => one - other),
  )
})

test('there are at least forty checks', () => {
  expect(checkIds.length).toBeGreaterThanOrEqual(40)
})

test('what is ok is counted by group, and listed on request', async () => {
  const short = await installation.run()
  expect(short.output.split('\n')).toContain('Settings        5 ok')
  expect(short.output).toMatch(/\n\n\d+ ok, 0 warnings, 0 failed\n$/)
  const long = await installation.run({ wish: { isWhole: true } })
  expect(long.output).toMatch(/^ {2}ok {7}redis\.latency +a round trip to Redis takes \d+ ms$/m)
})

describe('a warning', () => {
  const look = (isStrict: boolean) =>
    installation.run({ settings: { HTTPS_PROXY: 'http://proxy.example' }, wish: { isStrict } })

  test('ends with 0, and with 1 if that is asked for', async () => {
    expect((await look(false)).code).toBe(0)
    expect((await look(true)).code).toBe(1)
  })
})

test('a failure is named with its id, why it matters and how to fix it, and ends with 1', async () => {
  const { output, code } = await installation.run({ machine: { nodeVersion: '20.0.0' } })
  expect(output).toContain('This machine    1 failed, 6 ok\n')
  expect(output).toMatch(
    /^ {2}failed {3}machine\.node +Node 20\.0\.0\n {11}Tunesmith is not tested with this version/m,
  )
  expect(output).toMatch(/\d+ ok, 0 warnings, 1 failed\n$/)
  expect(code).toBe(1)
})

test('a terminal gets colours and lines that fit, unless NO_COLOR is set', async () => {
  const wrong = { machine: { nodeVersion: '20.0.0' }, columns: 60 }
  const coloured = await installation.run(wrong)
  expect(coloured.output).toContain('\u001B[31m')
  const plain = await installation.run({ ...wrong, settings: { NO_COLOR: '1' } })
  expect(plain.output).not.toContain('\u001B')
  expect(Math.max(...plain.output.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
})

test('--fix sets Redis to what Tunesmith needs, and makes .env private', async () => {
  await installation.admin.config('SET', 'maxmemory-policy', 'allkeys-lru')
  await installation.admin.config('SET', 'appendonly', 'no')
  await chmod(installation.environmentFile, 0o644)
  const before = await installation.look()
  expect(before.findings.filter(({ fixable }) => fixable).map(({ id }) => id)).toEqual([
    'settings.file',
    'redis.eviction',
    'redis.durability',
  ])
  const { fixed, verdict } = await installation.look({ wish: { isFixing: true } })
  expect(fixed).toEqual([
    { id: 'settings.file', text: expect.stringContaining('chmod 600') },
    {
      id: 'redis.eviction',
      text: expect.stringMatching(/^set maxmemory-policy to noeviction in Redis, but it forgets/),
    },
    {
      id: 'redis.durability',
      text: expect.stringMatching(/^set appendonly to yes and appendfsync to always/),
    },
  ])
  expect(verdict).toBe('ok')
  expect((await stat(installation.environmentFile)).mode & 0o777).toBe(0o600)
})

test('--fix says what to do where our user may not change Redis', async () => {
  const { admin, server } = installation
  await admin.call('ACL', 'SETUSER', 'poor', 'reset', 'on', '>word', '~*', '+@all', '-config|set')
  await admin.config('SET', 'maxmemory-policy', 'allkeys-lru')
  const settings = { REDIS_URL: server.url.replace('//', '//poor:word@') }
  const { fixed, findings } = await installation.look({ settings, wish: { isFixing: true } })
  expect(fixed).toEqual([])
  expect(findings.find(({ id }) => id === 'redis.eviction')).toMatchObject({
    verdict: 'failed',
    mend: expect.stringMatching(
      /may not use CONFIG SET\. Run this as its admin: CONFIG SET maxmemory-policy noeviction/,
    ),
  })
})

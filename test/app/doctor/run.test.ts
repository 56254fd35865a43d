import { expect, test } from 'vitest'
import { createReport } from '../../../src/app/doctor/report.ts'
import { runLanes } from '../../../src/app/doctor/run.ts'
import { type Check, type CheckId, type Finding, ok } from '../../../src/core/doctor-check.ts'
import { AppError } from '../../../src/core/errors.ts'

const failed: Finding = { verdict: 'failed', what: 'the roof', why: 'It leaks.', mend: 'Mend it.' }

const check = (id: CheckId, findings: readonly Finding[]): Check => ({ id, run: async () => findings })

const options = { isFixing: false, limitMs: 10_000 }
const nothing = () => undefined

test('findings come in the order of the list, however the checks are spread over lanes', async () => {
  const lanes = [
    [check('outside.files', [ok('c')])],
    [check('redis.write', [ok('b')]), check('settings.valid', [ok('a')])],
  ]
  const groups: string[] = []
  const examined = await runLanes(lanes, options, (group, of) => {
    if (of.length > 0) groups.push(group)
  })
  expect(examined.map(({ id }) => id)).toEqual(['settings.valid', 'redis.write', 'outside.files'])
  expect(groups).toEqual(['settings', 'redis', 'outside'])
})

test('checks of one lane take turns, and lanes run side by side', async () => {
  const log: string[] = []
  const first = Promise.withResolvers<readonly Finding[]>()
  const slow: Check = {
    id: 'redis.latency',
    run: () => {
      log.push('slow begins')
      return first.promise
    },
  }
  const after: Check = {
    id: 'redis.clock',
    run: async () => {
      log.push('next begins')
      return [ok('next')]
    },
  }
  const beside: Check = {
    id: 'audio.api',
    run: async () => {
      log.push('beside')
      first.resolve([ok('slow')])
      return [ok('beside')]
    },
  }
  await runLanes([[slow, after], [beside]], options, nothing)
  expect(log).toEqual(['slow begins', 'beside', 'next begins'])
})

test('a check that breaks down has failed, and the others are run anyway', async () => {
  const broken: Check = { id: 'money.books', run: () => Promise.reject(new Error('no rope')) }
  const examined = await runLanes([[broken, check('jobs.dead', [ok('well')])]], options, nothing)
  expect(examined).toMatchObject([
    { findings: [{ verdict: 'failed', why: 'It could not be checked (no rope).' }] },
    { findings: [{ verdict: 'ok' }] },
  ])
})

test('a check that Redis denies names the right line instead of another run', async () => {
  const error = new Error("Redis: NOPERM this user has no permissions to run the 'time' command")
  const denied: Check = { id: 'redis.clock', run: () => Promise.reject(error) }
  const [examined] = await runLanes([[denied]], options, nothing)
  expect(examined?.findings).toMatchObject([{ mend: expect.stringContaining('"Rights"') }])
})

test('a check that takes too long has failed, unless it may', async () => {
  const never: Check = { id: 'audio.api', run: () => new Promise(() => undefined) }
  const [examined] = await runLanes([[never]], { ...options, limitMs: 1 }, nothing)
  expect(examined?.findings).toMatchObject([
    { verdict: 'failed', why: 'It could not be checked within 0.001 s.' },
  ])
})

const fixable = (make: () => Promise<string>): Check => {
  let isFixed = false
  const fix = {
    make: async () => {
      const text = await make()
      isFixed = true
      return text
    },
  }
  return { id: 'settings.file', run: async () => (isFixed ? [ok('whole')] : [{ ...failed, fix } as Finding]) }
}

test('a fix is made only if that is asked for, and judged by its check', async () => {
  const mended = () => fixable(async () => 'mended the roof')
  const [before] = await runLanes([[mended()]], options, nothing)
  expect(before).toMatchObject({ fixed: [], findings: [{ verdict: 'failed' }] })
  const [after] = await runLanes([[mended()]], { ...options, isFixing: true }, nothing)
  expect(after).toMatchObject({ fixed: ['mended the roof'], findings: [{ verdict: 'ok' }] })
})

test('a fix that fails says why instead', async () => {
  const refusing = fixable(() => Promise.reject(new AppError('configuration', 'There is no ladder.')))
  const [examined] = await runLanes([[refusing]], { ...options, isFixing: true }, nothing)
  expect(examined).toMatchObject({
    fixed: [],
    findings: [{ verdict: 'failed', mend: 'It could not be fixed: There is no ladder.' }],
  })
})

test('a group says what was fixed and what was skipped', () => {
  const report = createReport({ isWhole: false, isColoured: false, columns: undefined })
  const examined = [{ id: 'redis.write', findings: [failed], fixed: ['set it'] }] as const
  expect(report.group('redis', examined, ['redis.aof', 'money.books']).split('\n')).toEqual([
    'Redis           1 failed, 1 skipped',
    expect.stringMatching(/^ {2}fixed {4}redis\.write +set it$/),
    expect.stringMatching(/^ {2}failed {3}redis\.write +the roof$/),
    '           It leaks. Mend it.',
    '',
  ])
  expect(report.group('slack', [], [])).toBe('')
  expect(report.summary(examined, ['redis.aof'])).toBe('\n0 ok, 0 warnings, 1 failed, 1 skipped\n')
})

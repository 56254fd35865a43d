import { beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../src/app/log.ts'
import type { LogLevel } from '../../src/app/settings.ts'
import { AppError } from '../../src/core/errors.ts'
import type { Log } from '../../src/core/log.ts'
import { secretSamples } from '../support/fixtures/secret-samples.ts'

let written: string[]

beforeEach(() => {
  written = []
})

const open = (level: LogLevel, secrets: readonly string[] = []): Log =>
  createLog(level, secrets, (line) => void written.push(line))

const lines = (): Record<string, unknown>[] => written.map((line) => JSON.parse(line))

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const secrets = ['s3cret-token', 'redis.pass+word']

describe('a line of the log', () => {
  test('is JSON with level, time, message and details', () => {
    open('info').info('up', { port: 8080 })
    expect(lines()).toEqual([{ level: 'info', time: expect.stringMatching(isoTime), msg: 'up', port: 8080 }])
  })

  test('says which process wrote it', () => {
    const about = { role: 'worker', host: 'machine-1', pid: 7 }
    createLog('info', [], (line) => void written.push(line), about).info('up')
    expect(lines()).toEqual([expect.objectContaining(about)])
  })

  test('of an error has its message, code, cause and stack', () => {
    const cause = new Error('ECONNREFUSED')
    open('info').error('it failed', {
      error: new AppError('store_unavailable', 'Redis: gone', { cause }),
      job: 'j',
    })
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 'error',
        msg: 'it failed',
        code: 'store_unavailable',
        error: 'Redis: gone',
        job: 'j',
        cause: 'ECONNREFUSED',
        stack: expect.stringContaining('AppError'),
      }),
    ])
  })

  test.each([
    ['which has a code of its own has no stack', new AppError('platform_unavailable', 'gone'), false],
    ['which is a bug on our side has its stack', new AppError('program_fault', 'gone'), true],
    ['which nobody foresaw has its stack', new Error('gone'), true],
  ])('of a warning about a failure %s', (_, error, hasStack) => {
    open('info').warn('odd', { error })
    expect(lines()[0]).toMatchObject({ level: 'warn', error: 'gone' })
    expect(Object.hasOwn(lines()[0] ?? {}, 'stack')).toBe(hasStack)
  })

  test('of what fails for every request while Redis is away stands once, of each kind and each message', () => {
    const log = open('info')
    const away = () => new AppError('store_unavailable', 'Redis: no answer')
    for (let request = 0; request < 3; request += 1) {
      log.warn('clips could not be remembered', { error: away(), request })
      log.error('a step failed', { error: away(), request })
      log.warn('clips could not be remembered', {
        error: new AppError('store_refused', 'READONLY You can’t'),
      })
    }
    log.warn('a file was refused', { error: new AppError('file_refused', 'too large') })
    log.warn('a file was refused', { error: new AppError('file_refused', 'too large') })
    expect(lines().map(({ msg, code }) => [msg, code])).toEqual([
      ['clips could not be remembered', 'store_unavailable'],
      ['a step failed', 'store_unavailable'],
      ['clips could not be remembered', 'store_refused'],
      ['a file was refused', 'file_refused'],
      ['a file was refused', 'file_refused'],
    ])
  })

  test('of what a job is warned of again stands once, and another job has its own', () => {
    const log = open('info')
    for (const job of ['a', 'a', 'b', 'a'])
      log.warn('a look-up was not readable', { job, reason: 'HTTP 500' })
    log.warn('a look-up was not readable', { job: 'a', reason: 'HTTP 502' })
    expect(lines().map(({ job, reason }) => [job, reason])).toEqual([
      ['a', 'HTTP 500'],
      ['b', 'HTTP 500'],
      ['a', 'HTTP 502'],
    ])
  })

  test('of an error has every cause below it, with the codes that say more', () => {
    const self = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    const lookup = Object.assign(new Error('getaddrinfo ENOTFOUND x.example', { cause: self }), {
      code: 'ENOTFOUND',
    })
    open('info').warn('down', {
      error: new Error('no answer', { cause: new TypeError('fetch failed', { cause: lookup }) }),
    })
    expect(lines()[0]).toHaveProperty(
      'cause',
      'fetch failed: getaddrinfo ENOTFOUND x.example: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    )
  })

  test('of an error that caused itself ends', () => {
    const error = new Error('round')
    error.cause = error
    open('info').warn('down', { error })
    expect(lines()[0]).toHaveProperty('cause', expect.stringMatching(/^round(: round){1,9}$/))
  })

  test('of something thrown that is no error shows it anyway', () => {
    open('info').warn('odd', { error: 'just a text' })
    expect(lines()).toEqual([expect.objectContaining({ level: 'warn', error: 'just a text' })])
  })

  test('of a warning without an error has none', () => {
    open('info').warn('odd', { n: 1 })
    expect(lines()[0]).not.toHaveProperty('error')
  })

  test('stays one line, whatever is in it', () => {
    open('info').info('two\nlines', { text: 'a\r\n{"level":60}' })
    expect(written.join('').trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('a secret', () => {
  const ways: readonly [string, (log: Log, text: string) => void][] = [
    ['a message', (log, text) => log.info(text)],
    ['a detail', (log, text) => log.debug('x', { text })],
    ['the name of a detail', (log, text) => log.info('x', { [text]: 1 })],
    ['the message of an error', (log, text) => log.error('x', { error: new Error(text) })],
    [
      'the cause of an error',
      (log, text) => log.warn('x', { error: new Error('y', { cause: new Error(text) }) }),
    ],
    ['something thrown', (log, text) => log.error('x', { error: text })],
  ]

  test.each(ways)('in %s is blotted out', (_, write) => {
    const log = open('debug', secrets)
    write(log, `before s3cret-token between redis.pass+word s3cret-token after`)
    const text = written.join('')
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).toContain('before [secret] between [secret] [secret] after')
  })

  test.each(secretSamples)('that nobody knew of is blotted out by its spelling: %s: %s', (_, secret) => {
    const log = open('debug')
    for (const [, write] of ways) write(log, `before\n${secret}`)
    for (const line of written) expect(line).toMatch(/before\\n\S*\[secret\]/)
    expect(lines()).toHaveLength(ways.length)
  })
})

test('what makes the address of callbacks secret is blotted out, and the job stays', () => {
  const jobId = `b07x${'a'.repeat(25)}`
  const address = `https://tunes.example/webhooks/audio/${jobId}.${'m'.repeat(22)}`
  const log = open('debug')
  log.warn('odd', { error: new Error(`POST ${address} failed`), address })
  expect(lines()).toEqual([
    expect.objectContaining({
      error: `POST https://tunes.example/webhooks/audio/${jobId}.[secret] failed`,
      address: `https://tunes.example/webhooks/audio/${jobId}.[secret]`,
    }),
  ])
})

test('a secret is found also where JSON has to escape it', () => {
  open('info', ['pa"ss\\word\t']).info('x', { text: 'my pa"ss\\word\t is it' })
  expect(lines()).toEqual([expect.objectContaining({ text: 'my [secret] is it' })])
})

test.each([
  ['silent', 0],
  ['error', 1],
  ['warn', 2],
  ['info', 3],
  ['debug', 4],
] as const)('at level %s, %d of four lines are written', (level, count) => {
  const log = open(level)
  log.debug('d')
  log.info('i')
  log.warn('w')
  log.error('e', { error: new Error('e') })
  expect(written).toHaveLength(count)
})

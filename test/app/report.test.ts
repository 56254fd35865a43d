import { describe, expect, test } from 'vitest'
import { exitCodeOf, reportOf } from '../../src/app/report.ts'
import { AppError } from '../../src/core/errors.ts'

// 78 is EX_CONFIG of sysexits.h: a restart will not help.
describe('an end', () => {
  test.each([
    ['for a setting', new AppError('configuration', 'SET_ME is missing'), 78, 'SET_ME is missing'],
    ['for another known reason', new AppError('store_unavailable', 'Redis is away'), 1, 'Redis is away'],
    ['for what is not even an error', 'oops', 1, 'oops'],
  ])('%s has its code and its words', (_, error, code, text) => {
    expect([exitCodeOf(error), reportOf(error)]).toEqual([code, text])
  })

  test('for a bug comes with its stack', () => {
    const bug = new TypeError('undefined is not a song')
    expect([exitCodeOf(bug), reportOf(bug)]).toEqual([1, bug.stack])
  })
})

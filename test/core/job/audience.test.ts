import { describe, expect, test } from 'vitest'
import {
  isForRequesterAlone,
  isNothingForOthers,
  mayLookInto,
  maySeeResult,
  mayStop,
} from '../../../src/core/job/audience.ts'
import type { JobState } from '../../../src/core/job/job.ts'
import { personalServer } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'

const viewers = {
  requester: { isAdmin: false, target: target({ member: 'ada' }), seesPlace: false },
  somebody: { isAdmin: false, target: target({ member: 'grace' }), seesPlace: true },
  outsider: { isAdmin: false, target: target({ member: 'eve' }), seesPlace: false },
  admin: { isAdmin: true, target: target({ member: 'grace' }), seesPlace: false },
}

const job = (values: Record<string, unknown>, state: JobState = 'posted', server = 'server-1') => ({
  state,
  removal: undefined,
  cancelledBy: undefined,
  deliverTries: 0,
  values,
  target: target({ member: 'ada', server }),
})

type Rule = typeof maySeeResult

/** Who is let in by a rule. */
const letIn = (rule: Rule, of: Parameters<Rule>[0]) =>
  Object.entries(viewers).flatMap(([name, viewer]) => (rule(of, viewer) ? [name] : []))

const everybody = ['requester', 'somebody', 'admin']
const own = ['requester']
const managed = ['requester', 'admin']

describe('who may see a job', () => {
  test.each([
    ['a shown result', job({}), everybody, managed, managed],
    ['one for everybody', job({ seen_by: 'here' }), everybody, managed, managed],
    ['one that is being shown', job({}, 'ready'), everybody, managed, managed],
    [
      'one that was cancelled too late',
      { ...job({}, 'ready'), cancelledBy: 'ada' },
      managed,
      managed,
      managed,
    ],
    [
      'one that is to be deleted',
      { ...job({}, 'ready'), removal: 'asked' as const },
      managed,
      managed,
      managed,
    ],
    ['one that could not be shown yet', { ...job({}, 'ready'), deliverTries: 1 }, managed, managed, managed],
    ['one that is being made', job({}, 'submitted'), managed, managed, managed],
    ['one that is not shown', job({}, 'withheld'), managed, managed, managed],
    ['one for the requester alone', job({ seen_by: 'me' }), own, own, managed],
    ['the same, kept back', job({ seen_by: 'me' }, 'withheld'), own, own, managed],
  ])('%s: its result, its record, and its cancelling', (_what, of, result, record, stop) => {
    expect(letIn(maySeeResult, of)).toEqual(result)
    expect(letIn(mayLookInto, of)).toEqual(record)
    expect(letIn(mayStop, of)).toEqual(stop)
  })

  test('what is told of it is nothing for others around, where it is secret or of another channel', () => {
    const here = target({ channel: 'thread', parent: 'channel-1' })
    expect(isNothingForOthers([job({}), job({ seen_by: 'here' })], here)).toBe(false)
    expect(isNothingForOthers([job({}), job({ seen_by: 'me' })], here)).toBe(true)
    expect(isNothingForOthers([job({})], target({ channel: 'channel-2' }))).toBe(true)
  })

  test('what is asked for in a direct message is private without being said to be', () => {
    expect(isForRequesterAlone(job({ seen_by: 'me' }))).toBe(true)
    expect(isForRequesterAlone(job({ seen_by: 'here' }))).toBe(false)
    expect(isForRequesterAlone(job({}))).toBe(false)
    expect(isForRequesterAlone(job({ seen_by: 'me' }, 'posted', personalServer('ada')))).toBe(false)
  })
})

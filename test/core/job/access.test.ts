import { describe, expect, test } from 'vitest'
import type { Clip } from '../../../src/core/clip/clip.ts'
import type { KnownClip } from '../../../src/core/clip/clip-index.ts'
import { accessTo, type JobFacts, type JobUse, type Requester } from '../../../src/core/job/access.ts'
import type { JobState } from '../../../src/core/job/job.ts'
import { personalServer } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'

const requesters = {
  requester: { target: target({ member: 'ada' }) },
  somebody: { target: target({ member: 'grace' }), seesPlace: true },
  outsider: { target: target({ member: 'eve' }) },
  admin: { target: target({ member: 'grace' }), isAdmin: true },
} as const satisfies Record<string, Requester>

/** Nobody of these is in the server of the thing, whatever else they are. */
const elsewhere = [
  ['the requester in another server', { server: 'server-2', member: 'ada' }],
  ['somebody of another server', { server: 'server-2', member: 'grace' }],
  ['somebody of another platform', { platform: 'slack', member: 'ada' }],
  ['the requester in their direct messages', { server: personalServer('ada'), member: 'ada' }],
] as const

const job = (values: Record<string, unknown>, state: JobState = 'posted', more: Partial<JobFacts> = {}) =>
  jobRecord({ state, values, target: target({ member: 'ada' }), ...more })

const uses: readonly JobUse[] = ['look_into', 'recover', 'delete', 'stop', 'use_result']

const accessOf = (of: JobFacts, use: JobUse) =>
  Object.fromEntries(
    Object.entries(requesters).map(([name, requester]) => [
      name,
      accessTo({ kind: 'job', job: of, use }, requester),
    ]),
  )

/** Who is let in, and who is told that it is not theirs; to all others it does not exist. */
const sorted = (of: JobFacts, use: JobUse) => {
  const access = Object.entries(accessOf(of, use))
  const named = (wanted: string) => access.filter(([, one]) => one === wanted).map(([name]) => name)
  return { allowed: named('allowed'), told: named('told') }
}

const everybody = ['requester', 'somebody', 'admin']
const own = ['requester']
const managed = ['requester', 'admin']

describe('who may use a job', () => {
  test.each<[string, JobFacts, string[], string[], string[]]>([
    ['a shown result', job({}), everybody, managed, managed],
    ['one for everybody', job({ seen_by: 'here' }), everybody, managed, managed],
    ['one that is being shown', job({}, 'ready'), everybody, managed, managed],
    ['one that was cancelled too late', job({}, 'ready', { cancelledBy: 'ada' }), managed, managed, managed],
    ['one that should be deleted', job({}, 'ready', { removal: 'asked' }), managed, managed, managed],
    ['one that could not be shown yet', job({}, 'ready', { deliverTries: 1 }), managed, managed, managed],
    ['one that is being made', job({}, 'submitted'), managed, managed, managed],
    ['one that is not shown', job({}, 'withheld'), managed, managed, managed],
    ['one for the requester alone', job({ seen_by: 'me' }), own, own, managed],
    ['the same, kept back', job({ seen_by: 'me' }, 'withheld'), own, own, managed],
  ])('%s: its result, its record, and its cancelling', (_what, of, result, record, stop) => {
    expect(sorted(of, 'use_result').allowed).toEqual(result)
    expect(sorted(of, 'look_into').allowed).toEqual(record)
    expect(sorted(of, 'recover').allowed).toEqual(record)
    expect(sorted(of, 'delete').allowed).toEqual(record)
    expect(sorted(of, 'stop').allowed).toEqual(stop)
  })

  test.each<[string, JobFacts, string[]]>([
    ['one that is being made', job({}, 'submitted'), ['somebody']],
    ['one that failed', job({}, 'failed'), ['somebody']],
    ['one for the requester alone, by its admins', job({ seen_by: 'me' }), ['admin']],
  ])('%s is told of where it is seen, and is unknown elsewhere', (_what, of, told) => {
    expect(sorted(of, 'look_into').told).toEqual(told)
    expect(sorted(of, 'use_result').told).toEqual(told)
    for (const use of uses) expect(accessOf(of, use).outsider).toBe('unknown')
  })

  test.each(elsewhere)(
    '%s knows of none, though they manage their place and see everything',
    (_who, where) => {
      const requester = { target: target(where), isAdmin: true, seesPlace: true }
      for (const use of uses)
        for (const each of [job({}), job({ seen_by: 'me' }), job({}, 'withheld')])
          expect(accessTo({ kind: 'job', job: each, use }, requester)).toBe('unknown')
    },
  )
})

test.each(elsewhere)('a record or a request to admins is unknown to %s', (_who, where) => {
  const mine = { target: target({ member: 'ada' }) }
  for (const thing of [
    { kind: 'record', job: mine },
    { kind: 'approval', approval: { request: mine } },
  ] as const) {
    expect(accessTo(thing, requesters.outsider)).toBe('allowed')
    expect(accessTo(thing, { target: target(where), isAdmin: true })).toBe('unknown')
  }
})

describe('a private job continues in the direct messages', () => {
  const direct = (member: string, team?: string) => ({
    target: target({
      ...(team !== undefined && { platform: 'slack' }),
      member,
      server: personalServer(member, team),
    }),
  })
  const onSlack = target({ platform: 'slack', server: 'T1', member: 'ada' })
  test.each([
    ['of its requester', job({ seen_by: 'me' }), direct('ada'), 'allowed'],
    ['of nobody else', job({ seen_by: 'me' }), direct('grace'), 'unknown'],
    ['of nobody, unless it is private', job({}), direct('ada'), 'unknown'],
    ['and in no server', job({ seen_by: 'me' }), requesters.requester, 'unknown'],
    [
      'of its workspace',
      job({ seen_by: 'me' }, 'posted', { target: onSlack }),
      direct('ada', 'T1'),
      'allowed',
    ],
    [
      'of no other one',
      job({ seen_by: 'me' }, 'posted', { target: onSlack }),
      direct('ada', 'T2'),
      'unknown',
    ],
  ] as const)('%s', (_what, of, requester, access) => {
    expect(accessTo({ kind: 'private_job', job: of }, requester)).toBe(access)
  })
})

test('a draft is its member’s; others who saw its button are told so', () => {
  const thing = { kind: 'draft', draft: { member: 'ada' } } as const
  expect(accessTo(thing, requesters.requester)).toBe('allowed')
  expect(accessTo(thing, requesters.admin)).toBe('told')
})

test('a remembered clip is everybody’s in its channel, unless it came with a request and nobody else saw it', () => {
  const message = { platform: 'discord', channel: 'channel-1', message: 'message-1' } as const
  const file = { kind: 'upload', platform: 'discord', url: 'https://x', name: 'a.mp3', bytes: 1 } as const
  const uploaded = (where: typeof message | undefined, owner: { by?: string } = {}): KnownClip => ({
    clip: { ...file, message: where, ...owner },
    from: 'member',
    by: 'ada',
  })
  const link: KnownClip = { clip: { kind: 'link', url: 'https://x' }, from: 'member', by: 'ada' }
  const access = (known: KnownClip) => accessTo({ kind: 'clip', known }, requesters.somebody)
  expect([access(uploaded(message)), access(link), access(uploaded(undefined))]).toEqual([
    'allowed',
    'allowed',
    'unknown',
  ])
  expect(accessTo({ kind: 'clip', known: uploaded(undefined) }, requesters.requester)).toBe('allowed')
  const ofAnother = uploaded(undefined, { by: 'eve' })
  expect(accessTo({ kind: 'clip', known: ofAnother }, requesters.requester)).toBe('unknown')
})

test('a clip of another member’s job is open to its owner and to everyone who sees its channel; a link to neither', () => {
  const message = { platform: 'discord', channel: 'channel-1', message: 'message-1' } as const
  const file: Clip = {
    kind: 'upload',
    platform: 'discord',
    url: 'https://x',
    name: 'a.mp3',
    bytes: 1,
    message,
    by: 'ada',
  }
  const access = (clip: Clip, requester: Requester) => accessTo({ kind: 'clip_of_job', clip }, requester)
  const seeing = { ...requesters.somebody, seesPlace: true }
  expect(access(file, { ...requesters.requester, seesPlace: false })).toBe('allowed')
  expect(access(file, { ...requesters.somebody, seesPlace: false })).toBe('unknown')
  expect(access(file, seeing)).toBe('allowed')
  expect(access({ kind: 'link', url: 'https://x' }, seeing)).toBe('unknown')
})

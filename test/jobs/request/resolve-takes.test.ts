import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { createCanSee } from '../../../src/core/job/audience.ts'
import type { LookupOutcome } from '../../../src/core/job/audio-service.ts'
import { type JobRecord, jobStates } from '../../../src/core/job/job.ts'
import type { FoundJob } from '../../../src/core/job/job-list.ts'
import { jobName } from '../../../src/core/job-id.ts'
import type { AccountId } from '../../../src/core/target.ts'
import { findKept, findTake } from '../../../src/jobs/request/resolve-takes.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { outcomeOf, output, twoTakes } from '../../support/service/outcome.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'

const values = { prompt: 'a sea shanty' }
const posted = jobRecord({ state: 'posted', values, outcome: twoTakes })
const name = jobName(posted.id)

interface Known {
  job?: JobRecord
  found?: FoundJob
  gone?: readonly string[]
  account?: AccountId
  /** What a look-up finds; by default nothing that works. */
  looked?: LookupOutcome
}

const optionsOf = ({ job = posted, found, gone = [], looked = { status: 'failed', said: '' } }: Known) => ({
  commands: [music],
  budgets: { isManager: (_: unknown, member: string) => Promise.resolve(member === 'manager-1') },
  jobList: {
    find: (account: AccountId): Promise<FoundJob> =>
      Promise.resolve(
        found ?? (account === 'discord:server-1' ? { status: 'found', job } : { status: 'unknown' }),
      ),
  },
  canSee: createCanSee(new Map()),
  isGone: (url: string) => Promise.resolve(gone.includes(url)),
  service: { lookUp: () => Promise.resolve(looked) },
  log: createRecordingLog(),
})

const find = (number: number, known: Known = {}, asking = invocation()) =>
  findTake(optionsOf(known), asking, { job: name, number })

const told = async (...args: Parameters<typeof find>): Promise<string> => {
  const found = await find(...args)
  return found.status === 'refused' && found.answer.kind === 'message'
    ? found.answer.message.text
    : found.status
}

const by = (member: string, isAdmin = false) => invocation({ target: target({ member }), isAdmin })

describe('a take of a posted result', () => {
  test.each([1, 2])('%i is the service’s own file, by the name that its message gives it', async (number) => {
    expect(await find(number)).toEqual({
      status: 'found',
      madeAtMs: expect.any(Number),
      isForRequesterAlone: false,
      clip: {
        kind: 'result',
        url: `https://cdn.example/${number}.mp3`,
        name: `Title ${number} take ${number}.mp3`,
        seconds: 20 + number,
        take: `${posted.id}.${number}`,
        by: 'member-1',
        source: 'trainedAlgorithmicMedia',
      },
    })
  })

  test('is everybody’s in the server', async () => {
    expect(await find(2, {}, by('member-2'))).toMatchObject({ status: 'found' })
  })

  test('is nobody else’s in a channel from which its own cannot be seen', async () => {
    const elsewhere = (member: string) => invocation({ target: target({ member, channel: 'elsewhere' }) })
    expect(await told(1, {}, elsewhere('member-2'))).toBe(
      `No job called "${name}" here. See yours with /jobs mine. Nothing was charged.`,
    )
    expect(await find(1, {}, elsewhere('member-1'))).toMatchObject({ status: 'found' })
  })

  test('is nobody else’s in their direct messages, even for a request that belongs to its channel', async () => {
    const askedIn = target({ server: '@member-2', member: 'member-2', channel: 'direct-2' })
    expect(await told(1, {}, { ...by('member-2'), askedIn })).toContain('No job called')
    expect(await find(1, {}, { ...by('member-1'), askedIn })).toMatchObject({ status: 'found' })
  })

  test('has our own name where its feature is not there any more', async () => {
    const job = { ...posted, feature: 'gone' }
    expect(await find(2, { job })).toMatchObject({ clip: { name: `${name} take 2` } })
  })
})

describe('a result that was kept back', () => {
  const job: JobRecord = { ...posted, state: 'withheld' }

  test.each([
    ['the requester', by('member-1')],
    ['an admin', by('admin-1', true)],
    ['a manager', by('manager-1')],
  ])('is a clip for %s', async (_, asking) => {
    expect(await find(1, { job }, asking)).toMatchObject({ status: 'found' })
  })

  test('is none for anybody else', async () => {
    expect(await told(1, { job }, by('member-2'))).toBe(
      `You can only use results you can see, and job ${name} isn't shown here. Nothing was charged.`,
    )
  })

  test.each([
    ['the platform did not say who is an admin', { isAdminUnknown: true }, {}],
    ['the managers cannot be read', {}, { isManager: () => Promise.reject(new Error('down')) }],
  ] as const)('is none for anybody else, and says so if %s', async (_, unknown, budgets) => {
    const options = { ...optionsOf({ job }), ...('isManager' in budgets && { budgets }) }
    const found = await findTake(options, { ...by('member-2'), ...unknown }, { job: name, number: 1 })
    expect(found).toMatchObject({
      answer: {
        message: { text: expect.stringMatching(/I couldn't check whether you're an admin/) },
      },
    })
  })
})

describe('what cannot be found is said by name:', () => {
  const withoutAudio = { outputs: [output(1), output(2, { audioUrl: undefined })], coverUrl: undefined }
  const oneTake = { outputs: [output(1)], coverUrl: undefined }
  test.each([
    ['no such take', 3, {}, `Job ${name} has only 2 takes, so there's no take 3.`],
    [
      'no second take',
      2,
      { job: { ...posted, outcome: oneTake } },
      `Job ${name} has only one take, so there's no take 2.`,
    ],
    ['no audio', 2, { job: { ...posted, outcome: withoutAudio } }, `Take 2 of job ${name} has no audio.`],
    [
      'no such job',
      1,
      { found: { status: 'unknown' } },
      `No job called "${name}" here. See yours with /jobs mine.`,
    ],
    [
      'too short a name',
      1,
      { found: { status: 'ambiguous' } },
      `Several jobs start with "${name}". Type more of the name.`,
    ],
    [
      'a broken record',
      1,
      { found: { status: 'unreadable' } },
      "That job can't be read, so nothing was done. Your bot operator needs to look at it.",
    ],
  ] as const)('%s', async (_, number, known, text) => {
    expect(await told(number, known as Known)).toBe(`${text} Nothing was charged.`)
  })

  test('another server’s job is unknown', async () => {
    expect(await told(1, {}, invocation({ target: target({ server: 'server-2' }) }))).toContain(
      'No job called',
    )
  })

  test('a file that the service does not keep any more can be made again', async () => {
    const found = await find(2, { gone: ['https://cdn.example/2.mp3'] })
    expect(found).toMatchObject({
      status: 'refused',
      answer: {
        seenBy: 'member',
        message: {
          text: `The audio service no longer has take 2 of job ${name}. You can make it again as a new job. Nothing was charged.`,
          blocks: [
            {
              buttons: [
                {
                  label: 'Make it again',
                  commandLink: { command: 'jobs', action: 'again', values: { job: posted.id } },
                },
              ],
            },
          ],
        },
      },
    })
    expect(await find(1, { gone: ['https://cdn.example/2.mp3'] })).toMatchObject({ status: 'found' })
  })

  describe('a take whose address does not work any more', () => {
    const job = { ...posted, taskId: 'task-1' }
    const old = 'https://cdn.example/2.mp3'
    const renewed = 'https://new.example/2.mp3'
    const outputs = [output(1), output(2, { audioUrl: renewed })]
    const looked: LookupOutcome = { ...finished, outcome: outcomeOf(outputs) }

    test('is found at the address that the service gives now, by the same name', async () => {
      expect(await find(2, { job, gone: [old], looked })).toMatchObject({
        clip: { url: renewed, name: 'Title 2 take 2.mp3', seconds: 22 },
      })
    })

    test('is gone where the new address does not work either', async () => {
      expect(await told(2, { job, gone: [old, renewed], looked })).toMatch(/no longer has take 2/)
    })

    test.each<[string, LookupOutcome]>([
      ['no look-up is left', { status: 'later', waitMs: 9_000 }],
      ['the service is away', { status: 'unreadable', reason: 'HTTP 503' }],
    ])('is called neither there nor gone while %s', async (_, status) => {
      expect(await told(2, { job, gone: [old], looked: status })).toBe(
        `I can't check take 2 of job ${name} right now. Try again in a minute. Nothing was charged.`,
      )
    })
  })

  const without = jobStates.filter((state) => state !== 'posted' && state !== 'withheld' && state !== 'ready')
  test.each(without)('a job that is %s has no takes', async (state) => {
    const text = await told(1, { job: jobRecord({ state, values }) })
    expect(text).toMatch(/^Job \w+ (isn't done yet|has no result)/)
  })
})

describe('a job whose result should be shown again', () => {
  const kept = async (known: Known = {}, asking = invocation(), typed = name): Promise<string> => {
    const found = await findKept(optionsOf(known), asking, typed)
    if (found.status === 'found') return found.job.id
    return found.answer.kind === 'message' ? found.answer.message.text : found.answer.kind
  }
  const withheld: JobRecord = { ...posted, state: 'withheld' }

  test.each([
    ['the requester', by('member-1'), posted],
    ['anybody else of the server', by('member-2'), posted],
    ['the requester, though it was kept back', by('member-1'), withheld],
    ['an admin, though it was kept back', by('admin-1', true), withheld],
    ['a manager, though it was kept back', by('manager-1'), withheld],
  ])('is found for %s', async (_, asking, job) => {
    expect(await kept({ job }, asking)).toBe(posted.id)
  })

  test('is found by what a list says of it, and by its id', async () => {
    expect(await kept({}, invocation(), `${name} /music, just now: done`)).toBe(posted.id)
    expect(await kept({}, invocation(), posted.id)).toBe(posted.id)
  })

  test.each([
    ['is kept back, for anybody else', { job: withheld }, by('member-2'), "isn't shown here"],
    ['is another server’s', {}, invocation({ target: target({ server: 'server-2' }) }), 'No job called'],
    [
      'is on its way',
      { job: { ...posted, state: 'submitted', outcome: undefined } },
      by('member-1'),
      "isn't done yet",
    ],
    [
      'failed',
      { job: { ...posted, state: 'failed', outcome: undefined } },
      by('member-1'),
      'has no result to show',
    ],
    [
      'is meant by several names',
      { found: { status: 'ambiguous' } },
      by('member-1'),
      'Type more of the name',
    ],
  ] satisfies [string, Known, ReturnType<typeof by>, string][])(
    'is refused in words where it %s, and nothing is charged',
    async (_, known, asking, words) => {
      const text = await kept(known, asking)
      expect(text).toContain(words)
      expect(text).toMatch(/Nothing was charged\.$/)
    },
  )
})

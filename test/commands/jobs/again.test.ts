import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { createJobsCommand } from '../../../src/commands/jobs/jobs.ts'
import type { Answer, Asks } from '../../../src/core/command/answer.ts'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { createCanSee } from '../../../src/core/job/audience.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld
let posted: string
let withWords: string
let writtenWords: string
let keptBack: string
let failed: string

const values = { prompt: 'a sea shanty', style: 'folk' }

const start = async (): Promise<string> => {
  const jobId = await world.start({ values })
  await world.queue.run(world.clock.now())
  return jobId
}

beforeAll(async () => {
  world = await openJobWorld()
  posted = await start()
  await world.queue.run()
  const lyrics = 'Heave\nHo'
  const outputs = [output(1, { lyrics }), output(2, { lyrics })]
  world.service.lookUpWith({ ...finished, outcome: outcomeOf(outputs) })
  withWords = await start()
  await world.queue.run()
  writtenWords = await world.start({ command: 'lyrics', values: { theme: 'the sea' } })
  await world.queue.run()
  keptBack = await start()
  await world.control.cancel(await world.job(keptBack), 'member-1')
  await world.queue.run()
  world.service.lookUpWith({ ...finished, status: 'failed', said: 'no' })
  failed = await start()
  await world.queue.run()
})
afterAll(() => world.close())

const run = async (
  action: string,
  job: string,
  who: Partial<Invocation> = {},
): Promise<Answer | Asks | undefined> => {
  const jobs = readyUtility(createJobsCommand([music]), {
    jobList: world.jobList,
    jobControl: world.control,
    canSee: createCanSee(new Map()),
    places: world.places,
    ratings: world.ratings,
    records: world.records,
    lists: world.deps.lists,
    now: world.clock.now,
  })
  return actionNamed(jobs, action)?.run(invocation({ command: 'jobs', action, values: { job }, ...who }))
}

const textOf = async (...args: Parameters<typeof run>): Promise<string> => {
  const answer = await run(...args)
  if (answer?.kind !== 'message') throw new Error('no message')
  expect(answer.seenBy).toBe('member')
  return answer.message.text
}

const other = { target: target({ member: 'member-2' }) }
const admin = { target: target({ member: 'admin-1' }), isAdmin: true }

test('the jobs are what they are meant to be', async () => {
  expect(await world.statesOf([posted, withWords, keptBack, failed])).toEqual([
    ...['posted', 'posted', 'withheld', 'failed'],
  ])
})

describe.each([
  ['again', false],
  ['edit', true],
] as const)('/jobs %s', (action, edit) => {
  const asks = { kind: 'asks', asked: { command: 'music', values }, edit, withoutDefaults: true }

  test('asks for the same, for everybody who sees the result', async () => {
    expect(await run(action, posted)).toEqual(asks)
    expect(await run(action, jobName(posted), other)).toEqual(asks)
  })

  test.each(['kept back', 'failed'])('is for its requester or an admin where it was %s', async (how) => {
    const job = how === 'failed' ? failed : keptBack
    expect(await run(action, job)).toEqual(asks)
    expect(await run(action, job, admin)).toEqual(asks)
    expect(await textOf(action, job, other)).toMatch(
      /^You can only use results you can see, and job \w{8} isn't shown here\..*Nothing was charged\.$/,
    )
  })

  test('is for nobody who cannot see where it was asked', async () => {
    const elsewhere = { target: target({ member: 'member-2', channel: 'elsewhere' }) }
    expect(await textOf(action, posted, elsewhere)).toMatch(/^That job is no longer stored/)
  })

  test('knows no other server’s', async () => {
    const elsewhere = { target: target({ server: 'server-2' }) }
    expect(await textOf(action, jobName(posted), elsewhere)).toMatch(/^No job called/)
  })

  test('says of a button whose record is gone that nothing can be done any more', async () => {
    expect(await textOf(action, `b07x${'a'.repeat(25)}`)).toBe(
      'That job is no longer stored. Run the command again. Nothing was charged.',
    )
  })
})

describe('/jobs sing', () => {
  test('opens a song with the words of a result, about what they were written for, for everybody', async () => {
    expect(await run('sing', withWords, other)).toEqual({
      kind: 'asks',
      asked: { command: 'music', values: { prompt: 'a sea shanty', lyrics: 'Heave\nHo', title: 'Title 1' } },
      edit: true,
      withoutDefaults: false,
    })
  })

  test('asks for words that were written for a theme to be sung about it', async () => {
    const song = await run('sing', writtenWords)
    expect(song).toMatchObject({ asked: { values: { prompt: 'the sea' } } })
  })

  test.each(['posted', 'failed'])('is of no use where there are no words: %s', async (how) => {
    expect(await textOf('sing', how === 'failed' ? failed : posted)).toBe(
      'That result has no lyrics to sing. Nothing was charged.',
    )
  })
})

describe('/jobs lyrics', () => {
  test('tells the words only to the member who asks', async () => {
    expect(await run('lyrics', withWords, other)).toEqual({
      kind: 'message',
      seenBy: 'member',
      message: {
        text: 'Lyrics for “Title 1”.',
        tone: 'info',
        blocks: [{ kind: 'document', name: 'Title 1.txt', title: '“Title 1”', text: 'Heave\nHo\n' }],
      },
    })
  })

  test('says that there are none', async () => {
    expect(await textOf('lyrics', posted)).toBe('That result has no lyrics.')
  })
})

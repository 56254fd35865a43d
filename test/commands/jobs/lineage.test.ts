import { afterAll, beforeAll, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { createJobsCommand } from '../../../src/commands/jobs/jobs.ts'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { type CanSee, isHere } from '../../../src/core/job/audience.ts'
import { jobName } from '../../../src/core/job-id.ts'
import type { FactValue, ResultMessage } from '../../../src/core/message/message.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld
let song: string
let remixed: string
let twice: string

const max = { target: target({ member: 'max' }) }
const mia = { target: target({ member: 'mia' }) }
const eve = { target: target({ member: 'eve' }) }
const elsewhere = { target: target({ member: 'eve', channel: 'elsewhere' }) }

const make = async (who: Partial<Invocation>, command: string, values: object): Promise<string> => {
  const job = await world.start({ ...who, command, values: { ...values } })
  await world.queue.run()
  return job
}

beforeAll(async () => {
  world = await openJobWorld()
  song = await make(max, 'music', { prompt: 'a sea shanty' })
  remixed = await make(mia, 'remix', { clip: `${song}.1`, prompt: 'as bossa nova' })
  twice = await make(elsewhere, 'remix', {
    clip: {
      kind: 'upload',
      platform: 'discord',
      url: 'https://cdn.example/band.mp3',
      name: 'band.mp3',
      by: 'ada',
    },
    prompt: 'slower',
  })
})
afterAll(() => world.close())

const shown = async (
  job: string,
  who: Partial<Invocation>,
  canSee: CanSee = async (viewer, place) => isHere(viewer, place),
): Promise<ResultMessage> => {
  const jobs = readyUtility(createJobsCommand([music, remix]), {
    jobList: world.jobList,
    jobControl: world.control,
    canSee,
    places: world.places,
    ratings: world.ratings,
    records: world.records,
    lists: world.deps.lists,
    now: world.clock.now,
  })
  const values = { job }
  const answer = await actionNamed(jobs, 'lineage')?.run(
    invocation({ command: 'jobs', action: 'lineage', values, ...who }),
  )
  if (answer?.kind !== 'message') throw new Error('no message')
  expect(answer.seenBy).toBe('member')
  return answer.message
}

const textOf = (value: FactValue): string => {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value
    .map((piece) => (typeof piece === 'string' ? piece : 'id' in piece ? `@${piece.id}` : ''))
    .join('')
}

const linesOf = ({ blocks }: ResultMessage): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'facts' ? block.facts.map(({ label, value }) => `${label} ${textOf(value)}`) : [],
  )

test('a remix names the song and its author, then itself', async () => {
  const message = await shown(jobName(remixed), eve)
  expect(message.text).toMatch(/^What “.*” was made from, oldest first\.$/)
  expect(linesOf(message)).toEqual([
    expect.stringMatching(/^\/music .*@max/),
    expect.stringMatching(/^\/remix .*@mia/),
  ])
})

test("a result made from another member's file names both", async () => {
  expect(linesOf(await shown(twice, elsewhere))).toEqual([
    'File “band.mp3” · @ada',
    expect.stringMatching(/^\/remix .*@eve/),
  ])
})

test('what was made without a clip says so', async () => {
  expect((await shown(song, eve)).text).toMatch(/was made without a clip from here\.$/)
})

test('a song in a channel that the viewer cannot see has no author', async () => {
  const secret = await make(elsewhere, 'music', { prompt: 'a secret' })
  const job = await make(mia, 'remix', { clip: `${secret}.1`, prompt: 'louder' })
  expect(linesOf(await shown(job, max))).toEqual([
    expect.stringMatching(/^Result “.+” · no longer stored, or in a place that you can't see$/),
    expect.stringMatching(/^\/remix .*@mia/),
  ])
})

test('a click in direct messages shows only what the member can still see', async () => {
  const song = await make(max, 'music', { prompt: 'before the channel was closed' })
  const job = await make(mia, 'remix', { clip: `${song}.1`, prompt: 'louder' })
  const lostSight: CanSee = async (viewer, place) => viewer.channel === place.channel
  const asked = { ...mia, askedIn: target({ member: 'mia', channel: 'direct messages' }) }
  expect(linesOf(await shown(job, asked, lostSight))[0]).toMatch(
    /^Result “.+” · no longer stored, or in a place/,
  )
})

test('a song that is no longer stored keeps its name', async () => {
  const lost = await make(max, 'music', { prompt: 'a farewell' })
  const job = await make(mia, 'remix', { clip: `${lost}.1`, prompt: 'louder' })
  const times = { beforeMs: world.clock.now() + 1, lateBeforeMs: world.clock.now() + 1 }
  expect(await world.records.forget({ jobId: lost }, times)).toEqual({ status: 'forgotten' })
  expect(linesOf(await shown(job, eve))[0]).toMatch(/^Result “.+” · no longer stored, or in a place/)
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import type { Clip, UploadedClip } from '../../../src/core/clip/clip.ts'
import { type Answer, formButtonOf } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { createCanSee } from '../../../src/core/job/audience.ts'
import { resultMark } from '../../../src/core/job/job.ts'
import { writeTakeName } from '../../../src/core/job-id.ts'
import type { DigitalSource } from '../../../src/core/outcome.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { jobsCommandOf } from '../../support/commands/jobs-command.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'

const account = 'discord:server-1'

let world: JobWorld
beforeEach(async () => {
  world = await openJobWorld({ features: [cut] })
  // What a short clip costs, so that none seems forged.
  world.service.alwaysFind({ ...finished, cost: microcredits(16_000) })
})
afterEach(() => world.close())

let events = 0
const ask = (asked: Partial<Invocation>): Promise<Answer> => {
  events += 1
  const jobs = jobsCommandOf(world, createCanSee(new Map()), [cut])
  const dispatch = dispatchOver(world, { ...world.requestDeps, commands: [cut, jobs] })
  return dispatch.answer(invocation({ eventId: `event-${events}`, ...asked }))
}

const part = { start: '0:10', end: '0:20' }
const cutOf = async (clip: Clip | string, values: object = {}, by = target()): Promise<string> => {
  const asked = { command: 'cut', values: { clip, ...part, ...values }, target: by }
  const jobId = await world.start(asked)
  await world.queue.run()
  expect((await world.job(jobId)).state).toBe('posted')
  return jobId
}

const press = (action: string, job: string, member: string): Promise<Answer> =>
  ask({ command: 'jobs', action, values: { job }, press: `${action} ${member}`, target: target({ member }) })

const uploaded = () => world.platform.upload('talk.mp3', 'la la')
const inChannel = (channel: string): Clip => ({
  ...uploaded(),
  message: { platform: 'discord', channel, message: 'message-1' },
})

/** A take of a job that only its requester knows. */
const privateTake = async (): Promise<Clip> => {
  const job = await cutOf(uploaded(), { seen_by: 'me' })
  const take = writeTakeName({ job, number: 1 })
  const url = 'https://cdn.example/private.mp3'
  return { kind: 'result', url, name: 'take.mp3', seconds: 20, take, by: 'member-1' }
}

const secretLink = 'https://files.example.com/talk.mp3?key=s3cret'

const privately: readonly [string, () => Clip | string | Promise<Clip>][] = [
  ['a file that came with the request', uploaded],
  ['a web address', () => ({ kind: 'link', url: secretLink })],
  ['a web address that was typed', () => secretLink],
  ['a take of a private job', privateTake],
  ['a file in a channel that they cannot see', () => inChannel('elsewhere')],
]

describe.each(privately)('%s', (_, bring) => {
  test.each(['edit', 'again'])(
    'is not for the other member who presses %s: a form asks for another',
    async (action) => {
      const clip = await bring()
      const job = await cutOf(clip, { seen_by: 'here' })
      await world.consents.answer(account, 'member-1', 'decline')
      const answer = await press(action, job, 'member-2')
      expect(answer.message.text).toBe(
        "That clip is another member's, and you can't see it here. Add one of your own. Nothing was charged.",
      )
      const form = formButtonOf(answer)?.form
      expect(form).toMatchObject({ command: 'cut', missing: ['clip'], values: part })
      const url = typeof clip === 'string' ? clip : clip.url
      expect(JSON.stringify(form)).not.toContain(url)
      expect(JSON.stringify(await world.drafts.of(account, 'member-2'))).not.toContain(url)
    },
  )

  test('is there again for the member who brought it', async () => {
    const job = await cutOf(await bring(), { seen_by: 'here' })
    expect((await press('edit', job, 'member-1')).kind).toBe('form')
    expect((await press('again', job, 'member-1')).kind).toBe('accepted')
  })
})

test.each(['by its message', 'by its name'])(
  'a take that is cut, found %s, stays as generated as it was',
  async (how) => {
    const source = 'trainedAlgorithmicMedia'
    const made = await cutOf({
      kind: 'result',
      url: 'https://cdn.example/1.mp3',
      name: 'a',
      seconds: 20,
      source,
    })
    const [latest] = await world.clips.latest({ account, channel: 'channel-1' }, 1)
    const clip = how === 'by its name' ? writeTakeName({ job: made, number: 1 }) : latest?.clip
    const answer = await ask({ command: 'cut', values: { clip, start: '0:00', end: '0:10' } })
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    expect(resultMark(await world.job(answer.jobId), cut.conversionType).source).toBe(source)
  },
)

describe('a file that Tunesmith posted in a message that is no longer remembered', () => {
  const generated = (source: DigitalSource | undefined): Clip => {
    const clip = { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'a', seconds: 20 } as const
    return { ...clip, ...(source !== undefined && { source }) }
  }
  const gone = `b00x${'a'.repeat(25)}`

  test.each<[string, DigitalSource, () => string | undefined | Promise<string>]>([
    ['a song was', 'trainedAlgorithmicMedia', () => cutOf(generated('trainedAlgorithmicMedia'))],
    [
      'a remix was',
      'compositeWithTrainedAlgorithmicMedia',
      () => cutOf(generated('compositeWithTrainedAlgorithmicMedia')),
    ],
    ['a part of a member’s recording was', 'algorithmicallyEnhanced', () => cutOf(uploaded())],
    [
      'a song was, if an old record does not say how',
      'trainedAlgorithmicMedia',
      () => cutOf(generated(undefined)),
    ],
    ['a song was, if its job is gone', 'trainedAlgorithmicMedia', () => gone],
    ['a song was, if the message does not name its job', 'trainedAlgorithmicMedia', () => undefined],
  ])('is as generated, once it is cut, as %s', async (_, source, makes) => {
    const job = await makes()
    const files = [{ ...inChannel('channel-1'), isOwnerLost: true }] as UploadedClip[]
    const pointed = { message: 'old-1', by: 'bot-1', atMs: world.clock.now(), files, isVisible: true }
    const answer = await ask({
      command: 'cut',
      values: part,
      pointedAt: [{ ...pointed, ...(job !== undefined && { job }) }],
    })
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    expect(resultMark(await world.job(answer.jobId), cut.conversionType).source).toBe(source)
  })

  test('counts as a song in an older record that says only which job made it', async () => {
    const jobId = await cutOf({ ...inChannel('channel-1'), by: 'member-1', job: gone } as Clip)
    expect(resultMark(await world.job(jobId), cut.conversionType).source).toBe('trainedAlgorithmicMedia')
  })
})

test('a file in a message that the other member sees is theirs to use', async () => {
  const job = await cutOf(inChannel('channel-1'))
  expect((await press('again', job, 'member-2')).kind).toBe('accepted')
})

test('a file of another member that came in no message is not remembered for who used it', async () => {
  await cutOf({ ...uploaded(), by: 'member-9' })
  expect((await world.clips.of(account, 'member-1')).map(({ from }) => from)).not.toContain('member')
})

describe('a clip that a member found in a channel', () => {
  const lost = (channel: string): Clip => ({ ...inChannel(channel), isOwnerLost: true }) as Clip
  const takeIn = async (channel: string): Promise<Clip> => {
    const job = await cutOf(uploaded(), {}, target({ member: 'mia', channel }))
    const take = writeTakeName({ job, number: 1 })
    return { kind: 'result', url: 'https://cdn.example/take.mp3', name: 'a', seconds: 20, take, by: 'mia' }
  }

  describe.each<[string, (channel: string) => Clip | Promise<Clip>]>([
    ['as a take of another member', takeIn],
    ['as a file of another member', (channel) => ({ ...inChannel(channel), by: 'mia' }) as Clip],
    ['as a file of nobody knows whom', lost],
  ])('%s', (_, found) => {
    test.each(['edit', 'again'])(
      'is left out of their own %s once that channel is closed to them',
      async (action) => {
        const job = await cutOf(await found('elsewhere'))
        const form = formButtonOf(await press(action, job, 'member-1'))?.form
        expect(form).toMatchObject({ command: 'cut', missing: ['clip'], values: part })
      },
    )

    test('is used again while they see the channel', async () => {
      const job = await cutOf(await found('channel-1'))
      expect((await press('again', job, 'member-1')).kind).toBe('accepted')
    })
  })
})

describe('an old request with a file of another member', () => {
  test.each(['edit', 'again'])('has it no more for its own member who presses %s', async (action) => {
    const job = await cutOf(
      { ...uploaded(), by: 'member-1' },
      { seen_by: 'here' },
      target({ member: 'member-2' }),
    )
    const form = formButtonOf(await press(action, job, 'member-2'))?.form
    expect(form).toMatchObject({ command: 'cut', missing: ['clip'], values: part })
    expect(JSON.stringify(form)).not.toContain(uploaded().url)
  })

  test('keeps it while its member sees the message that it came in', async () => {
    const job = await cutOf(
      { ...inChannel('channel-1'), by: 'member-1' } as Clip,
      {},
      target({ member: 'member-2' }),
    )
    expect((await press('again', job, 'member-2')).kind).toBe('accepted')
  })
})

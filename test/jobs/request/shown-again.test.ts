import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { result } from '../../../src/commands/features/result.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { jobButton } from '../../../src/core/job/job-buttons.ts'
import { ownersToTell, sourcesOf } from '../../../src/core/job/lineage.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { jobsCommandOf } from '../../support/commands/jobs-command.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'

// Max shows Mia's song again, which is free, and remixes what he was shown.

const account = 'discord:server-1'
const [mia, max] = ['mia', 'max']

let world: JobWorld
beforeEach(async () => {
  world = await openJobWorld({ features: [music, remix, result] })
  world.service.lookUpWith({ ...finished, outcome: outcomeOf([output(1), output(2)]) })
})
afterEach(() => world.close())

let events = 0
const asks = (member: string, asked: Partial<Invocation>): Promise<Answer> => {
  events += 1
  const commands = [music, remix, result, jobsCommandOf(world)]
  const dispatch = dispatchOver(world, { ...world.requestDeps, commands, service: world.service })
  return dispatch.answer(invocation({ eventId: `event-${events}`, target: target({ member }), ...asked }))
}

/** A job that is done, with the message that shows it. */
const done = async (member: string, asked: Partial<Invocation>) => {
  const answer = await asks(member, asked)
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  await world.acknowledged(answer.jobId, { kind: 'given', message: world.platform.answer(answer.message) })
  await world.queue.run()
  return world.job(answer.jobId)
}

const song = () => done(mia, { command: 'music', values: { prompt: 'a tide' } })
const shown = (values: Invocation['values']) => done(max, { command: 'result', values })
const remixes = (asked: Partial<Invocation>) =>
  asks(max, { command: 'remix', ...asked, values: { prompt: 'folk', ...asked.values } })

const declined = /The owner of “.*” doesn't allow others to use it/

const copies: [string, (id: string) => Invocation['values']][] = [
  ['by its job', (id) => ({ job: id })],
  ['as WAV of one take', (id) => ({ job: id, take: 1 })],
  ['by the service’s task', () => ({ family: 'MUSIC_AI', task: 'task-1' })],
  ['by the service’s output', () => ({ family: 'MUSIC_AI', conversion: 'conversion-1' })],
]

describe.each(copies)('a song that another member shows again %s', (_, values) => {
  const copied = async () => {
    const made = await song()
    return { made, copy: await shown(values(made.id)) }
  }

  test('comes from the job that made it, and from its member', async () => {
    const { made, copy } = await copied()
    expect(copy.target.member).toBe(max)
    expect(sourcesOf(copy)).toMatchObject([{ job: made.id, by: mia }])
  })

  test('is refused by its take’s name if that member declines', async () => {
    const { copy } = await copied()
    await world.consents.answer(account, mia, 'decline')
    const answer = await remixes({ values: { clip: `${copy.id}.1` } })
    expect(answer.message.text).toMatch(declined)
    await expect
      .poll(() => world.refusals.thisMonth(account))
      .toMatchObject({ consent: 1, words: 0, blocked: 0 })
  })

  test('is refused by its message, too, in the menu and in a reply', async () => {
    const { copy } = await copied()
    await world.consents.answer(account, mia, 'decline')
    const pointed = {
      message: copy.message?.message ?? '',
      by: 'tunesmith',
      atMs: world.clock.now(),
      files: [],
      isVisible: true,
    }
    const values = { prompt: 'folk' }
    const answer = await asks(max, { command: 'remix', values, pointedAt: [pointed] })
    // Of several takes, one is picked first.
    const picked =
      answer.kind === 'form'
        ? await remixes({
            values: { clip: answer.form.clips[0]?.value },
            form: { draft: answer.form.draft, sent: true },
          })
        : answer
    expect(picked.message.text).toMatch(declined)
  })

  test('has that member told, and asked', async () => {
    const { copy } = await copied()
    await world.settings.setConsent(account, { clips: 'tell' })
    const told = await remixes({ values: { clip: `${copy.id}.1` } })
    if (told.kind !== 'accepted') throw new Error(told.message.text)
    expect(ownersToTell(await world.job(told.jobId))).toEqual([mia])
    await world.settings.setConsent(account, { clips: 'ask' })
    await remixes({ values: { clip: `${copy.id}.1` } })
    expect(await world.consents.due()).toEqual([{ account, owner: mia }])
  })

  test('shown again once more is still that member’s', async () => {
    const { made, copy } = await copied()
    const again = await shown({ job: copy.id })
    expect(sourcesOf(again)).toMatchObject([{ job: made.id, by: mia }])
    await world.consents.answer(account, mia, 'decline')
    expect((await remixes({ values: { clip: `${again.id}.1` } })).message.text).toMatch(declined)
  })

  test('is its member’s own to remix, and a remix is its requester’s', async () => {
    const { copy } = await copied()
    await world.settings.setConsent(account, { clips: 'ask' })
    const own = { command: 'remix', values: { prompt: 'folk', clip: `${copy.id}.1` } }
    expect((await asks(mia, own)).kind).toBe('accepted')
    await world.consents.answer(account, mia, 'allow')
    const remixed = await done(max, own)
    expect(sourcesOf(remixed)).toMatchObject([{ job: copy.id, by: mia }])
    await world.consents.answer(account, mia, 'decline')
    expect((await remixes({ values: { clip: `${remixed.id}.1` } })).kind).toBe('accepted')
  })
})

test('a song that was shown again has a button for its lineage', async () => {
  const copy = await shown({ job: (await song()).id })
  const { message } = world.platform.messages.at(-1) ?? {}
  expect(JSON.stringify(message)).toContain(
    JSON.stringify(jobButton('Lineage', 'lineage', { job: copy.id }).commandLink),
  )
})

describe('our own message that is no longer remembered', () => {
  const file = {
    kind: 'upload',
    platform: 'discord',
    url: 'https://cdn.example/tide.mp3',
    name: 'tide.mp3',
    bytes: 5,
    message: { platform: 'discord', channel: 'channel-1', message: 'old-1' },
    isOwnerLost: true,
  } as const
  const points = (job?: string, more: Partial<Invocation> = {}) =>
    asks(max, {
      command: 'remix',
      values: { prompt: 'folk' },
      pointedAt: [
        {
          message: 'old-1',
          by: 'tunesmith',
          atMs: 0,
          files: [file],
          isVisible: true,
          ...(job !== undefined && { job }),
        },
      ],
      ...more,
    })
  const isBot = (id: string) => Promise.resolve(id === 'tunesmith')

  test('is the clip of the member who had it made', async () => {
    const made = await song()
    await world.settings.setConsent(account, { clips: 'tell' })
    const answer = await points(made.id, { isBot })
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    const job = await world.job(answer.jobId)
    expect(ownersToTell(job)).toEqual([mia])
    expect(sourcesOf(job)).toEqual([{ job: made.id, by: mia, name: 'tide.mp3' }])
    await world.consents.answer(account, mia, 'decline')
    expect((await points(made.id, { isBot })).message.text).toMatch(declined)
  })

  test('shows a copy of another member’s song: it is that member’s', async () => {
    const copy = await shown({ job: (await song()).id })
    await world.consents.answer(account, mia, 'decline')
    expect((await points(copy.id, { isBot })).message.text).toMatch(declined)
  })

  const lost =
    "I no longer know whose clip “tide.mp3” is, so I can't check whether they agree. Choose another clip.\nNothing was charged."
  const gone = `b00x${'a'.repeat(25)}`

  test.each([
    ['without a job', undefined],
    ['of a job that is gone', gone],
  ])('%s is refused where owners are asked, and once anybody declined', async (_, job) => {
    expect((await points(job, { isBot })).kind).toBe('accepted')
    await world.settings.setConsent(account, { clips: 'ask' })
    expect((await points(job, { isBot })).message.text).toBe(lost)
    expect(await world.consents.due()).toEqual([])
    await world.settings.setConsent(account, { clips: 'off' })
    await world.consents.answer(account, 'somebody', 'decline')
    expect((await points(job, { isBot })).message.text).toBe(lost)
    await world.consents.answer(account, 'somebody', 'allow')
    await world.settings.setConsent(account, { clips: 'attest' })
    expect((await points(job, { isBot })).message.text).toMatch(/^Did you make “tide.mp3”/)
  })

  test('is run again by others as somebody else’s, too', async () => {
    const message = { platform: 'discord', channel: 'channel-1', message: 'message-1' }
    const clip = { ...world.platform.upload('tide.mp3', 'la la'), message, isOwnerLost: true }
    const { id } = await done(max, { command: 'remix', values: { prompt: 'folk', clip } })
    await world.settings.setConsent(account, { clips: 'ask' })
    const again = await asks(mia, { command: 'jobs', action: 'again', values: { job: id } })
    expect(again.message.text).toBe(lost)
  })
})

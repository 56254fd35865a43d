import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KnownClip } from '../../../src/core/clip/clip-index.ts'
import type { Asked, Invocation } from '../../../src/core/command/invocation.ts'
import { accountOf, type Target } from '../../../src/core/target.ts'
import { letIn } from '../../../src/jobs/request/admit.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { admitsAll } from '../../support/jobs/admits.ts'
import { createAsking, formOf } from '../../support/jobs/asking.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { openStoreWorld } from '../../support/redis/store-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const place = target({ channel: 'channel-7' })
const direct = target({ server: '@member-1', channel: 'direct-1' })
const rights = { groups: ['role-1'], isAdmin: true }

/** What is asked in a direct message by somebody who is in these servers. */
const asking = (
  asked: Partial<Asked>,
  servers: readonly string[] = ['server-1'],
  channels: readonly string[] = ['channel-7'],
): Asked =>
  invocation({
    target: direct,
    press: 'message-1 button',
    command: 'jobs',
    action: 'again',
    membershipIn: async (server, channel) =>
      servers.includes(server) ? { ...rights, seesChannel: channels.includes(channel) } : undefined,
    ...asked,
  })

const meant = (asked: Asked) => letIn({ ...world, admit: admitsAll, operatorBlocked: [] }, asked, undefined)

/** The same without what asks the platform. */
const invoked = ({ membershipIn: _, ...invocation }: Asked): Invocation => invocation

const jobWith = async (values: Invocation['values']): Promise<string> => {
  const answer = await world.ask({ values: { prompt: 'a tide', ...values }, target: place })
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  return answer.jobId
}

describe('a press in a direct message', () => {
  test.each([
    ['the job', (jobId: string) => ({ job: jobId })],
    ['one of its takes', (jobId: string) => ({ clip: `${jobId}.2` })],
  ])('that names %s goes on in the name of where it was requested', async (_what, values) => {
    const asked = asking({ values: values(await jobWith({ seen_by: 'me' })) })
    expect(await meant(asked)).toEqual({
      invocation: { ...invoked(asked), ...rights, target: place, askedIn: direct },
    })
  })

  test.each([
    ['a job that everybody sees', () => jobWith({}), {}],
    ['a job that is not there', () => Promise.resolve(`b00x${'a'.repeat(25)}`), {}],
    ['no job', () => Promise.resolve('song'), {}],
  ])('about %s stays what it is', async (_what, name, more) => {
    const asked = asking({ values: { job: await name() }, ...more })
    expect(await meant(asked)).toEqual({ invocation: invoked(asked) })
  })

  test('about somebody else’s job stays what it is', async () => {
    const job = await jobWith({ seen_by: 'me' })
    const asked = asking({ values: { job }, target: { ...direct, member: 'member-2', server: '@member-2' } })
    expect(await meant(asked)).toEqual({ invocation: invoked(asked) })
  })

  test('is refused to the member who has left the place', async () => {
    const found = await meant(asking({ values: { job: await jobWith({ seen_by: 'me' }) } }, []))
    expect(found).toMatchObject({
      refused: {
        message: {
          text: expect.stringMatching(
            /^You've left the server or workspace this came from.*Nothing was charged/,
          ),
        },
      },
    })
  })

  test('is refused to a member who no longer sees the channel, and holds nothing', async () => {
    const values = { job: await jobWith({ seen_by: 'me' }) }
    const { held } = await world.balances()
    const found = await meant(asking({ values }, ['server-1'], ['channel-8']))
    expect(found).toMatchObject({
      refused: {
        message: {
          text: "You can't see the channel this came from anymore, so you can't use it. Nothing was charged.",
        },
      },
    })
    expect((await world.balances()).held).toBe(held)
  })

  test('is refused for now where the platform does not say what they see', async () => {
    const values = { job: await jobWith({ seen_by: 'me' }) }
    const membershipIn = async () => ({ ...rights, seesChannel: undefined })
    expect(await meant(asking({ values, membershipIn }))).toMatchObject({
      refused: {
        message: {
          text: "I can't check right now whether you still see the channel this came from. Try again in a minute. Nothing was charged.",
        },
      },
    })
  })

  test.each<[string, Partial<Target>, string]>([
    ['in a thread counts for the channel around it', {}, 'channel-7'],
    ['in a private thread counts for that thread', { isClosed: true }, 'thread-1'],
  ])('%s', async (_, kind, seen) => {
    const thread = target({ channel: 'thread-1', parent: 'channel-7', ...kind })
    const answer = await world.ask({ values: { prompt: 'a tide', seen_by: 'me' }, target: thread })
    const jobId = answer.kind === 'accepted' ? answer.jobId : ''
    const asked = (channel: string) => meant(asking({ values: { job: jobId } }, ['server-1'], [channel]))
    expect(await asked(seen)).toMatchObject({ invocation: { target: thread } })
    expect(await asked('elsewhere')).toHaveProperty('refused')
  })

  test('about what was made on a home tab belongs to the direct message itself', async () => {
    const atHome = target({ channel: direct.channel })
    const answer = await world.ask({ values: { prompt: 'a tide', seen_by: 'me' }, target: atHome })
    const jobId = answer.kind === 'accepted' ? answer.jobId : ''
    expect(await meant(asking({ values: { job: jobId } }, ['server-1'], []))).toMatchObject({
      invocation: { target: atHome },
    })
  })

  test('in a channel, and what is typed, is what it is', async () => {
    const values = { job: await jobWith({ seen_by: 'me' }) }
    const { press: _press, ...typed } = asking({ values })
    for (const asked of [asking({ values, target: place }), typed])
      expect(await meant(asked)).toEqual({ invocation: invoked(asked) })
  })
})

describe('a form that was opened in the name of another place', () => {
  const draft = {
    command: 'music',
    action: undefined,
    member: 'member-1',
    values: {},
    clips: [],
    defaults: [],
    shown: {},
    target: place,
  }

  test.each([
    ['is sent in its name', 'member-1', true],
    ['is somebody else’s to nobody', 'member-2', false],
  ])('%s', async (_what, member, isMeant) => {
    const id = await world.drafts.keep(accountOf(direct), 'event-1', { ...draft, member })
    const asked = asking({ form: { draft: id, sent: true }, values: {} })
    expect('invocation' in (await meant(asked)) && (await meant(asked))).toMatchObject({
      invocation: { target: isMeant ? place : direct },
    })
  })
})

describe('what is requested in the name of another place', () => {
  test('is paid by its budget, and for its requester alone whatever it says', async () => {
    const answer = await world.ask({
      values: { prompt: 'a tide', seen_by: 'here' },
      target: place,
      askedIn: direct,
    })
    expect(answer).toMatchObject({ kind: 'accepted', isPrivate: true })
    expect((await world.balances()).held).toBeGreaterThan(0)
  })

  test('is offered the clips of the direct message, and none of the place, which its member may have left', async () => {
    const store = openStoreWorld()
    const { ask } = createAsking(store)
    const heard = (name: string): KnownClip => ({
      clip: { kind: 'link', url: `https://music.example/${name}` },
      from: 'member',
      atMs: store.clock.now(),
    })
    const remember = (at: Target, name: string) =>
      store.clips.remember({ account: accountOf(at), channel: at.channel }, name, [heard(name)])
    const offered = async () =>
      formOf(await ask({ values: { prompt: 'x' }, target: place, askedIn: direct })).clips
    await remember(place, 'theirs.mp3')
    expect(await offered()).toEqual([])
    await remember(direct, 'mine.mp3')
    expect(await offered()).toMatchObject([{ label: expect.stringContaining('mine.mp3') }])
    store.close()
  })
})

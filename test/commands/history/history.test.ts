import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { createHistoryCommand } from '../../../src/commands/history/history.ts'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { createCanSee } from '../../../src/core/job/audience.ts'
import { jobName } from '../../../src/core/job-id.ts'
import type { Fact } from '../../../src/core/message/message.ts'
import { personalServer } from '../../../src/core/target.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { doneJob, keptBackJob } from '../../support/jobs/job-stages.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { jobsLike } from '../../support/jobs/results-like.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  open.clear()
  world = await openJobWorld()
})
afterEach(() => world.close())

const other = { target: target({ member: 'member-2' }) }
const admin = { target: target({ member: 'admin-1' }), isAdmin: true }

/** Of channels, those that somebody can see who is elsewhere. */
const open = new Set<string>()
/** The channels that the platform was asked about. */
const asked: string[] = []
const canSee = createCanSee(
  new Map([
    [
      'discord',
      {
        canSee: (_, { channel }) => {
          asked.push(channel)
          return Promise.resolve(open.has(channel))
        },
      },
    ],
  ]),
)

const history = async (values: RawValues = {}, who: Partial<Invocation> = {}) => {
  const { jobList, records, clock } = world
  const command = readyUtility(createHistoryCommand([music, remix]), {
    jobList,
    records,
    canSee,
    now: clock.now,
  })
  const answer = await actionNamed(command, undefined)?.run(
    invocation({ command: 'history', action: undefined, values, ...who }),
  )
  if (answer === undefined || answer.kind === 'asks') throw new Error('there is no message')
  const { text, blocks } = answer.message
  return {
    text,
    isPersonal: answer.kind === 'message' && answer.isPersonal === true,
    turnsPage: answer.kind === 'message' && answer.turnsPage === true,
    kind: answer.kind,
    isPrivate: answer.kind !== 'message' || answer.seenBy === 'member',
    facts: blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])),
    buttons: blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : [])),
    entries: blocks.flatMap((block) => (block.kind === 'buttons' ? (block.more ?? []) : [])),
    notes: blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : [])),
  }
}

/** Which result it is, which it says last. */
const nameIn = ({ value }: Fact): unknown => (Array.isArray(value) ? value.at(-1) : value)

const names = async (values: RawValues = {}, who: Partial<Invocation> = {}) =>
  (await history(values, who)).facts.map(nameIn)

/** A song that is posted, a second after the one before. */
const done = async (who: Partial<Invocation> = {}): Promise<string> => {
  const jobId = await doneJob(world, who)
  world.clock.advance(1_000)
  return jobId
}

const keptBack = (who?: Partial<Invocation>) => keptBackJob(world, who)

const removed = async (jobId: string): Promise<void> => {
  await world.control.remove(await world.job(jobId), 'member-1')
  await world.queue.run()
}

/** That result once more, in a message of its own. */
const shownAgain = async (jobId: string, who: Partial<Invocation> = {}): Promise<string> =>
  done({ command: 'result', values: { job: jobId }, ...who })

const nameOf = (jobId: string) => `Job:\u00a0${jobName(jobId)}`

describe('/history', () => {
  test('names a result without titles by its prompt, with its length', async () => {
    world.service.alwaysFind({ ...finished, outcome: outcomeOf([output(1, { title: undefined })]) })
    await done()
    const [fact] = (await history()).facts
    expect(fact?.value).toEqual(expect.arrayContaining(['“a sea shanty”', '0:21']))
  })

  test('has everybody’s results, the newest first, with titles, lengths, who, when and where', async () => {
    const first = await done()
    const second = await done(other)
    world.clock.advance(60 * 60_000)
    const { text, facts, isPrivate, buttons } = await history()
    expect(text).toBe('Results here, newest first.')
    expect(isPrivate).toBe(true)
    expect(buttons.map(({ label }) => label)).toEqual(
      [second, first].map((id) => `Show “Title 1” (${jobName(id)})`),
    )
    expect(facts.map(nameIn)).toEqual([nameOf(second), nameOf(first)])
    const { message } = await world.job(first)
    expect(facts[1]?.value).toEqual([
      '“Title 1” (0:21) and “Title 2” (0:22)',
      ' · ',
      { kind: 'member', id: 'member-1' },
      ' · ',
      '1 hour ago',
      ' · ',
      { kind: 'message', server: 'server-1', message },
      ' · ',
      nameOf(first),
    ])
    expect(facts[1]?.label).toBe('/music')
  })

  test('has nothing of what came to no result, and nothing of another server', async () => {
    await giveBudget(world, 1_000_000, 'discord:server-2')
    await done({ target: target({ server: 'server-2' }) })
    world.service.submitWith({ status: 'refused', said: 'no', why: 'request' })
    await done()
    const { text, facts } = await history()
    expect({ text, facts }).toEqual({ text: 'No results here.', facts: [] })
  })

  test('shows what was kept back to the requester, and to admins', async () => {
    const jobId = await keptBack()
    expect(await names({}, other)).toEqual([])
    expect(await names({}, admin)).toEqual([nameOf(jobId)])
    const own = await history()
    expect(own.facts[0]?.value).toContain('hidden')
    expect(own.buttons).toMatchObject([
      {
        label: 'Show “Title 1” anyway',
        commandLink: { command: 'jobs', action: 'recover', values: { job: jobId } },
      },
    ])
    expect(own.notes).toEqual(['“Show … anyway” shows it where it was requested.'])
  })

  test('shows what was taken away again to the requester, and to admins', async () => {
    const jobId = await done()
    await world.control.remove(await world.job(jobId), 'member-1')
    expect(await names({}, other)).toEqual([])
    await world.queue.run()
    expect(await names({}, other)).toEqual([])
    expect(await names({}, admin)).toEqual([nameOf(jobId)])
    const own = await history()
    expect(own.facts[0]?.value.toString()).toMatch(/ · ,deleted, · ,Job:\s\w+$/)
    expect(own.buttons).toMatchObject([{ label: 'Show “Title 1”', commandLink: { command: 'result' } }])
    expect(own.notes).toEqual(['“Show” posts it here again, for everyone.'])
  })

  test('leads to where a deleted result was shown again, the latest first, as long as that is there', async () => {
    const jobId = await done()
    await removed(jobId)
    const again = await shownAgain(jobId)
    const latest = await shownAgain(jobId)
    const place = async () => [(await history()).facts[0]?.value].flat().slice(-5, -2)
    const leadsTo = async (copy: string) => {
      const { message } = await world.job(copy)
      return ['shown again', ' · ', { kind: 'message', server: 'server-1', message }]
    }
    expect((await history()).facts[0]?.value).toContain('deleted')
    expect(await place()).toEqual(await leadsTo(latest))
    await removed(latest)
    expect(await place()).toEqual(await leadsTo(again))
    await removed(again)
    expect((await history()).facts[0]?.value.toString()).toMatch(/ · ,deleted, · ,Job:\s\w+$/)
  })

  test('leads an admin to nothing that was shown again to one alone', async () => {
    const jobId = await done()
    await removed(jobId)
    await shownAgain(jobId, { values: { job: jobId, seen_by: 'me' } })
    expect((await history()).facts[0]?.value).toContain('shown again')
    expect((await history({}, admin)).facts[0]?.value).not.toContain('shown again')
  })

  test('says of what was for one alone that it is shown so again', async () => {
    await done({ values: { prompt: 'a secret', seen_by: 'me' } })
    expect((await history()).notes).toEqual(['Private results go to your direct messages.'])
  })

  test('goes by member and feature, and so do its pages', async () => {
    const ids: string[] = []
    const asking = { target: target({ member: 'm1' }) }
    for (let count = 0; count < 11; count += 1) ids.unshift(await done(asking))
    await done(other)
    const filter = { member: 'm1', feature: 'music' }
    const latest = await history(filter)
    expect(latest.facts.map(nameIn)).toEqual(ids.slice(0, 10).map((id) => nameOf(id)))
    expect(latest.facts[0]?.value).not.toContainEqual({ kind: 'member', id: 'm1' })
    const showButtons = latest.buttons.filter(({ commandLink }) => commandLink.command === 'result')
    expect(showButtons).toHaveLength(3)
    const show = [...showButtons, ...latest.entries]
    expect(show.map(({ label, commandLink }) => [label, commandLink.values])).toEqual(
      ids.slice(0, 10).map((id) => [`Show “Title 1” (${jobName(id)})`, { job: id }]),
    )
    const pagesOf = ({ buttons }: typeof latest) =>
      buttons.filter(({ commandLink }) => commandLink.command === 'history')
    expect(pagesOf(latest)).toEqual([
      {
        label: 'Older',
        style: 'plain',
        commandLink: { command: 'history', action: undefined, values: { page: '2', ...filter } },
      },
    ])
    const [older] = pagesOf(latest)
    const oldest = await history(older?.commandLink.values)
    expect(oldest.facts.map(nameIn)).toEqual([nameOf(ids[10] ?? '')])
    expect(pagesOf(oldest).map(({ label, commandLink }) => [label, commandLink.values])).toEqual([
      ['Newer', { page: '1', ...filter }],
    ])
    expect((await history({ ...filter, page: '3' })).text).toBe('No more results here.')
    expect(await names({ feature: 'remix' })).toEqual([])
  })

  test.each([
    ['a button of another page', { page: '1' }, 'a press', true],
    ['a command', { page: '1' }, undefined, false],
    ['a button of something else', {}, 'a press', false],
    ['a button, where nothing is on it any more', { page: '2' }, 'a press', false],
  ])('asked for by %s, takes the place of another page only where there is one', async (...row) => {
    const [, values, press, turnsPage] = row
    await done()
    expect((await history(values, press === undefined ? {} : { press })).turnsPage).toBe(turnsPage)
  })

  test('has nothing of a channel that one cannot see, and no page tells that there was anything', async () => {
    const hidden: string[] = []
    const seen: string[] = []
    for (let count = 0; count < 11; count += 1) {
      hidden.unshift(await done({ target: target({ member: 'm1', channel: 'closed' }) }))
      seen.unshift(await done({ target: target({ member: 'm1', channel: 'open' }) }))
    }
    open.add('open')
    const latest = await history({}, other)
    expect(latest.facts.map(nameIn)).toEqual(seen.slice(0, 10).map((id) => nameOf(id)))
    expect(latest.buttons.map(({ label }) => label)).toContain('Older')
    const oldest = await history({ page: '2' }, other)
    expect(oldest.facts.map(nameIn)).toEqual([nameOf(seen[10] ?? '')])
    expect(oldest.buttons.map(({ label }) => label)).not.toContain('Older')
    const inside = { target: target({ member: 'member-2', channel: 'closed' }) }
    expect(await names({}, inside)).toContain(nameOf(hidden[0] ?? ''))
    expect(await names({}, admin)).toContain(nameOf(hidden[0] ?? ''))
  })

  test('is for its reader alone where it has something of another channel', async () => {
    await done()
    expect(await history()).toMatchObject({ isPersonal: false })
    await done({ target: target({ channel: 'closed' }) })
    expect(await history()).toMatchObject({ isPersonal: true })
  })

  test.each([
    ['was kept back', keptBack],
    ['was deleted', async () => removed(await done())],
  ])('is for an admin alone where it has something of others that %s', async (_, make) => {
    await done()
    await make()
    expect(await history({}, admin)).toMatchObject({ isPersonal: true })
    expect(await history({}, other)).toMatchObject({ isPersonal: false })
    expect(await history()).toMatchObject({ isPersonal: false })
  })

  test.each(['0', '1000', 'x'])('does not know a page %s', async (page) => {
    expect(await history({ page })).toMatchObject({ kind: 'problems', text: expect.stringContaining('Page') })
  })

  test('has the member’s own in a direct message, without their name and place', async () => {
    const who = { target: target({ server: personalServer('member-1') }) }
    await giveBudget(world, 1_000_000, `discord:${personalServer('member-1')}`)
    await done()
    const own = await done(who)
    const { facts } = await history({}, who)
    expect(facts.map(nameIn)).toEqual([nameOf(own)])
    expect(facts[0]?.value).toEqual([
      '“Title 1” (0:21) and “Title 2” (0:22)',
      ' · ',
      'just now',
      ' · ',
      nameOf(own),
    ])
  })

  test('says in a direct message without any where those of servers are listed, private ones too', async () => {
    await done({ values: { prompt: 'a waltz for cats', seen_by: 'me' } })
    const who = { target: target({ server: personalServer('member-1') }) }
    expect(await history({}, who)).toMatchObject({
      text: 'No results here. To see jobs from a server or workspace, private ones too, use /history there.',
      facts: [],
    })
    expect(await names()).toHaveLength(1)
  })

  test('names a result whose record cannot be read', async () => {
    const jobId = await done()
    await world.redis.hset(world.keys.job(jobId), 'outcome', '{')
    expect((await history()).facts).toEqual([
      { label: jobName(jobId), value: expect.stringMatching(/^unreadable: /) },
    ])
  })
})

describe('what a page of /history costs', () => {
  /** How many records are read as a whole for it, and what it has. */
  const costOf = async (values: RawValues, who: Partial<Invocation> = {}) => {
    const read = vi.spyOn(world.redis, 'hgetall')
    const shown = await history(values, who)
    const wholeCount = read.mock.calls.filter(([key]) => String(key).includes(':job:')).length
    read.mockRestore()
    return { wholeCount, ...shown }
  }

  test('is the same for pages near and far: whole records are read only of what it shows', async () => {
    await jobsLike(world, await done({ target: target({ channel: 'closed' }) }), 1_004)
    const rows: [page: string, who: Partial<Invocation>, shown: number][] = [
      ['1', {}, 10],
      ['50', {}, 10],
      ['100', {}, 10],
      ['101', {}, 0],
      ['999', {}, 0],
      ['999', admin, 0],
      ['1', other, 0],
      ['999', other, 0],
    ]
    for (const [page, who, shown] of rows) {
      const { facts, wholeCount } = await costOf({ page }, who)
      expect([page, facts.length, wholeCount]).toEqual([page, shown, shown])
    }
    expect((await history({ page: '100' })).notes.join(' ')).toContain(
      'I looked through the latest 1000 results.',
    )
  })

  test('is one more record for each that was deleted, however often it was shown again', async () => {
    const posted = await done()
    const deleted = await done()
    await removed(deleted)
    const all = await jobsLike(world, deleted, 10)
    for (const jobId of all) await jobsLike(world, posted, 25, { copiesOf: jobId })
    const { facts, wholeCount } = await costOf({})
    expect(facts.map(nameIn)).toEqual(all.map(nameOf))
    for (const { value } of facts) expect(value).toContain('shown again')
    expect(wholeCount).toBe(20)
  })

  test('asks once about each place', async () => {
    await jobsLike(world, await done({ target: target({ channel: 'closed' }) }), 50)
    asked.length = 0
    expect(await names({}, other)).toEqual([])
    expect(asked).toEqual(['closed'])
  })

  test('never shows what nobody could judge, also if its record can be read by then', async () => {
    const jobId = await done({ target: target({ channel: 'closed' }) })
    const { jobList } = world
    const results: typeof jobList.results = async () => [{ id: jobId, facts: undefined }]
    Object.assign(world, { jobList: { ...jobList, results } })
    expect((await history({}, other)).facts).toEqual([
      { label: jobName(jobId), value: expect.stringMatching(/^unreadable: /) },
    ])
  })

  test('leaves out what was removed between two reads', async () => {
    const kept = await done()
    const gone = await done()
    const { jobList } = world
    Object.assign(world, {
      jobList: {
        ...jobList,
        async results(...call: Parameters<typeof jobList.results>) {
          const found = await jobList.results(...call)
          await world.redis.del(world.keys.job(gone))
          return found
        },
      },
    })
    expect(await names()).toEqual([nameOf(kept)])
  })
})

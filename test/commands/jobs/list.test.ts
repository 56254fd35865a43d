import { describe, expect, test } from 'vitest'
import { actionNamed } from '../../../src/core/command/command.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { admin, other, useJobs } from '../../support/commands/jobs-command.ts'
import { buttonsBelow } from '../../support/commands/run-utility.ts'
import { giveBudget } from '../../support/redis/store-world.ts'

const at = useJobs()
const { jobs, run, buttonsOf, done, running } = at

describe('/jobs mine', () => {
  test('has the member’s own jobs, those on their way first, then the newest', async () => {
    const first = await done()
    at.world.clock.advance(60 * 60_000)
    const second = await done()
    await done(other)
    const waiting = await running()
    at.world.clock.advance(1_000)
    const { text, facts, isPrivate } = await run('mine')
    expect(text).toMatch(/^Your jobs here/)
    expect(isPrivate).toBe(true)
    expect(facts).toEqual([
      {
        label: '/music “a sea shanty”',
        value: `working · about 0.15 credits · just now · Job:\u00a0${jobName(waiting)}`,
      },
      {
        label: '/music “Title 1”',
        value: expect.stringMatching(`^done · 0\\.12 credits · .*Job:\u00a0${jobName(second)}$`),
      },
      {
        label: '/music “Title 1”',
        value: expect.stringMatching(`^done · 0\\.12 credits · 1 hour ago.*Job:\u00a0${jobName(first)}$`),
      },
    ])
  })

  test('has only those that have not finished, if a member wants just these', async () => {
    await done()
    expect(await run('mine', { running: true })).toMatchObject({
      text: 'Nothing queued or running.',
      facts: [],
    })
    await running(other)
    const waiting = await running()
    expect(await run('mine', { running: true })).toMatchObject({
      text: 'Your queued and running jobs here. Pick one for details.',
      isPrivate: true,
      facts: [
        {
          label: '/music “a sea shanty”',
          value: `working · about 0.15 credits · just now · Job:\u00a0${jobName(waiting)}`,
        },
      ],
    })
  })

  test('calls each by its words, be it a single one', async () => {
    await running({ values: { prompt: 'jazz' } })
    expect((await run('mine')).facts).toMatchObject([{ label: '/music “jazz”' }])
  })

  test('has ten of them, with the way to those before and back, each in place of the other', async () => {
    const ids: string[] = []
    for (let count = 0; count < 11; count += 1) ids.push(await done())
    expect((await run('mine')).facts).toHaveLength(10)
    const [older] = await buttonsOf('mine')
    expect(older).toEqual({
      label: 'Older',
      style: 'plain',
      commandLink: { command: 'jobs', action: 'mine', values: { page: '2' } },
    })
    expect((await run('mine', older?.commandLink.values)).facts.map(({ value }) => value)).toEqual([
      expect.stringContaining(`Job:\u00a0${jobName(ids[0] ?? '')}`),
    ])
    const { buttons } = await buttonsBelow(jobs(), 'mine', { page: '2' })
    expect(buttons).toEqual([
      {
        label: 'Newer',
        style: 'plain',
        commandLink: { command: 'jobs', action: 'mine', values: { page: '1' } },
      },
    ])
    const pressed = (page: string) =>
      actionNamed(jobs(), 'mine')?.run(
        invocation({ command: 'jobs', action: 'mine', values: { page }, press: 'a press' }),
      )
    expect(await pressed('2')).toHaveProperty('turnsPage', true)
    expect(await pressed('3')).not.toHaveProperty('turnsPage')
    expect((await run('mine', { page: '3' })).text).toBe('You have no older jobs here.')
  })

  test('shows each of them by a press', async () => {
    const first = await done()
    const second = await running()
    const { buttons, entries } = await buttonsBelow(jobs(), 'mine')
    expect(buttons).toEqual([])
    expect(entries).toEqual(
      [`/music “a sea shanty” · ${jobName(second)}`, `/music “Title 1” · ${jobName(first)}`].map(
        (label, index) => ({
          label,
          style: 'plain',
          commandLink: { command: 'jobs', action: 'show', values: { job: [second, first][index] } },
        }),
      ),
    )
  })

  test.each([
    ['admins', admin, ["Everyone's jobs"]],
    ['members', other, []],
    ['admins in a direct message', { ...admin, target: target({ server: '@admin-1' }) }, []],
  ])('leads %s to what they may see besides', async (_, who, labels) => {
    const { buttons } = await buttonsBelow(jobs(), 'mine', {}, who)
    expect(buttons.map(({ label }) => label)).toEqual(labels)
  })

  test.each(['0', '-1', 'two', '1.5', '1000'])('has no page %j', async (page) => {
    const { text, isPrivate } = await run('mine', { page })
    expect(text).toMatch(/Page (must be a whole number from 1 to 999|is \d characters)/)
    expect(isPrivate).toBe(true)
  })

  test('says that there are none yet, whatever others have', async () => {
    await done(other)
    expect(await run('mine')).toMatchObject({ text: 'You have no jobs here.', facts: [] })
    const { text } = await run('mine', {}, { target: target({ server: '@member-1' }) })
    expect(text).toMatch(/private ones too, use \/jobs mine there\.$/)
  })

  test('names a job whose record cannot be read', async () => {
    const jobId = await done()
    await at.world.redis.hset(at.world.keys.job(jobId), 'state', 'nonsense')
    expect((await run('mine')).facts).toEqual([
      { label: jobName(jobId), value: 'unreadable: your bot operator needs to look at it' },
    ])
  })

  test('in a direct message has what the member’s own account paid for', async () => {
    await giveBudget(at.world, 1_000_000, 'discord:@member-1')
    await done()
    const own = { target: target({ server: '@member-1', channel: 'dm-1' }) }
    const jobId = await done(own)
    expect((await run('mine', {}, own)).facts.map(({ value }) => value)).toEqual([
      expect.stringContaining(`Job:\u00a0${jobName(jobId)}`),
    ])
  })
})

describe('/jobs server', () => {
  test('shows each by a press, without a word of what it is about, and leads back', async () => {
    const jobId = await done(other)
    const { buttons, entries } = await buttonsBelow(jobs(), 'server', {}, admin)
    expect(buttons).toMatchObject([{ label: 'My jobs', commandLink: { action: 'mine' } }])
    expect(entries.map(({ label }) => label)).toEqual([`/music · ${jobName(jobId)}`])
  })

  test('has everybody’s jobs and who requested them, for those who manage here', async () => {
    const first = await done()
    const second = await done(other)
    expect((await run('server', {}, admin)).facts).toEqual([
      {
        label: '/music',
        value: [
          { kind: 'member', id: 'member-2' },
          expect.stringMatching(`^ · done · .*Job:\u00a0${jobName(second)}$`),
        ],
      },
      {
        label: '/music',
        value: [
          { kind: 'member', id: 'member-1' },
          expect.stringMatching(`^ · done · .*Job:\u00a0${jobName(first)}$`),
        ],
      },
    ])
  })
})

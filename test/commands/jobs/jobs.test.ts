import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { actionNamed } from '../../../src/core/command/command.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { admin, jobsCommandOf, other, useJobs } from '../../support/commands/jobs-command.ts'
import { runUtility } from '../../support/commands/run-utility.ts'
import { keptBackJob } from '../../support/jobs/job-stages.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const at = useJobs()
const { jobs, run, buttonsOf, done, running } = at
const keptBack = () => keptBackJob(at.world)

describe('what is told of a job', () => {
  test.each(['mine', 'show', 'lyrics', 'server'])(
    'by /jobs %s is for its reader alone where it was requested elsewhere, unless no words of it are told',
    async (action) => {
      const outcome = outcomeOf([output(1, { lyrics: 'la la' })])
      at.world.service.alwaysFind({ status: 'finished', outcome, cost: undefined })
      const told = async (channel: string) => {
        const job = await done({ target: target({ channel }) })
        const values = ['show', 'lyrics'].includes(action) ? { job } : {}
        const asking = invocation({ command: 'jobs', action, values, isAdmin: true })
        return actionNamed(jobs(), action)?.run(asking)
      }
      expect(await told('channel-1')).not.toHaveProperty('isPersonal')
      const elsewhere = await told('elsewhere')
      expect(elsewhere).toMatchObject({ kind: 'message', ...(action !== 'server' && { isPersonal: true }) })
      if (action === 'server') expect(elsewhere).not.toHaveProperty('isPersonal')
    },
  )
})

describe('/jobs show', () => {
  test('tells all about one: what it costs, when, where, and what was asked', async () => {
    const jobId = await running()
    const { createdAtMs, changedAtMs } = await at.world.job(jobId)
    const { text, facts, isPrivate } = await run('show', { job: jobName(jobId) })
    expect(text).toBe(`Job ${jobName(jobId)}, /music: working.`)
    expect(isPrivate).toBe(true)
    expect(facts).toEqual([
      { label: 'Cost', value: 'about 0.15 credits' },
      { label: 'Requested', value: { atMs: createdAtMs } },
      { label: 'Last change', value: { atMs: changedAtMs } },
      { label: 'Expected', value: { atMs: changedAtMs + 60_000, isSoon: true } },
      { label: 'Channel', value: [{ kind: 'channel', id: 'channel-1' }] },
      { label: 'Prompt', value: 'a sea shanty' },
    ])
    expect(await buttonsOf('show', { job: jobId })).toMatchObject([
      { label: 'Hide result', commandLink: { action: 'cancel', values: { job: jobId } } },
    ])
  })

  test('names a link without its query, which may be a secret', async () => {
    const jobId = await running({
      command: 'remix',
      values: { clip: 'https://files.example.com/a/talk.mp3?key=s3cret', prompt: 'folk' },
    })
    const { facts } = await runUtility(jobsCommandOf(at.world, undefined, [remix]), 'show', { job: jobId })
    expect(facts).toContainEqual({ label: 'Clip', value: 'files.example.com/…/talk.mp3' })
    expect(JSON.stringify(facts)).not.toContain('s3cret')
  })

  test('tells of one that waits its place in the line, and when it may be there', async () => {
    await at.reopen(1)
    at.world.service.alwaysFind({ status: 'pending' })
    const ids: string[] = []
    for (const who of [{}, {}, other]) {
      ids.push(await running(who))
      at.world.clock.advance(1)
    }
    const [, first = '', second = ''] = ids
    const startsMs = at.world.clock.now() + 1.5 * music.usualSeconds * 1000
    const { text, facts } = await run('show', { job: second }, other)
    expect(text).toBe(`Job ${jobName(second)}, /music: 2nd in the queue.`)
    expect(facts).toContainEqual({
      label: 'Expected',
      value: { atMs: startsMs + music.usualSeconds * 1000, isSoon: true },
    })
    expect((await run('mine')).facts).toContainEqual({
      label: '/music “a sea shanty”',
      value: expect.stringMatching(
        `^1st in the queue · up to 0\\.\\d+ credits · just now · Job:\u00a0${jobName(first)}$`,
      ),
    })
  })

  test('tells why one did not work out, in the service’s words', async () => {
    at.world.service.alwaysFind({ status: 'failed', said: 'too many notes' })
    const jobId = await done()
    const { text, facts } = await run('show', { job: jobId })
    expect(text).toMatch(/\/music: failed\.$/)
    expect(facts).toEqual(
      expect.arrayContaining([
        { label: 'Cost', value: 'nothing charged' },
        { label: 'Reason', value: "The audio service couldn't finish it." },
        { label: 'Details', value: 'too many notes' },
      ]),
    )
    const labels = (await buttonsOf('show', { job: jobId })).map(({ label }) => label)
    expect(labels).toEqual(['Again', 'Edit', 'Delete'])
  })

  test('has the buttons of its result, whether or not its message can still be found', async () => {
    const takes = [1, 2].map((take) => output(take, { wavUrl: `https://cdn.example/${take}.wav` }))
    at.world.service.alwaysFind({ status: 'finished', outcome: outcomeOf(takes), cost: undefined })
    const jobId = await done()
    const buttons = await buttonsOf('show', { job: jobId })
    expect(buttons.map(({ label }) => label)).toEqual([
      ...['WAV 1', 'WAV 2', 'Again', 'Edit'],
      ...['Like 1', 'Dislike 1', 'Like 2', 'Dislike 2', 'Delete'],
    ])
    const message = at.world.platform.messages.at(-1)?.message.blocks ?? []
    expect(
      message.flatMap((block) => (block.kind === 'buttons' ? [...block.buttons, ...(block.more ?? [])] : [])),
    ).toEqual(expect.arrayContaining([...buttons]))
  })

  test('keeps the address from members at which the service calls back', async () => {
    const jobId = await running()
    at.world.service.alwaysFind({ status: 'failed', said: `cannot call /webhooks/audio/${jobId}.c2VjcmV0` })
    await at.world.queue.run()
    expect((await run('show', { job: jobId })).facts).toContainEqual({
      label: 'Details',
      value: `cannot call /webhooks/audio/${jobId}.[secret]`,
    })
  })

  test('tells how to get a result that was kept back', async () => {
    const jobId = await keptBack()
    const { text, notes } = await run('show', { job: jobId })
    expect(text).toMatch(/: done, but hidden\.$/)
    const way = `/jobs recover ${jobName(jobId)} shows it where it was requested, free of charge.`
    expect(notes).toEqual([way])
    expect(await buttonsOf('show', { job: jobId })).toMatchObject([
      { label: 'Show it anyway', commandLink: { action: 'recover', values: { job: jobId } } },
    ])
  })

  test('tells an admin who asked', async () => {
    const jobId = await done()
    expect((await run('show', { job: jobId }, admin)).facts).toContainEqual({
      label: 'Member',
      value: [{ kind: 'member', id: 'member-1' }],
    })
  })
})

describe('a job', () => {
  const actions = ['show', 'cancel', 'recover']
  test.each(actions)('of somebody else is refused (%s), and stays as it is', async (action) => {
    const jobId = await running()
    const before = await at.world.job(jobId)
    for (const job of [jobId, jobName(jobId)]) {
      const { text, tone, facts, isPrivate } = await run(action, { job }, other)
      expect([text, tone, facts, isPrivate]).toEqual([
        expect.stringMatching(
          /^This is someone else's job\. Only its owner, admins and budget managers can /,
        ),
        ...['failed', [], true],
      ])
    }
    expect(await at.world.job(jobId)).toEqual(before)
  })

  test.each(actions)('of another server is one that never was (%s), also to its admins', async (action) => {
    const jobId = await running()
    const before = await at.world.job(jobId)
    const elsewhere = { target: target({ server: 'server-2' }), isAdmin: true }
    const never = `b30x${'a'.repeat(25)}`
    const name = jobName(jobId)
    for (const [job, like, text] of [
      [jobId, never, 'That job is no longer stored.'],
      [name, jobName(never), `No job called "${name}" here. See yours with /jobs mine.`],
    ]) {
      const answers = await Promise.all([
        run(action, { job }, elsewhere),
        run(action, { job: like }, elsewhere),
      ])
      expect(answers[0]?.text).toContain(text)
      expect(answers[0]).toEqual({ ...answers[1], text: answers[1]?.text.replace(like ?? '', job ?? '') })
    }
    expect(await at.world.job(jobId)).toEqual(before)
  })

  test.each(actions)('that cannot be read is owned up to, and left as it is (%s)', async (action) => {
    const jobId = await running()
    await at.world.redis.hset(at.world.keys.job(jobId), 'state', 'nonsense')
    expect((await run(action, { job: jobName(jobId) })).text).toBe(
      "That job can't be read, so nothing was done. Your bot operator needs to look at it.",
    )
    expect(await at.world.redis.hget(at.world.keys.job(jobId), 'state')).toBe('nonsense')
  })

  test.each(actions)(
    'of a server is not found in private, where the way to it is told (%s)',
    async (action) => {
      const jobId = await running()
      const inPrivate = { target: target({ server: '@member-1', channel: 'dm-1' }) }
      expect((await run(action, { job: jobName(jobId) }, inPrivate)).text).toBe(
        `No job called "${jobName(jobId)}" here. To find a job from a server or workspace, use this command in one of its channels.`,
      )
    },
  )

  test.each<[string, (name: string) => string]>([
    ['in capitals', (name) => name.toUpperCase()],
    ['with a sign before it', (name) => `#${name}`],
    ['as a list says it', (name) => `${name} /music, just now: working`],
  ])('is found by its name %s', async (_, typed) => {
    const jobId = await running()
    expect((await run('show', { job: typed(jobName(jobId)) })).text).toMatch(/working/)
  })

  test.each(['no', '***', '@everyone', 'x'.repeat(90)])('called %j is none', async (job) => {
    await running()
    expect((await run('cancel', { job })).text).toMatch(/^No job called ".{1,40}" here/)
  })
})

describe('/jobs cancel', () => {
  test('ends a job that waits', async () => {
    const jobId = await at.world.start()
    expect(await run('cancel', { job: jobId })).toMatchObject({
      text: 'Cancelled. Nothing was charged.',
      isPrivate: true,
    })
    expect(await at.world.job(jobId)).toMatchObject({ state: 'voided', cancelledBy: 'member-1' })
    expect((await run('cancel', { job: jobId }, admin)).text).toBe(
      'That job is already cancelled. Nothing was charged.',
    )
  })

  test('tells the truth about one that runs, and tells it again', async () => {
    const jobId = await running()
    expect((await run('cancel', { job: jobId }, admin)).text).toBe(
      "Too late to cancel, so it's still billed. I'll keep the result hidden.",
    )
    expect(await at.world.job(jobId)).toMatchObject({ state: 'submitted', cancelledBy: 'admin-1' })
    expect((await run('cancel', { job: jobId })).text).toBe(
      "That result is already hidden. It's still billed.",
    )
    expect((await run('mine')).facts[0]?.value).toMatch(/^working, result hidden · about/)
  })

  const onlyIfFree = { if_free: true }

  test('by a button that promises it for nothing ends what waits', async () => {
    const jobId = await at.world.start()
    expect((await run('cancel', { job: jobId, ...onlyIfFree })).text).toBe('Cancelled. Nothing was charged.')
  })

  test('by that button leaves what runs as it is, and offers what is billed', async () => {
    const jobId = await running()
    const before = await at.world.job(jobId)
    expect((await run('cancel', { job: jobId, ...onlyIfFree })).text).toBe(
      "Too late to cancel: it's already being made, so it's billed either way.",
    )
    expect(await buttonsOf('cancel', { job: jobId, ...onlyIfFree })).toMatchObject([
      {
        label: 'Hide result',
        style: 'plain',
        commandLink: { command: 'jobs', action: 'cancel', values: { job: jobId } },
      },
    ])
    expect(await at.world.job(jobId)).toEqual(before)
    await run('cancel', { job: jobId })
    expect((await run('cancel', { job: jobId, ...onlyIfFree })).text).toMatch(
      /^That result is already hidden/,
    )
  })

  test('has nothing left to do where the job is over', async () => {
    const jobId = await done()
    expect((await run('cancel', { job: jobId })).text).toBe(
      "There's nothing to cancel. The job is over: done.",
    )
    const kept = await keptBack()
    expect((await run('cancel', { job: kept })).text).toMatch(/: done, but hidden\. \/jobs recover/)
  })
})

describe('/jobs recover', () => {
  test('shows what was kept back where it was requested, no matter who asks', async () => {
    const jobId = await keptBack()
    const elsewhere = { ...admin, target: target({ member: 'admin-1', channel: 'channel-9' }) }
    expect(await run('recover', { job: jobId }, elsewhere)).toMatchObject({
      text: 'The result will appear where it was requested, free of charge.',
      isPrivate: true,
    })
    expect((await run('recover', { job: jobId })).text).toMatch(/already posting the result/)
    await at.world.queue.run()
    expect(at.world.platform.messages.map(({ ref }) => ref.channel)).toEqual(['channel-1'])
    expect((await run('recover', { job: jobId })).text).toMatch(/was already shown/)
  })

  test('says how long to wait, if pressed again within a minute', async () => {
    const jobId = await keptBack()
    at.world.platform.failNext('edit', 'cannot_post')
    await run('recover', { job: jobId })
    await at.world.queue.run()
    expect((await run('recover', { job: jobId })).text).toMatch(/^Try again in \d+ seconds\.$/)
  })

  test('offers to show a result again, whose message somebody may have deleted', async () => {
    const jobId = await at.world.start()
    await at.world.queue.run()
    expect((await run('recover', { job: jobId })).text).toBe(
      'The result was already shown. You can show it again for free.',
    )
    expect(await buttonsOf('recover', { job: jobId })).toEqual([
      expect.objectContaining({
        label: 'Show it again',
        commandLink: { command: 'result', action: undefined, values: { job: jobId } },
      }),
    ])
  })

  test('says why there is nothing to show', async () => {
    expect((await run('recover', { job: await running() })).text).toBe('No result to show yet: working.')
    const voided = await at.world.start()
    await run('cancel', { job: voided })
    expect((await run('recover', { job: voided })).text).toBe('No result to show: cancelled.')
  })
})

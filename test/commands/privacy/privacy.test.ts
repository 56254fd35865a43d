import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PrivacyPorts } from '../../../src/commands/privacy/ports.ts'
import { createPrivacyCommand } from '../../../src/commands/privacy/privacy.ts'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import { createFileMaking } from '../../../src/core/command/file-making.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { nameOf } from '../../../src/core/ledger/pseudonym.ts'
import { createAudit } from '../../../src/redis/audit.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { withoutCharts } from '../../support/commands/surfaces.ts'
import { filesIn } from '../../support/commands/written.ts'
import { addresses } from '../../support/jobs/callback-world.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { dump, giveBudget, journalOf } from '../../support/redis/store-world.ts'

const account = 'discord:server-1'
const dayMs = 24 * 60 * 60_000

let world: JobWorld

let privacyCommand = createPrivacyCommand(createFileMaking())
beforeEach(async () => {
  privacyCommand = createPrivacyCommand(createFileMaking())
  world = await openJobWorld()
})
afterEach(() => world.close())

const mine = { target: target({ member: 'm1' }) }
const theirs = { target: target({ member: 'other-member' }) }

interface Settings {
  retentionMs?: number
  privacyContact?: string
}

const portsOf = ({ retentionMs, privacyContact }: Settings = {}): PrivacyPorts => {
  const { records, clips, drafts, settings, ratings, deps, clock } = world
  return {
    approvals: world.approvals,
    blocks: world.blocks,
    budgets: world.budgets,
    records,
    clips,
    drafts,
    settings,
    ratings,
    consents: world.consents,
    pseudonyms: world.pseudonyms,
    journal: createJournal(world),
    now: clock.now,
    deadlines: deps.deadlines,
    retentionMs,
    privacyContact,
  }
}

const privacy = async (
  action: string,
  values: RawValues = {},
  who: Partial<Invocation> = mine,
  settings: Settings = {},
  command = readyUtility(privacyCommand, portsOf(settings)),
) => {
  const answer = await actionNamed(command, action)?.run(
    invocation({ command: 'privacy', action, values, ...who }),
  )
  if (answer === undefined || answer.kind === 'asks') throw new Error('that is no answer')
  const whole = answer.kind === 'message' ? await answer.whole?.(withoutCharts) : undefined
  const { text, blocks } = whole ?? answer.message
  return {
    text,
    isPrivate: answer.kind === 'message' && answer.seenBy === 'member',
    facts: blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])),
    buttons: blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : [])),
    files: filesIn(blocks),
  }
}

/** A song that is posted. */
const done = async (who: Partial<Invocation> = mine, values: RawValues = { prompt: 'a sea shanty' }) => {
  const jobId = await world.start({ ...who, values })
  await world.queue.run()
  return jobId
}

interface Exported {
  settings: object
  clips: readonly { clip: object }[]
  jobs: readonly { id: string; asked?: object; result?: object; creditsUsed?: string }[]
  books: readonly { operation: string; job?: string; actor?: string }[]
}

const exportOf = async (
  who: Partial<Invocation> = mine,
  values: RawValues = {},
  command = readyUtility(privacyCommand, portsOf()),
): Promise<Exported> => {
  const { files, isPrivate } = await privacy('export', values, who, {}, command)
  expect(isPrivate).toBe(true)
  expect(files).toMatchObject([{ name: 'tunesmith-export.json' }])
  return JSON.parse(files[0]?.text ?? '') as Exported
}

const differences = async (): Promise<readonly unknown[]> =>
  (await createAudit({ ...world, now: world.clock.now }).whole(bucketOf(account))).differences

describe('/privacy show', () => {
  test('says what is kept, for how long, who sees it, and who to ask', async () => {
    const settings = { retentionMs: 90 * dayMs, privacyContact: 'privacy@example.com' }
    const { facts, isPrivate, buttons } = await privacy('show', {}, mine, settings)
    expect(isPrivate).toBe(true)
    const said = Object.fromEntries(facts.map(({ label, value }) => [label, value]))
    expect(said.Requests).toContain('Kept 90 days after the job ends.')
    expect(said.Clips).toContain('Kept up to 30 days')
    expect(facts.at(-1)?.value).toBe('Other servers, workspaces and direct messages are separate.')
    expect(said['Billing records']).toContain('with your ID')
    expect(said['Bot operator']).toBe('privacy@example.com')
    expect(buttons.map(({ label, commandLink }) => [label, commandLink.action])).toEqual([
      ['Export', 'export'],
      ['Delete my data', 'delete'],
    ])
  })

  test.each<[Settings, string, string]>([
    [{}, 'until you delete them', '30 days'],
    [{ retentionMs: 7 * dayMs }, '7 days after the job ends', '7 days'],
    [{ retentionMs: dayMs }, '1 day after the job ends', '1 day'],
  ])('goes by the settings %j', async (settings, records, clips) => {
    const { facts } = await privacy('show', {}, mine, settings)
    expect(facts[0]?.value).toContain(`Kept ${records}.`)
    expect(facts[1]?.value).toContain(`Kept up to ${clips} after`)
    expect(facts.map(({ label }) => label)).not.toContain('Bot operator')
  })
})

describe('/privacy export', () => {
  test('has all of the member’s own here, and nothing of anybody else’s', async () => {
    const first = await done()
    world.clock.advance(1_000)
    await done(theirs, { prompt: 'a secret song' })
    const second = await done(mine, { prompt: 'the last waltz' })
    await giveBudget(world, 1_000_000, 'discord:server-2')
    await done({ target: target({ member: 'm1', server: 'server-2' }) }, { prompt: 'elsewhere' })
    await world.settings.change(account, { kind: 'member', id: 'm1' }, { model: 'v7' })
    await world.settings.change(account, { kind: 'member', id: 'other-member' }, { model: 'v6' })
    const whole = await exportOf()
    expect(whole).toMatchObject({ settings: { model: 'v7' } })
    expect(whole.jobs.map(({ id }) => id)).toEqual([first, second])
    expect(whole.jobs[1]).toMatchObject({
      asked: { prompt: 'the last waltz' },
      result: { outputs: [{ title: 'Title 1' }, { title: 'Title 2' }] },
      creditsUsed: '0.12',
    })
    expect(whole.clips).toHaveLength(4)
    const { books } = whole
    expect(books.map(({ operation }) => operation).toSorted()).toEqual([
      'adjust',
      'adjust',
      'hold',
      'hold',
      'settle',
      'settle',
    ])
    expect(new Set(books.map(({ job }) => job))).toEqual(new Set([first, second]))
    const text = JSON.stringify(whole)
    for (const foreign of ['a secret song', 'elsewhere', 'other-member', '"v6"'])
      expect(text).not.toContain(foreign)
  })

  test('names the clip of another member, and has no address at which anyone could fetch it', async () => {
    const message = { platform: 'discord', channel: 'channel-1', message: 'message-1' } as const
    const clip = { ...world.platform.upload('theirs.mp3', 'la la'), message }
    const values = { prompt: 'a waltz', clip: { ...clip, by: 'other-member' } }
    const draft = {
      command: 'cut',
      action: undefined,
      member: 'm1',
      values,
      clips: [],
      defaults: [],
      shown: {},
    }
    await world.drafts.keep(account, 'event-9', draft)
    const mineToo = { ...clip, url: 'https://cdn.example/mine.mp3', name: 'mine.mp3', by: 'm1' }
    const jobId = await done()
    const asked = JSON.stringify({ clip: values.clip, sample: mineToo })
    await world.redis.hset(world.keys.job(jobId), { values: asked })
    const text = JSON.stringify(await exportOf())
    expect(text.match(/theirs\.mp3/g)).toHaveLength(2)
    expect(text).not.toContain(clip.url)
    expect(text).toContain(mineToo.url)
  })

  test('has no right to edit an answer, and no address at which the service calls back', async () => {
    const jobId = await done()
    await world.redis.hset(world.keys.job(jobId), {
      reply_token: 'application-1/token-1',
      said: `webhook https://bot.example/webhooks/audio/${jobId}.AbCdEfGhIjKlMnOpQrStUv refused`,
    })
    const whole = JSON.stringify(await exportOf())
    expect(whole).toContain('refused')
    expect(whole).not.toContain('token-1')
    expect(whole).not.toContain('AbCdEfGhIjKlMnOpQrStUv')
  })

  test('is one file, however many records there are', async () => {
    const ids: string[] = []
    for (let count = 0; count < 55; count += 1) {
      world.clock.advance(1_000)
      ids.push(await done(mine, { prompt: `${count}` }))
    }
    expect((await exportOf()).jobs.map(({ id }) => id)).toEqual(ids)
  })

  test('says who can help where there is too much for a file', async () => {
    const jobId = await done()
    await world.redis.hset(world.keys.job(jobId), 'note:long', 'x'.repeat(20_000_000))
    const settings = { privacyContact: 'privacy@example.com' }
    const { text, files, facts } = await privacy('export', {}, mine, settings)
    expect(text).toMatch(/more data here than fits in one file \(max 20 MB\)/)
    expect(files).toEqual([])
    expect(facts).toEqual([{ label: 'Bot operator', value: 'privacy@example.com' }])
  })

  test('names a record that cannot be read', async () => {
    const jobId = await done()
    await world.redis.hset(world.keys.job(jobId), 'state', 'nonsense')
    expect((await exportOf()).jobs).toEqual([{ id: jobId, unreadable: true }])
  })

  test('is whole behind the buttons of earlier versions, which exported in parts', async () => {
    const jobId = await done()
    for (const from of ['2 jobs', 'books 1790000000000-0'])
      expect((await exportOf(mine, { from })).jobs).toMatchObject([{ id: jobId }])
  })

  test('is made six times an hour for each member', async () => {
    const who = { target: target({ member: 'often' }) }
    for (let times = 0; times < 6; times += 1) await exportOf(who)
    expect(await privacy('export', {}, who)).toMatchObject({
      text: 'You can get 6 exports an hour here. Try again in 60 minutes.',
      files: [],
    })
    await exportOf(mine)
    world.clock.advance(60 * 60_000)
    await exportOf(who)
  })

  test('is not made again for a member while it is being made, but is after that', async () => {
    const jobId = await done()
    const reads = vi.spyOn(world.records, 'walk')
    const [mineFirst, second, other] = await Promise.all([exportOf(), privacy('export'), exportOf(theirs)])
    expect(mineFirst.jobs.map(({ id }) => id)).toEqual([jobId])
    expect(second).toMatchObject({
      text: "Your last export or statement isn't ready yet. You get one at a time. Try again once you have it.",
      files: [],
    })
    expect(other.jobs).toEqual([])
    expect(reads).toHaveBeenCalledTimes(2)
    const later = await done()
    expect((await exportOf()).jobs.map(({ id }) => id)).toEqual([jobId, later])
  })

  test('is made one at a time for an account, and two at once, however many members ask', async () => {
    const begun: string[] = []
    const gates: (() => void)[] = []
    const journal: PrivacyPorts['journal'] = {
      ...createJournal(world),
      async *lines({ account: read = account }) {
        begun.push(read)
        await new Promise<void>((resolve) => gates.push(resolve))
      },
    }
    const command = readyUtility(privacyCommand, { ...portsOf(), journal })
    const asked = ['server-1 a', 'server-1 b', 'server-2 a', 'server-3 a'].map((name) => {
      const [server = '', member = ''] = name.split(' ')
      return exportOf({ target: target({ server, member }) }, {}, command)
    })
    const [first, second, third] = ['server-1', 'server-2', 'server-3'].map((server) => `discord:${server}`)
    await expect.poll(() => begun.toSorted()).toEqual([first, second])
    gates.shift()?.()
    await expect.poll(() => begun[2]).toBe(third)
    gates.shift()?.()
    await expect.poll(() => begun[3]).toBe(first)
    for (const open of gates) open()
    expect(await Promise.all(asked)).toHaveLength(4)
  })

  test('reads no journal where the operator lets nobody spend and nothing was ever set or booked', async () => {
    const jobId = await done()
    const elsewhere = target({ member: 'm1', server: 'server-9' })
    await world.redis.hset(world.keys.account('discord:server-9'), { welcome: 'over', 'welcome|told': 'yes' })
    const journal = createJournal(world)
    const read = vi.spyOn(journal, 'lines')
    const budgets: PrivacyPorts['budgets'] = {
      ...world.budgets,
      read: async (of) => ({ ...(await world.budgets.read(of)), allowance: { status: 'not_allowed' } }),
    }
    const command = readyUtility(privacyCommand, { ...portsOf(), journal, budgets })
    expect((await exportOf({ target: elsewhere }, {}, command)).books).toEqual([])
    expect(read).not.toHaveBeenCalled()
    expect((await exportOf(mine, {}, command)).books.map(({ job }) => job)).toContain(jobId)
  })

  test('refuses options that it does not have', async () => {
    const { text, files } = await privacy('export', { nonsense: 'x' })
    expect(text).toMatch(/nonsense/)
    expect(files).toEqual([])
  })
})

describe('/privacy delete', () => {
  test("leaves nobody's name in archived months", async () => {
    const { redis, keys } = world
    const member = 'm1'
    const key = keys.pseudonyms(bucketOf(account))
    await redis.set(keys.archive, 'a folder')
    await redis.hset(key, { [nameOf(account, member)]: '~mine', [nameOf(account, 'other')]: '~theirs' })
    await privacy('delete', { sure: 'yes' })
    expect(await redis.hgetall(key)).toEqual({ [nameOf(account, 'other')]: '~theirs' })
  })

  test('asks first, and says what goes and what stays', async () => {
    const jobId = await done()
    const { text, buttons } = await privacy('delete')
    expect(text).toMatch(
      /can't be undone.*Posted messages stay.*Running jobs stay.*Billing records are kept/s,
    )
    expect(buttons.map(({ label, commandLink }) => [label, commandLink.values])).toEqual([
      ['Delete it all', { sure: 'yes' }],
    ])
    expect(await world.store.read(jobId)).toBeDefined()
  })

  test('removes every trace of the member’s words, and nothing of anybody else’s; the books agree', async () => {
    const jobIds = [await done(), await done(mine, { prompt: 'the last waltz' })]
    const other = await done(theirs, { prompt: 'a secret song' })
    for (const id of ['m1', 'other-member'])
      await world.settings.change(account, { kind: 'member', id }, { model: 'v7', cover: true })
    const before = await journalOf(world)
    const { text } = await privacy('delete', { sure: 'yes' })
    const settingsOf = async (member: string) =>
      (await world.settings.read(account, { member, channel: 'channel-1' })).defaults.member
    expect(await settingsOf('m1')).toEqual({})
    expect(await settingsOf('other-member')).toEqual({ model: 'v7', cover: true })
    expect(text).toMatch(
      /^2 records were deleted\. Clips from 2 messages were removed\. Billing records and blocks/,
    )
    const kept = await dump(world)
    for (const word of ['shanty', 'waltz', 'Title 1']) {
      const where = Object.entries(kept).filter(
        ([key, value]) => !key.includes(other) && JSON.stringify(value).includes(word),
      )
      expect(where.map(([key]) => key).filter((key) => !/:clips:/.test(key))).toEqual([])
    }
    for (const jobId of jobIds) expect(await world.store.read(jobId)).toBeUndefined()
    expect(await world.clips.of(account, 'm1')).toEqual([])
    expect(await world.clips.of(account, 'other-member')).toHaveLength(2)
    expect(await world.store.read(other)).toMatchObject({ values: { prompt: 'a secret song' } })
    expect(await journalOf(world)).toEqual(before)
    expect(await differences()).toEqual([])
    expect((await privacy('delete', { sure: 'yes' })).text).toMatch(
      /^0 records were deleted\. Billing records and blocks/,
    )
  })

  test('takes along what shows a result of theirs once more, also to others, and a copy of that', async () => {
    const jobId = await done()
    const copy = await done({ ...theirs, command: 'result' }, { job: jobId })
    const copyOfCopy = await done({ ...theirs, command: 'result' }, { job: copy })
    const other = await done(theirs, { prompt: 'a secret song' })
    for (const each of [copy, copyOfCopy]) expect((await world.job(each)).outcome).toBeDefined()
    expect((await privacy('delete', { sure: 'yes' })).text).toMatch(/^1 record was deleted/)
    for (const each of [jobId, copy, copyOfCopy]) expect(await world.store.read(each)).toBeUndefined()
    expect(await world.store.read(other)).toBeDefined()
    expect(await differences()).toEqual([])
  })

  test('stays itself while a copy is on its way, and goes with the next press', async () => {
    const jobId = await done()
    const copy = await world.start({ ...theirs, command: 'result', values: { job: jobId } })
    expect((await privacy('delete', { sure: 'yes' })).text).toContain(`stay for now: ${jobName(jobId)}`)
    await world.queue.run()
    expect((await privacy('delete', { sure: 'yes' })).text).toMatch(/^1 record was deleted/)
    for (const each of [jobId, copy]) expect(await world.store.read(each)).toBeUndefined()
  })

  test('leaves what is not over, and names it', async () => {
    await done()
    world.service.alwaysFind({ status: 'pending' })
    const running = await world.start(mine)
    await world.queue.run(world.clock.now())
    const { text } = await privacy('delete', { sure: 'yes' })
    expect(text).toMatch(new RegExp(`^1 record was deleted.*stay for now: ${jobName(running)}\\. Try again`))
    expect(await world.job(running)).toMatchObject({ state: 'submitted' })
  })

  test('takes what is booked where nothing can tell of it any more', async () => {
    world.service.submitWith({ status: 'uncertain', reason: 'x' })
    const jobId = await world.start(mine)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', toldState: 'booked' })
    const { text } = await privacy('delete', { sure: 'yes' })
    expect(text).toMatch(/^1 record was deleted/)
    expect(text).not.toContain('stay for now')
    expect(await world.store.read(jobId)).toBeUndefined()
  })

  test('keeps for a day what may still turn out to cost less', async () => {
    world.close()
    world = await openJobWorld({ callbacks: addresses })
    world.service.submitWith({ status: 'uncertain', reason: 'x' })
    const jobId = await world.start(mine)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', toldState: 'booked' })
    expect((await privacy('delete', { sure: 'yes' })).text).toContain(jobName(jobId))
    world.clock.advance(dayMs)
    expect((await privacy('delete', { sure: 'yes' })).text).toMatch(/^1 record was deleted/)
  })

  test('goes on where it was broken off, and where there is more than fits into one press', async () => {
    const jobIds: string[] = []
    for (let count = 0; count < 251; count += 1) {
      const answer = await world.ask({ ...mine, eventId: `many-${count}` })
      if (answer.kind === 'accepted') jobIds.push(answer.jobId)
      await world.acknowledged(jobIds.at(-1) ?? '', { kind: 'too_late' })
    }
    await world.queue.run()
    const { text, buttons } = await privacy('delete', { sure: 'yes' })
    expect(text).toMatch(/^250 records were deleted.*There's more to delete\.$/)
    const [again] = buttons
    expect(again?.label).toBe('Delete the rest')
    expect((await privacy('delete', again?.commandLink.values)).text).toMatch(/^1 record was deleted/)
  })

  test('is of no effect on the same event told again', async () => {
    const asked = { ...mine, eventId: 'event-x', values: { prompt: 'a sea shanty' } }
    await world.start(asked)
    await world.queue.run()
    await privacy('delete', { sure: 'yes' })
    const { held, spent } = await world.balances()
    const answer = await world.ask(asked)
    expect(answer.kind).toBe('message')
    expect(answer.message.text).toMatch(/Nothing more was charged/)
    expect(await world.balances()).toEqual({ held, spent })
    expect(world.service.submissions).toHaveLength(1)
  })
})

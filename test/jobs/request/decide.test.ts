import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { master } from '../../../src/commands/features/master.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import { usualConsent } from '../../../src/core/command/consent.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RuledChannels } from '../../../src/core/command/settings.ts'
import { AppError } from '../../../src/core/errors.ts'
import { createCanSee } from '../../../src/core/job/audience.ts'
import { ownersToTell } from '../../../src/core/job/lineage.ts'
import { takeExample } from '../../../src/core/job-id.ts'
import type { DecideDeps } from '../../../src/jobs/request/decide.ts'
import { target } from '../../support/commands/invocation.ts'
import { type ApprovalWorld, openApprovalWorld } from '../../support/jobs/approval-world.ts'
import { journalOf } from '../../support/redis/store-world.ts'

let world: ApprovalWorld
beforeEach(async () => {
  world = await openApprovalWorld()
})
afterEach(() => world.close())

const textOf = ({ message }: Answer): string => message.text
const operations = async (): Promise<readonly string[]> =>
  (await journalOf(world)).map(({ operation }) => operation ?? '')
const mentions = () => world.platform.mentions.map(({ message }) => message.text)
const holds = async () => (await operations()).filter((operation) => operation === 'hold').length

describe('an approval after the rules have changed', () => {
  const account = 'discord:server-1'
  const clip: Clip = {
    kind: 'result',
    url: 'https://audio.example/1.mp3',
    name: 'band.mp3',
    seconds: 20,
    by: 'mia',
  }
  const remix = { command: 'remix', values: { clip, prompt: 'folk' } }
  const told = "Your /remix request was closed: the rules here don't allow it anymore. Nothing was charged."
  const closed = "The request is closed, and I'll tell the member. Nothing was charged."

  /** The member has asked, and sees the card; then something changes. */
  const asksAndThen = async (change: () => Promise<unknown>, more: Partial<Invocation> = {}) => {
    await world.asks({ ...remix, ...more })
    await world.tend()
    await change()
  }
  const where = (rule: 'refuse' | 'allow', channels: RuledChannels) =>
    world.settings.rule(account, channels, rule)

  test.each<[string, () => Promise<unknown>, string, Partial<DecideDeps>]>([
    [
      'declined by the owner of its clip',
      () => world.consents.answer(account, 'mia', 'decline'),
      "The clip rules or the clip's owner don't allow it.",
      {},
    ],
    [
      'with words that are refused now',
      () => world.settings.refuseWords(account, ['folk']),
      "It contains words that aren't allowed here.",
      {},
    ],
    [
      'with words that the operator refuses now',
      () => Promise.resolve(),
      "It contains words that aren't allowed here.",
      { refusedWords: ['folk'] },
    ],
    [
      'from a channel that is refused now',
      () => where('refuse', { channel: 'channel-1' }),
      "Tunesmith isn't allowed in its channel anymore.",
      {},
    ],
    [
      'from a kind of channel that is refused now',
      () => where('refuse', { kind: 'age_restricted' }),
      "Tunesmith isn't allowed in its channel anymore.",
      {},
    ],
    [
      'whose clip is longer than is taken now',
      () => Promise.resolve(),
      "Its clip can't be used anymore.",
      { longestMinutes: 0 },
    ],
    [
      'whose member the operator blocked',
      () => Promise.resolve(),
      'Your bot operator has blocked this member.',
      { operatorBlocked: ['discord:@member-1'] },
    ],
    [
      'whose server the operator blocked',
      () => Promise.resolve(),
      'Your bot operator has blocked this server from using Tunesmith.',
      { operatorBlocked: ['discord:server-1'] },
    ],
  ])('of a request %s ends it, and its member is told', async (_, change, why, overrides) => {
    await asksAndThen(change, { channelKinds: ['age_restricted'] })
    const card = { ...world.card() }
    const decided = await world.decides('Approve once', {}, card, overrides)
    expect(textOf(decided)).toBe(`${why} ${closed}`)
    await world.tend()
    expect(world.card().message.text).toBe("The rules here don't allow /remix anymore.")
    expect(mentions()).toEqual([told])
    expect(await holds()).toBe(0)
    expect(await operations()).not.toContain('grant')
    expect(await operations()).not.toContain('decline')
    expect(textOf(await world.decides('Approve once', {}, card, overrides))).toBe(
      "The rules here don't allow this request anymore, so it's closed.",
    )
  })

  test('of a request with a link ends it, if links are not taken any more', async () => {
    await asksAndThen(() => Promise.resolve(), {
      values: { clip: 'https://example.com/a.mp3', prompt: 'folk' },
    })
    const decided = await world.decides('Approve once', {}, world.card(), { clipLinks: 'off' })
    expect(textOf(decided)).toBe(`Its clip can't be used anymore. ${closed}`)
    expect(await holds()).toBe(0)
  })

  test('of a request with a link ends it, if links may no longer set the price', async () => {
    const values = { clip: 'https://example.com/a.mp3', reference: 'https://example.com/b.mp3' }
    await asksAndThen(() => Promise.resolve(), { command: 'master', values })
    const features = new Map([[master.name, master]])
    const decided = await world.decides('Approve once', {}, world.card(), { clipLinks: 'flat', features })
    expect(textOf(decided)).toBe(`Its clip can't be used anymore. ${closed}`)
    expect(await holds()).toBe(0)
  })

  test('has the owner told of the clip, if that is the rule now', async () => {
    await asksAndThen(() => world.settings.setConsent(account, { clips: 'tell' }))
    expect(textOf(await world.decides('Approve once'))).toContain('Approved.')
    const [job] = await world.jobList.latest({ account, member: 'member-1' }, 0, 1)
    expect(job?.job && ownersToTell(job.job)).toEqual(['mia'])
  })

  test('starts what the rules still allow, a bot’s clip included', async () => {
    const isBot = (id: string) => Promise.resolve(id === 'mia')
    await asksAndThen(() => world.settings.setConsent(account, { clips: 'ask' }))
    expect(textOf(await world.decides('Approve once', { isBot }))).toContain('Approved.')
  })

  test('stays open while the owner of its clip is asked', async () => {
    await asksAndThen(() => world.settings.setConsent(account, { clips: 'ask' }))
    expect(textOf(await world.decides('Approve once'))).toMatch(
      /^I've asked the owner of .*Try again once they agree/,
    )
    expect(await holds()).toBe(0)
    await world.consents.answer(account, 'mia', 'allow')
    expect(textOf(await world.decides('Approve once'))).toContain('Approved.')
  })

  test.each([
    ['', { by: 'mia' }, {}],
    [', which is nobody knows whose', { isOwnerLost: true }, {}],
    [' around a thread', { by: 'mia' }, { channel: 'thread-1', parent: 'channel-1' }],
  ])(
    'stays open while its member does not see the channel of its clip%s, even if they asked there',
    async (_, whose, place) => {
      const message = { platform: 'discord', channel: 'channel-1', message: 'message-9' } as const
      const found = { ...world.platform.upload('band.mp3', 'la la'), message, ...whose }
      const values = { ...remix.values, clip: found }
      await asksAndThen(() => Promise.resolve(), { values, target: target(place) })
      const platforms = new Map([['discord', { canSee: () => Promise.resolve(false) }] as const])
      const left = await world.decides('Approve once', {}, world.card(), { canSee: createCanSee(platforms) })
      expect(textOf(left)).toMatch(/^I can't confirm that the member still sees the clip's channel/)
      expect(await holds()).toBe(0)
      expect(textOf(await world.decides('Approve once'))).toContain('Approved.')
    },
  )

  test('stays open while the take that it uses is not theirs to use', async () => {
    await asksAndThen(() => Promise.resolve(), {
      values: { ...remix.values, clip: { ...clip, take: takeExample } },
    })
    expect(textOf(await world.decides('Approve once'))).toMatch(/^I can't confirm that the member still sees/)
    expect(await holds()).toBe(0)
  })

  test('stays open while uploaded clips that set a price are stopped here', async () => {
    const [clip, reference] = ['band.mp3', 'hit.mp3'].map((name) => world.platform.upload(name, 'la la'))
    await asksAndThen(() => Promise.resolve(), { command: 'master', values: { clip, reference } })
    const features = new Map([[master.name, master]])
    const clipStops = { look: () => Promise.resolve('stopped' as const) }
    const stopped = await world.decides('Approve once', {}, world.card(), { features, clipStops })
    expect(textOf(stopped)).toMatch(
      /^Uploaded clips can't be used here for features priced by length right now/,
    )
    expect(await holds()).toBe(0)
    const decided = await world.decides('Approve once', {}, world.card(), { features })
    expect(textOf(decided)).toContain('Approved.')
  })

  test('starts one with a file that came with it, and of which no channel is known', async () => {
    const brought = world.platform.upload('band.mp3', 'la la')
    await asksAndThen(() => Promise.resolve(), { values: { ...remix.values, clip: brought } })
    const canSee = () => Promise.resolve(false)
    expect(textOf(await world.decides('Approve once', {}, world.card(), { canSee }))).toContain('Approved.')
  })

  test('stays open while the rules cannot be read', async () => {
    await asksAndThen(() => Promise.resolve())
    const away = () => Promise.reject(new AppError('store_unavailable', 'away', { retryable: true }))
    const consents = { answersOf: away, isAnyDeclined: away, ask: away }
    expect(textOf(await world.decides('Approve once', {}, world.card(), { consents }))).toMatch(
      /^I can't check right now whether the clip's owner agrees/,
    )
    const lookAtSettings = async () => ({
      defaults: undefined,
      where: undefined,
      words: [],
      consent: usualConsent,
    })
    expect(textOf(await world.decides('Approve once', {}, world.card(), { lookAtSettings }))).toMatch(
      /^I can't check right now whether Tunesmith is allowed in this channel/,
    )
    expect(textOf(await world.decides('Approve once'))).toContain('Approved.')
  })
})

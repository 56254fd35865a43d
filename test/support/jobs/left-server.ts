import type { Draft } from '../../../src/core/command/draft.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { AccountId, Target } from '../../../src/core/target.ts'
import { stopEntry } from '../../../src/redis/clip-stops.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { createWelcomes } from '../../../src/redis/welcomes.ts'
import { target } from '../commands/invocation.ts'
import { giveBudget, jobRequest, type StoreWorld } from '../redis/store-world.ts'
import type { JobWorld } from './job-world.ts'

const dayMs = 24 * 60 * 60_000

const setBudget = async ({ budgets, blocks }: StoreWorld, account: AccountId): Promise<void> => {
  let changes = 0
  const change = () => {
    changes += 1
    return { account, eventId: `change-${changes}`, actor: 'admin-1', reason: 'why not' }
  }
  const limit = microcredits(5_000_000)
  const member = { kind: 'member', id: 'member-1' } as const
  for (const of of [
    member,
    { kind: 'channel', id: 'channel-1' },
    { kind: 'feature', id: 'music' },
    { kind: 'group', id: 'group-1', share: 'each' },
  ] as const)
    await budgets.setShareLimit({ ...change(), of, limit })
  const credits = microcredits(100_000)
  await budgets.grant({ ...change(), scope: { kind: 'server' }, way: 'give', credits })
  await budgets.grant({ ...change(), scope: member, way: 'give', credits, expiresInMs: 5 * dayMs })
  await budgets.setManager({ ...change(), member: 'member-2', allowed: true })
  await budgets.setSponsoring({ ...change(), isAllowed: true })
  await budgets.setAlerts({ ...change(), channel: 'channel-1', isWeekly: true })
  await budgets.setPause({ ...change(), of: { kind: 'channel', id: 'channel-2' }, isPaused: true })
  await blocks.set({ ...change(), member: 'member-3', isBlocked: true })
}

const setRules = async ({ settings }: StoreWorld, account: AccountId): Promise<void> => {
  await settings.change(account, { kind: 'server' }, { voice: 'voice-1' })
  await settings.change(account, { kind: 'channel', id: 'channel-1' }, { voice: 'voice-2' })
  await settings.change(account, { kind: 'member', id: 'member-1' }, { voice: 'voice-3' })
  await settings.rule(account, { channel: 'channel-1' }, 'allow')
  await settings.refuseWords(account, ['a bad word'])
  await settings.setConsent(account, { clips: 'ask' })
}

const useClips = async (world: StoreWorld, account: AccountId, place: Target): Promise<void> => {
  const { clips, drafts, consents, ratings, refusals, approvals } = world
  const clip = { kind: 'link', url: 'https://music.example/a.mp3' } as const
  await clips.remember({ account, channel: 'channel-1' }, 'message-1', [{ clip, from: 'member' }])
  const draft: Draft = {
    command: 'music',
    action: undefined,
    member: 'member-1',
    values: { prompt: 'a sea shanty' },
    defaults: [],
    shown: {},
    clips: [],
  }
  await drafts.keep(account, 'event-1', draft)
  await drafts.keep('discord:@member-1', 'event-2', { ...draft, target: place })
  await consents.answer(account, 'member-1', 'decline')
  await consents.ask(account, 'member-2', {
    requester: 'member-1',
    channel: 'channel-1',
    feature: 'voice',
    clip: 'band.wav',
  })
  await ratings.rate(account, 'member-1', { take: 'job.1', value: 'good' }, [
    { kind: 'voice', id: 'voice-1' },
  ])
  await refusals.count(account, 'words')
  const short = { kind: 'server', id: '', left: 0, limit: microcredits(0) } as const
  await approvals.park({ request: jobRequest({}, place), short, place })
  await approvals.setChannel({ account, eventId: 'asked', actor: 'admin-1', channel: 'channel-1' })
}

/** Lays something of every kind that is kept of a server, by the stores that keep it. Answers with the ids of its jobs. */
export const useEverything = async (world: JobWorld, server: string): Promise<readonly string[]> => {
  const { ownKeyStore, alerts, redis, keys, clock, queue } = world
  const account = `discord:${server}` as const
  const place = target({ server })
  await giveBudget(world, 100_000_000, account)
  const jobs = [await world.start({ target: place }), await world.start({ target: place })]
  await queue.run(clock.now() + 10 * 60_000)
  await setBudget(world, account)
  await setRules(world, account)
  await useClips(world, account, place)
  await ownKeyStore.countTry(account)
  await ownKeyStore.keep({ account, eventId: 'own-key', actor: 'admin-1' }, `a key of ${server}`)
  await alerts.raise(account, 'balance')
  const welcomes = createWelcomes({ redis, keys, now: clock.now })
  await welcomes.begin(account)
  await welcomes.end(account)
  await redis.hset(keys.activeAccounts, account, String(clock.now()))
  const stop = stopEntry({ account, job: 'job-1', price: 'mastering', perUnit: microcredits(1) })
  await redis.zadd(keys.listed(bucketOf(account)), 0, stop)
  return jobs
}

import { microcredits } from '../../../src/core/credits.ts'
import { lookLease, type Places } from '../../../src/core/job/concurrency.ts'
import type { JobState } from '../../../src/core/job/job.ts'
import type { JobOperation } from '../../../src/core/job/job-transitions.ts'
import { builtInPrices } from '../../../src/core/ledger/prices.ts'
import { createCallers, createChatClaims } from '../../../src/redis/chat-processes.ts'
import { confirmScript } from '../../../src/redis/job-taking.ts'
import { createPlaces } from '../../../src/redis/places.ts'
import { createPriceBook } from '../../../src/redis/price-book.ts'
import { checkRights } from '../../../src/redis/rights.ts'
import { runScript } from '../../../src/redis/scripts.ts'
import { primariesOf } from '../../../src/redis/startup-check.ts'
import { target } from '../commands/invocation.ts'
import { deadJob, deadLettersOf } from '../jobs/dead-letters.ts'
import { cost, jobIn, overIn, toBeRemoved } from '../jobs/job-states.ts'
import { approvalRows } from './approval-rows.ts'
import { archiveRows } from './archive-rows.ts'
import { consentRows } from './consent-rows.ts'
import { draftRows } from './draft-rows.ts'
import { everyOperation, stateBefore, stepFor } from './job-operations.ts'
import { ownKeyRows } from './own-key-rows.ts'
import { bound, giveBudget, jobRequest, openStoreWorld, type StoreWorld } from './store-world.ts'

/** A way to have a script run: what has to be there before, and then the call, through any connection. */
export interface ScriptRow {
  script: string
  name: string
  /** What the second call answers: what the first one did, or what is true by then. */
  again: 'first answer' | 'what is true by then'
  prepare(world: StoreWorld): Promise<(through: StoreWorld) => Promise<unknown>>
}

const scriptOf: Partial<Record<JobOperation, string>> = { expire: 'book', post: 'finish', withhold: 'finish' }

const operationRows: readonly ScriptRow[] = everyOperation.map((operation) => ({
  script: scriptOf[operation.name] ?? operation.name,
  name: operation.name,
  again: 'first answer',
  prepare: async (world) => {
    const job = await jobIn(world, stateBefore(operation))
    return ({ store }) => operation.run(store, stepFor(operation, job))
  },
}))

/** A call on a job in this state. */
const onJob =
  (
    state: JobState,
    call: (world: StoreWorld, job: Awaited<ReturnType<typeof jobIn>>) => Promise<unknown>,
  ): ScriptRow['prepare'] =>
  async (world) => {
    const job = await jobIn(world, state)
    return (through) => call(through, job)
  }

const withoutJob =
  (call: (world: StoreWorld) => Promise<unknown>): ScriptRow['prepare'] =>
  () =>
    Promise.resolve(call)

/** A script whose second call answers what the first one did. */
const saysTheSame = (script: string, prepare: ScriptRow['prepare']): ScriptRow => ({
  script,
  name: script,
  again: 'first answer',
  prepare,
})

/** A script whose second call answers what is true by then. */
const saysWhatIsTrue = (script: string, name: string, prepare: ScriptRow['prepare']): ScriptRow => ({
  script,
  name,
  again: 'what is true by then',
  prepare,
})

const rateOnce = (ratings: StoreWorld['ratings']) =>
  ratings.rate('discord:server-1', 'member-1', { take: 'job.1', value: 'good' }, [
    { kind: 'voice', id: 'voice-1' },
  ])

const soonMs = 1_000_000
const anyTime = { beforeMs: soonMs * soonMs, lateBeforeMs: soonMs * soonMs }

const jobRows: readonly ScriptRow[] = [
  saysWhatIsTrue('request', 'request, which then is known', () => {
    const request = jobRequest()
    return Promise.resolve(({ store }) => store.request(request))
  }),
  saysWhatIsTrue(
    'take',
    'take, under a higher epoch',
    onJob('submitted', ({ store }, job) => store.take(job.id, job.wake, soonMs)),
  ),
  saysTheSame(
    'told',
    onJob('failed', ({ store }, job) => store.told(job)),
  ),
  {
    script: 'told',
    name: 'told, with a notice that is due',
    again: 'first answer',
    prepare: onJob('failed', ({ store }, job) => store.told(job, { notice: 'due' })),
  },
  {
    script: 'finish',
    name: 'finish, with a notice that is due',
    again: 'first answer',
    prepare: onJob('ready', ({ store }, job) => store.finish(job, 'posted', undefined, true)),
  },
  {
    script: 'wake-at',
    name: 'wake-at, which counts',
    again: 'first answer',
    prepare: onJob('ready', ({ store }, job) => store.wakeAt(job, soonMs, 'deliverTries')),
  },
  saysWhatIsTrue(
    'rewake',
    'rewake, which then is not due',
    onJob('accepted', ({ store, clock }) => store.rewake(clock.now())),
  ),
  {
    script: 'replicas',
    name: 'replicas, of which there are none',
    again: 'first answer',
    prepare: onJob('submitting', ({ store }, job) => store.outlivesFailover(job)),
  },
  saysTheSame(
    'keep-sample',
    withoutJob(({ voiceSamples }) =>
      voiceSamples.keep('voice-1', { extension: 'mp3', data: Uint8Array.from([0, 10, 255]) }),
    ),
  ),
  saysTheSame(
    'rights',
    withoutJob(({ redis }) =>
      Promise.all(primariesOf(redis).map((primary) => checkRights(primary, 'always'))),
    ),
  ),
  saysTheSame(
    'confirm-submitting',
    onJob('submitting', ({ redis, keys }, job) =>
      runScript(redis, confirmScript, [keys.job(job.id)], [String(job.submitEpoch)]),
    ),
  ),
  {
    script: 'failed',
    name: 'failed, which counts once',
    again: 'first answer',
    prepare: onJob('submitted', async ({ store }, job) =>
      store.failed(job, { reason: 'why', counts: false, againAtMs: soonMs }),
    ),
  },
  saysWhatIsTrue('bury', 'bury, which is done when the job is taken up again', async (world) => {
    const job = await jobIn(world, 'submitted')
    await world.redis.hset(world.keys.job(job.id), 'version', '0')
    return ({ store }) => store.take(job.id, job.wake, soonMs)
  }),
  saysWhatIsTrue('put-back', 'put-back, which then is not a dead letter', async (world) => {
    const job = await deadJob(world)
    return (through) => deadLettersOf(through).putBack(job.id)
  }),
  saysTheSame(
    'note',
    onJob('submitting', ({ store }, job) => store.note(job, 'name', 'value')),
  ),
  saysTheSame(
    'news',
    onJob('submitted', ({ store }, job) => store.news(job, 'begins')),
  ),
  saysTheSame(
    'put-message',
    onJob('accepted', ({ store }, job) =>
      store.putMessage(job, { platform: 'discord', channel: 'direct-1', message: 'message-1' }),
    ),
  ),
  {
    script: 'cancel',
    name: 'cancel of what was not sent',
    again: 'first answer',
    prepare: onJob('accepted', ({ store }, job) => store.cancel(job, 'member-1')),
  },
  saysWhatIsTrue(
    'cancel',
    'cancel of what runs, which then was cancelled before',
    onJob('submitted', ({ store }, job) => store.cancel(job, 'member-1')),
  ),
  saysWhatIsTrue(
    'cancel',
    'cancel, if that is free, of what runs, which changes nothing',
    onJob('submitted', ({ store }, job) => store.cancel(job, 'member-1', 'if_free')),
  ),
  saysWhatIsTrue(
    'recover',
    'recover, which then is on its way',
    onJob('withheld', ({ store }, job) => store.recover(job)),
  ),
  saysWhatIsTrue(
    'remove',
    'remove, which then is on its way',
    onJob('posted', ({ store }, job) => store.remove(job, 'member-1')),
  ),
  saysTheSame(
    'job-facts',
    onJob('posted', ({ jobList }, job) => jobList.facts([job.id])),
  ),
  saysTheSame('removed', async (world) => {
    const step = await toBeRemoved(world, 'posted')
    return ({ store }) => store.removed(step)
  }),
  saysWhatIsTrue(
    'hint',
    'hint, of which the repeat is another wake-up',
    onJob('submitted', ({ store }, job) => store.hint(job.id, job.taskId ?? '')),
  ),
  saysTheSame('forget', async (world) => {
    const { id: jobId } = await overIn(world, 'posted')
    return ({ records }) => records.forget({ jobId }, anyTime)
  }),
  saysWhatIsTrue(
    'correct',
    'correct, which then is the same',
    onJob('booked', ({ store }, job) => store.correct(job, { amount: cost, source: 'final' })),
  ),
]

const account = 'discord:server-1' as const
const hold = { version: 1, amount: bound, state: 'open', window: 'month:2026-06', account } as const

/** A job of whose hold the operator's total was never told. */
const unmirroredJob: ScriptRow['prepare'] = async ({ prefix, redis, clock }) => {
  const deaf = openStoreWorld({
    prefix,
    redis,
    now: clock.now,
    operatorAs: (real) => ({ ...real, mirror: () => Promise.reject(new Error('deaf')) }),
  })
  await jobIn(deaf, 'requested')
  const before = { changesMs: clock.now(), holdsMs: 0 }
  return ({ store }) => store.repairOperator(before)
}

const operatorRows: readonly ScriptRow[] = [
  { script: 'money', name: 'money', again: 'first answer', prepare: unmirroredJob },
  saysWhatIsTrue('mirrored', 'mirrored, after which there is nothing to tell', unmirroredJob),
  saysTheSame(
    'operator-hold',
    withoutJob(({ operator }) => operator.hold('job-1', bound, 'discord:server-1')),
  ),
  saysTheSame(
    'operator-admit',
    withoutJob(({ allowlist }) => allowlist.admit('discord:server-1')),
  ),
  saysTheSame('operator-release', async ({ operator }) => {
    await operator.hold('job-1', bound, 'discord:server-1')
    return (through) => through.operator.release('job-1')
  }),
  saysTheSame(
    'operator-mirror',
    withoutJob(({ operator }) => operator.mirror('job-1', hold)),
  ),
  saysWhatIsTrue('operator-expire', 'operator-expire, which then was done', async ({ operator }) => {
    await operator.hold('job-1', bound, 'discord:server-1')
    return (through) => through.operator.expire('job-1', Number.MAX_SAFE_INTEGER)
  }),
]

const placesOf = ({ redis, keys, clock }: StoreWorld) =>
  createPlaces({
    redis,
    keys,
    now: clock.now,
    providerKeyId: 'key-1',
    addressId: 'address-1',
    parallel: 1,
    lookupsPerMinute: 5,
  })

const lineTarget = target()
/** A job of the line: "a" was asked for before "b". */
const waiter = (id: string) => ({ id, epoch: 1, target: lineTarget, createdAtMs: id.charCodeAt(0) })

/** "a" has the only place, and "b" waits. */
const lineOfTwo = async (world: StoreWorld): Promise<void> => {
  for (const id of ['a', 'b']) await placesOf(world).take(waiter(id), 60, Number.MAX_SAFE_INTEGER)
}

/** A call on the line of two. */
const onLine = (call: (places: Places) => Promise<unknown>): ScriptRow['prepare'] => {
  return async (world) => {
    await lineOfTwo(world)
    return (through) => call(placesOf(through))
  }
}

const lineRows: readonly ScriptRow[] = [
  saysTheSame(
    'take-place',
    withoutJob((world) => placesOf(world).take(waiter('a'), 60, Number.MAX_SAFE_INTEGER)),
  ),
  saysTheSame(
    'keep-place',
    onLine((places) => places.keep('a', 1, Number.MAX_SAFE_INTEGER, 'taken')),
  ),
  saysWhatIsTrue(
    'release-place',
    'release-place, which then is not held; the called job is woken by the sweeper',
    onLine((places) => places.release('a', 1)),
  ),
  saysWhatIsTrue(
    'leave-line',
    'leave-line, after which it is not there; the called job is woken by the sweeper',
    onLine((places) => places.leave(waiter('a'))),
  ),
  {
    script: 'busy-place',
    name: 'busy-place, which then is not held, and slows the line down once',
    again: 'first answer',
    prepare: onLine((places) => places.busy(waiter('a'), 60, 1)),
  },
  saysTheSame(
    'pause-key',
    onLine((places) => places.pause({ jobId: 'a', epoch: 1 }, 'balance', Number.MAX_SAFE_INTEGER)),
  ),
  {
    script: 'resume-key',
    name: 'resume-key, after which there is no pause; the called job is woken by the sweeper',
    again: 'what is true by then',
    async prepare(world) {
      await lineOfTwo(world)
      await placesOf(world).pause(lookLease, 'key', Number.MAX_SAFE_INTEGER)
      return (through) => placesOf(through).resume(lookLease)
    },
  },
  saysTheSame(
    'tend-line',
    onLine((places) => places.tend()),
  ),
  saysTheSame(
    'place-in-line',
    onLine((places) => places.positionOf(waiter('b'), 60)),
  ),
]

const clips = [{ clip: { kind: 'link', url: 'https://music.example/a.mp3' }, from: 'us', atMs: 5 }] as const

const change = { account: 'discord:server-1', eventId: 'change-1', actor: 'admin-1' } as const

const otherRows: readonly ScriptRow[] = [
  {
    script: 'admit',
    name: 'admit, which counts one more, for the lost one is not answered either',
    again: 'first answer',
    prepare: withoutJob(({ gate }) => gate.admit(target(), false)),
  },
  saysWhatIsTrue(
    'change-settings',
    'change-settings, as a repeat of its first answer',
    withoutJob(({ budgets }) =>
      budgets.setLimit({ ...change, limit: microcredits(5), period: 'month', zone: 'UTC' }),
    ),
  ),
  saysWhatIsTrue('begin-weekly', 'begin-weekly, which then is in hand', async (world) => {
    await giveBudget(world, bound)
    await world.budgets.setAlerts({ ...change, channel: 'channel-1', isWeekly: true })
    world.clock.advance(8 * 24 * 60 * 60_000)
    const [alert] = await world.alerts.due()
    if (alert === undefined) throw new Error('no summary is due')
    return (through) => through.alerts.begin(alert)
  }),
  saysWhatIsTrue('begin-alert', 'begin-alert, which then is in hand', async (world) => {
    await giveBudget(world, bound)
    await world.budgets.setAlerts({ ...change, channel: 'channel-1' })
    await world.store.request(jobRequest())
    const [alert] = await world.alerts.due()
    if (alert === undefined) throw new Error('no alert is due')
    return (through) => through.alerts.begin(alert)
  }),
  saysWhatIsTrue(
    'grant',
    'grant, as a repeat of its first answer',
    withoutJob(({ budgets }) =>
      budgets.grant({ ...change, scope: { kind: 'server' }, way: 'give', credits: bound }),
    ),
  ),
  saysWhatIsTrue('lapse', 'lapse, after which nothing has expired', async (world) => {
    await giveBudget(world, bound)
    const scope = { kind: 'server' } as const
    await world.budgets.grant({ ...change, scope, way: 'give', credits: bound, expiresInMs: 1 })
    world.clock.advance(1)
    return ({ bonuses }) => bonuses.lapse({ account: change.account, scope })
  }),
  saysWhatIsTrue('sponsor', 'sponsor, as a repeat of its first answer', async (world) => {
    await giveBudget(world, bound)
    const of = { kind: 'member', id: undefined } as const
    await world.budgets.setShareLimit({ ...change, eventId: 'change-2', of, limit: bound })
    await world.budgets.setSponsoring({ ...change, eventId: 'change-3', isAllowed: true })
    const { account, eventId } = change
    const members = { giver: 'member-1', groups: [], receiver: 'member-2' }
    return ({ budgets }) => budgets.sponsor({ account, eventId, ...members, credits: bound })
  }),
  saysTheSame(
    'remember-clips',
    withoutJob((world) =>
      world.clips.remember({ account: 'discord:server-1', channel: 'channel-1' }, 'message-1', clips),
    ),
  ),
  saysWhatIsTrue('forget-clips', 'forget-clips, after which there are none', async ({ clips: index }) => {
    const known = clips.map((clip) => ({ ...clip, by: 'member-1' }))
    await index.remember({ account: 'discord:server-1', channel: 'channel-1' }, 'message-1', known)
    return (through) => through.clips.forget('discord:server-1', 'member-1')
  }),
  saysTheSame('clear-server', async ({ budgets }) => {
    const change = { account: 'discord:server-1', eventId: 'alerts-1', actor: 'admin-1' } as const
    await budgets.setAlerts({ ...change, channel: 'channel-1', isWeekly: true })
    return ({ leftServers }) => leftServers.clear({ account: change.account, leftAtMs: 0 })
  }),
  saysTheSame(
    'rule-channel',
    withoutJob(({ settings }) => settings.rule('discord:server-1', { channel: 'channel-1' }, 'allow')),
  ),
  saysWhatIsTrue(
    'rate',
    'rate, which then is known',
    withoutJob(({ ratings }) => rateOnce(ratings)),
  ),
  saysTheSame('drop', async () => {
    const { id } = jobRequest()
    return ({ store }) => store.drop(id)
  }),
  {
    script: 'forget-ratings',
    name: 'forget-ratings, of which then there are none',
    again: 'first answer',
    prepare: async (world) => {
      await rateOnce(world.ratings)
      return ({ ratings }) => ratings.forget('discord:server-1', 'member-1')
    },
  },
  ...archiveRows,
  saysWhatIsTrue(
    'learn-price',
    'learn-price, which then is known',
    withoutJob(({ redis, keys }) =>
      createPriceBook({
        redis,
        keys,
        providerKeyId: 'key-1',
        prices: builtInPrices,
        wait: () => Promise.resolve(),
      }).learn('job-1', { price: 'music.v6', units: 2 }, bound, 'estimate'),
    ),
  ),
  saysWhatIsTrue(
    'spend-lookup',
    'spend-lookup, which spends one more, for the lost one is not made either',
    withoutJob((world) => placesOf(world).spendLookup({ for: 'list' })),
  ),
  saysTheSame(
    'join-callers',
    withoutJob(({ redis, keys, clock }) =>
      createCallers({ redis, keys, now: clock.now, processId: 'one' })('discord')(0),
    ),
  ),
  saysTheSame(
    'claim-chat',
    withoutJob(({ redis, keys, clock }) =>
      createChatClaims({ redis, keys, now: clock.now, processId: 'one' }).claim('discord', '100'),
    ),
  ),
]

/** Every script, each by the call that has it run. A script without a row fails the test that reads this table. */
export const everyScript: readonly ScriptRow[] = [
  ...operationRows,
  ...jobRows,
  ...operatorRows,
  ...lineRows,
  ...otherRows,
  ...[approvalRows, consentRows, draftRows, ownKeyRows].flat(),
]

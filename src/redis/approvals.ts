import { z } from 'zod'
import { channelKinds } from '../core/command/settings.ts'
import { type Microcredits, microcredits } from '../core/credits.ts'
import {
  type Approval,
  type Approvals,
  approvalOpenMs,
  approvalStates,
  type EndResult,
  type NewApproval,
} from '../core/job/approval.ts'
import type { JobRequest } from '../core/job/job.ts'
import { bucketOfJob, effectKey } from '../core/job-id.ts'
import { scopeKinds } from '../core/ledger/scope.ts'
import { type AccountId, accountOf, messageRef, storedTarget, type Target } from '../core/target.ts'
import { parseJson } from '../core/text/text.ts'
import type { BudgetsOptions } from './budget-reading.ts'
import { applyChange, type ChangingOptions, countingChanges, requireFewChanges } from './changes.ts'
import { fromStore, readAll } from './connection.ts'
import { bucketOf, buckets, jobIdIn } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const scripts = {
  park: plainScript('approval-park'),
  end: plainScript('allowance', 'approval-end'),
  due: plainScript('approval-due'),
  note: plainScript('approval-note'),
  withdraw: plainScript('approval-withdraw'),
}

/** How many requests of one member, and of all in an account, may be open. A member's withdrawn ones count for a day. */
const openMax = { member: 3, server: 50 } as const

/** After its end a request is kept as long as it was open, so that late clicks and its messages find it. */
const keptMs = 3 * approvalOpenMs

/** The field of an account with the channel in which its admins are asked. */
const channelField = 'approvals_channel'

const notePrefix = 'note:'

const prefixOf = (account: AccountId, member?: string): string =>
  member === undefined ? `${account} ` : `${account} ${member} `

/** The entry of a request among those with something left to do. */
export const approvalEntry = (target: Target, id: string): string =>
  `${prefixOf(accountOf(target), target.member)}${id}`

const credits = z.number().transform((value): Microcredits => microcredits(value))

const parkedRequest = z.object({
  id: z.string(),
  feature: z.string(),
  given: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
  target: storedTarget,
  fileBytesMax: z.number(),
  replyToken: z.string(),
  bound: credits,
  unreadMinutes: z.number().exactOptional(),
  isFree: z.boolean(),
  groups: z
    .array(z.string())
    .optional()
    .transform((groups): readonly string[] | undefined => groups),
  isByAdmin: z.boolean().exactOptional(),
  notes: z.record(z.string(), z.string()).exactOptional(),
})

const json = <T extends z.ZodType>(schema: T) => z.string().transform(parseJson).pipe(schema)

const moment = z.coerce.number()

const stored = z.object({
  state: z.enum(approvalStates),
  request: json(parkedRequest),
  short: json(
    z.object({ kind: z.enum(['server', ...scopeKinds]), id: z.string(), left: z.number(), limit: credits }),
  ),
  place: json(storedTarget),
  channel_kinds: json(z.array(z.enum(channelKinds))).optional(),
  asked_at: moment,
  expires_at: moment,
  by: z.string().optional(),
  card: json(messageRef).optional(),
})

/** Undefined for what another version of this program may have written. */
const parseApproval = (hash: Readonly<Record<string, string>>): Approval | undefined => {
  const { data } = stored.safeParse(hash)
  if (data === undefined) return undefined
  const named = Object.entries(hash).filter(([name]) => name.startsWith(notePrefix))
  return {
    request: data.request,
    short: data.short,
    place: data.place,
    channelKinds: data.channel_kinds,
    state: data.state,
    askedAtMs: data.asked_at,
    expiresAtMs: data.expires_at,
    decidedBy: data.by === '' ? undefined : data.by,
    card: data.card,
    notes: Object.fromEntries(named.map(([name, value]) => [name.slice(notePrefix.length), value])),
  }
}

/** The answer that a request was made with can no longer be edited when it is decided. */
const kept = ({ replyToken: _, taker: __, ...others }: JobRequest): JobRequest => ({
  ...others,
  replyToken: '',
})

/** What late clicks need of a request that is over; the member's words are not kept longer. */
const bare = (request: JobRequest): JobRequest => ({ ...kept(request), given: {}, values: {}, notes: {} })

const fieldsOf = ({ request: parked, short, place, channelKinds: kinds }: NewApproval, nowMs: number) => ({
  request: JSON.stringify(kept(parked)),
  short: JSON.stringify(short),
  place: JSON.stringify(place),
  ...(kinds !== undefined && { channel_kinds: JSON.stringify(kinds) }),
  asked_at: String(nowMs),
  expires_at: String(nowMs + approvalOpenMs),
})

/** Half of a surrogate pair would keep the script from reading it. */
const textOf = (value: object): string => JSON.stringify(value).toWellFormed()

const endOf = ([status, state, by]: readonly string[]): EndResult => {
  const known = approvalStates.find((each) => each === state)
  if (status === 'still_open' || status === 'unknown') return { status }
  if (known === undefined) throw new Error(`the script that ends requests to admins answered ${status}`)
  if (status === 'decided') return { status, state: known, by: by === '' ? undefined : by }
  const isEnd = known !== 'open' && known !== 'approved' && known !== 'withdrawn'
  return { status: 'ended', state: isEnd ? known : 'expired' }
}

/** Entries of an account's requests with something left to do; with a member, of theirs. */
const createEntriesOf =
  ({ redis, keys }: BudgetsOptions) =>
  async (account: AccountId, member?: string): Promise<readonly string[]> => {
    const entries = await fromStore(redis.zrange(keys.approvals(bucketOf(account)), '0', '-1'))
    return entries.filter((entry) => entry.startsWith(prefixOf(account, member)))
  }

type Reading = Pick<Approvals, 'read'> & { entriesOf: ReturnType<typeof createEntriesOf> }

const createParking = (
  options: ChangingOptions,
  { read, entriesOf }: Reading,
): Pick<Approvals, 'park' | 'end'> => ({
  async park(approval) {
    const { redis, keys, now } = options
    const { id, target } = approval.request
    const account = accountOf(target)
    const nowMs = Math.round(now())
    const fields = fieldsOf(approval, nowMs)
    const others = await entriesOf(account)
    const args = [
      nowMs,
      textOf(fields),
      approvalEntry(target, id),
      prefixOf(account, target.member),
      prefixOf(account),
      openMax.member,
      openMax.server,
      keptMs,
      JSON.stringify(others),
    ]
    const otherKeys = others.map((entry) => keys.approval(jobIdIn(entry)))
    const withdrawn = keys.withdrawn(account, target.member)
    const where = [keys.approval(id), keys.approvals(bucketOfJob(id)), withdrawn, ...otherKeys]
    const [status, of, limit] = await runScript(redis, scripts.park, where, args)
    if (status === 'too_many')
      return { status, of: of === 'member' || of === 'withdrawn' ? of : 'server', limit: Number(limit) }
    const known = await read(id)
    if (known === undefined) throw new Error(`the request to admins ${id} can't be read`)
    return { status: status === 'parked' ? 'parked' : 'known', approval: known }
  },
  async end({ request: { id, target } }, to, by = '') {
    const { redis, keys, now } = options
    const bucket = bucketOfJob(id)
    const account = accountOf(target)
    const counting = countingChanges(options, { account, actor: by })
    const line = {
      operation: 'decline',
      account,
      actor: by,
      member: target.member,
      allowed: '0',
    }
    const where = [
      keys.approval(id),
      keys.approvals(bucket),
      keys.journal(bucket),
      keys.job(id),
      keys.hold(id),
      ...counting.keys,
    ]
    const entry = to === 'declined' ? textOf(line) : ''
    const args = [Math.round(now()), to, by, approvalEntry(target, id), entry, ...counting.spacings]
    const reply = await runScript(redis, scripts.end, where, args)
    requireFewChanges(reply, options)
    return endOf(reply)
  },
})

const createUpkeep = (
  { redis, keys, now }: BudgetsOptions,
  { read }: Reading,
): Pick<Approvals, 'due' | 'take' | 'note'> => ({
  async due(platforms) {
    const looks = buckets.map(
      (bucket) => ['zrangebyscore', keys.approvals(bucket), '-inf', String(Math.round(now()))] as const,
    )
    const found = ((await readAll(redis, looks)) as readonly string[][]).flat()
    return found.filter((entry) => platforms.some((platform) => entry.startsWith(`${platform}:`)))
  },
  async take(entry, leaseMs) {
    const id = jobIdIn(entry)
    const where = keys.approvals(bucketOfJob(id))
    const nowMs = Math.round(now())
    const [status] = await runScript(redis, scripts.due, [where], [nowMs, nowMs + leaseMs, entry])
    if (status !== 'taken') return undefined
    const approval = await read(id)
    if (approval === undefined) await fromStore(redis.zrem(where, entry))
    return approval
  },
  async note({ request, state }, fields, next) {
    const { id, target } = request
    const where = [keys.approval(id), keys.approvals(bucketOfJob(id))]
    const due = typeof next === 'number' ? String(Math.round(next)) : (next ?? '')
    const all = next === 'over' ? { ...fields, request: JSON.stringify(bare(request)) } : fields
    const args = [Math.round(now()), approvalEntry(target, id), textOf(all), state, due]
    const [status] = await runScript(redis, scripts.note, where, args)
    return status === 'noted'
  },
})

/** Requests to admins in Redis: a hash for each, and a sorted set per bucket by when work is due. */
export const createApprovals = (options: ChangingOptions): Approvals => {
  const { redis, keys } = options
  const entriesOf = createEntriesOf(options)
  const read: Approvals['read'] = async (id) =>
    parseApproval(await fromStore(redis.hgetall(keys.approval(id))))
  return {
    read,
    async channelOf(account) {
      return (await fromStore(redis.hget(keys.account(account), channelField))) ?? undefined
    },
    async setChannel({ channel = '', ...change }) {
      const { status } = await applyChange(options, {
        change,
        operation: 'approvals',
        about: { channel },
        labels: {},
        settings: { [channelField]: channel },
        in: 'account',
        raisesRevision: false,
      })
      return { status }
    },
    async find(account, name) {
      const ids = (await entriesOf(account)).map(jobIdIn).filter((id) => effectKey(id).startsWith(name))
      return ids.length === 1 ? ids[0] : undefined
    },
    async of(account, member) {
      const approvals = await Promise.all((await entriesOf(account, member)).map(jobIdIn).map(read))
      return approvals
        .filter((approval) => approval !== undefined)
        .filter(({ state }) => state !== 'withdrawn')
    },
    async forget(account, member) {
      let count = 0
      for (const entry of await entriesOf(account, member)) {
        const id = jobIdIn(entry)
        const approval = await read(id)
        const where = [keys.approval(id), keys.approvals(bucketOf(account)), keys.withdrawn(account, member)]
        const request = approval === undefined ? '' : JSON.stringify(bare(approval.request))
        const args = [Math.round(options.now()), entry, request, approvalOpenMs]
        const [status] = await runScript(redis, scripts.withdraw, where, args)
        if (status === 'withdrawn') count += 1
      }
      return count
    },
    ...createParking(options, { read, entriesOf }),
    ...createUpkeep(options, { read, entriesOf }),
  }
}

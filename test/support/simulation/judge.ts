import type { Redis } from 'ioredis'
import { formatCost } from '../../../src/core/ledger/credits-text.ts'
import { recordFromPairs } from '../../../src/redis/job-record.ts'
import { bucketOf, type Keys } from '../../../src/redis/keys.ts'
import { replay } from '../ledger/journal-replay.ts'
import type { JournalEntry } from '../redis/store-world.ts'
import type { Ask, BadDay } from './bad-day.ts'
import type { DiscordModel, SeenMessage } from './discord-model.ts'
import { readAll } from './rest.ts'
import type { ServiceModel } from './service-model.ts'
import { markOf, targetOf } from './simulated-people.ts'
import { messageKeyOf, provider } from './simulated-ports.ts'
import { accountsOf } from './stage.ts'

/** What is left of a day. */
export interface Remains {
  day: BadDay
  keys: Keys
  service: ServiceModel
  discord: DiscordModel
  people: { jobIds: readonly string[]; saw: ReadonlySet<number> }
}

type Hash = Readonly<Record<string, string>>

/** A job by its record, its hold, and what others saw of it. */
interface Case {
  name: string
  record: Hash
  hold: Hash
  messages: readonly SeenMessage[]
}

const readHash = (reply: unknown): Hash =>
  Array.isArray(reply) ? recordFromPairs(reply as string[]) : { ...(reply as Hash) }

/** What must be empty when nothing is left to do. */
const judgeRest = async (redis: Redis, { day, keys }: Remains): Promise<string[]> => {
  const ofBuckets = accountsOf(day)
    .map(bucketOf)
    .flatMap((bucket) => [keys.open(bucket), keys.waiting(bucket), keys.unmirrored(bucket)])
  const ofLine = [keys.leases, keys.line, keys.ring, keys.offers].map((keyOf) => keyOf(provider))
  const sets = [...ofBuckets, ...ofLine, keys.operatorUnconfirmed]
  const sizes = await readAll(redis, [
    ...sets.map((key) => ['zcard', key]),
    ...accountsOf(day).map((account) => ['hlen', keys.dead(bucketOf(account))]),
    ['hlen', keys.waiters(provider)],
  ])
  const names = [...sets, ...accountsOf(day).map((account) => keys.dead(bucketOf(account))), 'waiters']
  return names.flatMap((name, index) =>
    Number(sizes[index]) === 0 ? [] : [`I4: ${name} still has ${sizes[index]}`],
  )
}

const readCases = async (redis: Redis, { keys, people, discord }: Remains): Promise<readonly Case[]> => {
  const replies = await readAll(
    redis,
    people.jobIds.flatMap((jobId) => [
      ['hgetall', keys.job(jobId)],
      ['hgetall', keys.hold(jobId)],
    ]),
  )
  return people.jobIds.map((jobId, index) => ({
    name: markOf(index),
    record: readHash(replies[2 * index]),
    hold: readHash(replies[2 * index + 1]),
    messages: discord.messages.filter(({ job }) => job === messageKeyOf(jobId)),
  }))
}

const isResult = ({ shown }: SeenMessage): boolean => shown.blocks.some(({ kind }) => kind === 'audio')

const tasksShown = ({ shown }: SeenMessage): readonly string[] =>
  shown.blocks.flatMap((block) => (block.kind === 'audio' ? [block.file.url.split('/')[3] ?? ''] : []))

/** I1, and what the service says of a job beside what we say of it. */
const judgeService = ({ service }: Remains, { name, record, messages }: Case): string[] => {
  const taken = service.mayHaveTaken(name)
  const own = service.tasksOf(name)
  const problems =
    taken > 1 ? [`I1: ${name} was sent ${taken} times to the service that may have taken it`] : []
  if (record.state === 'voided' && taken > 0)
    problems.push(`I4: ${name} was given back, though the service took it`)
  if (record.state === 'expired' && own.some(({ plan }) => plan.end !== 'never'))
    problems.push(`I5: ${name} expired, though its task ended`)
  const charges = own.map(service.chargeOf)
  if (record.settled_by === 'final' && own.length > 0 && !charges.includes(Number(record.settled)))
    problems.push(`I3: ${name} is booked at ${record.settled}, and the service charged ${charges.join()}`)
  const foreign = messages.flatMap(tasksShown).filter((task) => !own.some(({ id }) => id === task))
  if (foreign.length > 0) problems.push(`I7: ${name} shows ${foreign.join()}, which is not its own`)
  return problems
}

/**
 * A job that was sent has the length of its clip, and what was held by that is what was
 * booked where nobody knew better.
 */
const judgeHold = ({ day }: Remains, { name, record, hold }: Case, index: number): string[] => {
  const seconds = day.asks[index]?.clip?.seconds
  const isKnown = Number(record.submit_tries ?? 0) > 0 && seconds !== undefined
  const problems: string[] = []
  if (isKnown && record.clip_ms !== String(seconds * 1000))
    problems.push(`I3: ${name} was sent with ${record.clip_ms} ms of ${seconds} s`)
  if (hold.source === 'hold' && record.settled !== record.held)
    problems.push(`I3: ${name} is booked at ${record.settled}, and ${record.held} were held`)
  return problems
}

/** What a closing message says of the money. */
const moneyPhrase = ({ state, settled = '' }: Hash): string => {
  const amount = formatCost(Number(settled))
  if (state === 'voided' || state === 'failed') return 'Nothing was charged.'
  return state === 'booked' || state === 'expired' ? `${amount} credits stay booked` : `${amount} used`
}

const wordsOf = ({ shown }: SeenMessage): string => JSON.stringify(shown)

const tokenLifeMs = 15 * 60_000

/**
 * Whoever answered died before anybody learnt of it, and then nobody was awake until the right to edit the
 * answer was over: nobody knows that it was shown, so that the requester is told in private.
 */
const isBeyondReach = ({ troubles }: BadDay, { ending }: Hash): boolean =>
  ending === 'interrupted' &&
  troubles.some(
    (trouble) =>
      'fault' in trouble &&
      typeof trouble.fault === 'object' &&
      trouble.fault.kind === 'sleeps' &&
      trouble.fault.spanMs > tokenLifeMs,
  )

/** Whether what people do to messages and places leaves open what can be said where. */
const isDisturbedOn = ({ troubles }: BadDay): boolean =>
  troubles.some(
    ({ kind }) =>
      kind === 'message deleted' ||
      kind === 'channel deleted' ||
      kind === 'channel forbidden' ||
      kind === 'direct messages closed',
  )

/**
 * I2, I5 and I7 of what is for its requester alone: its one message stands in their direct messages. Where it
 * never came so far, the answer that they alone saw says how it ended.
 */
const judgeAlone = (
  { day, discord, people }: Remains,
  { name, record, messages }: Case,
  index: number,
  ask: Ask,
): string[] => {
  const isSeen = messages.filter(({ isDeleted }) => !isDeleted)
  const answers = isSeen.filter(({ isEphemeral }) => isEphemeral)
  const direct = isSeen.filter(({ isEphemeral }) => !isEphemeral)
  const closing = isSeen.filter(({ shown }) => shown.tone !== 'working')
  const pending = direct.filter(({ shown }) => shown.tone === 'working')
  const results = isSeen.filter(isResult)
  const isDisturbed = isDisturbedOn(day)
  const problems: string[] = []
  const elsewhere = direct.filter(({ channel }) => channel !== discord.directOf(targetOf(ask).member))
  if (elsewhere.length > 0)
    problems.push(`I7: ${name} is for one alone, and was shown in ${elsewhere[0]?.channel}`)
  if (answers.some(isResult)) problems.push(`I7: ${name} has its result in an answer that does not last`)
  if (results.length > 1) problems.push(`I2: ${name} has ${results.length} messages with its result`)
  if (closing.length > 1) problems.push(`I5: ${name} has ${closing.length} closing messages`)
  if (isDisturbed) return problems
  if (pending.length > 0) problems.push(`I5: ${name} has a message that promises news for ever`)
  for (const message of closing)
    if (!wordsOf(message).includes(moneyPhrase(record)))
      problems.push(`I5: ${name} is ${record.state} with ${record.settled}, and says: ${wordsOf(message)}`)
  const wasTold = people.saw.has(index) && ask.seen.startsWith('given') && !isBeyondReach(day, record)
  if (wasTold && closing.length === 0) problems.push(`I5: ${name} was seen to be queued, and has no end`)
  const hasFiles = ask.service.end === 'complete'
  if (record.state === 'posted' && hasFiles && results.length === 0)
    problems.push(`I5: ${name} lost its result`)
  return problems
}

/** I2, I5 and I7: what people see of a job. */
const judgeMessages = (remains: Remains, judged: Case, index: number): string[] => {
  const { day, discord, people } = remains
  const { name, record, messages } = judged
  const ask = day.asks[index]
  if (ask === undefined) return []
  if (ask.isAlone) return judgeAlone(remains, judged, index, ask)
  const { channel, member } = targetOf(ask)
  const problems: string[] = []
  const isDisturbed = isDisturbedOn(day)
  const visible = messages.filter((message) => !message.isDeleted && message.channel === channel)
  const words = messages.filter((message) => message.channel !== channel).map(wordsOf)
  const results = messages.filter((message) => !message.isDeleted && isResult(message))
  // Whoever asks for it again is told again.
  const isRecovered = day.troubles.some((trouble) => trouble.kind === 'recovered' && trouble.ask === index)
  if (!isRecovered && new Set(words).size < words.length)
    problems.push(`I5: ${name} was told twice in private`)
  const closing = visible.filter(({ shown }) => shown.tone !== 'working')
  if (results.length > 1) problems.push(`I2: ${name} has ${results.length} messages with its result`)
  if (closing.length > 1) problems.push(`I5: ${name} has ${closing.length} closing messages`)
  for (const message of messages) {
    if (message.channel !== channel && message.channel !== discord.directOf(member))
      problems.push(`I7: ${name} was shown in ${message.channel}`)
  }
  for (const message of closing) {
    if (!isDisturbed && !wordsOf(message).includes(moneyPhrase(record)))
      problems.push(`I5: ${name} is ${record.state} with ${record.settled}, and says: ${wordsOf(message)}`)
  }
  const wasAnswered = people.saw.has(index) && ask.seen.startsWith('given')
  const wasTold = wasAnswered && !isBeyondReach(day, record)
  if (wasAnswered && !wasTold && !isDisturbed && closing.length + words.length !== 1)
    problems.push(`I5: ${name} has ${closing.length} closing messages and ${words.length} in private`)
  const lastWord = words.at(-1)
  if (!isDisturbed && lastWord !== undefined && !lastWord.includes(moneyPhrase(record)))
    problems.push(`I5: ${name} is ${record.state} with ${record.settled}, and was told: ${lastWord}`)
  if (wasTold && !isDisturbed && closing.length !== 1)
    problems.push(`I5: ${name} has ${closing.length} closing messages, and was seen to be queued`)
  // An answer whose id was not kept cannot be edited once its token is over,
  // and another message closes the job.
  const wasLost = ask.seen !== 'given' || (!ask.hasToken && record.ending === 'interrupted')
  if (wasTold && !isDisturbed && !wasLost && visible.length > 1)
    problems.push(`I5: ${name} has ${visible.length} messages`)
  return problems
}

/** I3, I4 and I6 of one bucket's books. */
const judgeBooks = (
  { day }: Remains,
  lines: readonly JournalEntry[],
  cases: readonly Case[],
  account: string,
): string[] => {
  const own = lines.filter((line) => line.account === account)
  const problems: string[] = []
  let isOver = false
  for (const { operation, posted, pending, overrun } of own) {
    if (operation === 'hold' && !isOver && Number(posted) + Number(pending) > day.limit)
      problems.push(`I3: ${account} has ${posted} spent and ${pending} held, of ${day.limit}`)
    isOver = isOver || overrun !== undefined
  }
  const ofAccount = cases.filter(({ hold }) => hold.account === account)
  const settled = ofAccount.reduce((sum, { record }) => sum + Number(record.settled ?? Number.NaN), 0)
  for (const [name, { posted, pending }] of Object.entries(replay(lines))) {
    if (!name.startsWith(`${account}|`)) continue
    if (pending !== 0) problems.push(`I4: ${name} still holds ${pending}`)
    if (posted !== settled)
      problems.push(`I6: ${name} spent ${posted} by its journal, ${settled} by its jobs`)
  }
  return problems
}

const judgeAccounts = async (redis: Redis, remains: Remains, cases: readonly Case[]): Promise<string[]> => {
  const { day, keys } = remains
  const problems: string[] = []
  for (const account of accountsOf(day)) {
    const [stored] = await readAll(redis, [['xrange', keys.journal(bucketOf(account)), '-', '+']])
    const lines = (stored as [string, string[]][]).map(([, fields]) => recordFromPairs(fields))
    problems.push(...judgeBooks(remains, lines, cases, account))
    const figures = await redis.hgetall(keys.account(account))
    const balances = Object.entries(replay(lines)).filter(([name]) => name.startsWith(`${account}|`))
    for (const [name, { posted, pending }] of balances) {
      const window = name.split('|')[1]
      const kept = [Number(figures[`posted|${window}`] ?? 0), Number(figures[`pending|${window}`] ?? 0)]
      if (kept[0] !== posted || kept[1] !== pending)
        problems.push(`I6: ${name} has ${kept.join()}, and by its journal ${posted},${pending}`)
    }
  }
  return problems
}

/** What all servers together use is what their jobs came to. */
const judgeOperator = async (redis: Redis, { keys }: Remains, cases: readonly Case[]): Promise<string[]> => {
  const figures = Object.entries(await redis.hgetall(keys.operatorFigures))
  const sum = (kind: string): number =>
    figures.reduce((total, [name, value]) => total + (name.startsWith(kind) ? Number(value) : 0), 0)
  const settled = cases.reduce((total, { record }) => total + Number(record.settled ?? 0), 0)
  const problems = sum('pending') === 0 ? [] : [`I4: the operator's total still holds ${sum('pending')}`]
  if (sum('posted') !== settled)
    problems.push(`I6: the operator's total spent ${sum('posted')}, and the jobs came to ${settled}`)
  return problems
}

/** Everything that is not as it has to be, at the end of a day. */
export const judge = async (redis: Redis, remains: Remains): Promise<string[]> => {
  const cases = await readCases(redis, remains)
  const begun = cases.filter(({ record }) => record.state !== undefined)
  return [
    ...(await judgeRest(redis, remains)),
    ...(await judgeOperator(redis, remains, begun)),
    ...(await judgeAccounts(redis, remains, begun)),
    ...cases.flatMap((each, index) =>
      each.record.state === undefined
        ? []
        : [
            ...judgeService(remains, each),
            ...judgeHold(remains, each, index),
            ...judgeMessages(remains, each, index),
          ],
    ),
  ]
}

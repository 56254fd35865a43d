import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Fields } from '../support/judge/books.ts'
import type { Violation } from '../support/judge/invariants.ts'
import { judgeEnd } from '../support/judge/ledger.ts'
import { type Dealing, type JudgedMessage, judgeRequests, plainDealing } from '../support/judge/requests.ts'
import { isOver, type JobStanding } from './books.ts'
import type { Stage, TakenTask } from './stage.ts'

/** What is known of what people did, where they asked for more than one thing. */
export interface Crowded {
  /** A word of each request that is in no other; it shows in what the service makes of it. */
  topics: readonly string[]
  /** Ids of messages that people took away. */
  takenAway: ReadonlySet<string>
}

const restTimeoutMs = 40_000
const lookMs = 120
const millionths = 1_000_000

const seen = z.object({
  id: z.string(),
  channel: z.string(),
  authorId: z.string(),
  text: z.string(),
  files: z.array(z.object({ name: z.string() })),
  seenBy: z.string(),
  state: z.string(),
  replyTo: z.string().optional(),
})
type Seen = z.output<typeof seen>

/** All messages that are not those of people, no matter who sees them; or those alone that this person sees. */
export const botMessages = async ({ world, platform }: Stage, viewer?: string): Promise<readonly Seen[]> => {
  const { control, [platform]: place } = world.addresses
  const query = new URLSearchParams({ platform, ...(viewer !== undefined && { viewer }) })
  const answer = await fetch(`${control.url}/messages?${query}`)
  const people = new Set<string>([place.adminId, ...place.memberIds])
  return z
    .array(seen)
    .parse(await answer.json())
    .filter(({ authorId }) => !people.has(authorId))
}

/**
 * Waits until nothing is left to do within `restMs`, at two looks in a row; false when that takes longer than
 * `timeoutMs`.
 */
export const comesToRest = async (
  { books }: Pick<Stage, 'books'>,
  { restMs, timeoutMs = restTimeoutMs }: { restMs?: number; timeoutMs?: number } = {},
): Promise<boolean> => {
  const giveUpAtMs = performance.now() + timeoutMs
  for (let inARow = 0; performance.now() < giveUpAtMs; ) {
    inARow = (await books.isAtRest(restMs)) ? inARow + 1 : 0
    if (inARow === 2) return true
    await pause(lookMs)
  }
  return false
}

/** Everything that came since somebody looked last. */
interface Came {
  jobs: readonly JobStanding[]
  tasks: readonly TakenTask[]
  messages: readonly Seen[]
  /** Also of a job whose record is deleted by now. */
  holds: ReadonlyMap<string, Fields>
}

const jobCalledAt = ({ webhookUrl }: TakenTask): string | undefined =>
  /\/(b\d{2}x[a-z2-7]{25})\./.exec(webhookUrl)?.[1]

const topicIn = (topics: ReadonlySet<string>, text: string): string | undefined =>
  text
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.find((word) => topics.has(word))

/** What people call a job. */
const nameOf = (jobId: string): string => jobId.replace(/^b\d{2}x/, '').slice(0, 8)

/** Whose each thing is: of the request with a topic, or of none that is known. */
const sortersOf = ({ jobs }: Came, topics: ReadonlySet<string>) => {
  const topicOfJob = new Map(jobs.map(({ id, asked }) => [id, topicIn(topics, asked)]))
  const topicOfName = new Map(jobs.map(({ id }) => [nameOf(id), topicOfJob.get(id)]))
  const topicOfMessage = new Map(jobs.map(({ id, messageId }) => [messageId ?? '', topicOfJob.get(id)]))
  return {
    job: (id: string): string | undefined => topicOfJob.get(id),
    task: (task: TakenTask): string | undefined => topicOfJob.get(jobCalledAt(task) ?? ''),
    message: ({ id, text, files, replyTo }: Seen): string | undefined =>
      topicIn(topics, [text, ...files.map(({ name }) => name)].join('\n')) ??
      topicOfMessage.get(id) ??
      topicOfMessage.get(replyTo ?? '') ?? // a result's lyrics are in its thread on Slack
      topicOfName.get(/\/jobs recover (\w{8})\b/.exec(text)?.[1] ?? ''),
  }
}

type JudgeMessage = (message: Seen) => JudgedMessage

const chargedFor = (tasks: readonly TakenTask[]) => ({
  taken: tasks.length,
  charged: tasks.reduce((sum, { paid }) => sum + Math.round(paid * millionths), 0),
})

/** What came of jobs, and was booked for them. */
const bookedFor = (jobs: readonly JobStanding[], holds: readonly Fields[]) => ({
  spent: holds.reduce((sum, { settled = '0' }) => sum + Number(settled), 0),
  isFinal: holds.length > 0 && holds.every(({ source }) => source === 'final'),
  isGivenBack: jobs.length > 0 && jobs.every(({ state }) => state === 'voided'),
  isRemoved: jobs.length > 0 && jobs.every(({ isRemoved }) => isRemoved),
})

type Traits = Pick<Dealing, 'isAlone' | 'isAnnounced' | 'mayRepeatFailure'>

const onlyDealing = (came: Came, judged: JudgeMessage, traits: Traits): Dealing => ({
  ...plainDealing,
  ...traits,
  messages: came.messages.map(judged),
  ...chargedFor(came.tasks),
  ...bookedFor(came.jobs, [...came.holds.values()]),
})

/**
 * One for each request, and one for what belongs to none: there may be a refusal
 * of each request without a message.
 */
const dealingsOf = (came: Came, topics: readonly string[], judged: JudgeMessage): readonly Dealing[] => {
  const sorter = sortersOf(came, new Set(topics))
  const tasks = Map.groupBy(came.tasks, sorter.task)
  const messages = Map.groupBy(came.messages, sorter.message)
  const jobs = Map.groupBy(came.jobs, ({ id }) => sorter.job(id))
  const about = (topic: string | undefined) => {
    const own = jobs.get(topic) ?? []
    return {
      ...plainDealing,
      messages: (messages.get(topic) ?? []).map(judged),
      ...chargedFor(tasks.get(topic) ?? []),
      ...bookedFor(
        own,
        own.map(({ id }) => came.holds.get(id) ?? {}),
      ),
    }
  }
  const silent = topics.filter((topic) => !messages.has(topic)).length
  return [
    ...topics.map((name): Dealing => ({ ...about(name), name })),
    { ...about(undefined), name: 'no job', requests: silent, tasksMax: 0 },
  ]
}

const positionOf = async (stage: Stage) => ({
  books: await stage.books.read(),
  jobs: await stage.books.jobs(),
  tasks: await stage.taken(),
  messages: await botMessages(stage),
})
type Position = Awaited<ReturnType<typeof positionOf>>

const newIn = <T>(now: readonly T[], before: readonly T[], idOf: (item: T) => string): readonly T[] => {
  const known = new Set(before.map(idOf))
  return now.filter((item) => !known.has(idOf(item)))
}

const cameBetween = (before: Position, after: Position): Came => ({
  jobs: newIn(after.jobs, before.jobs, ({ id }) => id),
  tasks: newIn(after.tasks, before.tasks, ({ taskId }) => taskId),
  messages: newIn(after.messages, before.messages, ({ id }) => id),
  holds: new Map([...after.books.holds].filter(([job]) => !before.books.holds.has(job))),
})

/** Whether a channel is that of one person and the bot. */
const isDirect = ({ world, platform }: Stage, channel: string): boolean =>
  platform === 'slack' ? channel.startsWith('D') : world.addresses.discord.directChannelIds.includes(channel)

/** What anybody sees but the member. */
const seenWithout = async (stage: Stage): Promise<ReadonlySet<string>> => {
  const { adminId, memberIds, memberId } = stage.world.addresses[stage.platform]
  const others = new Set<string>([adminId, ...memberIds].filter((id) => id !== memberId))
  const seenByThem = await Promise.all([...others].map((viewer) => botMessages(stage, viewer)))
  return new Set(seenByThem.flat().map(({ id }) => id))
}

/** What is known of people in a case, besides what they see. */
interface Known {
  crowded?: Crowded
  /** Whether the member asked for themselves alone, so that nobody else may see it. */
  isAlone?: boolean | undefined
  /** Whether it took so long that the member has to be told of its end. */
  isAnnounced?: boolean | undefined
}

const nextStepOf = ({ dueAtMs }: JobStanding): string => {
  if (dueAtMs === undefined) return 'without a next step'
  return dueAtMs === 0 ? 'in hand' : `due at ${new Date(dueAtMs).toISOString()}`
}

/** Names the jobs that are not over, and of those that are, a few that come up again soonest. */
const restless = (jobs: readonly JobStanding[]): Violation => {
  const unfinished = jobs.filter((job) => !isOver(job))
  const due = jobs
    .filter((job) => isOver(job) && job.dueAtMs !== undefined)
    .toSorted((one, other) => (one.dueAtMs ?? 0) - (other.dueAtMs ?? 0))
  const named = [...unfinished, ...due.slice(0, 5)].map(
    (job) => `${job.id} ${job.progress} ${nextStepOf(job)}`,
  )
  return {
    invariant: 'I4',
    what: `did not come to rest by ${new Date().toISOString()}: ${named.join(', ') || 'the books'}`,
  }
}

const verdictOn = async (
  stage: Stage,
  before: Position,
  isAtRest: boolean,
  { crowded, isAlone = false, isAnnounced = false }: Known,
): Promise<readonly Violation[]> => {
  const after = await positionOf(stage)
  const seenByOthers = isAlone ? await seenWithout(stage) : new Set()
  const judged: JudgeMessage = ({ id, text, state, files, seenBy, channel }) => ({
    text,
    state,
    files: files.map(({ name }) => name),
    isPrivate: seenBy !== 'all' || isDirect(stage, channel),
    isDirect: seenBy === 'all' && isDirect(stage, channel),
    isWhereAsked: stage.places.has(channel),
    isTakenAway: crowded?.takenAway.has(id) ?? false,
    isSeenByOthers: seenByOthers.has(id),
  })
  const came = cameBetween(before, after)
  const traits = { isAlone, isAnnounced, mayRepeatFailure: stage.platform === 'slack' }
  const dealings =
    crowded === undefined ? [onlyDealing(came, judged, traits)] : dealingsOf(came, crowded.topics, judged)
  // What is looked at again for a day is due all that time.
  const books = judgeEnd(after.books, /:(leases|unmirrored|unconfirmed)$/)
  return [...(isAtRest ? [] : [restless(after.jobs)]), ...books, ...judgeRequests(dealings)]
}

/** Looks at a stage before people ask, to tell what came of it afterwards. */
export const observe = async (stage: Stage) => {
  const before = await positionOf(stage)
  return {
    newJobs: async () => newIn(await stage.books.jobs(), before.jobs, ({ id }) => id),
    /** Of what one person asked for, unless it is told what many did. */
    judged: (isAtRest: boolean, known: Known = {}): Promise<readonly Violation[]> =>
      verdictOn(stage, before, isAtRest, known),
  }
}

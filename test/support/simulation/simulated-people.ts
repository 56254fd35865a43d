import { writeReplyToken } from '../../../src/bots/discord/outgoing/reply-right.ts'
import { music } from '../../../src/commands/features/music.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { noSettings } from '../../../src/core/command/settings.ts'
import type { JobRecord } from '../../../src/core/job/job.ts'
import type { Acknowledgement } from '../../../src/core/job/platform.ts'
import { takerFrom } from '../../../src/core/job-id.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import { accountOf, type Target } from '../../../src/core/target.ts'
import { acknowledge } from '../../../src/jobs/request/acknowledged.ts'
import { type RequestDeps, requestFeature } from '../../../src/jobs/request/request.ts'
import { createJobControl } from '../../../src/jobs/worker/control.ts'
import { jobIdFor } from '../../../src/redis/keys.ts'
import { someNoonMs } from '../clock.ts'
import { invocation, target } from '../commands/invocation.ts'
import { listsWith } from '../commands/lists.ts'
import { noApprovals } from '../commands/no-approvals.ts'
import { fileOrigins } from '../fixtures/file-origins.ts'
import type { Ask, BadDay } from './bad-day.ts'
import type { Player } from './cast.ts'
import { clipOf, measured } from './measured-feature.ts'
import { messageKeyOf, type SharedWorld } from './simulated-ports.ts'

/** Where a member asks. */
export const targetOf = ({ server, channel, member }: Ask): Target =>
  target({
    server: `server-${server}`,
    channel: `channel-${server}-${channel}`,
    member: `member-${member}`,
  })

/** What tells the requests of a day apart: it is in the prompt. */
export const markOf = (ask: number): string => `song ${ask}`

const eventOf = ({ seed }: BadDay, ask: number): string => `event-${seed}-${ask}`

/** The jobs of a day's requests, in their order. */
export const jobIdsOf = (day: BadDay): readonly string[] =>
  day.asks.map((ask, index) => jobIdFor(accountOf(targetOf(ask)), eventOf(day, index)))

const tokenOf = (ask: Ask, index: number): string =>
  ask.hasToken
    ? writeReplyToken({ applicationId: 'app', token: `token-${index}`, sinceMs: someNoonMs + ask.atMs })
    : ''

const featureOf = ({ clip }: Ask): Feature => (clip === undefined ? music : measured)

const invocationOf = (day: BadDay, index: number, ask: Ask): Invocation =>
  invocation({
    eventId: eventOf(day, index),
    target: targetOf(ask),
    replyToken: tokenOf(ask, index),
    command: featureOf(ask).name,
    values: {
      prompt: markOf(index),
      ...(ask.clip && { clip: clipOf(ask.clip.seconds) }),
      ...(ask.isAlone && { seen_by: 'me' }),
    },
  })

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback */
const answerMs = 3_000
/**
 * A mention can be answered for ever; who answers later than this finds the request
 * given up, and is not played here.
 */
const mentionMs = 10_000

/** Nothing is set, offered or managed in these worlds, and what has mistakes is not kept. */
const nothingKept: Pick<
  RequestDeps,
  'lookAtSettings' | 'consents' | 'drafts' | 'clips' | 'jobList' | 'budgets' | 'canSee'
> = {
  consents: {
    answersOf: () => Promise.resolve(new Map()),
    isAnyDeclined: () => Promise.resolve(false),
    ask: () => Promise.resolve(),
  },
  lookAtSettings: () => Promise.resolve(noSettings),
  drafts: {
    keep: () => Promise.resolve('draft'),
    read: () => Promise.resolve(undefined),
    of: () => Promise.resolve([]),
    forget: () => Promise.resolve(0),
  },
  clips: {
    remember: () => Promise.resolve(),
    inMessage: () => Promise.resolve([]),
    latest: () => Promise.resolve([]),
    of: () => Promise.resolve([]),
    forget: () => Promise.resolve(0),
  },
  jobList: { find: () => Promise.resolve({ status: 'unknown' }) },
  budgets: {
    isManager: () => Promise.resolve(false),
    readFor: () => Promise.reject(new Error('nothing is quoted here')),
    pauseOn: () => Promise.resolve(undefined),
  },
  canSee: () => Promise.resolve(true),
}

/** The half of a platform that listens, and the members who speak to it. */
export const createPeople = (world: SharedWorld) => {
  const { day, discord } = world
  const jobIds = jobIdsOf(day)
  const saw = new Set<number>()

  const show = (index: number, ask: Ask, jobId: string, shown: ResultMessage): Acknowledgement => {
    const isLate = world.now() > someNoonMs + ask.atMs + (ask.hasToken ? answerMs : mentionMs)
    if (ask.seen === 'too late' || (isLate && ask.hasToken)) return { kind: 'too_late' }
    if (ask.seen === 'unknown' || isLate) return { kind: 'unknown' }
    const { channel } = targetOf(ask)
    // Everybody sees the answer to a mention, so that it says nothing of what is for one alone.
    const message =
      ask.isAlone && !ask.hasToken
        ? undefined
        : discord.answerInteraction(channel, `token-${index}`, {
            job: messageKeyOf(jobId),
            shown,
            isEphemeral: ask.isAlone,
          })
    saw.add(index)
    if (ask.seen === 'shown unknown' && ask.hasToken) return { kind: 'unknown' }
    if (ask.isAlone) return { kind: 'given', message: undefined }
    const isKnown = message !== undefined && (ask.seen === 'given' || !ask.hasToken)
    return {
      kind: 'given',
      message: isKnown ? { platform: 'discord', channel, message: message.id } : undefined,
    }
  }

  /** A member asks, and a process that listens sees to it; it may die meanwhile. */
  const ask = async ({ process, deps }: Player, index: number): Promise<void> => {
    const asked = day.asks[index]
    const jobId = jobIds[index]
    if (asked === undefined || jobId === undefined) return
    const requestDeps = {
      ...deps,
      ...nothingKept,
      approvals: noApprovals.approvals,
      commands: [...deps.features.values()],
      fileOrigins,
      clipLinks: 'on' as const,
      refusedWords: [],
      taker: takerFrom(0.5),
      lists: listsWith({ voices: () => Promise.resolve([]) }),
      jobIdFor: () => jobId,
    }
    const answer = await requestFeature(requestDeps, featureOf(asked), invocationOf(day, index, asked))
    if (answer.kind !== 'accepted') return
    const acknowledgement = await process.act('other', `answers ${markOf(index)}`, () =>
      show(index, asked, jobId, answer.message),
    )
    await acknowledge(deps, jobId, acknowledgement)
  }

  const read = async ({ deps }: Player, jobId: string): Promise<JobRecord> => {
    const job = await deps.store.read(jobId)
    if (job === undefined) throw new Error('there is no such job yet')
    return job
  }

  /** Somebody presses the button that cancels. */
  const cancel = async (player: Player, jobId: string): Promise<void> => {
    const job = await read(player, jobId)
    await createJobControl(player.deps).cancel(job, job.target.member)
  }

  /** Somebody asks for a result that was kept back. */
  const recover = async (player: Player, jobId: string): Promise<void> => {
    await createJobControl(player.deps).recover(await read(player, jobId))
  }

  return { ask, cancel, recover, jobIds, saw }
}

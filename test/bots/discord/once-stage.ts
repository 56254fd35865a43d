import type { SeenMessage } from '../../../sandbox/control/people.ts'
import { type DiscordStandIn, startDiscord } from '../../../sandbox/discord/stand-in.ts'
import type { Wire } from '../../../sandbox/wire.ts'
import { createDiscord } from '../../../src/bots/discord/discord.ts'
import type { Effect } from '../../../src/core/effect.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { Attempt, OneBot } from '../../../src/core/job/platform.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import type { MessageRef, ReplyRef, Target } from '../../../src/core/target.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { target } from '../../support/commands/invocation.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { createStrictWire } from '../../support/sandbox/strict.ts'

const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(2_000)])

/** A job as its record keeps it between the workers that die with it. */
export interface KeptJob {
  key: string
  target: Target
  notes: Record<string, string>
  ref: MessageRef | ReplyRef | undefined
}

/** A Discord that remembers, and workers that share nothing but a job's notes and the time. */
export interface OnceStage {
  clock: Clock
  wire: Wire
  standIn: DiscordStandIn
  /** A job that was requested in the first channel, unless told. */
  job(changes?: Partial<KeptJob>): KeptJob
  /** The process is another one from now on: it knows nothing of what others did. */
  restart(): void
  /**
   * Shows a message as a job's step does: edits what there is, or posts. Comes to what the step would learn;
   * `step_over` for one whose worker dies before it notes that name, after which there is another one.
   */
  show(job: KeptJob, message: ResultMessage, diesBeforeNoting?: string): Promise<string>
  tell(job: KeptJob, message: ResultMessage): Promise<string>
  /** The job's messages that people see, whatever they say. */
  seen(text: string): readonly SeenMessage[]
  /** How many requests were made whose line on the wire fits. */
  asked(pattern: RegExp): number
  stop(): Promise<void>
}

const outcomeOf = (error: unknown): string => {
  if (!(error instanceof AppError)) throw error
  return error.retryAfterMs === undefined ? error.code : 'asked to wait'
}

/** Starts the stage. */
export const startOnceStage = async (): Promise<OnceStage> => {
  const clock = startClock()
  const wire = createStrictWire(clock)
  const standIn = await startDiscord({ clock, wire })
  const { addresses, people } = standIn
  let jobs = 0

  const underway = new Set<Promise<unknown>>()
  /** Requests take no time, so none is underway while time passes. */
  const effect: Effect = (_name, perform) => {
    const work = perform().finally(() => underway.delete(work))
    underway.add(work)
    return work
  }
  const wait = async (spanMs: number): Promise<void> => {
    while (underway.size > 0) await Promise.allSettled(underway)
    clock.advance(spanMs)
  }

  const worker = (): OneBot =>
    createDiscord({
      token: addresses.token,
      apiUrl: addresses.api,
      fileOrigins: [],
      messageContent: true,
      shards: undefined,
      log: createRecordingLog(),
      effect,
      now: clock.now,
      wait,
      download: () => Promise.resolve(mp3),
    })

  const attemptFor = ({ key, notes }: KeptJob, diesBeforeNoting?: string): Attempt => ({
    key,
    notes,
    askedAtMs: clock.now(),
    fileBytesMax: 10_000_000,
    linksAllowed: false,
    async note(name, value) {
      if (name === diesBeforeNoting && value !== '') throw new AppError('step_over', 'the worker is dead')
      notes[name] = value
    },
  })

  let discord = worker()

  const step = async (job: KeptJob, message: ResultMessage, attempt: Attempt): Promise<void> => {
    if (job.ref !== undefined) {
      try {
        await discord.edit(job.ref, message, attempt)
        return
      } catch (error) {
        if (!(error instanceof AppError) || !['message_gone', 'reply_over'].includes(error.code)) throw error
      }
    }
    job.ref = await discord.post(job.target, message, attempt)
  }

  return {
    clock,
    wire,
    standIn,
    restart() {
      discord = worker()
    },
    job(changes = {}) {
      jobs += 1
      const place = target({ server: addresses.guildId, channel: addresses.channelId })
      return {
        key: `${jobs}`.padStart(25, 'k'),
        notes: {},
        ref: undefined,
        target: { ...place, member: addresses.memberId },
        ...changes,
      }
    },
    async show(job, message, diesBeforeNoting) {
      const outcome = await step(job, message, attemptFor(job, diesBeforeNoting)).then(
        () => 'shown',
        outcomeOf,
      )
      if (outcome === 'step_over') discord = worker()
      return outcome
    },
    tell: (job, message) =>
      discord.notify(job.target, message, attemptFor(job), 'direct').then(() => 'told', outcomeOf),
    seen: (text) => people.messages({}).filter((message) => message.text.includes(text)),
    asked: (pattern) => wire.since(0).filter(({ summary }) => pattern.test(summary)).length,
    async stop() {
      await standIn.close()
      clock.stop()
    },
  }
}

import type { SeenMessage } from '../../../sandbox/control/people.ts'
import { type SlackStandIn, startSlack } from '../../../sandbox/slack/stand-in.ts'
import type { Wire } from '../../../sandbox/wire.ts'
import { slackManifest } from '../../../src/bots/slack/setup/manifest.ts'
import { createSlack } from '../../../src/bots/slack/slack.ts'
import type { Download } from '../../../src/core/clip/download.ts'
import { performed } from '../../../src/core/effect.ts'
import { effectKey } from '../../../src/core/job-id.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import type { MessageRef, Target } from '../../../src/core/target.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import type { TestClock } from '../../support/clock.ts'
import { everyCommand } from '../../support/commands/commands.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { passTime } from '../../support/sandbox/pass-time.ts'
import { createStrictWire } from '../../support/sandbox/strict.ts'

/** Jobs whose messages stand in a Slack that remembers and refuses: real steps, real store, real client. */
export interface JobStage {
  world: JobWorld
  clock: Clock
  wire: Wire
  standIn: SlackStandIn
  slack: ReturnType<typeof createSlack>
  target: Target
  /** A job that is accepted and has its message in the channel. */
  start(): Promise<{ jobId: string; ref: MessageRef }>
  /** A job that is accepted while the channel takes no message. */
  startUnposted(): Promise<string>
  /** Lets the job's steps run until nothing is left to do. */
  run(): Promise<void>
  /** What people see of what the bot said, in the channel of the request. */
  said(): readonly SeenMessage[]
  /** What it said to the requester alone, in a direct message. */
  words(): readonly SeenMessage[]
  close(): Promise<void>
}

const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(500)])

const slackAt = ({ addresses }: SlackStandIn, clock: Clock, download: Download) =>
  createSlack({
    botToken: addresses.botToken,
    transport: { kind: 'socket', appToken: addresses.appToken },
    apiUrl: addresses.api,
    fileOrigins: [addresses.filesOrigin],
    download,
    effect: performed,
    log: createRecordingLog(),
    now: clock.now,
    wait: passTime(clock),
  })

/** A job that is woken for a later turn finds that the platform's clock has moved on as well. */
const moveTogether = (jobs: TestClock, platform: Clock): void => {
  const { advanceTo } = jobs
  jobs.advanceTo = (instantMs) => {
    platform.advance(Math.max(0, instantMs - jobs.now()))
    advanceTo(instantMs)
  }
}

/**
 * Opens the stage; files are read as told, and else are all the same. `isOneTime`: while jobs wait to be woken, time passes
 * for the platform as well.
 */
export const openJobStage = async (
  download: Download = async () => mp3,
  isOneTime = false,
): Promise<JobStage> => {
  const clock = startClock()
  const wire = createStrictWire(clock)
  const standIn = await startSlack({ clock, wire })
  standIn.installManifest(slackManifest(everyCommand, { requestUrl: undefined }))
  const { teamId, channelId, memberId } = standIn.addresses
  const slack = slackAt(standIn, clock, download)
  await slack.connect()
  const world = await openJobWorld()
  if (isOneTime) moveTogether(world.clock, clock)
  await giveBudget(world, 100_000_000, `slack:${teamId}`)
  await world.queue.work(
    createWakeHandler({
      ...world.deps,
      platforms: new Map([['slack', slack]]),
      chatsHeld: new Set(['slack']),
    }),
    10,
  )
  const target: Target = { platform: 'slack', server: teamId, channel: channelId, member: memberId }
  // The stand-in reports a mention of somebody who asked for nothing.
  await standIn.people.act(memberId, channelId, { say: '@Tunesmith music' })
  const fromUs = (isThere: (channel: string) => boolean) =>
    standIn.people
      .messages({ viewer: memberId })
      .filter(({ author, state }) => author.startsWith('Tunesmith') && state === 'shown')
      .filter(({ channel }) => isThere(channel))
  return {
    world,
    clock,
    wire,
    standIn,
    slack,
    target,
    async start() {
      const answer = await world.ask({ target, replyToken: '' })
      if (answer.kind !== 'accepted') throw new Error(answer.message.text)
      const { jobId } = answer
      const ref = await slack.post(target, plainMessage('Working', 'working'), {
        key: effectKey(jobId),
        notes: {},
        askedAtMs: clock.now(),
        fileBytesMax: 1,
        linksAllowed: false,
        note: async () => undefined,
      })
      await world.acknowledged(jobId, { kind: 'given', message: ref })
      return { jobId, ref }
    },
    async startUnposted() {
      const replyToken = new URL(`/commands/${teamId}/1/unused`, standIn.addresses.api).href
      const answer = await world.ask({ target, replyToken })
      if (answer.kind !== 'accepted') throw new Error(answer.message.text)
      await world.acknowledged(answer.jobId, { kind: 'given', message: undefined })
      return answer.jobId
    },
    run: () => world.queue.run(),
    said: () => fromUs((channel) => channel === channelId),
    words: () => fromUs((channel) => channel.startsWith('D')),
    async close() {
      await slack.stop('all')
      await world.close()
      await standIn.close()
      clock.stop()
    },
  }
}

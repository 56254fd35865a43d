import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ActResult, Deed, SeenMessage } from '../../../sandbox/control/people.ts'
import { type SlackStandIn, startSlack } from '../../../sandbox/slack/stand-in.ts'
import type { Wire } from '../../../sandbox/wire.ts'
import { slackManifest } from '../../../src/bots/slack/setup/manifest.ts'
import { createSlack } from '../../../src/bots/slack/slack.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import { performed } from '../../../src/core/effect.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { createRecordingDispatch, type RecordingDispatch } from '../../support/jobs/recording-dispatch.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { passTime } from '../../support/sandbox/pass-time.ts'
import { createStrictWire } from '../../support/sandbox/strict.ts'
import { commands } from './commands.ts'

export type Mode = 'socket' | 'http'
export const modes: readonly Mode[] = ['socket', 'http']

/** The bot in a workspace, listening. */
export interface Bot {
  clock: Clock
  wire: Wire
  standIn: SlackStandIn
  slack: ReturnType<typeof createSlack>
  log: ReturnType<typeof createRecordingLog>
  recorded: RecordingDispatch
  /** What the next request is answered with. */
  answerWith: RecordingDispatch['answerWith']
  /** As the first member in the first channel, unless told. */
  act(deed: Deed, channel?: string, as?: string): Promise<ActResult>
  seen(viewer?: string, channel?: string): readonly SeenMessage[]
  /**
   * Waits until something holds, looking again after each thing that happens on
   * the wire or reaches the dispatch.
   */
  until(holds: () => boolean): Promise<void>
  stop(): Promise<void>
}

/** Serves a handler that may come later, on a free port. */
export const serve = async (
  handler: () => Bot['slack']['httpHandler'],
): Promise<{ server: Server; origin: string }> => {
  const server = createServer((request, response) => handler()?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, origin: `http://127.0.0.1:${port}` }
}

export const unasked = (): Answer => {
  throw new Error('no answer was scripted')
}

/** How often something of each title was handed to the app and is neither acknowledged nor given up. */
export const hasUnanswered = (wire: Wire): boolean => {
  const open = new Map<string, number>()
  for (const { kind, summary } of wire.since(0)) {
    if (kind === 'event') {
      const title = summary.replace(/^\w+: /, '').replace(/ \(retry .*\)$/, '')
      open.set(title, (open.get(title) ?? 0) + 1)
    } else {
      const title = kind === 'ack' ? summary.replace('acknowledged ', '') : summary.replace(/: .*/, '')
      open.set(title, (open.get(title) ?? 0) - 1)
    }
  }
  return [...open.values()].some((count) => count > 0)
}

/**
 * Starts a workspace and the bot in it, with the app's own manifest installed. When the bot waits, the clock
 * goes on until then by itself, or a test says that it waits for the clock, and moves that.
 */
export const startBot = async (
  mode: Mode,
  waiting: 'moves the clock' | 'for the clock' = 'moves the clock',
): Promise<Bot> => {
  const clock = startClock()
  const wire = createStrictWire(clock)
  const standIn = await startSlack({ clock, wire })
  const { api, botToken, appToken, signingSecret, filesOrigin, channelId, memberId } = standIn.addresses
  const log = createRecordingLog()
  const recorded = createRecordingDispatch(commands, unasked)
  const slack = createSlack({
    effect: performed,
    botToken,
    transport: mode === 'socket' ? { kind: 'socket', appToken } : { kind: 'http', signingSecret },
    apiUrl: api,
    fileOrigins: [filesOrigin],
    download: () => Promise.reject(new Error('nothing is downloaded here')),
    log,
    now: clock.now,
    // Nobody here is slow on purpose, and the check for admins must not depend on how busy this machine is.
    factsMs: 20_000,
    wait: async (spanMs) => {
      if (waiting === 'moves the clock') return passTime(clock)(spanMs)
      await new Promise<void>((resolve) => clock.at(clock.now() + spanMs, resolve))
    },
  })
  const web = await serve(() => slack.httpHandler)
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await Promise.race([wire.changed(wire.since(0).length), recorded.changed()])
  }
  const requestUrl = mode === 'http' ? `${web.origin}/slack/events` : undefined
  standIn.installManifest(slackManifest(commands, { requestUrl }))
  await slack.connect(recorded.dispatch)
  return {
    clock,
    wire,
    standIn,
    slack,
    log,
    recorded,
    answerWith: recorded.answerWith,
    act: (deed, channel = channelId, as = memberId) => standIn.people.act(as, channel, deed),
    seen: (viewer = memberId, channel = undefined) =>
      standIn.people.messages({ viewer, ...(channel !== undefined && { channel }) }),
    until,
    async stop() {
      // Slack tells each message, also the last; an app that is gone by then would seem to be at fault.
      if (mode === 'http') await until(() => !hasUnanswered(wire))
      await slack.stop('all')
      web.server.closeAllConnections()
      web.server.close()
      await standIn.close()
      clock.stop()
    },
  }
}

import type { App } from '@slack/bolt'
import type { Download, FetchFile } from '../../core/clip/download.ts'
import type { FilesLog } from '../../core/clip/files-log.ts'
import type { Effect } from '../../core/effect.ts'
import type { OneBotPlatform } from '../../core/job/platform.ts'
import type { Log } from '../../core/log.ts'
import { turnWaitMs } from '../../core/pacing/pacer.ts'
import { aloneAtCalling, type JoinCallers } from '../../core/pacing/share.ts'
import { createWorkInHand, type WorkInHand } from '../../core/waiting.ts'
import { createPlaceholders } from './answers/placeholder.ts'
import { ActingApp } from './incoming/acting-app.ts'
import { createBoltLog } from './incoming/bolt-log.ts'
import { createChannels } from './incoming/channels.ts'
import { createHttpTransport } from './incoming/http.ts'
import { listenForEvents } from './incoming/listen.ts'
import { hearNotices } from './incoming/lost-events.ts'
import { createMembers } from './incoming/members.ts'
import { createSocketTransport } from './incoming/socket.ts'
import type { HttpHandler, SlackTransport, Transport } from './incoming/transport.ts'
import { createUserGroups } from './incoming/user-groups.ts'
import { createVisibility } from './incoming/visibility.ts'
import { createLookAtChannel } from './outgoing/channel-look.ts'
import { createDelivery } from './outgoing/deliver.ts'
import { createFindChannel } from './outgoing/find-channel.ts'
import { createHandOver } from './outgoing/hand-over.ts'
import { createNotify } from './outgoing/notify.ts'
import { createOpen } from './outgoing/open.ts'
import { createPacedWebs, createWeb } from './outgoing/web.ts'
import { checkAccess, type Identity } from './setup/access.ts'

interface SlackOptions {
  botToken: string
  transport: SlackTransport
  /** Base of all methods, such as https://slack.com/api/. */
  apiUrl: string
  /** Origins that members' files may be read from, such as https://files.slack.com. */
  fileOrigins: readonly string[]
  /** How files are fetched and uploaded; by default wherever their hosts' names lead. */
  fetchFile?: FetchFile
  download: Download
  /** Log of failed files; by default this platform has its own. */
  filesLog?: FilesLog
  effect: Effect
  log: Log
  now: () => number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /** The processes that call Slack with this token; by default this is the only one. */
  join?: JoinCallers
  /** How long an answer waits for a look-up of the requester, in real time; tests on a busy machine allow more. */
  factsMs?: number
}

/**
 * How long each kind of call may take, and how long it may first wait for its turn. Acknowledgements and calls
 * to response URLs never wait.
 */
const spans = {
  /** Looked up before an answer, which leaves without it rather than late. */
  facts: { urgency: 'answer', timeoutMs: 700, waitMs: 0 },
  /** Answers do not wait for these to the end; a late result is there for the next one. */
  people: { urgency: 'answer', timeoutMs: 5_000, waitMs: 0 },
  /** A form's trigger lives for three seconds. */
  form: { urgency: 'answer', timeoutMs: 2_000, waitMs: 500 },
  reply: { urgency: 'answer', timeoutMs: 2_500, waitMs: 10_000 },
  /** If a channel takes no message for longer than this, the member is told in private. */
  placeholder: { urgency: 'answer', timeoutMs: 3_500, waitMs: 2_000 },
  /** A member who waits for a file already knows that it was requested. */
  handOver: { urgency: 'answer', timeoutMs: 10_000, waitMs: 10_000 },
  notify: { urgency: 'result', timeoutMs: 10_000, waitMs: turnWaitMs.result },
  mention: { urgency: 'progress', timeoutMs: 10_000, waitMs: turnWaitMs.progress },
} as const

const publishSentence = `Slack takes commands only from the app's manifest: print it with "npm run --silent publish-commands -- --slack-manifest" and paste it at https://api.slack.com/apps under App Manifest.`

const createTransport = ({ transport, apiUrl, log, now, wait }: SlackOptions): Transport => {
  const logger = createBoltLog(log)
  return transport.kind === 'socket'
    ? createSocketTransport({ appToken: transport.appToken, apiUrl, logger, log, wait })
    : createHttpTransport({ signingSecret: transport.signingSecret, logger, log, now })
}

const createApp = (
  { botToken, apiUrl, effect, log, now }: SlackOptions,
  transport: Transport,
  us: Identity,
  track: WorkInHand['track'],
): App => {
  const { botId, userId: botUserId } = us
  const app = new ActingApp({
    effect,
    track,
    now,
    app: {
      receiver: transport.receiver,
      authorize: () => Promise.resolve({ botToken, botUserId, ...(botId !== undefined && { botId }) }),
      clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
      convoStore: false,
      logger: createBoltLog(log),
    },
  })
  app.error((error) => {
    log.error('an event from Slack failed', { error })
    return Promise.reject(error) // so that Slack is not told of success
  })
  hearNotices(app, log)
  return app
}

const identify = ({ botToken, apiUrl }: SlackOptions) => checkAccess(createWeb({ token: botToken, apiUrl }))

/** No bot token lets us read the app's commands: https://docs.slack.dev/reference/methods/apps.manifest.export */
const shortcomingsOf = (us: Identity | undefined): readonly string[] =>
  us === undefined || us.missing.length === 0
    ? []
    : [`Slack did not grant ${us.missing.join(' ')}. Install the app again with the current manifest.`]

/** Slack: events by Socket Mode or signed requests, all outgoing calls by the Web API. */
export const createSlack = (
  options: SlackOptions,
): OneBotPlatform & { httpHandler: HttpHandler | undefined } => {
  const { botToken, apiUrl, fileOrigins, fetchFile, effect, log, now, wait, join = aloneAtCalling } = options
  const webs = createPacedWebs({ token: botToken, apiUrl, now, wait, effect, log, join })
  const { factsMs = spans.facts.timeoutMs } = options
  const facts = webs.client({ ...spans.facts, timeoutMs: factsMs })
  const open = createOpen({ token: botToken, fileOrigins, fetchFile })
  const transport = createTransport(options)
  const lookups = createWorkInHand((error) => log.error('a look-up at Slack failed', { error }))
  const deliveries = createWorkInHand((error) =>
    log.warn('a delivery from Slack was not accepted', { error }),
  )
  const peopleWeb = webs.client({ ...spans.people, timeoutMs: Math.max(spans.people.timeoutMs, factsMs) })
  const peopleOptions = { web: peopleWeb, log, now, track: lookups.track }
  const members = createMembers({ ...peopleOptions, patienceMs: factsMs })
  const userGroups = createUserGroups(peopleOptions)
  const visibility = createVisibility({ web: facts, members, now, log })
  let us: Identity | undefined
  let events: ReturnType<typeof listenForEvents> | undefined
  const state = { isToListen: false, isStopped: false }
  const connectionProblem = () => (state.isToListen && !transport.isOpen() ? 'is not connected' : undefined)
  return {
    name: 'slack',
    httpHandler: transport.httpHandler,
    async connect(dispatch, claim) {
      state.isToListen ||= dispatch !== undefined
      const identity = await identify(options)
      us = identity
      await claim?.(`${identity.userId} in ${identity.server}`)
      if (dispatch === undefined || state.isStopped) return
      events = listenForEvents(createApp(options, transport, identity, deliveries.track), {
        dispatch,
        effect,
        identity,
        log,
        now,
        web: webs.client(spans.reply),
        formWeb: webs.client(spans.form),
        facts,
        userGroups,
        members,
        channels: createChannels(facts, now, log),
        visibility,
        handOver: createHandOver({ web: webs.client(spans.handOver), fetchFile, effect, log, wait }),
        placeholders: createPlaceholders({ web: webs.client(spans.placeholder), us: () => us, log, now }),
      })
      await transport.open()
      userGroups.refresh()
    },
    async stop(part) {
      state.isStopped = true
      transport.refuse()
      await events?.drained()
      await deliveries.drained()
      await lookups.drained()
      await transport.close()
      if (part === 'all') webs.close()
    },
    problem: () => webs.problem() ?? connectionProblem(),
    doubt: () => transport.doubt?.(),
    publish: () => Promise.resolve(publishSentence),
    shortcomings: () => Promise.resolve(shortcomingsOf(us)),
    open: (clip) => effect('slack.open', () => open(clip)),
    ...createDelivery({ ...options, webs, members, us: () => us }),
    notify: createNotify({
      web: webs.client(spans.notify),
      mentionWeb: webs.client(spans.mention),
      us: () => us,
      log,
      now,
    }),
    canSee: visibility.canSee,
    findChannel: createFindChannel({ web: facts, now, log }),
    lookAtChannel: createLookAtChannel({ web: facts, log, missing: () => us?.missing ?? [] }),
  }
}

import type { OneBot } from '../../core/job/platform.ts'
import { aloneAtCalling, createShare, type JoinCallers } from '../../core/pacing/share.ts'
import { createWorkInHand } from '../../core/waiting.ts'
import { createOnce } from './incoming/once.ts'
import type { HttpHandler, SlackTransport } from './incoming/transport.ts'
import { createWeb } from './outgoing/web.ts'
import { createApp, createTransport } from './receiving.ts'
import { checkAccess, type Identity } from './setup/access.ts'
import { createWorkspace, type SharedOptions } from './workspace.ts'

interface SlackOptions extends SharedOptions {
  botToken: string
  transport: SlackTransport
  /** The processes that call Slack with this token; by default this is the only one. */
  join?: JoinCallers
}

/** How to publish commands on Slack, which takes none from a program. */
export const publishSentence = `Slack takes commands only from the app's manifest: print it with "npm run --silent publish-commands -- --slack-manifest" and paste it at https://api.slack.com/apps under App Manifest.`

const identify = ({ botToken, apiUrl }: SlackOptions) => checkAccess(createWeb({ token: botToken, apiUrl }))

/** No bot token lets us read the app's commands: https://docs.slack.dev/reference/methods/apps.manifest.export */
const shortcomingsOf = (us: Identity | undefined): readonly string[] =>
  us === undefined || us.missing.length === 0
    ? []
    : [`Slack did not grant ${us.missing.join(' ')}. Install the app again with the current manifest.`]

/** Slack in one workspace: events by Socket Mode or signed requests, all outgoing calls by the Web API. */
export const createSlack = (options: SlackOptions): OneBot & { httpHandler: HttpHandler | undefined } => {
  const { botToken: token, log, now, join = aloneAtCalling } = options
  const transport = createTransport(options)
  const lookups = createWorkInHand((error) => log.error('a look-up at Slack failed', { error }))
  const answers = createWorkInHand((error) => log.error('an event from Slack failed', { error }))
  const deliveries = createWorkInHand((error) =>
    log.warn('a delivery from Slack was not accepted', { error }),
  )
  let us: Identity | undefined
  const { listen, prepare, close, problem, ...calls } = createWorkspace({
    ...options,
    token,
    share: createShare({ join, now, onClosed: () => undefined }),
    us: () => us,
    track: lookups.track,
    once: createOnce(now),
  })
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
      const app = createApp(options, transport.receiver, { ...identity, token }, deliveries.track)
      listen(app, dispatch, identity, answers.track)
      await transport.open()
      prepare()
    },
    async stop(part) {
      state.isStopped = true
      transport.refuse()
      await answers.drained()
      await deliveries.drained()
      await lookups.drained()
      await transport.close()
      if (part === 'all') close()
    },
    problem: () => problem() ?? connectionProblem(),
    doubt: () => transport.doubt?.(),
    serverNames: async () => (server) => (us?.server === server ? us.name : undefined),
    publish: () => Promise.resolve(publishSentence),
    shortcomings: () => Promise.resolve(shortcomingsOf(us)),
    ...calls,
  }
}

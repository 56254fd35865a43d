import type { ReceiverEvent } from '@slack/bolt'
import { createBriefly, createTimedCache } from '../../core/caches.ts'
import type { Installations } from '../../core/installation.ts'
import type { Dispatch, Platform } from '../../core/job/platform.ts'
import type { JoinCallers } from '../../core/pacing/share.ts'
import type { AccountId, Home } from '../../core/target.ts'
import { createWorkInHand } from '../../core/waiting.ts'
import { workspaceIn } from './incoming/channels.ts'
import { removalIn } from './incoming/removals.ts'
import { authorsWorkspace, RoutingApp, workspaceToldFor } from './incoming/routing.ts'
import { elsewhereText, refusedText } from './incoming/source-workspaces.ts'
import type { HttpHandler, SlackTransport } from './incoming/transport.ts'
import { createInstalledTokens, readFromStore } from './outgoing/installed-token.ts'
import { goneFile } from './outgoing/open.ts'
import { notInstalled } from './outgoing/token-refresh.ts'
import { createWeb } from './outgoing/web.ts'
import { createTransport } from './receiving.ts'
import { createHasLeft, createIsRemovedFrom, createRemoval } from './removed.ts'
import { createInstallPages, type PageText, type VisitorOf } from './setup/install.ts'
import type { Admission } from './setup/keep-installation.ts'
import { missingScopes } from './setup/scopes.ts'
import { publishSentence } from './slack.ts'
import type { SharedOptions, Workspace } from './workspace.ts'
import { createWorkspaces } from './workspaces.ts'

/** The app that any workspace can install. */
export interface SlackAppOptions {
  transport: SlackTransport
  clientId: string
  clientSecret: string
  /** Signs the OAuth state that a browser brings back from Slack. */
  stateSecret: string
  /** Slack's page that asks an admin to install the app. */
  authorizeUrl: string
  /** The address at which browsers reach us. */
  publicUrl: string
}

interface InstalledOptions extends SharedOptions, SlackAppOptions {
  installations: Installations
  /** Whether the operator lets an account spend. */
  isLetIn: (account: AccountId) => Promise<boolean>
  admission: Admission
  pageText: PageText
  visitorOf: VisitorOf
  /** The processes that call Slack as the same app. */
  join: JoinCallers
  /** How many workspaces stay in memory. */
  keptMax?: number
}

/** Where an admin installs the app. */
const installUrlAt = (publicUrl: string): string => `${publicUrl}/slack/install`

const unknownToldMs = 60 * 60_000
const unknownToldMax = 1_000

const namesMs = 60_000

/** The answer if a workspace can't be looked up. */
const unanswered = { status: 'unanswered' } as const

/** The same event, addressed to the author's own workspace. */
const onBehalfOf = (event: ReceiverEvent, workspace: string): ReceiverEvent => {
  const [first] = Array.isArray(event.body.authorizations) ? event.body.authorizations : []
  return { ...event, body: { ...event.body, authorizations: [{ ...first, team_id: workspace }] } }
}

interface RouteOptions extends Pick<InstalledOptions, 'effect' | 'log' | 'now' | 'publicUrl'> {
  receiver: ReturnType<typeof createWorkspaces>['receiver']
  remove: ReturnType<typeof createRemoval>
}

/** Passes each event to the app of its workspace. */
const createRoute = ({ effect, log, now, publicUrl, receiver, remove }: RouteOptions) => {
  const told = createTimedCache<true>({ now, spanMs: unknownToldMs, entriesMax: unknownToldMax })

  /** Acknowledges the event: Slack shows an unanswered command as failed. */
  const answer = (event: ReceiverEvent, text: string): Promise<void> =>
    effect('slack.acknowledge', () =>
      typeof event.body.command === 'string' ? event.ack({ response_type: 'ephemeral', text }) : event.ack(),
    )

  const decline = (event: ReceiverEvent, workspace = ''): Promise<void> => {
    if (told.recall(workspace) === undefined)
      log.info('events of a workspace are ignored, because the app is not installed there', { workspace })
    told.remember(workspace, true)
    return answer(event, elsewhereText())
  }

  return async (event: ReceiverEvent, dispatch: Dispatch): Promise<void> => {
    const toldFor = workspaceToldFor(event.body)
    const removal = removalIn(event.body)
    if (removal !== undefined && toldFor !== undefined) {
      await remove(toldFor, removal, dispatch)
      return effect('slack.acknowledge', () => event.ack())
    }
    const author = authorsWorkspace(event.body)
    if (author !== undefined && author.workspace !== toldFor) {
      const theirs = await receiver(author.workspace, dispatch)
      if (theirs?.status === 'open' && author.mentioned.includes(theirs.identity.userId))
        return theirs.app.processEvent(onBehalfOf(event, author.workspace))
    }
    const found = toldFor === undefined ? undefined : await receiver(toldFor, dispatch)
    if (found === undefined) return decline(event, toldFor)
    return found.status === 'open'
      ? found.app.processEvent(event)
      : answer(event, refusedText(installUrlAt(publicUrl)))
  }
}

/** The platform's calls, each passed on to the right workspace. */
const createCalls = (find: (id: string) => Promise<Workspace | undefined>) => {
  const at = async ({ server }: Home, absent = notInstalled): Promise<Workspace> => {
    const found = await readFromStore(find(workspaceIn(server)))
    if (found === undefined) throw absent()
    return found
  }
  return {
    open: async (clip, home) => (await at(home, goneFile)).open(clip),
    post: async (target, message, attempt) => (await at(target)).post(target, message, attempt),
    edit: async (ref, message, attempt, home) => (await at(home)).edit(ref, message, attempt),
    remove: async (ref, notes, home) => (await at(home)).remove(ref, notes),
    notify: async (target, message, attempt, how) => (await at(target)).notify(target, message, attempt, how),
    canSee: (viewer, place) =>
      at(viewer).then(
        (found) => found.canSee(viewer, place),
        () => false,
      ),
    findChannel: (asker, channel) =>
      at(asker).then(
        (found) => found.findChannel(asker, channel),
        () => unanswered,
      ),
    lookAtChannel: (asker, place) =>
      at(asker).then(
        (found) => found.lookAtChannel(asker, place),
        () => unanswered,
      ),
  } satisfies Partial<Platform>
}

const shortcomingsOf = async ({ installations, publicUrl }: InstalledOptions): Promise<readonly string[]> => {
  const lacking = (await installations.all()).flatMap((found) =>
    found.status === 'open' ? missingScopes(found.installation.scopes) : [],
  )
  return lacking.length === 0
    ? []
    : [
        `Some workspaces have not granted ${[...new Set(lacking)].join(' ')}. Their admins can install the app again at ${installUrlAt(publicUrl)}.`,
      ]
}

/** The names of all workspaces, at most a minute old. */
const createServerNames = ({
  installations,
  now,
}: InstalledOptions): NonNullable<Platform['serverNames']> => {
  const briefly = createBriefly<ReadonlyMap<string, string>>({ now, spanMs: namesMs, entriesMax: 1 })
  const readAll = async () =>
    new Map(
      (await installations.all()).flatMap((found) =>
        found.status === 'open' ? [[found.installation.workspace, found.installation.name] as const] : [],
      ),
    )
  return async () => {
    const names = await briefly('all', readAll)
    return (workspace) => names?.get(workspace)
  }
}

/** Slack in every workspace that installed our app: one process serves them all, each with its own token. */
export const createInstalledSlack = (options: InstalledOptions): Platform & { httpHandler: HttpHandler } => {
  const { clientId, publicUrl, apiUrl, log } = options
  const transport = createTransport(options)
  const lookups = createWorkInHand((error) => log.error('a look-up at Slack failed', { error }))
  const answers = createWorkInHand((error) => log.error('an event from Slack failed', { error }))
  const deliveries = createWorkInHand((error) =>
    log.warn('a delivery from Slack was not accepted', { error }),
  )
  const mendIn = (workspace: string): string =>
    `an admin of ${workspace} can install the app again at ${installUrlAt(publicUrl)}`
  const tokens = createInstalledTokens({
    ...options,
    mendIn,
    web: createWeb({ token: undefined, apiUrl }),
  })
  const forget = (workspace: string): void => {
    tokens.forget(workspace)
    workspaces.forget(workspace)
  }
  const workspaces = createWorkspaces({
    ...options,
    tokens,
    track: { lookup: lookups.track, answer: answers.track, delivery: deliveries.track },
    mendIn,
  })
  const route = createRoute({
    ...options,
    receiver: workspaces.receiver,
    remove: createRemoval(options, forget),
  })
  const pages = createInstallPages({ ...options, onInstalled: forget })
  const isRemovedFrom = createIsRemovedFrom(options)
  const isMissing = async (server: string) =>
    !state.isStopped && (await isRemovedFrom({ server }).catch(() => false))
  const state = { isToListen: false, isStopped: false, isClaimed: false }
  const connectionProblem = () => (state.isToListen && !transport.isOpen() ? 'is not connected' : undefined)
  return {
    name: 'slack',
    httpHandler(...exchange) {
      if (pages.isForUs(exchange[0])) return pages.handle(exchange, state.isClaimed && !state.isStopped)
      if (transport.httpHandler !== undefined) return transport.httpHandler(...exchange)
      exchange[1].writeHead(404).end()
    },
    async connect(dispatch, claim) {
      state.isToListen ||= dispatch !== undefined
      await claim?.(`app ${clientId}`)
      state.isClaimed = true
      if (dispatch === undefined || state.isStopped) return
      new RoutingApp(transport.receiver, (event) => route(event, dispatch), log)
      await transport.open()
      void lookups.track(dispatch.lookForMissing('slack', isMissing))
    },
    async stop(part) {
      state.isStopped = true
      transport.refuse()
      await answers.drained()
      await deliveries.drained()
      await lookups.drained()
      await transport.close()
      if (part !== 'all') return
      workspaces.close()
      await tokens.drained()
    },
    problem: connectionProblem,
    doubt: () => transport.doubt?.() ?? (workspaces.problems().slice(0, 3).join('; ') || undefined),
    publish: () => Promise.resolve(publishSentence),
    shortcomings: () => shortcomingsOf(options),
    serverNames: createServerNames(options),
    hasLeft: createHasLeft(tokens),
    isRemovedFrom,
    ...createCalls(workspaces.find),
  }
}

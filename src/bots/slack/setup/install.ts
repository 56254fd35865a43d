import {
  type Installation as BoltInstallation,
  ClearStateStore,
  InstallProvider,
  type InstallProviderOptions,
  InvalidStateError,
} from '@slack/oauth'
import type { Effect } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import type { Installations } from '../../../core/installation.ts'
import { notAllowedText } from '../../../core/ledger/credits-text.ts'
import type { Log } from '../../../core/log.ts'
import type { AccountId } from '../../../core/target.ts'
import { say } from '../../../core/text/say.ts'
import { silentBoltLog } from '../incoming/bolt-log.ts'
import type { HttpHandler } from '../incoming/transport.ts'
import { type Admission, createKeepInstallation } from './keep-installation.ts'
import { scopes } from './scopes.ts'
import { createVisitLimit } from './visits.ts'

/** A page in a browser. */
export interface Page {
  title: string
  paragraphs: readonly string[]
  /** A link to start over. */
  again?: { label: string; url: string }
}

/** A page as it is sent, with every text escaped. */
export type PageText = (page: Page) => string

interface InstallOptions {
  clientId: string
  clientSecret: string
  /** Signs the OAuth state that a browser brings back from Slack. */
  stateSecret: string
  authorizeUrl: string
  /** The address at which browsers reach us. */
  publicUrl: string
  apiUrl: string
  installations: Pick<Installations, 'find' | 'keep' | 'useState'>
  admission: Admission
  /** Whether the operator lets an account spend. */
  isLetIn: (account: AccountId) => Promise<boolean>
  pageText: PageText
  visitorOf: VisitorOf
  /** Called when the app was installed in a workspace, perhaps again. */
  onInstalled: (workspace: string) => void
  effect: Effect
  log: Log
  now: () => number
}

type Exchange = Parameters<HttpHandler>

/** Where a request comes from; undefined if that isn't known. */
export type VisitorOf = (request: Exchange[0]) => string | undefined

/** The pages on which an admin installs the app in a workspace. */
export interface InstallPages {
  isForUs(request: Exchange[0]): boolean
  /** Answers a request; `isOpen`: whether this process takes installations now. */
  handle(exchange: Exchange, isOpen: boolean): void
}

const startPath = '/slack/install'
/** Where Slack sends the browser back. */
export const redirectPath = '/slack/oauth_redirect'

const timeoutMs = 10_000
/** How long an admin may take between the first page and the last one. */
const stateMs = 10 * 60_000

/** The first page calls nobody; each lets its browser come back once. */
const startsMax = { each: 10, all: 600 }
/** A return with a good state calls Slack, whose few allowed calls are also needed to refresh tokens. */
const returnsMax = { each: 5, all: 60 }

const send = ([, response]: Exchange, status: number, text: string): void => {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(text)
}

const inviteCommand = '/invite @Tunesmith'

const installedPage = (name: string, id: string, isLetIn: boolean): Page => ({
  title: say('Tunesmith is in {{workspace}}.', { workspace: name }),
  paragraphs: [
    say('Invite it into a channel with {{command}}.', { command: inviteCommand }),
    ...(isLetIn ? [] : [notAllowedText(`slack:${id}`)]),
  ],
})

/** Codes of @slack/oauth and Slack for a state or code that has expired, was used, or belongs to another browser. */
const startAgainCodes: ReadonlySet<string> = new Set([
  'slack_oauth_invalid_state',
  'slack_oauth_missing_state',
  'slack_oauth_missing_code',
  'invalid_code',
  'code_already_used',
  'bad_redirect_uri',
])

const codeOf = (error: { code?: unknown; data?: unknown }): string => {
  const { data } = error
  const said = typeof data === 'object' && data !== null && 'error' in data ? data.error : error.code
  return String(said)
}

/** Why nothing was installed, and what to do next. */
const failurePage = (error: Error & { code?: unknown }): { status: number; title: string; text: string } => {
  const title = say('Tunesmith was not installed.')
  if (error instanceof AppError && error.code === 'configuration')
    return { status: 400, title, text: error.memberText }
  const code = codeOf(error)
  if (code === 'slack_oauth_installer_authorization_error')
    return { status: 403, title, text: say('You said no on Slack, so nothing has changed.') }
  if (startAgainCodes.has(code))
    return {
      status: 400,
      title,
      text: say('That took too long, or went on in another browser. Start again.'),
    }
  return { status: 503, title, text: say('Something went wrong. Try again in a minute.') }
}

/** We sign each state; it works once, for ten minutes. The library ties it to the browser by a cookie. */
const createStates = ({
  stateSecret,
  installations,
}: InstallOptions): NonNullable<InstallProviderOptions['stateStore']> => {
  const signed = new ClearStateStore(stateSecret, stateMs / 1000)
  return {
    generateStateParam: (...given) => signed.generateStateParam(...given),
    async verifyStateParam(at, state) {
      const found = await signed.verifyStateParam(at, state)
      if (!(await installations.useState(state, 2 * stateMs)))
        throw new InvalidStateError('The state was used before')
      return found
    },
  }
}

const createProvider = (options: InstallOptions): InstallProvider => {
  const { clientId, clientSecret, authorizeUrl, publicUrl, apiUrl } = options
  const keep = createKeepInstallation(options)
  return new InstallProvider({
    clientId,
    clientSecret,
    stateStore: createStates(options),
    authorizationUrl: authorizeUrl,
    directInstall: true,
    installUrlOptions: { scopes: Object.keys(scopes), redirectUri: `${publicUrl}${redirectPath}` },
    logger: silentBoltLog,
    clientOptions: {
      slackApiUrl: apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: timeoutMs,
    },
    installationStore: {
      storeInstallation: (given) => keep(given as BoltInstallation),
      fetchInstallation: () => Promise.reject(new Error('tokens are read elsewhere')),
    },
  })
}

/**
 * The OAuth flow of @slack/oauth: anybody can start it, and Slack asks an admin of the workspace. Its state is signed,
 * works once, and is in a cookie of the browser that started.
 * https://docs.slack.dev/authentication/installing-with-oauth
 */
export const createInstallPages = (options: InstallOptions): InstallPages => {
  const { publicUrl, isLetIn, pageText, visitorOf, onInstalled, log, now } = options
  const provider = createProvider(options)
  const mayStart = createVisitLimit(now, startsMax)
  const mayReturn = createVisitLimit(now, returnsMax)
  const again = { label: say('Install Tunesmith'), url: `${publicUrl}${startPath}` }

  const fail = (exchange: Exchange, error: Error & { code?: unknown }): void => {
    const { status, title, text } = failurePage(error)
    log.info('an installation was not completed', { code: codeOf(error), reason: error.message })
    send(exchange, status, pageText({ title, paragraphs: [text], again }))
  }

  const succeed = async (exchange: Exchange, { team }: BoltInstallation): Promise<void> => {
    const id = team?.id ?? ''
    onInstalled(id)
    log.info('the app was installed in a workspace', { workspace: id })
    const mayPay = await isLetIn(`slack:${id}`).catch(() => true)
    send(exchange, 200, pageText(installedPage(team?.name ?? id, id, mayPay)))
  }

  const putOff = (exchange: Exchange): void => {
    const text = say("I can't do that right now. Try again in a minute.")
    send(exchange, 503, pageText({ title: say('Tunesmith was not installed.'), paragraphs: [text], again }))
  }

  const complete = (exchange: Exchange): Promise<void> =>
    provider.handleCallback(...exchange, {
      /** By now the state is known to be ours, unused, and this browser's. */
      async beforeInstallation() {
        const isAllowed = mayReturn(visitorOf(exchange[0]))
        if (!isAllowed) putOff(exchange)
        return isAllowed
      },
      successAsync: (installation) => succeed(exchange, installation as BoltInstallation),
      failure: (error) => fail(exchange, error),
    })

  const pathOf = ({ url = '/' }: Exchange[0]): string => url.split('?', 1)[0] ?? ''
  return {
    isForUs: (request) => request.method === 'GET' && [startPath, redirectPath].includes(pathOf(request)),
    handle(exchange, isOpen) {
      const [request] = exchange
      const isStart = pathOf(request) === startPath
      if (!isOpen || (isStart && !mayStart(visitorOf(request)))) return putOff(exchange)
      const work = isStart ? provider.handleInstallPath(...exchange) : complete(exchange)
      work.catch((error: unknown) => {
        log.warn('a page about installing the app could not be shown', { error })
        if (exchange[1].headersSent) exchange[1].destroy()
        else fail(exchange, error instanceof Error ? error : new Error(String(error)))
      })
    },
  }
}

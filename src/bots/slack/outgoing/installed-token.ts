import type { webApi } from '@slack/bolt'
import type { Effect } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import type { Installation, Installations, StoredInstallation } from '../../../core/installation.ts'
import type { Log } from '../../../core/log.ts'
import { createTimedCache } from '../../../core/timed-cache.ts'
import { postError, unavailable } from './errors.ts'
import type { TokenSource } from './token.ts'

interface InstalledTokensOptions {
  installations: Installations
  clientId: string
  clientSecret: string
  /** Slack's client without a token. */
  web: webApi.WebClient
  effect: Effect
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** The installations of our app as this process knows them, and the tokens that they give. */
export interface InstalledTokens {
  /** At most a minute old. Throws AppError `store_unavailable`. */
  find(workspace: string): Promise<StoredInstallation | undefined>
  /** The same, from Redis. */
  findAnew(workspace: string): Promise<StoredInstallation | undefined>
  /** Forgets what is known of a workspace. */
  forget(workspace: string): void
  /** The source of a workspace's token. */
  tokenOf(workspace: string): TokenSource
  /** Resolves when no token is being refreshed: a new pair that is not stored is lost with this process. */
  drained(): Promise<void>
}

type Open = Extract<StoredInstallation, { status: 'open' }>

/** How soon a process notices what another one changed; a refused token is looked up again at once. */
const knownMs = 60_000
const knownMax = 10_000

/** Of a token that expires. https://docs.slack.dev/authentication/using-token-rotation */
const lifeMs = 12 * 60 * 60_000
const refreshBeforeMs = 2 * 60 * 60_000
/** Longer than a refresh takes; after one that failed, the next is made when it is over. */
const turnMs = 30_000
/** How long a call waits for another process that refreshes a token that has expired. */
const othersWaitMs = 250
const othersWaitsMax = 20

/** Nothing can be posted in a workspace that the app has left. */
export const notInstalled = (): AppError =>
  new AppError('cannot_post', 'Slack: the app is not installed in this workspace')

/** The same work; an outage of Redis is one of the platform for those who call it, who try again. */
export const readFromStore = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const isAway = error instanceof AppError && error.code === 'store_unavailable'
    throw isAway ? unavailable('the installation could not be read', error) : error
  })

const installationOf = (found: StoredInstallation | undefined): Open => {
  if (found === undefined) throw notInstalled()
  if (found.status === 'unopened')
    throw unavailable('ENCRYPTION_KEY lacks the key that the installation was encrypted with')
  return found
}

/** How long tokens are good, by what Slack has said of them. */
const createLife = (now: () => number) => {
  /** By workspace. */
  const over = createTimedCache<string>({ now, spanMs: lifeMs, entriesMax: knownMax })
  return {
    end: over.remember,
    leftMs({ workspace, token, refreshToken, expiresAtMs }: Installation): number {
      if (refreshToken === undefined || expiresAtMs === undefined) return Number.POSITIVE_INFINITY
      return over.recall(workspace) === token ? 0 : expiresAtMs - now()
    },
  }
}

/**
 * The installation with the pair of tokens that takes the place of its own: the old refresh token is good no more. Throws
 * what Slack's client throws.
 */
const renewed = async (
  { web, effect, clientId, clientSecret, now }: InstalledTokensOptions,
  installation: Installation,
): Promise<Installation> => {
  const { refreshToken = '' } = installation
  const credentials = { client_id: clientId, client_secret: clientSecret }
  const answer = await effect('slack.oauth.v2.access', () =>
    web.oauth.v2.access({ ...credentials, grant_type: 'refresh_token', refresh_token: refreshToken }),
  )
  const { access_token, refresh_token, expires_in } = answer
  if (access_token === undefined) throw unavailable('a refresh without a token')
  return {
    ...installation,
    token: access_token,
    ...(refresh_token !== undefined && { refreshToken: refresh_token }),
    ...(expires_in !== undefined && { expiresAtMs: now() + expires_in * 1000 }),
  }
}

type Known = Pick<InstalledTokens, 'find' | 'findAnew' | 'forget'>

const createKnown = ({ installations, now }: InstalledTokensOptions): Known => {
  const known = createTimedCache<Promise<StoredInstallation | undefined>>({
    now,
    spanMs: knownMs,
    entriesMax: knownMax,
  })
  const findAnew: Known['findAnew'] = (workspace) => {
    const found = installations.find(workspace)
    known.remember(workspace, found)
    found.catch(() => known.forget(workspace))
    return found
  }
  return {
    findAnew,
    find: (workspace) => known.recall(workspace) ?? findAnew(workspace),
    forget: known.forget,
  }
}

type Life = ReturnType<typeof createLife>

/** A new pair of tokens, and what it takes the place of. */
interface Pair {
  installation: Installation
  over: Open
}

/**
 * Refreshes a workspace's token, one process at a time, since a refresh token is good once: `authorize` of @slack/oauth
 * would let every process use it. The old pair stays stored until the new one takes its place.
 */
const createRefresh = (options: InstalledTokensOptions, known: Known, leftMsOf: Life['leftMs']) => {
  const { installations, log, wait } = options
  /** What Redis has not taken yet: nobody else can have it. */
  const unsaved = new Map<string, Pair>()

  /** If it was changed meanwhile, what it was changed to counts; encrypted again, it is still the old pair. */
  const replace = async (workspace: string, { installation, over }: Pair): Promise<void> => {
    if (await installations.replace(workspace, over.version, installation)) return
    const found = await known.findAnew(workspace)
    if (found?.status === 'open' && found.installation.refreshToken === over.installation.refreshToken)
      await replace(workspace, { installation, over: found })
  }

  const save = async (workspace: string): Promise<Open> => {
    const pair = unsaved.get(workspace)
    if (pair !== undefined) await replace(workspace, pair)
    unsaved.delete(workspace)
    return installationOf(await known.findAnew(workspace))
  }

  const awaitOthers = async (workspace: string): Promise<Open> => {
    for (let waits = 0; waits < othersWaitsMax; waits += 1) {
      await wait(othersWaitMs)
      const found = installationOf(await known.findAnew(workspace))
      if (leftMsOf(found.installation) > 0) return found
    }
    throw unavailable('the token has expired and is not refreshed yet', undefined, turnMs)
  }

  const refreshInTurn = async (workspace: string): Promise<Open> => {
    if (unsaved.has(workspace)) return save(workspace)
    const hasTurn = await installations.takeTurn(workspace, turnMs)
    const found = installationOf(await known.findAnew(workspace))
    const leftMs = leftMsOf(found.installation)
    if (leftMs > refreshBeforeMs) return found
    if (!hasTurn) return leftMs > 0 ? found : awaitOthers(workspace)
    try {
      const installation = await renewed(options, found.installation)
      unsaved.set(workspace, { installation, over: found })
      log.info('refreshed the token of a workspace', { workspace })
    } catch (error) {
      const failure = postError(error)
      log.warn('the token of a workspace could not be refreshed', { error: failure, workspace })
      if (leftMs > 0) return found
      throw failure.code === 'cannot_post' ? unavailable('the token could not be refreshed', error) : failure
    }
    return save(workspace)
  }

  const refreshing = new Map<string, Promise<Open>>()
  return {
    unsavedIn: (workspace: string): Pair | undefined => unsaved.get(workspace),
    async drained(): Promise<void> {
      await Promise.allSettled(refreshing.values())
    },
    /** Callers share one refresh. */
    refresh(workspace: string): Promise<Open> {
      const before = refreshing.get(workspace)
      if (before !== undefined) return before
      const work = refreshInTurn(workspace).finally(() => refreshing.delete(workspace))
      refreshing.set(workspace, work)
      return work
    },
  }
}

/** See `InstalledTokens`. A token that is still good is used while it is refreshed. */
export const createInstalledTokens = (options: InstalledTokensOptions): InstalledTokens => {
  const { log, now } = options
  const known = createKnown(options)
  const life = createLife(now)
  const { refresh, unsavedIn, drained } = createRefresh(options, known, life.leftMs)

  const current = async (workspace: string): Promise<string> => {
    const unsaved = unsavedIn(workspace)
    const { installation } = unsaved ?? installationOf(await known.find(workspace))
    const leftMs = life.leftMs(installation)
    if (leftMs > refreshBeforeMs && unsaved === undefined) return installation.token
    const fresh = refresh(workspace)
    if (leftMs <= 0) return (await fresh).installation.token
    fresh.catch((error: unknown) => log.warn('a refreshed token is not stored yet', { error, workspace }))
    return installation.token
  }

  return {
    ...known,
    drained,
    tokenOf: (workspace) => ({
      current: () => readFromStore(current(workspace)),
      refused: () => known.forget(workspace),
      expired(token) {
        life.end(workspace, token)
        known.forget(workspace)
      },
    }),
  }
}

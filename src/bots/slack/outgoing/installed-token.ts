import type { webApi } from '@slack/bolt'
import { createTimedCache } from '../../../core/caches.ts'
import type { Effect } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import type { Installation, Installations, StoredInstallation } from '../../../core/installation.ts'
import type { Log } from '../../../core/log.ts'
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

/** A cache of our app's installations, which also keeps their tokens fresh. */
export interface InstalledTokens {
  /** At most a minute old. Throws AppError `store_unavailable`. */
  find(workspace: string): Promise<StoredInstallation | undefined>
  /** The same, always from Redis. */
  findFresh(workspace: string): Promise<StoredInstallation | undefined>
  /** Drops a workspace from the cache. */
  forget(workspace: string): void
  tokenOf(workspace: string): TokenSource
  /** Resolves when no token is being refreshed: a new pair that isn't stored yet would be lost with this process. */
  drained(): Promise<void>
}

type Open = Extract<StoredInstallation, { status: 'open' }>

/** How long the cache may miss another process's change; a refused token is looked up again at once. */
const knownMs = 60_000
const knownMax = 10_000

/** Lifetime of a token that expires. https://docs.slack.dev/authentication/using-token-rotation */
const lifeMs = 12 * 60 * 60_000
const refreshBeforeMs = 2 * 60 * 60_000
/** Longer than a refresh takes. After a failed refresh, the next one waits until this turn is over. */
const turnMs = 30_000
/** How long a call waits while another process refreshes an expired token. */
const othersWaitMs = 250
const othersWaitsMax = 20

/** Nothing can be posted in a workspace that removed the app. */
export const notInstalled = (): AppError =>
  new AppError('cannot_post', 'Slack: the app is not installed in this workspace')

/** Turns an outage of Redis into one of the platform, which callers retry. */
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

/** How long tokens stay valid, including those that Slack reported as expired early. */
const createLifetimes = (now: () => number) => {
  /** Tokens that Slack reported as expired, by workspace. */
  const expired = createTimedCache<string>({ now, spanMs: lifeMs, entriesMax: knownMax })
  return {
    noteExpired: expired.remember,
    leftMs({ workspace, token, refreshToken, expiresAtMs }: Installation): number {
      if (refreshToken === undefined || expiresAtMs === undefined) return Number.POSITIVE_INFINITY
      return expired.recall(workspace) === token ? 0 : expiresAtMs - now()
    },
  }
}

/**
 * Gets a new pair of tokens for an installation; its old refresh token no longer works. Throws what Slack's client
 * throws.
 */
const refreshed = async (
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

type Cache = Pick<InstalledTokens, 'find' | 'findFresh' | 'forget'>

const createCache = ({ installations, now }: InstalledTokensOptions): Cache => {
  const known = createTimedCache<Promise<StoredInstallation | undefined>>({
    now,
    spanMs: knownMs,
    entriesMax: knownMax,
  })
  const findFresh: Cache['findFresh'] = (workspace) => {
    const found = installations.find(workspace)
    known.remember(workspace, found)
    found.catch(() => known.forget(workspace))
    return found
  }
  return {
    findFresh,
    find: (workspace) => known.recall(workspace) ?? findFresh(workspace),
    forget: known.forget,
  }
}

type Lifetimes = ReturnType<typeof createLifetimes>

/** An installation with a new pair of tokens, and the stored one that it replaces. */
interface Pair {
  installation: Installation
  replaces: Open
}

/**
 * Refreshes a workspace's token, one process at a time, because a refresh token works only once: `authorize` of
 * @slack/oauth would let every process use it. The old pair stays stored until the new one replaces it.
 */
const createRefresh = (options: InstalledTokensOptions, cache: Cache, leftMsOf: Lifetimes['leftMs']) => {
  const { installations, log, wait } = options
  /** New pairs that are not in Redis yet, so that only this process has them. */
  const unsaved = new Map<string, Pair>()

  /** A newer installation wins. If the old pair was only re-encrypted meanwhile, it is replaced all the same. */
  const replace = async (workspace: string, { installation, replaces }: Pair): Promise<void> => {
    if (await installations.replace(workspace, replaces.version, installation)) return
    const found = await cache.findFresh(workspace)
    if (found?.status === 'open' && found.installation.refreshToken === replaces.installation.refreshToken)
      await replace(workspace, { installation, replaces: found })
  }

  const save = async (workspace: string): Promise<Open> => {
    const pair = unsaved.get(workspace)
    if (pair !== undefined) await replace(workspace, pair)
    unsaved.delete(workspace)
    return installationOf(await cache.findFresh(workspace))
  }

  const awaitOthers = async (workspace: string): Promise<Open> => {
    for (let waits = 0; waits < othersWaitsMax; waits += 1) {
      await wait(othersWaitMs)
      const found = installationOf(await cache.findFresh(workspace))
      if (leftMsOf(found.installation) > 0) return found
    }
    throw unavailable('the token has expired and is not refreshed yet', undefined, turnMs)
  }

  const refreshInTurn = async (workspace: string): Promise<Open> => {
    if (unsaved.has(workspace)) return save(workspace)
    const hasTurn = await installations.takeTurn(workspace, turnMs)
    const found = installationOf(await cache.findFresh(workspace))
    const leftMs = leftMsOf(found.installation)
    if (leftMs > refreshBeforeMs) return found
    if (!hasTurn) return leftMs > 0 ? found : awaitOthers(workspace)
    try {
      const installation = await refreshed(options, found.installation)
      unsaved.set(workspace, { installation, replaces: found })
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

/** See `InstalledTokens`. A token that is still valid stays in use while it is refreshed. */
export const createInstalledTokens = (options: InstalledTokensOptions): InstalledTokens => {
  const { log, now } = options
  const cache = createCache(options)
  const lifetimes = createLifetimes(now)
  const { refresh, unsavedIn, drained } = createRefresh(options, cache, lifetimes.leftMs)

  const current = async (workspace: string): Promise<string> => {
    const unsaved = unsavedIn(workspace)
    const { installation } = unsaved ?? installationOf(await cache.find(workspace))
    const leftMs = lifetimes.leftMs(installation)
    if (leftMs > refreshBeforeMs && unsaved === undefined) return installation.token
    const fresh = refresh(workspace)
    if (leftMs <= 0) return (await fresh).installation.token
    fresh.catch((error: unknown) => log.warn('a refreshed token is not stored yet', { error, workspace }))
    return installation.token
  }

  return {
    ...cache,
    drained,
    tokenOf: (workspace) => ({
      current: () => readFromStore(current(workspace)),
      refused: () => cache.forget(workspace),
      expired(token) {
        lifetimes.noteExpired(workspace, token)
        cache.forget(workspace)
      },
    }),
  }
}

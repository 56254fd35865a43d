import { createTimedCache, noteUsed } from '../../../core/caches.ts'
import { AppError } from '../../../core/errors.ts'
import type { Installation, StoredInstallation } from '../../../core/installation.ts'
import { unavailable } from './errors.ts'
import type { TokenSource } from './token.ts'
import {
  createRefresh,
  installationOf,
  type RefreshOptions,
  refreshBeforeMs,
  refusalIn,
  whyRefused,
} from './token-refresh.ts'

/** A cache of our app's installations, which also keeps their tokens fresh. */
export interface InstalledTokens {
  /** At most a minute old. Throws AppError `store_unavailable`. */
  find(workspace: string): Promise<StoredInstallation | undefined>
  /** The same, always from Redis. */
  findFresh(workspace: string): Promise<StoredInstallation | undefined>
  /** Drops a workspace from the cache. */
  forget(workspace: string): void
  tokenOf(workspace: string): TokenSource
  /** False if Slack refused to refresh the token, and it has expired. Throws like `find`. */
  canCall(workspace: string): Promise<boolean>
  /** Why Slack won't refresh a workspace's token, for the operator, as far as it is known. Looks again at what is stored. */
  problem(workspace: string): string | undefined
  /** Resolves when no token is being refreshed: a new pair that isn't stored yet would be lost with this process. */
  drained(): Promise<void>
}

/** How long the cache may miss another process's change; a refused token is looked up again at once. */
const knownMs = 60_000
const knownMax = 10_000

/** Lifetime of a token that expires. https://docs.slack.dev/authentication/using-token-rotation */
const lifeMs = 12 * 60 * 60_000

/** Turns an outage of Redis into one of the platform, which callers retry. */
export const readFromStore = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const isAway = error instanceof AppError && error.code === 'store_unavailable'
    throw isAway ? unavailable('the installation could not be read', error) : error
  })

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

type Cache = Pick<InstalledTokens, 'find' | 'findFresh' | 'forget'> & {
  /** Slack's code, if the workspace's refresh token was refused when it was last read. */
  refusal(workspace: string): string | undefined
}

const createCache = ({ installations, now }: RefreshOptions): Cache => {
  const known = createTimedCache<Promise<StoredInstallation | undefined>>({
    now,
    spanMs: knownMs,
    entriesMax: knownMax,
  })
  const refusals = new Map<string, string>()
  const noteRefusal = (workspace: string, code: string | undefined): void => {
    if (code === undefined) refusals.delete(workspace)
    else noteUsed(refusals, workspace, code, knownMax)
  }
  const findFresh: Cache['findFresh'] = (workspace) => {
    const found = installations.find(workspace)
    known.remember(workspace, found)
    found.then(
      (read) => noteRefusal(workspace, refusalIn(read)),
      () => known.forget(workspace),
    )
    return found
  }
  return {
    refusal: (workspace) => refusals.get(workspace),
    findFresh,
    find: (workspace) => known.recall(workspace) ?? findFresh(workspace),
    forget: known.forget,
  }
}

/** See `InstalledTokens`. A token that is still valid stays in use while it is refreshed. */
export const createInstalledTokens = (options: RefreshOptions): InstalledTokens => {
  const { log, now, mendIn } = options
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

  const { find, findFresh, forget } = cache
  return {
    find,
    findFresh,
    forget,
    drained,
    async canCall(workspace) {
      if (refusalIn(await cache.find(workspace)) === undefined) return true
      return current(workspace).then(
        () => true,
        () => false,
      )
    },
    problem(workspace) {
      const code = cache.refusal(workspace)
      if (code === undefined) return undefined
      cache.find(workspace).catch(() => undefined) // the store's own check reports that it is away
      return whyRefused(code, mendIn(workspace))
    },
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

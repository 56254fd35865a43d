import type { webApi } from '@slack/bolt'
import type { Effect } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import type { Installation, Installations, StoredInstallation } from '../../../core/installation.ts'
import type { Log } from '../../../core/log.ts'
import { postError, refreshCodes, refusalCode, unavailable } from './errors.ts'

/** What a refresh needs. */
export interface RefreshOptions {
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
  /** How a workspace gets a good token again, for the operator. */
  mendIn: (workspace: string) => string
}

/** An installation that could be decrypted. */
export type Open = Extract<StoredInstallation, { status: 'open' }>

/** How long before it expires a token is refreshed. */
export const refreshBeforeMs = 2 * 60 * 60_000
/** Longer than a refresh takes. After a failed refresh, the next one waits until this turn is over. */
const turnMs = 30_000
/** The same after a refusal for good: if Slack was wrong, it still ends by itself. */
const refusedTurnMs = 10 * 60_000
/** How long a call waits while another process refreshes an expired token. */
const othersWaitMs = 250
const othersWaitsMax = 20

/** Nothing can be posted in a workspace that removed the app. */
export const notInstalled = (): AppError =>
  new AppError('cannot_post', 'Slack: the app is not installed in this workspace')

/** The installation; throws AppError `cannot_post` if there is none, `platform_unavailable` if it can't be decrypted. */
export const installationOf = (found: StoredInstallation | undefined): Open => {
  if (found === undefined) throw notInstalled()
  if (found.status === 'unopened')
    throw unavailable('ENCRYPTION_KEY lacks the key that the installation was encrypted with')
  return found
}

/** Slack's code, if the refresh token was refused for good. */
export const refusalIn = (found: StoredInstallation | undefined): string | undefined =>
  found?.status === 'open' ? found.installation.refreshRefusal : undefined

/** Why a workspace's calls end, for the operator. */
export const whyRefused = (code: string, mend: string): string =>
  `Slack no longer refreshes the bot token (${code}): ${mend}`

/**
 * Gets a new pair of tokens for an installation; its old refresh token no longer works. Throws what Slack's client
 * throws.
 */
const refreshed = async (
  { web, effect, clientId, clientSecret, now }: RefreshOptions,
  { refreshRefusal: _, ...installation }: Installation,
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

interface Cache {
  find(workspace: string): Promise<StoredInstallation | undefined>
  findFresh(workspace: string): Promise<StoredInstallation | undefined>
}

/** How long an installation's token stays valid. */
type LeftMs = (installation: Installation) => number

/** An installation with a new pair of tokens, and the stored one that it replaces. */
interface Pair {
  installation: Installation
  replaces: Open
}

/** What follows if Slack refuses a refresh token for good. */
const createRefusals = ({ installations, log, mendIn }: RefreshOptions, cache: Cache, leftMsOf: LeftMs) => {
  /** Tells the other processes and the doctor, and the log once. Returns what is stored by then. */
  const noteRefused = async ({ installation, version }: Open, code: string): Promise<Open> => {
    const { workspace } = installation
    const noted = { ...installation, refreshRefusal: code }
    if (installation.refreshRefusal === undefined && (await installations.replace(workspace, version, noted)))
      log.error('sending to a Slack workspace ends with its token', {
        workspace,
        why: whyRefused(code, mendIn(workspace)),
      })
    return installationOf(await cache.findFresh(workspace))
  }

  /** The installation, if its token is good for now. Throws AppError `platform_unavailable` otherwise. */
  const unlessExpired = (found: Open, cause?: unknown): Open => {
    if (leftMsOf(found.installation) > 0) return found
    throw unavailable('the token has expired and could not be refreshed', cause)
  }
  return { noteRefused, unlessExpired }
}

/**
 * Refreshes a workspace's token, one process at a time, because a refresh token works only once: `authorize` of
 * @slack/oauth would let every process use it. The old pair stays stored until the new one replaces it.
 */
export const createRefresh = (options: RefreshOptions, cache: Cache, leftMsOf: LeftMs) => {
  const { installations, log, wait } = options
  const { noteRefused, unlessExpired } = createRefusals(options, cache, leftMsOf)
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
    const isRefused = refusalIn(await cache.find(workspace)) !== undefined
    const hasTurn = await installations.takeTurn(workspace, isRefused ? refusedTurnMs : turnMs)
    const found = installationOf(await cache.findFresh(workspace))
    const leftMs = leftMsOf(found.installation)
    if (leftMs > refreshBeforeMs) return found
    if (!hasTurn) return leftMs > 0 || isRefused ? unlessExpired(found) : awaitOthers(workspace)
    try {
      const installation = await refreshed(options, found.installation)
      unsaved.set(workspace, { installation, replaces: found })
      log.info('refreshed the token of a workspace', { workspace })
    } catch (error) {
      const code = refusalCode(error)
      if (code !== undefined && refreshCodes.has(code))
        return unlessExpired(await noteRefused(found, code), error)
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

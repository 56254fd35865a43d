import type { Installations } from '../../core/installation.ts'
import type { Dispatch, Platform } from '../../core/job/platform.ts'
import type { Log } from '../../core/log.ts'
import type { Home } from '../../core/target.ts'
import { workspaceIn } from './incoming/channels.ts'
import type { Removal } from './incoming/removals.ts'
import { refusalCode, tokenCodes, unavailable } from './outgoing/errors.ts'
import { type InstalledTokens, readFromStore } from './outgoing/installed-token.ts'
import { createWeb } from './outgoing/web.ts'
import { undecryptable } from './workspaces.ts'

interface RemovedOptions {
  installations: Pick<Installations, 'find' | 'replace'>
  /** Base of all methods. */
  apiUrl: string
  log: Log
}

/** Codes for the token of a bot whose app was removed. https://docs.slack.dev/reference/methods/auth.test#errors */
const removedCodes: ReadonlySet<string> = new Set(['account_inactive', 'token_revoked'])

/** Slack's code if it refuses a token; undefined if it accepts it. Throws the client's error if Slack gives no answer. */
const refusalOf = async (token: string, apiUrl: string): Promise<string | undefined> => {
  try {
    await createWeb({ token, apiUrl }).auth.test()
    return undefined
  } catch (error) {
    const code = refusalCode(error)
    if (code !== undefined && tokenCodes.has(code)) return code
    throw error
  }
}

/**
 * Deletes an installation when Slack says that it has ended, unless the app has been installed again meanwhile. The
 * removal is noted first: if the process dies in between, Slack tells of it again.
 */
export const createRemoval =
  ({ installations, apiUrl, log }: RemovedOptions, forget: (workspace: string) => void) =>
  async (workspace: string, { bots }: Removal, { left }: Pick<Dispatch, 'left'>): Promise<void> => {
    forget(workspace)
    const found = await installations.find(workspace)
    if (found === undefined) return
    if (found.status === 'unopened' && bots !== undefined) return
    if (found.status === 'open') {
      const { userId, token } = found.installation
      if (bots?.includes(userId) === false) return
      if ((await refusalOf(token, apiUrl)) === undefined)
        return log.info('ignored a notice that the app was removed, because its token still works', {
          workspace,
        })
    }
    await left(`slack:${workspace}`)
    await installations.replace(workspace, found.version, undefined)
    forget(workspace)
    log.info('the app was removed from a workspace', { workspace })
  }

/** Always asks Redis: a paid request may follow, and another process may have handled a removal. */
export const createHasLeft =
  (tokens: Pick<InstalledTokens, 'findFresh' | 'canCall'>) =>
  async ({ server }: Home): Promise<boolean> => {
    const workspace = workspaceIn(server)
    const found = await readFromStore(tokens.findFresh(workspace))
    if (found?.status === 'unopened') throw undecryptable(server)
    if (!(await readFromStore(tokens.canCall(workspace))))
      throw unavailable('the token has expired, and nothing is bought that could not be shown')
    return found === undefined
  }

/** Certain without an installation, or if Slack refuses its token for good. */
export const createIsRemovedFrom =
  ({ installations, apiUrl }: RemovedOptions): NonNullable<Platform['isRemovedFrom']> =>
  async ({ server }) => {
    const found = await readFromStore(installations.find(workspaceIn(server)))
    if (found === undefined) return true
    if (found.status === 'unopened') throw undecryptable(server)
    return removedCodes.has((await refusalOf(found.installation.token, apiUrl)) ?? '')
  }

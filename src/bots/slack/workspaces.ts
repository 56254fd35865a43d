import type { App } from '@slack/bolt'
import { noteUsed } from '../../core/caches.ts'
import type { AppError } from '../../core/errors.ts'
import type { Installation } from '../../core/installation.ts'
import type { Dispatch } from '../../core/job/platform.ts'
import { createShare, type JoinCallers } from '../../core/pacing/share.ts'
import type { WorkInHand } from '../../core/waiting.ts'
import { createOnce } from './incoming/once.ts'
import { createIdleReceiver } from './incoming/routing.ts'
import type { SlackTransport } from './incoming/transport.ts'
import { unavailable } from './outgoing/errors.ts'
import type { InstalledTokens } from './outgoing/installed-token.ts'
import { createApp } from './receiving.ts'
import type { Identity } from './setup/access.ts'
import { missingScopes } from './setup/scopes.ts'
import { createWorkspace, type SharedOptions, type Workspace } from './workspace.ts'

interface WorkspacesOptions extends SharedOptions {
  transport: SlackTransport
  tokens: InstalledTokens
  join: JoinCallers
  /** Tracks look-ups, answers and deliveries until they are done. */
  track: Readonly<Record<'lookup' | 'answer' | 'delivery', WorkInHand['track']>>
  /** How a workspace gets a good token again, for the operator. */
  mendIn: (workspace: string) => string
  /** How many workspaces stay in memory; by default 300. */
  keptMax?: number
}

interface Opened {
  workspace: Workspace
  identity: Identity
  /** The identity that the workspace was opened with, for comparison. */
  openedAs: string
  app: App | undefined
  usedAtMs: number
}

/** The app for a workspace's events, and our identity there; `refused`: Slack no longer takes our calls there. */
export type Received = { status: 'open'; app: App; identity: Identity } | { status: 'refused' }

/** The workspaces that this process has served recently. */
export interface Workspaces {
  /** Undefined if the app isn't installed there. Throws AppError `store_unavailable` or `platform_unavailable`. */
  find(id: string): Promise<Workspace | undefined>
  /** Undefined and errors as above. */
  receiver(id: string, dispatch: Dispatch): Promise<Received | undefined>
  forget(id: string): void
  /** The workspaces whose tokens Slack refuses, with the reason. */
  problems(): readonly string[]
  close(): void
}

/** About 0.3 MB each. Reopening one only costs the look-ups that it had cached. */
const defaultKeptMax = 300
/** Longer than a member or a result is away; one that was removed or stopped isn't used again. */
const idleMs = 60 * 60_000

/** An installation whose ENCRYPTION_KEY is missing. */
export const undecryptable = (id: string): AppError =>
  unavailable(`the installation in ${id} can't be decrypted`)

const identityIn = ({ workspace: server, userId, botId, scopes }: Installation): Identity => ({
  server,
  userId,
  botId,
  missing: missingScopes(scopes),
})

/**
 * Opens a workspace when it is first used. One that isn't used for an hour is dropped, and the least recently used one if
 * too many are open; it still finishes its pending answers.
 */
export const createWorkspaces = (options: WorkspacesOptions): Workspaces => {
  const { tokens, join, now, track, transport, mendIn, keptMax = defaultKeptMax } = options
  const share = createShare({ join, now, onClosed: () => undefined })
  const once = createOnce(now)
  const known = new Map<string, Opened>()

  const open = (identity: Identity, openedAs: string): Opened => {
    const { server } = identity
    const workspace = createWorkspace({
      ...options,
      share,
      token: tokens.tokenOf(server),
      us: () => identity,
      track: track.lookup,
      once,
      mend: mendIn(server),
    })
    return { workspace, identity, openedAs, app: undefined, usedAtMs: now() }
  }

  /** The least recently used ones come first. */
  const dropIdle = (): void => {
    for (const [id, { usedAtMs }] of known) {
      if (usedAtMs > now() - idleMs) return
      known.delete(id)
    }
  }

  const find = async (id: string): Promise<Opened | undefined> => {
    const found = await tokens.find(id)
    if (found === undefined) {
      known.delete(id)
      return undefined
    }
    if (found.status === 'unopened') throw undecryptable(id)
    const identity = identityIn(found.installation)
    const openedAs = JSON.stringify(identity)
    const before = known.get(id)
    const opened = before?.openedAs === openedAs ? before : open(identity, openedAs)
    opened.usedAtMs = now()
    noteUsed(known, id, opened, keptMax)
    dropIdle()
    return opened
  }

  const listen = ({ workspace, identity }: Opened, dispatch: Dispatch): App => {
    const app = createApp(
      { ...options, transport },
      createIdleReceiver(),
      { ...identity, token: undefined },
      track.delivery,
    )
    workspace.listen(app, dispatch, identity, track.answer)
    workspace.prepare()
    return app
  }

  return {
    find: async (id) => (await find(id))?.workspace,
    async receiver(id, dispatch) {
      const opened = await find(id)
      if (opened === undefined) return undefined
      if (!(await tokens.canCall(id))) return { status: 'refused' }
      opened.app ??= listen(opened, dispatch)
      return { status: 'open', app: opened.app, identity: opened.identity }
    },
    forget: (id) => void known.delete(id),
    problems() {
      dropIdle()
      return [...known].flatMap(([id, { workspace }]) => {
        const problem = workspace.problem() ?? tokens.problem(id)
        return problem === undefined ? [] : [`${id}: ${problem}`]
      })
    },
    close() {
      for (const { workspace } of known.values()) workspace.close()
    },
  }
}

import type { App } from '@slack/bolt'
import { createSeldom } from '../../core/caches.ts'
import type { Download, FetchFile } from '../../core/clip/download.ts'
import type { FilesLog } from '../../core/clip/files-log.ts'
import type { Effect } from '../../core/effect.ts'
import type { Dispatch, OneBot } from '../../core/job/platform.ts'
import type { Log } from '../../core/log.ts'
import { turnWaitMs } from '../../core/pacing/pacer.ts'
import type { Share } from '../../core/pacing/share.ts'
import type { WorkInHand } from '../../core/waiting.ts'
import { createPlaceholders } from './answers/placeholder.ts'
import { createChannels } from './incoming/channels.ts'
import { listenForEvents } from './incoming/listen.ts'
import { createMembers } from './incoming/members.ts'
import type { Once } from './incoming/once.ts'
import { createUserGroups } from './incoming/user-groups.ts'
import { createVisibility } from './incoming/visibility.ts'
import { createLookAtChannel } from './outgoing/channel-look.ts'
import { createDelivery } from './outgoing/deliver.ts'
import { createFindChannel } from './outgoing/find-channel.ts'
import { createHandOver } from './outgoing/hand-over.ts'
import { createNotify } from './outgoing/notify.ts'
import { createOpen } from './outgoing/open.ts'
import type { Token } from './outgoing/token.ts'
import { createPacedWebs } from './outgoing/web.ts'
import type { Identity } from './setup/access.ts'

/** What all workspaces of a process share. */
export interface SharedOptions {
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
  /** How long an answer waits for a look-up of the requester, in real time; tests on a busy machine allow more. */
  factsMs?: number
}

interface WorkspaceOptions extends SharedOptions {
  token: Token
  /** This process's share of Slack's rates. */
  share: Share
  /** Our identity there; undefined until it is known. */
  us: () => Identity | undefined
  /** Tracks pending look-ups until they are done. */
  track: WorkInHand['track']
  /** Shared by all workspaces of the process. */
  once: Once
  /** How the operator can fix a refused token; by default for SLACK_BOT_TOKEN. */
  mend?: string
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

/** Our bot in one workspace: everything that calls Slack with its token. */
export interface Workspace
  extends Pick<
    OneBot,
    'open' | 'post' | 'edit' | 'remove' | 'notify' | 'canSee' | 'findChannel' | 'lookAtChannel' | 'problem'
  > {
  /** Passes its events to the dispatch; `track` tracks pending answers. */
  listen(app: App, dispatch: Dispatch, identity: Identity, track: WorkInHand['track']): void
  /** Looks up in advance what the first request would otherwise wait for. */
  prepare(): void
  /** Stops all waiting. */
  close(): void
}

/** Each workspace has its own rates and caches. */
export const createWorkspace = (options: WorkspaceOptions): Workspace => {
  const { token, fileOrigins, fetchFile, effect, log, now, wait, us, track, once } = options
  const webs = createPacedWebs(options)
  const { factsMs = spans.facts.timeoutMs } = options
  const facts = webs.client({ ...spans.facts, timeoutMs: factsMs })
  const open = createOpen({ token, fileOrigins, fetchFile })
  const peopleWeb = webs.client({ ...spans.people, timeoutMs: Math.max(spans.people.timeoutMs, factsMs) })
  const peopleOptions = { web: peopleWeb, log, now, track }
  const members = createMembers({ ...peopleOptions, patienceMs: factsMs })
  const userGroups = createUserGroups(peopleOptions)
  const visibility = createVisibility({ web: facts, members, now, log })
  return {
    listen: (app, dispatch, identity, trackAnswer) =>
      listenForEvents(
        app,
        {
          dispatch,
          effect,
          identity,
          log,
          now,
          web: webs.client(spans.reply),
          formWeb: webs.client(spans.form),
          facts,
          once,
          userGroups,
          members,
          channels: createChannels(facts, now, log),
          visibility,
          mayBeTold: createSeldom(),
          handOver: createHandOver({ web: webs.client(spans.handOver), fetchFile, effect, log, wait }),
          placeholders: createPlaceholders({ web: webs.client(spans.placeholder), us, log, now }),
        },
        trackAnswer,
      ),
    prepare: userGroups.refresh,
    close: webs.close,
    problem: webs.problem,
    open: (clip) => effect('slack.open', () => open(clip)),
    ...createDelivery({ ...options, webs, members, us }),
    notify: createNotify({
      web: webs.client(spans.notify),
      mentionWeb: webs.client(spans.mention),
      us,
      log,
      now,
    }),
    canSee: visibility.canSee,
    findChannel: createFindChannel({ web: facts, now, log }),
    lookAtChannel: createLookAtChannel({ web: facts, log, missing: () => us()?.missing ?? [] }),
  }
}

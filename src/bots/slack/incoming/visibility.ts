import type { webApi } from '@slack/bolt'
import { createBriefly, createTimedCache } from '../../../core/caches.ts'
import type { Log } from '../../../core/log.ts'
import type { Asker, Target, Viewer } from '../../../core/target.ts'
import { postError, refusalCode } from '../outgoing/errors.ts'
import type { Members, Person } from './members.ts'

interface VisibilityOptions {
  /** Gives up soon, since an answer waits for it. */
  web: webApi.WebClient
  members: Pick<Members, 'lookUp' | 'lookUpAnew'>
  now: () => number
  log: Log
}

const knownMs = 60_000
const knownMax = 10_000

/** For members who are away: long enough for one list, short enough that a removed member loses access within seconds. */
const awayKnownMs = 3_000

/** Slack recommends fewer, and takes no more than 999. */
const pageSize = 999
const pagesMax = 3

/** What members see of the workspace. Never throws. */
export interface Visibility {
  canSee(viewer: Viewer, place: Target): Promise<boolean>
  /**
   * Whether a member of the workspace sees a channel or is in it, as far as the app can tell: it has to be in private
   * ones, too. Undefined if Slack doesn't say.
   */
  sees(viewer: Asker, channel: string): Promise<boolean | undefined>
}

/** What a channel was when Slack was asked. */
interface KnownChannel {
  isPublic: boolean
  atMs: number
}

/** Channels that a member shares with the app; only the first if there are many. */
interface OwnChannels {
  ids: ReadonlySet<string>
  isWhole: boolean
}

/** Public channels, and private ones where the app is, too. https://docs.slack.dev/reference/methods/users.conversations */
const channelsOf = async (
  web: webApi.WebClient,
  user: string,
  log: Log,
): Promise<OwnChannels | undefined> => {
  const ids = new Set<string>()
  let cursor: string | undefined
  try {
    for (let page = 0; page < pagesMax && cursor !== ''; page += 1) {
      const { channels = [], response_metadata } = await web.users.conversations({
        user,
        types: 'public_channel,private_channel',
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
      })
      for (const { id } of channels) if (id !== undefined) ids.add(id)
      cursor = response_metadata?.next_cursor ?? ''
    }
  } catch (error) {
    log.warn('Slack did not say which channels a member is in', { error: postError(error) })
    return undefined
  }
  return { ids, isWhole: cursor === '' }
}

/**
 * Whether a member of the workspace can see what was posted in a channel. All but guests see its public channels.
 * Whether they are in a private one is only looked up for members who are away, since they are nowhere else: from
 * elsewhere, private channels and direct messages count as invisible. If Slack does not answer in time, the answer is no.
 * https://docs.slack.dev/reference/objects/conversation-object
 */
export const createVisibility = ({ web, members, now, log }: VisibilityOptions): Visibility => {
  const known = createTimedCache<KnownChannel>({ now, spanMs: knownMs, entriesMax: knownMax })
  const asking = new Map<string, Promise<boolean | undefined>>()
  const away = { now, spanMs: awayKnownMs, entriesMax: knownMax }
  const personNow = createBriefly<Person>(away)
  const channelsNow = createBriefly<OwnChannels>(away)

  const ask = async (channel: string): Promise<boolean | undefined> => {
    const remember = (isPublic: boolean): boolean => {
      known.remember(channel, { isPublic, atMs: now() })
      return isPublic
    }
    try {
      const { channel: found } = await web.conversations.info({ channel })
      return remember(found?.is_private === false && found.is_im !== true && found.is_mpim !== true)
    } catch (error) {
      if (refusalCode(error) === 'channel_not_found') return remember(false)
      log.warn('Slack did not say whether a channel is public', { error: postError(error) })
      return undefined
    } finally {
      asking.delete(channel)
    }
  }

  const isPublic = (channel: string, ageMaxMs: number): Promise<boolean | undefined> => {
    const remembered = known.recall(channel)
    if (remembered !== undefined && now() - remembered.atMs < ageMaxMs)
      return Promise.resolve(remembered.isPublic)
    const asked = asking.get(channel) ?? ask(channel)
    asking.set(channel, asked)
    return asked
  }

  /** Whether somebody is of the workspace and no guest, so that they see every public channel. */
  const seesPublic = ({ server }: Asker, { isGone, isGuest, workspaces }: Person): boolean =>
    isGone !== true && !isGuest && workspaces.includes(server)

  const sees = async (viewer: Asker, channel: string): Promise<boolean | undefined> => {
    const { member } = viewer
    const [person, isOpen, own] = await Promise.all([
      personNow(member, () => members.lookUpAnew(member)),
      isPublic(channel, awayKnownMs),
      channelsNow(member, () => channelsOf(web, member, log)),
    ])
    if (person?.isGone === true) return false
    if (own?.ids.has(channel) || (isOpen && person && seesPublic(viewer, person))) return true
    return person === undefined || isOpen === undefined || own?.isWhole !== true ? undefined : false
  }

  return {
    sees,
    async canSee(viewer, { channel }) {
      if (viewer.isAway === true) return (await sees(viewer, channel)) === true
      const [person, isOpen] = await Promise.all([members.lookUp(viewer.member), isPublic(channel, knownMs)])
      return isOpen === true && person !== undefined && seesPublic(viewer, person)
    },
  }
}

import type { webApi } from '@slack/bolt'
import { createTimedCache } from '../../../core/caches.ts'
import type { Log } from '../../../core/log.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import { type Ahead, createLanes, type Rate } from '../../../core/pacing/lanes.ts'
import { onOneLine, shortened } from '../../../core/text/text.ts'
import { within } from '../../../core/waiting.ts'
import { postError } from '../outgoing/errors.ts'

/** A person, as Slack describes them. */
export interface Person {
  /** The workspaces that they belong to, as far as ours can tell. */
  workspaces: readonly string[]
  /** Whether they see only the channels that they are in. */
  isGuest: boolean
  /** Whether they may change the settings of their workspace. */
  isAdmin: boolean
  isBot: boolean
  /** Whether their account was deactivated, which is how people leave a workspace. */
  isGone?: true
  /** Their display name, on one line and not too long. It is their own text and must be escaped. */
  name: string | undefined
}

/** Looks up people. */
export interface Members {
  /** Undefined if Slack does not answer in time. A late answer is known to the next look-up. */
  lookUp(member: string): Promise<Person | undefined>
  /**
   * The same for somebody who was not admitted first, such as who only types or posts; undefined, too, if Slack was asked
   * for many of them within the last minute.
   */
  lookUpUnadmitted(member: string): Promise<Person | undefined>
  /** The same, as Slack describes them now. */
  lookUpAnew(member: string): Promise<Person | undefined>
  /**
   * A person's name; undefined if Slack did not give it within the last minute, since a message can do without.
   */
  nameOf(member: string): Promise<string | undefined>
  /** Slack's name for a person's language, such as `de-DE`; undefined if it is not known yet. Every look-up tells it. */
  localeOf(member: string): string | undefined
}

/** Whether a person belongs to a workspace: its guests do, people who only share a channel with it do not. */
export const isOf = (workspace: string, { workspaces }: Pick<Person, 'workspaces'>): boolean =>
  workspaces.includes(workspace)

type User = NonNullable<webApi.UsersInfoResponse['user']>

/**
 * In an organisation of several workspaces a person is in those listed, whichever is named first; a stranger
 * shares none with us. https://docs.slack.dev/reference/objects/user-object
 */
const workspacesOf = ({ team_id: team, enterprise_user, is_stranger }: User): readonly string[] =>
  is_stranger === true ? [] : [...(team === undefined ? [] : [team]), ...(enterprise_user?.teams ?? [])]

const nameLength = 80

/** The name that Slack's own clients show: the display name, otherwise the real name. */
const nameOf = ({ profile, real_name, name }: User): string | undefined => {
  const called = [profile?.display_name, profile?.real_name, real_name, name]
    .map((text = '') => onOneLine(text).trim())
    .find((text) => text !== '')
  return called === undefined ? undefined : shortened(called, nameLength)
}

const personOf = (user: User): Person => ({
  workspaces: workspacesOf(user),
  isGuest: [user.is_restricted, user.is_ultra_restricted].includes(true),
  isAdmin: [user.is_admin, user.is_owner, user.is_primary_owner].includes(true),
  isBot: user.is_bot === true,
  ...(user.deleted === true && { isGone: true }),
  name: nameOf(user),
})

const knownMs = 5 * 60_000
const knownMax = 10_000
/** How long Slack is not asked again for names that it did not give. */
const namelessMs = 60_000
/** Names take no more of the profiles that Slack returns in a minute: rights are read from profiles, too. */
const nameRate: Rate = { lane: 'names', burst: 10, perMinute: 30 }
/** Anybody can type and post, so these have a part of their own. */
const unadmittedRate: Rate = { lane: 'unadmitted', burst: 10, perMinute: 30 }
const nobodyAhead: Ahead = { waiting: new Map(), heedsPromises: false }
/** People change their language seldom. */
const localeMs = 24 * 60 * 60_000

interface MembersOptions {
  /** Its calls may take longer than an answer can wait. */
  web: webApi.WebClient
  /** How long a look-up is waited for, in milliseconds of real time. */
  patienceMs: number
  now: () => number
  log: Log
  /** Tracks pending work until it is done. */
  track: (work: Promise<void>) => unknown
}

/**
 * The name of the member who requested what a message shows; undefined if nobody is named, or Slack does not
 * say.
 */
export const askerName = async (
  members: Pick<Members, 'nameOf'>,
  { askedBy }: Pick<ResultMessage, 'askedBy'>,
): Promise<string | undefined> => (askedBy === undefined ? undefined : members.nameOf(askedBy))

/** Combines concurrent look-ups into one Slack call, and caches the result for a few minutes. */
export const createMembers = ({ web, patienceMs, now, log, track }: MembersOptions): Members => {
  const known = createTimedCache<Person>({ now, spanMs: knownMs, entriesMax: knownMax })
  const nameless = createTimedCache<true>({ now, spanMs: namelessMs, entriesMax: knownMax })
  const locales = createTimedCache<string>({ now, spanMs: localeMs, entriesMax: knownMax })
  const asking = new Map<string, Promise<Person | undefined>>()
  const lanes = createLanes(now)

  const ask = async (member: string): Promise<Person | undefined> => {
    try {
      const { user } = await web.users.info({ user: member, include_locale: true })
      locales.remember(member, user?.locale ?? '')
      const person = user && personOf(user)
      if (person !== undefined) known.remember(member, person)
      return person
    } catch (error) {
      log.warn('Slack did not return a profile', { error: postError(error) })
      nameless.remember(member, true)
      return undefined
    } finally {
      asking.delete(member)
    }
  }

  const fetchOnce = (member: string): Promise<Person | undefined> => {
    const earlier = asking.get(member)
    if (earlier !== undefined) return earlier
    const answer = ask(member)
    asking.set(member, answer)
    track(answer.then(() => undefined))
    return answer
  }

  const lookUpAnew = (member: string): Promise<Person | undefined> => within(patienceMs, fetchOnce(member))

  const lookUp = async (member: string): Promise<Person | undefined> =>
    known.recall(member) ?? lookUpAnew(member)

  return {
    lookUp,
    lookUpAnew,
    async lookUpUnadmitted(member) {
      const person = known.recall(member)
      if (person !== undefined || lanes.roomInMs([unadmittedRate], nobodyAhead) > 0) return person
      lanes.take([unadmittedRate])
      return lookUpAnew(member)
    },
    async nameOf(member) {
      const person = known.recall(member)
      if (person === undefined) {
        if (nameless.recall(member) === true || lanes.roomInMs([nameRate], nobodyAhead) > 0) return undefined
        lanes.take([nameRate])
      }
      const name = (person ?? (await lookUp(member)))?.name
      if (name === undefined) nameless.remember(member, true)
      return name
    },
    localeOf: (member) => locales.recall(member) || undefined,
  }
}

import type { webApi } from '@slack/bolt'
import { matchingChoices } from '../../../core/command/suggest.ts'
import type { Choice } from '../../../core/fields/field.ts'
import type { Log } from '../../../core/log.ts'
import { within } from '../../../core/waiting.ts'
import { postError, refusalCode } from '../outgoing/errors.ts'

/** The user groups of a workspace and their members. */
export interface UserGroups {
  /** Begins to ask Slack, so that the first request need not wait for it. */
  refresh(): void
  /** Ids of a member's groups; undefined if Slack does not answer in time. */
  of(member: string): Promise<readonly string[] | undefined>
  /** A group's name; undefined if Slack does not answer in time. */
  nameOf(group: string): Promise<string | undefined>
  /** Groups that match the typed text; none if Slack does not answer in time. */
  matching(typed: string): Promise<readonly Choice[]>
}

interface UserGroup {
  id: string
  handle: string
  members: ReadonlySet<string>
}

interface UserGroupsOptions {
  /** May take longer than an answer may wait. */
  web: webApi.WebClient
  log: Log
  now: () => number
  /** Tracks pending work until it is done. */
  track: (work: Promise<void>) => unknown
}

/** Older data is refreshed in the background. */
const freshMs = 3 * 60_000
/** Older data is not used any more. */
const knownMs = 15 * 60_000
/** Delay after a failure before Slack is asked again. */
const restMs = 60_000
/** An answer is waiting meanwhile. */
const patienceMs = 700
const choicesMax = 100

const missingScopeText =
  'Slack does not tell who is in which user group, because the right usergroups:read is missing: where a user group has a budget, requests are refused. Install the app again with the current manifest.'

/** Slack leaves out disabled groups. https://docs.slack.dev/reference/methods/usergroups.list */
const listGroups = async (web: webApi.WebClient): Promise<readonly UserGroup[]> => {
  try {
    const { usergroups = [] } = await web.usergroups.list({ include_users: true })
    return usergroups.flatMap(({ id, handle, users = [] }) =>
      id === undefined ? [] : [{ id, handle: handle ?? id, members: new Set(users) }],
    )
  } catch (error) {
    // A workspace on a free plan has none.
    if (refusalCode(error) === 'plan_upgrade_required') return []
    throw error
  }
}

/** Asks Slack for all groups at once, and again every few minutes while members make requests. */
export const createUserGroups = ({ web, log, now, track }: UserGroupsOptions): UserGroups => {
  let known: { groups: readonly UserGroup[]; atMs: number } | undefined
  let asking: Promise<void> | undefined
  let restsUntilMs = 0
  let isScopeMissed = false

  const failed = (error: unknown): void => {
    restsUntilMs = now() + restMs
    if (refusalCode(error) !== 'missing_scope') {
      log.warn('Slack did not list the user groups', { error: postError(error) })
      return
    }
    if (!isScopeMissed) log.warn(missingScopeText)
    isScopeMissed = true
  }

  const ask = async (): Promise<void> => {
    try {
      known = { groups: await listGroups(web), atMs: now() }
    } catch (error) {
      failed(error)
    } finally {
      asking = undefined
    }
  }

  const groupsYoungerThan = (spanMs: number): readonly UserGroup[] | undefined =>
    known !== undefined && now() - known.atMs < spanMs ? known.groups : undefined

  const refresh = (): void => {
    if (asking !== undefined || now() < restsUntilMs || groupsYoungerThan(freshMs) !== undefined) return
    asking = ask()
    track(asking)
  }

  const current = async (): Promise<readonly UserGroup[] | undefined> => {
    refresh()
    if (groupsYoungerThan(knownMs) === undefined && asking !== undefined) await within(patienceMs, asking)
    return groupsYoungerThan(knownMs)
  }

  return {
    refresh,
    async of(member) {
      return (await current())?.flatMap(({ id, members }) => (members.has(member) ? [id] : []))
    },
    async nameOf(group) {
      return (await current())?.find(({ id }) => id === group)?.handle
    },
    async matching(typed) {
      const choices = ((await current()) ?? []).map(({ id, handle }) => ({ value: id, label: `@${handle}` }))
      return matchingChoices(choices, typed, choicesMax)
    },
  }
}

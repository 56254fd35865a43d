import { declared, say, sayDeclared } from '../../../core/text/say.ts'
import type { Identity } from '../setup/access.ts'
import { isOf, type Members } from './members.ts'

/** The workspaces that Slack names with a member's action. */
export interface SourceWorkspaces {
  /** The workspace on whose behalf Slack notifies us: the app's. Undefined if Slack does not say. */
  toldFor: string | undefined
  /** The workspaces that Slack says the person is from; empty if it does not say. */
  from: readonly string[]
}

/**
 * For a button, a form, a menu or a shortcut: in a shared channel `team` is the app's workspace, even if a
 * member of another one pressed, and `user.team_id` is theirs.
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload,
 * https://github.com/slackapi/java-slack-sdk/issues/1041
 */
export const workspacesOfUse = ({
  team,
  user,
}: {
  team: { id: string } | null
  user: { team_id?: string | undefined }
}): SourceWorkspaces => ({ toldFor: team?.id, from: user.team_id === undefined ? [] : [user.team_id] })

/**
 * For a slash command, which Slack offers only to members of workspaces that have the app, and sends for
 * theirs. https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export const workspacesOfCommand = ({ team_id }: { team_id: string }): SourceWorkspaces => ({
  toldFor: team_id,
  from: [team_id],
})

/**
 * For a message: the event names the author's workspace. An app in several workspaces is notified on behalf of
 * one of them. https://docs.slack.dev/apis/events-api/#callback-field,
 * https://docs.slack.dev/apis/slack-connect
 */
export const workspacesOfMessage = (
  body: { team_id: string; authorizations?: readonly { team_id: string | null }[] },
  event: object,
): SourceWorkspaces => {
  const fields: Readonly<Record<string, unknown>> = { ...event }
  const named = [fields.team, fields.user_team, fields.source_team]
  return {
    toldFor: body.authorizations?.[0]?.team_id ?? body.team_id,
    from: named.filter((team) => typeof team === 'string'),
  }
}

/**
 * We have the token of one workspace. If the app is installed in another one too, Slack also sends its
 * requests: we can neither look there nor post, and its members have no rights to our workspace's budget.
 */
const elsewhere = declared(
  "I belong to another workspace, so I can't help here. Your admins can set up Tunesmith for this one.",
)
/** The answer to somebody in a workspace that we don't serve. */
export const elsewhereText = (): string => sayDeclared(elsewhere)

/** The answer in a workspace where Slack no longer takes our calls. */
export const refusedText = (installUrl: string): string =>
  say('Slack no longer lets me post in this workspace. An admin can install Tunesmith again: {{url}}', {
    url: installUrl,
  })

const stranger = declared('I only work for members of my own workspace. Nothing was charged.')
const unknown = declared(
  "Slack didn't say which workspace you're from. Try again in a minute. Nothing was charged.",
)

interface ServedOptions {
  identity: Pick<Identity, 'server'>
  members: Pick<Members, 'lookUp'>
}

/** Whether Slack sends it on behalf of another workspace than ours, so that nothing about it can be looked up. */
const isElsewhere = (
  { identity }: Pick<ServedOptions, 'identity'>,
  { toldFor }: Pick<SourceWorkspaces, 'toldFor'>,
): boolean => toldFor !== undefined && toldFor !== identity.server

/** Whether what Slack sends says that a person is served, so that Slack need not be asked. */
export const isKnownToServe = (
  { identity }: Pick<ServedOptions, 'identity'>,
  { toldFor, from }: SourceWorkspaces,
): boolean =>
  !isElsewhere({ identity }, { toldFor }) && from.length > 0 && from.every((team) => team === identity.server)

/**
 * Why a person is not served: only members of the paying workspace may request, see or press anything. A
 * complete sentence for them; undefined for members. Slack's payload is trusted if it names that workspace and
 * no other; in an organisation of several workspaces it may name another one, or the organisation. In that
 * case, and if it names none, Slack is asked who the person is; without an answer in time, they are not served.
 */
export const whyNotServed = async (
  options: ServedOptions,
  sourceWorkspaces: SourceWorkspaces,
  member: string,
): Promise<string | undefined> => {
  const { identity, members } = options
  if (isElsewhere(options, sourceWorkspaces)) return elsewhereText()
  if (isKnownToServe(options, sourceWorkspaces)) return undefined
  const person = await members.lookUp(member)
  if (person === undefined) return sayDeclared(unknown)
  return isOf(identity.server, person) ? undefined : sayDeclared(stranger)
}

import { declared, sayDeclared } from '../../../core/text/say.ts'
import type { Identity } from '../setup/access.ts'
import { isOf, type Members } from './members.ts'

/** What Slack says of workspaces as it brings us what somebody did. */
export interface SourceWorkspaces {
  /** The workspace on whose behalf we are told: that of the app. Undefined where Slack does not say. */
  toldFor: string | undefined
  /** Where it says that the person is from; nothing, where it does not. */
  from: readonly string[]
}

/**
 * Of a button, a form, a menu or a shortcut: in a channel that is shared with others, `team` is the workspace
 * of the app, also where somebody of another one pressed, and `user.team_id` is theirs.
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
 * Of a slash command, which Slack offers to people of workspaces alone that have the app, and brings us for
 * theirs. https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export const workspacesOfCommand = ({ team_id }: { team_id: string }): SourceWorkspaces => ({
  toldFor: team_id,
  from: [team_id],
})

/**
 * Of a message: whose it is stands in the event. An app that is in several workspaces is told on behalf of
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
 * We have the token of one workspace. Slack brings what is asked in another one too, where somebody installed
 * the app: we can neither look there nor post, and its people have no say in our workspace's budget.
 */
const elsewhere = declared(
  'I work for another workspace, so there is nothing that I can do here. Whoever runs me can set up a Tunesmith for this workspace.',
)
const stranger = declared(
  'I work for the people of another workspace than yours, so I can do nothing for you here. Nothing was charged.',
)
const unknown = declared(
  'Slack did not tell me in time which workspace you are from, so I did nothing. Nothing was charged. Please try again in a minute.',
)

interface ServedOptions {
  identity: Pick<Identity, 'server'>
  members: Pick<Members, 'lookUp'>
}

/**
 * Whether Slack brings it on behalf of another workspace than ours, so that nothing can be looked up about
 * it.
 */
export const isElsewhere = (
  { identity }: Pick<ServedOptions, 'identity'>,
  { toldFor }: Pick<SourceWorkspaces, 'toldFor'>,
): boolean => toldFor !== undefined && toldFor !== identity.server

/**
 * Why somebody is not served: only who belongs to the workspace that pays may ask for anything, see anything
 * of it, or press anything. A complete sentence for them; undefined for who belongs to it. What Slack brings
 * is believed where it names that workspace and no other; in an organisation of several workspaces it may
 * name another one, or the organisation, so that then and where it names none, Slack is asked who that is.
 * Where it does not tell in time, nobody is served.
 */
export const whyNotServed = async (
  options: ServedOptions,
  sourceWorkspaces: SourceWorkspaces,
  member: string,
): Promise<string | undefined> => {
  const { identity, members } = options
  const { from } = sourceWorkspaces
  if (isElsewhere(options, sourceWorkspaces)) return sayDeclared(elsewhere)
  if (from.length > 0 && from.every((team) => team === identity.server)) return undefined
  const person = await members.lookUp(member)
  if (person === undefined) return sayDeclared(unknown)
  return isOf(identity.server, person) ? undefined : sayDeclared(stranger)
}

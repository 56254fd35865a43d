import { channelOf, teamIdOf, userOf } from '../render.ts'
import type { Channel, Interaction, World } from '../state.ts'

/**
 * What the payloads of interactivity have in common. In a shared channel `team` is the workspace of the app,
 * and the person is of their own: https://github.com/slackapi/java-slack-sdk/issues/1041,
 * https://docs.slack.dev/reference/interaction-payloads
 */
export const sharedFields = (world: World, { userId, triggerId }: Interaction) => {
  const { id, name } = userOf(world, userId)
  return {
    api_app_id: world.app.id,
    token: world.app.verificationToken,
    team: { id: world.team.id, domain: world.team.domain },
    user: { id, username: name, name, team_id: teamIdOf(world, userId) },
    enterprise: null,
    is_enterprise_install: false,
    trigger_id: triggerId,
  }
}

/** A conversation as payloads name it. */
export const channelField = ({ id, name }: Channel) => ({ id, name })

/** The conversation of an interaction, as payloads name it. */
export const placeField = (world: World, { channelId }: Interaction) =>
  channelField(channelOf(world, channelId))

/** The time of a press, in the shape of a message's time stamp. */
export const actionTs = (world: World): string => world.nextTs()

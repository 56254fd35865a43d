import type { SeenOffers } from '../control/seen-places.ts'
import { findPerson, findPlace } from './deeds/references.ts'
import type { World } from './state.ts'

const nothing: SeenOffers = { commands: [], entries: [] }

/**
 * What the client offers somebody: commands in conversations but not in their threads, and the message
 * shortcuts; both to people of the workspace that the app is installed in.
 * https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export const seenOffers = (world: World, viewer: string, place: string): SeenOffers => {
  const { id, teamId } = findPerson(world, viewer, 'viewer')
  const { threadTs } = findPlace(world, place, id)
  const { commands, shortcuts } = world.installation
  if (teamId !== undefined) return nothing
  return {
    commands:
      threadTs === undefined
        ? commands.map(({ command, description, usage_hint }) => ({
            name: command.slice(1),
            description,
            options: [],
            ...(usage_hint !== undefined && { hint: usage_hint }),
          }))
        : [],
    entries: shortcuts.filter(({ type }) => type === 'message').map(({ name }) => name),
  }
}

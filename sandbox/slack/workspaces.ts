import { findUser } from './deeds/references.ts'
import type { User, World } from './state.ts'

/** The workspace of that id, if there is one. */
export const workspaceOf = ({ registration }: World, teamId: string | undefined): World | undefined =>
  registration.workspaces.find(({ team }) => team.id === teamId)

/** The workspace with that conversation, or the thread in one: "C0123" or "C0123:1700000000.000100". */
const workspaceWithChannel = ({ registration }: World, place: string): World | undefined => {
  const [id = ''] = place.split(':')
  return registration.workspaces.find(({ channels }) => channels.has(id))
}

const isOwnPerson = (user: User | undefined): boolean => user?.isBot === false && user.teamId === undefined

/**
 * The workspace in which somebody does something: that of the conversation, where it is named by its id, or
 * else that of the person; names that nobody bears are asked for where the app was made.
 */
export const workspaceOfDeed = (
  home: World,
  personName: string | undefined,
  place: string | undefined,
): World =>
  (place === undefined ? undefined : workspaceWithChannel(home, place)) ??
  (personName === undefined
    ? undefined
    : home.registration.workspaces.find((world) => isOwnPerson(findUser(world, personName)))) ??
  home

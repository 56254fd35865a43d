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
 * The workspace of an action: that of the conversation if it is named by its id, otherwise the person's.
 * Unknown names are looked up where the app was made.
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

import type { SeenChannel, SeenPerson, SeenPlaces } from '../control/seen-places.ts'
import { findPerson } from './deeds/references.ts'
import { displayName } from './mentions.ts'
import { directMessage } from './messages.ts'
import type { Channel, World } from './state.ts'

const seeChannel = ({ id, name }: Channel): SeenChannel => ({ id, name, kind: 'channel' })

const seePeople = (world: World): readonly SeenPerson[] =>
  [...world.users.values()]
    .filter(({ teamId }) => teamId === undefined)
    .map(({ id, isBot, isAdmin }) => ({ id, name: displayName(world, id), isBot, isAdmin }))

/** https://docs.slack.dev/surfaces/app-home */
const seeHome = ({ homes, installation }: World, userId: string): Pick<SeenChannel, 'home'> => {
  const view = homes.get(userId)
  if (!installation.hasHome) return {}
  return { home: view === undefined ? { blocks: [] } : { id: view.id, blocks: view.data.blocks } }
}

/** The workspace with the conversations that somebody is in, and their messages with the app. */
export const seenPlaces = (world: World, viewer: string): SeenPlaces => {
  const { id: userId } = findPerson(world, viewer, 'viewer')
  const { id } = directMessage(world, userId)
  return {
    servers: [
      {
        id: world.team.id,
        name: world.team.name,
        channels: [...world.channels.values()]
          .filter(({ kind, isDeleted }) => kind === 'channel' && isDeleted !== true)
          .filter(({ memberIds }) => memberIds.has(userId))
          .map(seeChannel),
        people: seePeople(world),
        groups: [...world.groups.values()].map(({ id, handle }) => ({ id, name: handle })),
      },
    ],
    directMessages: [
      {
        id,
        name: displayName(world, world.app.userId),
        kind: 'direct message',
        ...seeHome(world, userId),
      },
    ],
  }
}

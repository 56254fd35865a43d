import type { ChatState } from './use-chat.ts'

type Named = { readonly id: string; readonly name: string }

/** What a menu shows, and the value that a deed takes for it. */
export type Choice = { readonly name: string; readonly value: string }

const choice = ({ id, name }: Named): Choice => ({ name, value: id })
const channelChoice = ({ id, name }: Named): Choice => ({ name: `# ${name}`, value: id })
const groupChoice = ({ id, name }: Named): Choice => ({ name: `@${name}`, value: id })

/**
 * The people, the channels or the groups of a place, where one of them is to be chosen; undefined of any other
 * kind.
 */
export const placeChoices = (
  kind: string,
  { people, channels, groups }: ChatState,
): readonly Choice[] | undefined => {
  switch (kind) {
    case 'member':
      return people.map(choice)
    case 'mentionable':
      return [...people.map(choice), ...groups.map(groupChoice)]
    case 'role':
      return groups.map(groupChoice)
    case 'channel':
      return channels.filter((channel) => channel.kind !== 'direct message').map(channelChoice)
    default:
      return undefined
  }
}

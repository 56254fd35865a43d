import type { ChatState } from './use-chat.ts'

type Named = { readonly id: string; readonly name: string }

/** What a menu shows, and the value that a deed takes for it. */
export type Choice = { readonly name: string; readonly value: string }

const choice = ({ id, name }: Named): Choice => ({ name, value: id })
const channelChoice = ({ id, name }: Named): Choice => ({ name: `# ${name}`, value: id })
const groupChoice = ({ id, name }: Named): Choice => ({ name: `@${name}`, value: id })

/** What of a place can be chosen in menus, by what they are for. */
export type ChoicesOfPlace = Readonly<
  Record<'member' | 'mentionable' | 'role' | 'channel', readonly Choice[]>
>

/** The people, the groups and the channels of a place, to choose from. */
export const placeChoices = ({ people, channels, groups }: ChatState): ChoicesOfPlace => ({
  member: people.map(choice),
  mentionable: [...people.map(choice), ...groups.map(groupChoice)],
  role: groups.map(groupChoice),
  channel: channels.filter(({ kind }) => kind !== 'direct message').map(channelChoice),
})

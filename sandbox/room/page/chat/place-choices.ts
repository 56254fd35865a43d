import type { ChatState } from './use-chat.ts'

/** The people and the channels of a place, where one of them is to be chosen; undefined of any other kind. */
export const placeChoices = (
  kind: string,
  { people, channels }: ChatState,
): readonly { name: string; value: string }[] | undefined => {
  if (kind === 'member' || kind === 'mentionable') return people.map(({ id, name }) => ({ name, value: id }))
  if (kind === 'channel')
    return channels
      .filter((channel) => channel.kind !== 'direct message')
      .map(({ id, name }) => ({ name: `# ${name}`, value: id }))
  return undefined
}

import { AllowedMentionsTypes } from 'discord-api-types/v10'
import type { AllowedMentions } from './validation/message.ts'

const idsIn = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, id]) => id ?? '')),
]

/**
 * Members, roles, channels and everyone as a text names them.
 * https://docs.discord.com/developers/reference#message-formatting
 */
export const mentionsIn = (text: string) => ({
  userIds: idsIn(text, /<@!?(\d{15,20})>/g),
  roleIds: idsIn(text, /<@&(\d{15,20})>/g),
  channelIds: idsIn(text, /<#(\d{15,20})>/g),
  everyone: /@(everyone|here)\b/.test(text),
})

/**
 * What in a text would ring somebody: everything, unless the sender said what may.
 * A member named one by one under `users` is rung on purpose and is left out.
 * https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
export const unguardedMentions = (text: string, allowed: AllowedMentions | undefined): readonly string[] => {
  const found = mentionsIn(text)
  const parses = (type: AllowedMentionsTypes) => allowed === undefined || (allowed.parse ?? []).includes(type)
  return [
    ...(found.everyone && parses(AllowedMentionsTypes.Everyone) ? ['@everyone'] : []),
    ...found.userIds.filter(() => parses(AllowedMentionsTypes.User)).map((id) => `<@${id}>`),
    ...found.roleIds
      .filter((id) => parses(AllowedMentionsTypes.Role) || allowed?.roles?.includes(id))
      .map((id) => `<@&${id}>`),
  ]
}

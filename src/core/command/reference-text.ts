import type { ReferenceKind } from '../fields/field.ts'

/**
 * References as either platform writes them: `<@1>`, `<#1>` and `<@&1>` on Discord; `<@U1|name>`, `<#C1|name>` and
 * `<!subteam^S1|@name>` on Slack, sometimes without the name.
 * https://docs.discord.com/developers/reference#message-formatting
 * https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages
 */
export const references = {
  member: /^<@!?(\w+)(?:\|[^>]*)?>$/,
  channel: /^<#(\w+)(?:\|[^>]*)?>$/,
  group: /^<(?:@&|!subteam\^)(\w+)(?:\|[^>]*)?>$/,
} as const satisfies Record<ReferenceKind, RegExp>

/** The sign before a name that is not a reference. */
export const signs = { member: '@', channel: '#', group: '@' } as const satisfies Record<
  ReferenceKind,
  string
>

/**
 * Ids as either platform makes them; a typed name or number is not one.
 * https://docs.discord.com/developers/reference#snowflakes
 * https://docs.slack.dev/reference/objects/user-object
 */
const referenceId = /^(?:\d{17,20}|(?=[A-Z]*\d)[CDGSUW][A-Z\d]{5,})$/

/** A word that is not an id, marked so that the field refuses it. */
export const unpicked = (kind: ReferenceKind, text: string): string =>
  text.startsWith(signs[kind]) ? text : `${signs[kind]}${text}`

/** The id in a text, as a mention or by itself; otherwise a value that the field refuses. */
export const referenceValue = (kind: ReferenceKind, text: string): string => {
  const id = references[kind].exec(text)?.[1]
  if (id !== undefined || referenceId.test(text)) return id ?? text
  return unpicked(kind, text)
}

import type { RawValues } from '../../core/field.ts'

/** `<@U1|name>` as Slack writes a mention; the name is missing where it was not asked for. */
const mention = /<@(\w+)(?:\|([^<>]*))?>/g

const referenceText = (inside: string): string => {
  const bar = inside.indexOf('|')
  const target = bar === -1 ? inside : inside.slice(0, bar)
  const label = bar === -1 ? undefined : inside.slice(bar + 1)
  if (target.startsWith('#')) return `#${label || target.slice(1)}`
  if (target.startsWith('!date^')) return label ?? ''
  if (target.startsWith('!subteam^')) return label || target.slice('!subteam^'.length)
  if (target.startsWith('!')) return `@${target.slice(1)}`
  return /^https?:/i.test(target) ? target : label || target
}

/**
 * What a member typed, out of Slack's markup: addresses for links, names for channels, no escapes. Mentions of members
 * stay as they are, for a field may want their ids.
 * https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages
 */
export const typedText = (markup: string): string =>
  markup
    .replaceAll(/<([^<>]+)>/g, (written, inside: string) =>
      inside.startsWith('@') ? written : referenceText(inside),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** A text with names where it mentions members. */
const withNames = (text: string): string =>
  text.replaceAll(mention, (_, id: string, name: string | undefined) => `@${name || id}`)

/** Values whose texts mention members by name. */
export const namedMentions = (values: RawValues): RawValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? withNames(value) : value,
    ]),
  )

/** What stands behind the first mention of a user, or before it where nothing does; undefined without a mention. */
export const textAroundMention = (markup: string, userId: string): string | undefined => {
  const [found] = [...markup.matchAll(mention)].filter(([, id]) => id === userId)
  if (found === undefined) return undefined
  const behind = markup.slice(found.index + found[0].length).trim()
  return behind === '' ? markup.slice(0, found.index).trim() : behind
}

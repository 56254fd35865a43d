import type { AroundMention } from '../../../core/command/mention-text.ts'
import type { RawValues } from '../../../core/fields/field.ts'

/** `<@U1|name>` as Slack writes a mention; the name is missing where it was not asked for. */
const mention = /<@(\w+)(?:\|([^<>]*))?>/g

/** Members, channels and user groups, whose ids a field may want. */
const reference = /<(@|#|!subteam\^)(\w+)(?:\|([^<>]*))?>/g
const isReference = (inside: string): boolean => /^(@|#|!subteam\^)\w/.test(inside)

const referenceText = (inside: string): string => {
  const bar = inside.indexOf('|')
  const target = bar === -1 ? inside : inside.slice(0, bar)
  const label = bar === -1 ? undefined : inside.slice(bar + 1)
  if (target.startsWith('!date^')) return label ?? ''
  if (target.startsWith('!')) return `@${target.slice(1)}`
  return /^https?:/i.test(target) ? target : label || target
}

/**
 * What a member typed, out of Slack's markup: addresses for links, no escapes. Members, channels and user
 * groups stay as they are, for a field may want their ids.
 * https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages
 */
export const typedText = (markup: string): string =>
  markup
    .replaceAll(/<([^<>]+)>/g, (written, inside: string) =>
      isReference(inside) ? written : referenceText(inside),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const nameOf = (sign: string, id: string, label: string | undefined): string => {
  if (sign === '!subteam^') return label || id
  return `${sign}${label || id}`
}

/** A text with names where it refers to members, channels and user groups. */
export const withNames = (text: string): string =>
  text.replaceAll(reference, (_, sign: string, id: string, label: string | undefined) =>
    nameOf(sign, id, label),
  )

/** Values whose texts call members, channels and user groups by their names. */
export const namedReferences = (values: RawValues): RawValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? withNames(value) : value,
    ]),
  )

/** What stands around the first mention of a user; undefined without one. */
export const aroundMention = (markup: string, userId: string): AroundMention | undefined => {
  const [found] = [...markup.matchAll(mention)].filter(([, id]) => id === userId)
  if (found === undefined) return undefined
  return { before: markup.slice(0, found.index), behind: markup.slice(found.index + found[0].length) }
}

import type { AroundMention } from '../../../core/command/mention-text.ts'
import { momentText } from '../../../core/text/moment.ts'

/** Members, channels and user groups, whose ids a field may want. */
const isReference = (inside: string): boolean => /^(@|#|!subteam\^)\w/.test(inside)

/** The text of a date that came without a fallback. */
const dateText = (target: string): string => {
  const [, seconds] = /^!date\^(-?\d{1,11})(?:\^|$)/.exec(target) ?? []
  return seconds === undefined ? '' : momentText(Number(seconds) * 1_000)
}

const referenceText = (inside: string): string => {
  const bar = inside.indexOf('|')
  const target = bar === -1 ? inside : inside.slice(0, bar)
  const label = bar === -1 ? undefined : inside.slice(bar + 1)
  if (target.startsWith('!date^')) return label || dateText(target)
  if (target.startsWith('!')) return `@${target.slice(1)}`
  return /^https?:/i.test(target) ? target : label || target
}

/**
 * What a member typed, without Slack's markup: addresses for links, no escapes. Members, channels and user
 * groups are unchanged, since a field may want their ids.
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

/**
 * The text around the first mention of a user, which can be repeated; undefined without one. Slack writes `<@U1|name>`;
 * the name is missing unless it was requested.
 */
export const aroundMention = (markup: string, userId: string): AroundMention | undefined => {
  const name = `<@${userId}(?:\\|[^<>]*)?>`
  const found = new RegExp(`${name}(?:[\\s,]*${name})*`).exec(markup)
  if (found === null) return undefined
  return { before: markup.slice(0, found.index), behind: markup.slice(found.index + found[0].length) }
}

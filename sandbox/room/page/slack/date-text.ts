import { distance } from '../chat/moment-text.ts'

const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

const ordinal = (day: number): string => `${day}${endings[ordinals.select(day)] ?? 'th'}`

const inWords = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  date.toLocaleString('en-US', options).replaceAll('\u202F', ' ')

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** "Monday, December 23rd" */
const longDay = (date: Date): string =>
  `${inWords(date, { weekday: 'long' })}, ${inWords(date, { month: 'long' })} ${ordinal(date.getDate())}`

const dayNumber = (date: Date): number =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000

const nearDays = ['yesterday', 'today', 'tomorrow'] as const

/** The day by its nearness, if it is near. */
const nearDay = (date: Date, now: Date): string | undefined => nearDays[dayNumber(date) - dayNumber(now) + 1]

type Writing = (date: Date, now: Date) => string

const long: Writing = (date) => `${longDay(date)}, ${date.getFullYear()}`
const short: Writing = (date) => inWords(date, { dateStyle: 'medium' })
const withoutYear: Writing = (date) => inWords(date, { month: 'long', day: 'numeric' })

const tokens: Readonly<Partial<Record<string, Writing>>> = {
  day_divider_pretty: (date, now) =>
    nearDay(date, now) ?? (date.getFullYear() === now.getFullYear() ? longDay(date) : long(date, now)),
  date_num: (date) => [date.getFullYear(), ...[date.getMonth() + 1, date.getDate()].map(twoDigits)].join('-'),
  date_slash: (date) =>
    [...[date.getDate(), date.getMonth() + 1].map(twoDigits), date.getFullYear()].join('/'),
  date_long: long,
  date_long_full: (date) => inWords(date, { dateStyle: 'long' }),
  date_long_pretty: (date, now) => nearDay(date, now) ?? long(date, now),
  date: withoutYear,
  date_pretty: (date, now) => nearDay(date, now) ?? withoutYear(date, now),
  date_short: short,
  date_short_pretty: (date, now) => nearDay(date, now) ?? short(date, now),
  time: (date) => inWords(date, { timeStyle: 'short' }),
  time_secs: (date) => inWords(date, { timeStyle: 'medium' }),
  ago: distance,
}

/**
 * A date as Slack writes it for a reader: each known token in braces becomes a part of the date, and the rest stays.
 * https://docs.slack.dev/reference/block-kit/block-elements/date-element
 */
export const dateText = (format: string, date: Date, now: Date): string =>
  format.replaceAll(/\{(\w+)\}/g, (written, token: string) => tokens[token]?.(date, now) ?? written)

import { languageNow } from './say.ts'

/** By language. Days are without a zone here. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatNow = (): Intl.DateTimeFormat => {
  const language = languageNow()
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  formats.set(language, format)
  return format
}

/** A calendar day such as "2026-07-01" as "Jul 1". */
export const dayText = (day: string): string => formatNow().format(Date.parse(day))

/** Two calendar days as "Jul 1 – 31", or one if they are the same. */
export const daysText = (from: string, to: string): string =>
  formatNow().formatRange(Date.parse(from), Date.parse(to)).replaceAll(/\s/g, ' ')

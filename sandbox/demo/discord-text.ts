const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

const inRelation = (seconds: number, nowMs: number): string => {
  const away = seconds - nowMs / 1000
  const [unit, length] = spans.find(([, span]) => Math.abs(away) >= span) ?? ['second', 1]
  return relative.format(Math.round(away / length), unit)
}

const inFull = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * A text as Discord shows it: without the backslashes that escape, and with moments in words.
 * https://docs.discord.com/developers/reference#message-formatting
 */
export const asShownInDiscord = (text: string, nowMs: number): string =>
  text
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/<t:(\d+)(?::([a-zA-Z]))?>/g, (_, seconds: string, style: string | undefined) =>
      style === 'R' ? inRelation(Number(seconds), nowMs) : inFull(Number(seconds)),
    )

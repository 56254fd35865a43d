import { say, sayCount } from './say.ts'

/** A moment in plain words, such as "2026-07-01 00:00 UTC", if a platform can't show it in the reader's own zone. */
export const momentText = (atMs: number): string =>
  say('{{moment}} UTC', { moment: new Date(atMs).toISOString().slice(0, 16).replace('T', ' ') })

const spans = [
  {
    spanMs: 86_400_000,
    text: (count: number) => sayCount('{{count}} day ago', '{{count}} days ago', { count }),
  },
  {
    spanMs: 3_600_000,
    text: (count: number) => sayCount('{{count}} hour ago', '{{count}} hours ago', { count }),
  },
  {
    spanMs: 60_000,
    text: (count: number) => sayCount('{{count}} minute ago', '{{count}} minutes ago', { count }),
  },
] as const

/** How long ago something was, such as "5 minutes ago". */
export const ageText = (ageMs: number): string => {
  const span = spans.find(({ spanMs }) => ageMs >= spanMs)
  return span === undefined ? say('just now') : span.text(Math.floor(ageMs / span.spanMs))
}

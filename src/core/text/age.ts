import { say, sayCount } from './say.ts'

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

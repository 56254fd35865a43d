import { Unknown } from './unknown.tsx'

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How far away a moment is, in words: "in 2 minutes". */
export const distanceText = (seconds: number, nowSeconds: number): string => {
  const apart = seconds - nowSeconds
  const [unit, size] = units.find(([, span]) => Math.abs(apart) >= span) ?? (['second', 1] as const)
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(apart / size), unit)
}

/** A moment (seconds since the epoch) in the reader's own zone, or how far away it is. */
export const Moment = ({ seconds, isRelative }: { seconds: number; isRelative: boolean }) => {
  const date = new Date(seconds * 1000)
  // A message may contain a moment that no calendar has.
  if (Number.isNaN(date.getTime())) return <Unknown what={`time ${seconds}`} />
  return (
    <time class="moment" dateTime={date.toISOString()}>
      {isRelative
        ? distanceText(seconds, Date.now() / 1000)
        : date.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })}
    </time>
  )
}

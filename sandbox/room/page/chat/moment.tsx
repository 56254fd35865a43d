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
  const [unit, size] = units.find(([, span]) => Math.abs(apart) >= span) ?? units[5]
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(apart / size), unit)
}

/** A moment (seconds since the epoch) in the reader's own zone, or how far away it is. */
export const Moment = ({ seconds, isRelative }: { seconds: number; isRelative: boolean }) => (
  <time class="moment" dateTime={new Date(seconds * 1000).toISOString()}>
    {isRelative
      ? distanceText(seconds, Date.now() / 1000)
      : new Date(seconds * 1000).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })}
  </time>
)

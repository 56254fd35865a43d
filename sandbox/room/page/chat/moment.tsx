import { Unknown } from './unknown.tsx'

/** A moment (seconds since the epoch) in the reader's own zone, in the words of a platform. */
export const Moment = ({ seconds, write }: { seconds: number; write: (date: Date, now: Date) => string }) => {
  const date = new Date(seconds * 1000)
  // A message may contain a moment that no calendar has.
  if (Number.isNaN(date.getTime())) return <Unknown what={`time ${seconds}`} />
  return (
    <time class="moment" dateTime={date.toISOString()}>
      {write(date, new Date())}
    </time>
  )
}

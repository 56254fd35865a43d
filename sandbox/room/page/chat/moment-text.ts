const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const distanceText = (seconds: number, nowSeconds: number): string => {
  const apart = seconds - nowSeconds
  const [unit, size] = units.find(([, span]) => Math.abs(apart) >= span) ?? (['second', 1] as const)
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(apart / size), unit)
}

/** "June 15, 2026 at 2:00 PM" */
export const longMoment = (date: Date): string =>
  date.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })

/** How far away a moment is, in words: "in 2 minutes". */
export const distance = (date: Date, now: Date): string =>
  distanceText(date.getTime() / 1000, now.getTime() / 1000)

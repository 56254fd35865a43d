/** What each day could use if a limit were spread evenly, in whole millionths. To be shown, not to be booked. */
export const evenPace = (limit: number, days: number): number => Math.ceil(limit / days)

/** How full a limit is, from 0 to 1: used and held together are never more than 1. */
export const fullness = (
  limit: number,
  { spent, held }: { spent: number; held: number },
): { used: number; held: number } => {
  const whole = Math.max(limit, spent + held, 1)
  return { used: spent / whole, held: held / whole }
}

/** How often a page may be had in a minute. */
interface VisitsMax {
  /** By visitors of one address. */
  each: number
  /** By all, since addresses can be had in numbers. */
  all: number
}

/** Counts a visit, and returns whether it is allowed. Without a known address, only the limit for all counts. */
export type VisitLimit = (address: string | undefined) => boolean

const spanMs = 60_000

/** Refused visits don't count. */
export const createVisitLimit = (now: () => number, { each, all }: VisitsMax): VisitLimit => {
  let visits: readonly { atMs: number; address: string | undefined }[] = []
  return (address) => {
    const atMs = now()
    visits = visits.filter((visit) => visit.atMs > atMs - spanMs)
    const own = address === undefined ? 0 : visits.filter((visit) => visit.address === address).length
    if (visits.length >= all || own >= each) return false
    visits = [...visits, { atMs, address }]
    return true
  }
}

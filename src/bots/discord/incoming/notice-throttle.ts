const seldomMs = 60_000
const membersMax = 10_000

/** Whether a member can be told something again now. */
export type Seldom = (member: string, atMs: number) => boolean

/** Allows one message per member and minute, so that members can't make the bot flood a channel. */
export const createSeldom = (): Seldom => {
  const toldAtMs = new Map<string, number>()
  return (member, atMs) => {
    if (atMs - (toldAtMs.get(member) ?? Number.NEGATIVE_INFINITY) < seldomMs) return false
    toldAtMs.delete(member)
    toldAtMs.set(member, atMs)
    const [oldest] = toldAtMs.keys()
    if (toldAtMs.size > membersMax && oldest !== undefined) toldAtMs.delete(oldest)
    return true
  }
}

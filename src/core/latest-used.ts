/**
 * Notes that an entry is used now. If there are more than `countMax` then, the one that was not used for longest is
 * removed and returned.
 */
export const noteUsed = <Value>(
  entries: Map<string, Value>,
  name: string,
  value: Value,
  countMax: number,
): Value | undefined => {
  entries.delete(name)
  entries.set(name, value)
  const [longestUnused] = entries
  if (longestUnused === undefined || entries.size <= countMax) return undefined
  entries.delete(longestUnused[0])
  return longestUnused[1]
}

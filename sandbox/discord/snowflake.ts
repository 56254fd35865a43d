/**
 * Discord counts time from the first second of 2015. https://docs.discord.com/developers/reference#snowflakes
 */
const epochMs = 1_420_070_400_000n
const timestampShift = 22n

/** Makes ids that grow, each with the time of its making inside. */
export const createSnowflakes = (now: () => number): (() => string) => {
  let last = 0n
  return () => {
    const atLeast = (BigInt(now()) - epochMs) << timestampShift
    last = atLeast > last ? atLeast : last + 1n
    return String(last)
  }
}

/** An id made so many milliseconds before another. */
export const earlier = (id: string, byMs: number): string =>
  String(BigInt(id) - (BigInt(byMs) << timestampShift))

/** The shard that a server belongs to. https://docs.discord.com/developers/events/gateway#sharding */
export const shardOf = (guildId: string, shardCount: number): number =>
  Number((BigInt(guildId) >> timestampShift) % BigInt(shardCount))

/** The polynomial of https://github.com/redis/redis/blob/7.2/src/crc64.c, reflected, in two halves. */
const polynomial = { high: 0x95ac9329, low: 0xac4bc9b5 } as const

const table = Array.from({ length: 256 }, (_, index) => {
  let [high, low] = [0, index]
  for (let bit = 0; bit < 8; bit += 1) {
    const isOdd = (low & 1) === 1
    low = (low >>> 1) | (high << 31)
    high >>>= 1
    if (isOdd) {
      high ^= polynomial.high
      low ^= polynomial.low
    }
  }
  return [high, low] as const
})
const highs = Int32Array.from(table, ([high]) => high)
const lows = Int32Array.from(table, ([, low]) => low)

/** A checksum of bytes that come in pieces. */
export interface Checksum {
  add(bytes: Uint8Array): void
  /** Of all that was added, as Redis writes it. */
  written(): Buffer
}

/** A checksum as Redis makes it, of nothing yet. */
export const createChecksum = (): Checksum => {
  let [high, low] = [0, 0]
  return {
    add(bytes) {
      let [nextHigh, nextLow] = [high, low]
      for (let at = 0; at < bytes.length; at += 1) {
        const index = (nextLow ^ (bytes[at] ?? 0)) & 0xff
        nextLow = ((nextLow >>> 8) | (nextHigh << 24)) ^ (lows[index] ?? 0)
        nextHigh = (nextHigh >>> 8) ^ (highs[index] ?? 0)
      }
      ;[high, low] = [nextHigh, nextLow]
    },
    written() {
      const bytes = Buffer.alloc(8)
      bytes.writeInt32LE(low, 0)
      bytes.writeInt32LE(high, 4)
      return bytes
    },
  }
}

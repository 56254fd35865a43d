import type { PacketSeconds } from './sound-length.ts'

/** Frame duration by a packet's first byte, in ms (RFC 6716, table 2). */
const frameMs = (first: number): number => {
  const configuration = first >>> 3
  if (configuration < 12) return [10, 20, 40, 60][configuration & 3] ?? 60
  if (configuration < 16) return [10, 20][configuration & 1] ?? 20
  return [2.5, 5, 10, 20][configuration & 3] ?? 20
}

/** Duration of an Opus packet, by its first two bytes (RFC 6716, 3.1 and 3.2). */
export const opusPacketSeconds: PacketSeconds = (file, start, bytes) => {
  if (bytes === 0) return 0
  const first = file[start] ?? 0
  const second = bytes > 1 ? (file[start + 1] ?? 0) : 0
  const count = [1, 2, 2, second & 0x3f][first & 3] ?? 0
  return (frameMs(first) * count) / 1000
}

import type { ClipReader, LocalClip } from '../../../src/core/clip/clip-reading.ts'

const silence = 'nothing but silence'

const secondsIn = (text: string): number => Number(/^([\d.]+) seconds$/.exec(text)?.[1] ?? 20)

/**
 * A clip reader without a disk: a file that says it is silence is refused, one that says so many seconds
 * lasts as long, and one that says nothing of it twenty; it knows what has not been discarded.
 */
export const createScriptedClipReader = () => {
  const kept = new Set<LocalClip>()
  /** Thrown by the next reads, one each. */
  const failures: Error[] = []
  const port: ClipReader = {
    async read({ name, chunks }) {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      const text = Buffer.concat(parts).toString()
      if (text === silence) return { status: 'refused', reason: `${name} is ${silence}.` }
      const clip: LocalClip = {
        path: `/clips/${kept.size}`,
        name,
        contentType: 'audio/mpeg',
        bytes: text.length,
        seconds: secondsIn(text),
      }
      kept.add(clip)
      return { status: 'read', clip }
    },
    discard: (clip) => Promise.resolve(void kept.delete(clip)),
  }
  return { port, kept, failures, silence }
}

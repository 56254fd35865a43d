import { useEffect, useState } from 'preact/hooks'
import type { Since } from './control.ts'
import { follow, type Happened } from './follow.ts'
import { createReader } from './reader.ts'

const pauseMs = 1_000

/** What happened, and whether anybody is there who would tell of more. */
interface Happenings<T> {
  /** Oldest first. */
  entries: readonly T[]
  isAway: boolean
}

/** A browser has few connections for all its pages: one that nobody looks at asks for nothing. */
const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController()
    const check = (): void => {
      if (document.hidden && !signal.aborted) return
      over.abort()
      resolve()
    }
    document.addEventListener('visibilitychange', check, { signal: over.signal })
    signal.addEventListener('abort', check, { signal: over.signal })
    check()
  })

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** What happened so far; goes on asking for more while it is shown. */
export const useHappenings = <T extends Happened>(since: Since<T>): Happenings<T> => {
  const [entries, setEntries] = useState<readonly T[]>([])
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    const told = (more: readonly T[]): void => setEntries((before) => [...before, ...more])
    const replaced = (): void => location.reload()
    void follow(since, { told, away: setAway, replaced, untilSeen, pause }, end.signal)
    return () => end.abort()
  }, [since])
  return { entries, isAway }
}

/**
 * What `read` says, read again whenever `occasion` changes; undefined before the first answer. What is asked
 * while an answer is awaited is asked once more after it.
 */
export const useFresh = <T>(read: () => Promise<T>, key: string, occasion: number): T | undefined => {
  const [found, setFound] = useState<{ key: string; value: T }>()
  const [readAnew] = useState(() => createReader<T>((key, value) => setFound({ key, value })))
  useEffect(() => {
    void readAnew(key, read)
  }, [readAnew, key, occasion, read])
  return found?.key === key ? found.value : undefined
}

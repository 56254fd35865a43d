import { useEffect, useRef, useState } from 'preact/hooks'
import { Refused } from './control.ts'

const pauseMs = 1_000

/** What happened, and whether anybody is there who would tell of more. */
interface Happenings<T> {
  /** Oldest first. */
  entries: readonly T[]
  isAway: boolean
}

/** What happened so far; goes on asking for more while it is shown. */
export const useHappenings = <T extends { readonly id: number }>(
  since: (id: number, signal: AbortSignal) => Promise<readonly T[]>,
): Happenings<T> => {
  const [entries, setEntries] = useState<readonly T[]>([])
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    const watch = async (): Promise<void> => {
      let wasAway = false
      for (let last = 0; !end.signal.aborted; ) {
        try {
          const more = await since(last, end.signal)
          if (wasAway) location.reload()
          last = more.at(-1)?.id ?? last
          if (more.length > 0) setEntries((before) => [...before, ...more])
        } catch (error) {
          // A sandbox that was away is another one when it answers again, with other people and places.
          wasAway ||= !(error instanceof Refused) && !end.signal.aborted
          setAway(wasAway)
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
      }
    }
    void watch()
    return () => end.abort()
  }, [since])
  return { entries, isAway }
}

/**
 * What `read` says, read anew whenever `occasion` changes; undefined before the first answer. What is asked
 * while an answer is awaited is asked once more after it.
 */
export const useFresh = <T>(read: () => Promise<T>, key: string, occasion: number): T | undefined => {
  const [found, setFound] = useState<{ key: string; value: T }>()
  const latest = useRef({ key, read, isReading: false, isStale: false })
  useEffect(() => {
    const state = latest.current
    Object.assign(state, { key, read })
    if (state.isReading) {
      state.isStale = true
      return
    }
    const readOn = async (): Promise<void> => {
      state.isReading = true
      do {
        state.isStale = false
        const asked = state.key
        try {
          const value = await state.read()
          if (asked === state.key) setFound({ key: asked, value })
        } catch {
          // What cannot be read now is read on the next occasion.
        }
      } while (state.isStale)
      state.isReading = false
    }
    void readOn()
  }, [key, occasion, read])
  return found?.key === key ? found.value : undefined
}

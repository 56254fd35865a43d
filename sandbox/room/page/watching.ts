import { useEffect, useRef, useState } from 'preact/hooks'
import { Refused, type Since } from './control.ts'

const pauseMs = 1_000
const longPollMs = 25_000

type Happened = { readonly id: number; readonly atMs: number }

/** What happened, and whether anybody is there who would tell of more. */
interface Happenings<T> {
  /** Oldest first. */
  entries: readonly T[]
  isAway: boolean
}

/** A browser has few connections for all its pages: one that nobody looks at asks for nothing. */
const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (!document.hidden) return resolve()
    const seen = (): void => {
      if (!document.hidden) resolve()
    }
    document.addEventListener('visibilitychange', seen, { signal })
  })

/** Whether it is the sandbox that told of `last`, or one that was started since, with other people and places. */
const isSame = (told: readonly Happened[], last: Happened | undefined): boolean =>
  last === undefined ? told.length === 0 : told.some(({ id, atMs }) => id === last.id && atMs === last.atMs)

/** What happened so far; goes on asking for more while it is shown. */
export const useHappenings = <T extends Happened>(since: Since<T>): Happenings<T> => {
  const [entries, setEntries] = useState<readonly T[]>([])
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    let last: T | undefined
    const askAgain = async (): Promise<void> => {
      if (!isSame(await since(0, 0, signal), last)) location.reload()
      setAway(false)
    }
    const askOn = async (): Promise<void> => {
      const more = await since(last?.id ?? 0, longPollMs, signal)
      last = more.at(-1) ?? last
      if (more.length > 0) setEntries((before) => [...before, ...more])
    }
    const watch = async (): Promise<void> => {
      for (let wasAway = false; !signal.aborted; ) {
        try {
          await untilVisible(signal)
          await (wasAway ? askAgain() : askOn())
          wasAway = false
        } catch (error) {
          wasAway ||= !(error instanceof Refused) && !signal.aborted
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

/** How many requests are taken in how long. */
export type Size = { readonly requests: number; readonly windowMs: number }

/** What has been taken since a window began, which it does with its first request. */
export type Window = { readonly used: number; readonly endsAtMs: number }

/** The window that is open at that time, or a new one. */
export const openWindow = (
  windows: ReadonlyMap<string, Window>,
  key: string,
  { windowMs }: Size,
  nowMs: number,
): Window => {
  const window = windows.get(key)
  return window && nowMs < window.endsAtMs ? window : { used: 0, endsAtMs: nowMs + windowMs }
}

/** Takes a request into a window, unless it is full; says which, and the window as it is then. */
export const takeIn = (
  windows: Map<string, Window>,
  key: string,
  size: Size,
  nowMs: number,
): { readonly isTaken: boolean; readonly window: Window } => {
  const window = openWindow(windows, key, size, nowMs)
  if (window.used >= size.requests) return { isTaken: false, window }
  const next = { ...window, used: window.used + 1 }
  windows.set(key, next)
  return { isTaken: true, window: next }
}

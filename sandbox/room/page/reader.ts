/**
 * Reads, one at a time, and tells of what was found under which key. What is requested meanwhile is read once
 * more afterwards, under the latest key; what was found under an earlier one is told to nobody. What cannot be
 * read is not told of either. Resolves when all is read; for what is requested meanwhile, at once.
 */
export const createReader = <T>(found: (key: string, value: T) => void) => {
  let latest: { key: string; read: () => Promise<T> }
  let isReading = false
  let isStale = false

  const readLatest = async (): Promise<void> => {
    const { key, read } = latest
    try {
      const value = await read()
      if (key === latest.key) found(key, value)
    } catch {
      // It stays as it was until the next request.
    }
  }

  return async (key: string, read: () => Promise<T>): Promise<void> => {
    latest = { key, read }
    isStale = true
    if (isReading) return
    isReading = true
    while (isStale) {
      isStale = false
      await readLatest()
    }
    isReading = false
  }
}

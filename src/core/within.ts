/** The promise's value, or undefined when it takes longer than `spanMs`. */
export const within = async <T>(spanMs: number, promise: Promise<T>): Promise<T | undefined> => {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), spanMs)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

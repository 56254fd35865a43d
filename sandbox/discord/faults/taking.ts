/** The first fault that fits, if there is one, and the faults that are left once it has happened. */
export const takeFault = <T extends { readonly left: number }>(
  faults: readonly T[],
  fits: (fault: T) => boolean,
): { readonly fault: T | undefined; readonly rest: readonly T[] } => {
  const fault = faults.find(fits)
  const rest = faults
    .map((other) => (other === fault ? { ...other, left: other.left - 1 } : other))
    .filter(({ left }) => left > 0)
  return { fault, rest }
}

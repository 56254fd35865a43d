/** The first fault that fits, which has happened once more by that; those that are used up leave the list. */
export const takeFault = <T extends { left: number }>(
  faults: T[],
  fits: (fault: T) => boolean = () => true,
): T | undefined => {
  const fault = faults.find(fits)
  if (!fault) return undefined
  fault.left -= 1
  if (fault.left === 0) faults.splice(faults.indexOf(fault), 1)
  return fault
}

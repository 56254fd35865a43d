import type { CallFault, ShareFault } from './schema.ts'

/** The failures to come, in the order in which they were asked for. */
export type FaultStore = {
  calls: CallFault[]
  shares: ShareFault[]
}

/** Nothing is to fail. */
export const noFaults = (): FaultStore => ({ calls: [], shares: [] })

/** The first fault that fits, which has happened once more by that. */
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

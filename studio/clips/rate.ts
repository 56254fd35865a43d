import { UnusableInput } from '../unusable-input.ts'

/**
 * What recorders write; at other rates a file lies, and converting it may take
 * all the memory and time there is.
 */
const rates = { min: 1000, max: 192_000 } as const

/** Throws `UnusableInput` for a rate that no clip has. */
export const checkRate = (rate: number): void => {
  if (rate < rates.min || rate > rates.max) {
    throw new UnusableInput(`The clip says that it has ${rate} samples a second, which no clip has`)
  }
}

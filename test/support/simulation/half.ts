import { runs, simulationSeed } from '../suite/runs.ts'

/** The seeds of one of the two files between which they are divided, so that each has a core of its own. */
export const seedsOf = (half: 1 | 2): { from: number; count: number } => {
  if (simulationSeed !== undefined) return { from: simulationSeed, count: half === 1 ? 1 : 0 }
  const count = runs(250, 5_000)
  return { from: 1 + (half - 1) * count, count }
}

import { type ChatPlatform, chatPlatforms } from '../../../sandbox/addresses.ts'

/** Whether the long forms are played, as in `npm run test:long`. */
export const isLong: boolean = process.env.TEST_LONG !== undefined

/** Has Node load the sources, as in production, instead of Vite: nothing is transformed, and its compile cache is used. */
export const loadedByNode = { viteModuleRunner: false, nodeLoader: false }

/**
 * How many examples of a costly property are tried: a few in `npm test`, many more in `npm run test:long`.
 */
export const runs = (usual: number, long: number): number => (isLong ? long : usual)

/**
 * The first rows of a costly table in `npm test`, which are as unlike as can be;
 * all of them in `npm run test:long`.
 */
export const firstRows = <const T>(usual: number, rows: readonly T[]): readonly T[] =>
  rows.slice(0, runs(usual, rows.length))

/** The first row of each kind in `npm test`, all rows in `npm run test:long`. */
export const oneOfEachKind = <T>(rows: readonly T[], kindOf: (row: T) => string): readonly T[] =>
  rows.filter((row, index) => isLong || rows.findIndex((other) => kindOf(other) === kindOf(row)) === index)

/**
 * Whether the short form tries the item with this index on this platform: every other one, of what both platforms
 * have. The long form tries all of them on both.
 */
export const isTriedOn = (platform: ChatPlatform, index: number): boolean =>
  isLong || index % chatPlatforms.length === chatPlatforms.indexOf(platform)

/** Whether the fixtures of records are made anew, for a version that no release has written yet. */
export const writesFixtures: boolean = process.env.JOB_FIXTURES === 'write'

/** The one seed of the simulation that is played, where somebody wants to see it again. */
export const simulationSeed: number | undefined =
  process.env.SIMULATION_SEED === undefined ? undefined : Number(process.env.SIMULATION_SEED)

/** What the mishaps of the soak are decided by, and for how long they go on. */
export const soakSeed: number = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 1_000_000))
export const soakSeconds: number = Number(process.env.SOAK_SECONDS ?? 480)

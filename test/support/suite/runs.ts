import { type ChatPlatform, chatPlatforms } from '../../../sandbox/world/addresses.ts'

/** Whether to run the long forms, as in `npm run test:long`. */
export const isLong: boolean = process.env.TEST_LONG !== undefined

/** Has Node load the sources, as in production, instead of Vite: nothing is transformed, and its compile cache is used. */
export const loadedByNode = { viteModuleRunner: false, nodeLoader: false }

/** Whether to run the whole form, which takes hours, as in `TEST_LONG=whole npm run test:long`. */
const isWhole: boolean = process.env.TEST_LONG === 'whole'

/**
 * How many examples of a costly property are tried: a few in `npm test`, many more in `npm run test:long`, and with
 * `TEST_LONG=whole` as many as were ever tried.
 */
export const runs = (usual: number, long: number, whole: number = long): number => {
  if (isWhole) return whole
  return isLong ? long : usual
}

/**
 * The first rows of a costly table in `npm test`, chosen to differ as much as possible;
 * all of them in `npm run test:long`.
 */
export const firstRows = <const T>(usual: number, rows: readonly T[]): readonly T[] =>
  rows.slice(0, runs(usual, rows.length))

/** The first row of each kind in `npm test`, all rows in `npm run test:long`. */
export const oneOfEachKind = <T>(rows: readonly T[], kindOf: (row: T) => string): readonly T[] =>
  isLong
    ? rows
    : rows.filter((row, index) => rows.findIndex((other) => kindOf(other) === kindOf(row)) === index)

/**
 * Whether the short form tries the item with this index on this platform: every other one, of what both platforms
 * have. The long form tries all of them on both.
 */
export const isTriedOn = (platform: ChatPlatform, index: number): boolean =>
  isLong || index % chatPlatforms.length === chatPlatforms.indexOf(platform)

/** Whether to regenerate the record fixtures for an unreleased version. */
export const writesFixtures: boolean = process.env.JOB_FIXTURES === 'write'

/** The one seed of the simulation to play again; undefined plays the usual days. */
export const simulationSeed: number | undefined =
  process.env.SIMULATION_SEED === undefined ? undefined : Number(process.env.SIMULATION_SEED)

/** How many operations the ledger's model is tried with. */
export const ledgerOperations = Number(process.env.LEDGER_OPERATIONS ?? runs(600, 50_000, 200_000))

/** The seed and the length of the soak test. */
export const soakSeed: number = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 1_000_000))
export const soakSeconds: number = Number(process.env.SOAK_SECONDS ?? runs(180, 180, 480))

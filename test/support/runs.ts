const isLong = process.env.TEST_LONG !== undefined

/** How many examples of a costly property are tried: a few in `npm test`, many more in `npm run test:long`. */
export const runs = (usual: number, long: number): number => (isLong ? long : usual)

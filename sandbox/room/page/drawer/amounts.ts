const millionthsPerCredit = 1_000_000

/** Credits of the ledger, which counts in millionths; empty for what was not written. */
export const creditsText = (millionths: string | undefined): string =>
  millionths === undefined || millionths === '' ? '' : (Number(millionths) / millionthsPerCredit).toFixed(2)

/** A moment (ms since the epoch) as a clock shows it, to the second. */
export const clockText = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString('en', { hourCycle: 'h23' })

/** How long after another moment something was: "+1.24 s". */
export const sinceText = (firstMs: number, atMs: number): string =>
  `+${((atMs - firstMs) / 1000).toFixed(2)} s`

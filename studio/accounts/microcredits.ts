const microcreditsPerCredit = 1_000_000

/** Whole microcredits, in which the books are kept: sums of decimal fractions drift. */
export const toMicrocredits = (credits: number): number => Math.round(credits * microcreditsPerCredit)

/** Credits, as callers know them. */
export const toCredits = (microcredits: number): number => microcredits / microcreditsPerCredit

/** The balance of the account behind the API key, in credits. */
export type Account = {
  readonly balance: () => number
  readonly setBalance: (credits: number) => void
  /** Takes the amount and says whether there was enough; nothing is taken when there was not. */
  readonly charge: (credits: number) => boolean
  readonly refund: (credits: number) => void
}

const microcreditsPerCredit = 1_000_000

/** Counts in whole microcredits, as sums of decimal fractions drift. */
export const createAccount = (initialCredits: number): Account => {
  const toMicrocredits = (credits: number): number => Math.round(credits * microcreditsPerCredit)
  let microcredits = toMicrocredits(initialCredits)
  return {
    balance: () => microcredits / microcreditsPerCredit,
    setBalance: (credits) => {
      microcredits = toMicrocredits(credits)
    },
    charge: (credits) => {
      const amount = toMicrocredits(credits)
      if (amount > microcredits) return false
      microcredits -= amount
      return true
    },
    refund: (credits) => {
      microcredits += toMicrocredits(credits)
    },
  }
}

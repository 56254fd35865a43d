import { formatCredits } from '../credits.ts'
import { say } from '../texts/say.ts'

/** An amount for people, such as "0.10 credits". */
export const creditsText = (amount: number): string =>
  say('{{amount}} credits', { amount: formatCredits(amount) })

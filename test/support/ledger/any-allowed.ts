import { noCredits } from '../../../src/core/credits.ts'
import type { Allowance, Allowlist } from '../../../src/core/ledger/allowlist.ts'

const none = { spent: noCredits, held: noCredits }
const allowance = async (): Promise<Allowance> => ({ status: 'allowed', ceiling: undefined, ...none })

/** Lets every account in, without a ceiling. */
export const anyAllowed: Pick<Allowlist, 'peek' | 'admit'> = { peek: allowance, admit: allowance }

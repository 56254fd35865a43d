import type { Admission, AllowanceOwner, Allowances, Gate } from '../core/command/gate.ts'
import { accountOf } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { blockField } from './blocks.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const script = plainScript('admit')

interface GateOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  allowances: Allowances
}

const minuteMs = 60_000

/** Milliseconds between two uses, rounded down so that all of them fit into a minute. */
const spacingOf = (perMinute: number): string =>
  perMinute === 0 ? '' : String(Math.floor(minuteMs / perMinute))

const isOwner = (text: string | undefined): text is AllowanceOwner => text === 'member' || text === 'server'

/** See `Gate`: one script for each call, in the slot of the account. */
export const createGate = ({ redis, keys, now, allowances }: GateOptions): Gate => ({
  async admit(target, use, isExempt) {
    const account = accountOf(target)
    const allowance = allowances[use]
    const [status, owner, waitMs] = await runScript(
      redis,
      script,
      [
        keys.account(account),
        keys.allowance(account, use, target.member),
        keys.allowance(account, use, undefined),
      ],
      [
        String(now()),
        isExempt ? '' : blockField(target.member),
        spacingOf(allowance.member),
        spacingOf(allowance.server),
      ],
    )
    if (status === 'too_many' && isOwner(owner))
      return { status, of: owner, limit: allowance[owner], waitMs: Number(waitMs) } satisfies Admission
    return { status: status === 'blocked' ? status : 'admitted' }
  },
})

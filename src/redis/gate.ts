import type {
  Admission,
  AllowanceOwner,
  Allowances,
  Blocks,
  Gate,
  GateUse,
  Refusal,
} from '../core/command/gate.ts'
import { accountOf, type Target } from '../core/target.ts'
import { membersIn } from './account-fields.ts'
import type { StoreConnection } from './address.ts'
import type { ReadingOptions } from './budget-reading.ts'
import { applyChange } from './budget-settings.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

/** Prefix of the account field that blocks a member. */
export const blockedPrefix = 'blocked|'

/** See `Blocks`: fields of the account, changed and journalled like those of its managers. */
export const createBlocks = (options: ReadingOptions): Blocks => ({
  all: (account) => membersIn(options, account, blockedPrefix),
  has: async (account, member) => {
    const { redis, keys } = options
    return (await fromStore(redis.hexists(keys.account(account), blockedPrefix + member))) === 1
  },
  async set({ member, isBlocked, ...change }) {
    const field = blockedPrefix + member
    const { status } = await applyChange(options, {
      change,
      operation: 'block',
      about: { member, allowed: isBlocked ? '0' : '1' },
      labels: { [field]: 'blocked' },
      settings: { [field]: isBlocked ? '1' : '' },
      in: 'account',
      raisesRevision: false,
      isOneOfMany: true,
    })
    return { status }
  },
})

const script = plainScript('allowance', 'admit')

interface GateOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  allowances: Allowances
}

/** The time in which all uses of a kind come back. */
const spansMs = { command: 60_000, request: 60_000, uncharged: 24 * 3_600_000 } as const

/** Milliseconds between two uses, rounded down so that all of them fit into their time. */
const spacingOf = (use: GateUse, most: number): string =>
  most === 0 ? '' : String(Math.floor(spansMs[use] / most))

const isOwner = (text: string | undefined): text is AllowanceOwner => text === 'member' || text === 'server'

/** What a script counts a use with: see allowance.lua. */
export interface Counting {
  /** The field of the account that blocks the member; empty if blocks do not apply. */
  blockedAs: string
  keys: readonly [member: string, server: string]
  spacings: readonly [member: string, server: string]
}

/** The keys and limits for counting a member's use, and the field that would block it. */
export const countingOf = (
  { keys, allowances }: Pick<GateOptions, 'keys' | 'allowances'>,
  target: Target,
  use: GateUse,
  isExempt: boolean,
): Counting => {
  const account = accountOf(target)
  const { member, server } = allowances[use]
  return {
    blockedAs: isExempt ? '' : blockedPrefix + target.member,
    keys: [keys.allowance(account, use, target.member), keys.allowance(account, use, undefined)],
    spacings: [spacingOf(use, member), spacingOf(use, server)],
  }
}

/** The refusal in a script's reply; undefined for any other reply. */
export const refusalIn = (
  [status, owner, waitMs]: readonly string[],
  allowances: Allowances,
  use: GateUse,
): Refusal | undefined => {
  if (status === 'blocked') return { status }
  if (status !== 'too_many' || !isOwner(owner)) return undefined
  return { status, use, of: owner, limit: allowances[use][owner], waitMs: Number(waitMs) }
}

/** See `Gate`: one script per call, in the slot of the account. */
export const createGate = ({ redis, now, ...options }: GateOptions): Gate => ({
  async admit(target, isExempt): Promise<Admission> {
    const { blockedAs, keys, spacings } = countingOf(options, target, 'command', isExempt)
    const account = options.keys.account(accountOf(target))
    const reply = await runScript(redis, script, [account, ...keys], [now(), blockedAs, ...spacings])
    return refusalIn(reply, options.allowances, 'command') ?? { status: 'admitted' }
  },
})

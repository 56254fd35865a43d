import { formatCredits, type Microcredits } from '../credits.ts'
import type { Fact } from '../message/message.ts'
import type { AccountId } from '../target.ts'
import { declared, say, sayDeclared } from '../text/say.ts'
import type { RequestReading } from './budget.ts'
import type { ScopeKind } from './scope.ts'

/** Whose limit it is. */
export type BoundKind = 'ceiling' | 'server' | ScopeKind

/** A limit that a request has to keep to, in the window that is open. */
export interface Bound {
  /** `ceiling`: what the operator allows the server in a month. */
  kind: BoundKind
  limit: Microcredits
  /** What was given on top of the limit in this window, less what was taken. */
  granted: number
  held: Microcredits
  /** Negative after an overrun. */
  left: number
}

/** All limits of a reading, the widest first; empty if the account has none, or is not let in. */
export const boundsOf = ({ server, shares }: RequestReading): readonly Bound[] => {
  const { limit, allowance } = server
  if (limit === undefined || allowance.status === 'not_allowed') return []
  const bounds: Bound[] = [{ ...server, kind: 'server', limit }]
  const { ceiling, spent, held } = allowance
  if (ceiling !== undefined && !allowance.isTrial)
    bounds.unshift({ kind: 'ceiling', limit: ceiling, granted: 0, held, left: ceiling - spent - held })
  for (const share of shares)
    if (share.limit !== undefined && share.left !== undefined)
      bounds.push({ ...share, kind: share.scope.kind, limit: share.limit, left: share.left })
  return bounds
}

/** The limit that leaves least, by which a request is refused; of several alike the first. */
export const tightestOf = (bounds: readonly Bound[]): Bound | undefined => {
  let [tight] = bounds
  for (const bound of bounds) if (tight !== undefined && bound.left < tight.left) tight = bound
  return tight
}

/** In millionths: what two decimals can tell apart. */
const hundredth = 10_000

/** So little is written out: rounded, it would be nothing, or more than it is by far. */
const isLittle = (amount: number): boolean => Math.abs(amount) < hundredth

const roundedUp = (amount: number): number => Math.ceil(amount / hundredth) * hundredth
const roundedDown = (amount: number): number => Math.floor(amount / hundredth) * hundredth

/**
 * Writes what something costs at most, holds or has used (in millionths) with two decimals, never as less
 * than it is.
 */
export const formatCost = (amount: number): string =>
  formatCredits(isLittle(amount) ? amount : roundedUp(amount))

/**
 * Writes what is left (in millionths) with two decimals, never as more than it is; after an overrun there is
 * nothing, not less. Of a limit that is finer than that, `allowed`, it is written out.
 */
export const formatLeft = (left: number, allowed = 0): string => {
  const rest = Math.max(0, left)
  return formatCredits(isLittle(rest) || allowed % hundredth !== 0 ? rest : roundedDown(rest))
}

/** What became of a limit, in millionths; `allowed` is the limit with what was given on top, where there is one. */
export interface Usage {
  allowed: number | undefined
  spent: number
  held: number
  left: number
}

/**
 * Writes what is used, held and left so that whoever adds it up comes to the limit: what is used is the rest,
 * less than a hundredth off. After an overrun it adds up to nothing, and is as it is. Where two decimals are
 * too few for one of them, all are written out.
 */
export const formatUsage = ({
  allowed,
  spent,
  held,
  left,
}: Usage): Record<'used' | 'held' | 'left', string> => {
  const rest = Math.max(0, left)
  const isFine = [spent, held, rest].some((amount) => amount !== 0 && isLittle(amount))
  if (isFine || (allowed ?? 0) % hundredth !== 0)
    return { used: formatCredits(spent), held: formatCredits(held), left: formatCredits(rest) }
  const isWhole = allowed !== undefined && left >= 0 && allowed - spent - held === left
  const used = isWhole ? allowed - roundedUp(held) - roundedDown(left) : spent
  return { used: formatCost(used), held: formatCost(held), left: formatLeft(left) }
}

/** What something costs at most, or did cost, such as "0.10 credits". */
export const creditsText = (amount: number): string =>
  say('{{amount}} credits', { amount: formatCost(amount) })

/** What is left, such as "0.10 credits"; see `formatLeft`. */
export const creditsLeftText = (left: number, allowed?: number): string =>
  say('{{amount}} credits', { amount: formatLeft(left, allowed) })

/** Why less is left than was used: what runs may cost. */
export const heldText = (held: number): string =>
  say("{{credits}} are held for running jobs; what they don't use comes back.", {
    credits: creditsText(held),
  })

/** Said in a direct message to somebody who was never given any credits. */
export const noOwnCreditsText = (): string => say('You have no credits of your own.')

/** Who pays in a direct message, and who can give credits for it; and what is paid by others all the same. */
export const ownCreditsText = (): string => {
  const whoPays = say(
    'In direct messages you pay with credits of your own, which whoever runs this bot can give you. Or ask in a server or a channel, where others pay.',
  )
  const exception = say('What the buttons below your private results from there ask for is paid there, too.')
  return `${whoPays} ${exception}`
}

/** When a budget's figures begin again. */
export const startsAnewFact = ({ resetsAtMs }: { resetsAtMs: number | undefined }): Fact => ({
  label: say('Starts anew'),
  value: resetsAtMs === undefined ? say('never by itself') : { atMs: resetsAtMs },
})

const ways = {
  ceiling: declared('Only your bot operator can raise the limit.'),
  server: declared('An admin can give more with /budget give, or raise the limit with /budget limit.'),
  channel: declared(
    'An admin can give this channel more with /budget give, or raise its limit with /budget channel.',
  ),
  group: declared(
    'An admin can give your group more with /budget give, or raise its limit with /budget group.',
  ),
  member: declared('An admin can give you more with /budget give, or raise your limit with /budget member.'),
} as const satisfies Record<BoundKind, string>

/** Who can help where a limit of all, or of one share, leaves too little, and by which command. */
export const moreCreditsText = (limitOf: BoundKind): string => sayDeclared(ways[limitOf])

/** Why a server or workspace has no credits at all, and how the operator changes that. */
export const notAllowedText = (account: AccountId): string =>
  say("Credits aren't switched on here. Your bot operator can do that with {{command}}.", {
    command: `npm run servers -- allow ${account}`,
  })

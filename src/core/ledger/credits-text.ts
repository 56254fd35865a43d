import { formatCredits, type Microcredits } from '../credits.ts'
import type { Fact } from '../message/message.ts'
import type { AccountId } from '../target.ts'
import { declared, say, sayCount, sayDeclared } from '../text/say.ts'
import type { TotalLeft } from './allowlist.ts'
import type { BudgetState, Pause, PauseOf, RequestReading } from './budget.ts'
import type { ScopeKind } from './scope.ts'

/** Whose limit it is. */
export type BoundKind = 'ceiling' | 'server' | ScopeKind

/** A limit that a request must keep to, in the current window. */
export interface Bound {
  /** `ceiling`: the operator's monthly limit for the server. */
  kind: BoundKind
  /** The scope's; empty for the server and the operator's limit. */
  id: string
  limit: Microcredits
  /** What was given on top of the limit in this window, minus what was taken. */
  granted: number
  held: Microcredits
  /** Negative after an overrun. */
  left: number
}

/** All limits of a reading, the widest first; empty if the account has none or is not allowed. */
export const boundsOf = ({ server, shares }: RequestReading): readonly Bound[] => {
  const { limit, allowance } = server
  if (limit === undefined || allowance.status === 'not_allowed') return []
  const bounds: Bound[] = [{ ...server, kind: 'server', id: '', limit }]
  const { ceiling, spent, held } = allowance
  if (ceiling !== undefined)
    bounds.unshift({
      kind: 'ceiling',
      id: '',
      limit: ceiling,
      granted: 0,
      held,
      left: ceiling - spent - held,
    })
  for (const share of shares)
    if (share.limit !== undefined && share.left !== undefined)
      bounds.push({ ...share, ...share.scope, limit: share.limit, left: share.left })
  return bounds
}

/** The limit with the least left, which refuses a request; the first of several equal ones. */
export const tightestOf = <Of extends Bound>(bounds: readonly Of[]): Of | undefined => {
  let [tight] = bounds
  for (const bound of bounds) if (tight !== undefined && bound.left < tight.left) tight = bound
  return tight
}

/**
 * What the operator's limit for all servers together leaves, if that is less than `left`: then `left` is more than
 * can be used.
 */
export const scarceTotal = ({ allowance }: Pick<BudgetState, 'allowance'>, left: number) => {
  const total = allowance.status === 'allowed' ? allowance.total : undefined
  return total !== undefined && left > 0 && total.left < left ? total : undefined
}

const lackOfTotal = ({ left, held }: TotalLeft): string => {
  if (left > 0) return say("The bot's overall budget has less than that left right now.")
  return held > 0 && left + held > 0
    ? say("The bot's overall budget is fully reserved for running jobs. Unused credits come back.")
    : say("The bot's overall budget is used up for this month.")
}

/** Says that the operator's limit leaves less, and who can raise it. Its figures are the operator's own. */
export const scarceTotalText = (total: TotalLeft): string =>
  `${lackOfTotal(total)} ${moreCreditsText('ceiling')}`

/**
 * In millionths: the smallest difference that two decimals show. Smaller amounts are written in full, because rounding
 * would turn them into zero, or far too much.
 */
const hundredth = 10_000

/** Rounds to hundredths by `toWhole`, which is `Math.ceil` or `Math.floor`. */
const rounded = (amount: number, toWhole: (hundredths: number) => number): number =>
  toWhole(amount / hundredth) * hundredth

/** Writes what something costs at most, holds or has used (in millionths) with two decimals, rounded up. */
export const formatCost = (amount: number): string =>
  formatCredits(Math.abs(amount) < hundredth ? amount : rounded(amount, Math.ceil))

/**
 * Writes what is left (in millionths) with two decimals, rounded down; zero after an overrun. If the limit,
 * `allowed`, has more decimals, all are written.
 */
export const formatLeft = (left: number, allowed = 0): string => {
  const rest = Math.max(0, left)
  return formatCredits(rest < hundredth || allowed % hundredth !== 0 ? rest : rounded(rest, Math.floor))
}

/** Use of a limit, in millionths; `allowed` is the limit plus what was given on top, if there is one. */
export interface Usage {
  allowed: number | undefined
  spent: number
  held: number
  left: number
}

/**
 * Writes what is used, held and left so that the three add up to the limit; the used amount absorbs the rounding,
 * less than a hundredth. After an overrun they can't add up, and the used amount stays as it is. If two decimals
 * are too few for one of them, all decimals of each are written.
 */
export const formatUsage = ({
  allowed,
  spent,
  held,
  left,
}: Usage): Record<'used' | 'held' | 'left', string> => {
  const rest = Math.max(0, left)
  const isFine = [spent, held, rest].some((amount) => amount !== 0 && Math.abs(amount) < hundredth)
  if (isFine || (allowed ?? 0) % hundredth !== 0)
    return { used: formatCredits(spent), held: formatCredits(held), left: formatCredits(rest) }
  const isWhole = allowed !== undefined && left >= 0 && allowed - spent - held === left
  const used = isWhole ? allowed - rounded(held, Math.ceil) - rounded(left, Math.floor) : spent
  return { used: formatCost(used), held: formatCost(held), left: formatLeft(left) }
}

/** A written amount with its unit, such as "0.10 credits" or "1 credit". */
export const withUnit = (amount: string): string =>
  sayCount('{{amount}} credit', '{{amount}} credits', { amount, count: Number(amount) })

/** The most that something costs, or what it cost, such as "0.10 credits". */
export const creditsText = (amount: number): string => withUnit(formatCost(amount))

/** An amount with its unit and all its decimals, such as a limit that an admin set. */
export const exactCreditsText = (amount: number): string => withUnit(formatCredits(amount))

/** Why less is left than the used amount suggests: what running jobs may cost. */
export const heldText = (held: number): string =>
  say('Reserved for running jobs: {{credits}}. Unused credits come back.', {
    credits: creditsText(held),
  })

/** For a member in a direct message who was never given any credits. */
export const noOwnCreditsText = (): string => say('You have no credits of your own.')

/** Who pays in a direct message, who can give credits for that, and what others still pay for. */
export const ownCreditsText = (): string => {
  const whoPays = say(
    'In direct messages you use your own credits. Ask your bot operator for more, or use a server or channel with a budget.',
  )
  const exception = say('Buttons on private results use the budget of the server or channel they came from.')
  return `${whoPays} ${exception}`
}

/** When a budget resets. */
export const startsAnewFact = ({ resetsAtMs }: { resetsAtMs: number | undefined }): Fact => ({
  label: say('Resets'),
  value: resetsAtMs === undefined ? say('never') : { atMs: resetsAtMs },
})

const ways = {
  ceiling: declared('Only your bot operator can raise the limit.'),
  server: declared('An admin can add credits with /budget give or raise the limit with /budget limit.'),
  channel: declared(
    'An admin can add credits for this channel with /budget give or raise its limit with /budget channel.',
  ),
  group: declared(
    'An admin can add credits for your group with /budget give or raise its limit with /budget group.',
  ),
  member: declared(
    'An admin can give you credits with /budget give or raise your limit with /budget member.',
  ),
  feature: declared(
    'An admin can add credits for this feature with /budget give or raise its limit with /budget feature.',
  ),
  model: declared(
    'An admin can add credits for this model with /budget give or raise its limit with /budget model.',
  ),
} as const satisfies Record<BoundKind, string>

/** Who can help when a shared limit, or that of one share, leaves too little, and by which command. */
export const moreCreditsText = (limitOf: BoundKind): string => sayDeclared(ways[limitOf])

/** Why a server or workspace has no credits at all, and how the operator changes that. */
export const notAllowedText = (account: AccountId): string =>
  say("Credits aren't turned on here. Your bot operator can turn them on with {{command}}.", {
    command: `npm run servers -- allow ${account}`,
  })

const pausedTexts = {
  server: declared('An admin has paused spending here.'),
  channel: declared('An admin has paused spending in this channel.'),
  member: declared('An admin has paused your spending here.'),
} as const satisfies Record<PauseOf['kind'], string>

/** Tells a member what is paused, and why in an admin's words. */
export const pausedText = ({ of, reason }: Pause): string => {
  const why = reason === undefined ? [] : [say('Reason: “{{reason}}”.', { reason })]
  return [sayDeclared(pausedTexts[of.kind]), ...why].join(' ')
}

/** Tells a member that the operator has paused everything, with the notice if there is one. */
export const pausedEverywhereText = (notice: string): string =>
  notice === ''
    ? say('Your bot operator has paused all paid requests. Try again later.')
    : say('Your bot operator has paused all paid requests: “{{notice}}”', { notice })

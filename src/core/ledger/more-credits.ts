import type { AccountId } from '../target.ts'
import { declared, say, sayDeclared } from '../text/say.ts'
import type { BoundKind } from './bound.ts'

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

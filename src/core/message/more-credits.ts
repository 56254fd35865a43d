import type { ScopeKind } from '../ledger/scope.ts'
import { declared, sayDeclared } from '../texts/say.ts'

const ways = {
  server: declared('An admin can give more with /budget give, or raise the limit with /budget limit.'),
  channel: declared(
    'An admin can give this channel more with /budget give, or raise its limit with /budget channel.',
  ),
  group: declared(
    'An admin can give your group more with /budget give, or raise its limit with /budget group.',
  ),
  member: declared('An admin can give you more with /budget give, or raise your limit with /budget member.'),
} as const satisfies Record<'server' | ScopeKind, string>

/** Who can help where a limit of all, or of one share, leaves too little, and by which command. */
export const moreCreditsText = (limitOf: 'server' | ScopeKind): string => sayDeclared(ways[limitOf])

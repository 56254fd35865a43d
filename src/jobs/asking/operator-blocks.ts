import { accountOf, memberAccountOf, type Target } from '../../core/target.ts'

/** On Slack a direct message is in the member's workspace, too. */
const workspaceOf = (target: Target): string => accountOf(target).replace(/^(slack:)@([^/]+)\/.*$/, '$1$2')

/** Whom of a target the operator has blocked. `blocked`: accounts; a member by their personal account. */
export const whomOperatorBlocks = (
  blocked: readonly string[],
  target: Target,
): 'member' | 'server' | undefined => {
  if (blocked.includes(memberAccountOf(target))) return 'member'
  return blocked.includes(workspaceOf(target)) ? 'server' : undefined
}

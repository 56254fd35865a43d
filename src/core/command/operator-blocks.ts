import { accountOf, memberAccountOf, type Target } from '../target.ts'

/** On Slack a direct message is in the member's workspace, too. */
const workspaceOf = (target: Target): string => accountOf(target).replace(/^(slack:)@([^/]+)\/.*$/, '$1$2')

/**
 * Whether the operator has blocked the member or the server of a request; undefined if neither. `blocked` lists accounts:
 * a member's is their personal one.
 */
export const operatorBlockOn = (
  blocked: readonly string[],
  target: Target,
): 'member' | 'server' | undefined => {
  if (blocked.includes(memberAccountOf(target))) return 'member'
  return blocked.includes(workspaceOf(target)) ? 'server' : undefined
}

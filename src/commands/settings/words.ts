import { type Answer, adminsDenial, refusal } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'

/** Why a member may not change settings of others; undefined if they may. */
export const notAllowed = (action: string, invocation: Invocation): Answer | undefined => {
  if (isPersonal(accountOf(invocation.target)))
    return refusal(
      say(
        '/settings {{action}} is for servers and workspaces. Use /settings mine here. Nothing was changed.',
        { action },
      ),
    )
  return invocation.isAdmin
    ? undefined
    : adminsDenial(
        say(
          'Only admins and budget managers can use /settings {{action}}. Set your own defaults with /settings mine. Nothing was changed.',
          { action },
        ),
        invocation,
      )
}

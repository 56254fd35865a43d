import { problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Blocks } from '../../core/command/gate.ts'
import { member, optional, toggle } from '../../core/fields/field-builders.ts'
import { say } from '../../core/text/say.ts'
import { askedOtherwise, changeBy, reason, whoFact, withFacts } from './words.ts'

/** Blocks a member from every command here, or unblocks them. */
export const blockAction = defineAction({
  name: 'block',
  summary: 'Block a member from every command, or unblock them',
  fields: {
    member: member({ label: 'Member', help: 'Member to block or unblock' }),
    lift: optional(toggle({ label: 'Unblock', help: 'Remove the block instead' })),
    reason,
  },
  run: async (input, invocation, { blocks }: { blocks: Pick<Blocks, 'set'> }) => {
    const isBlocked = input.lift !== true
    if (isBlocked && input.member === invocation.target.member)
      return problemsAnswer(
        [{ field: 'member', text: say("You can't block yourself.") }],
        say('Nothing was changed.'),
      )
    const change = changeBy(invocation, input.reason)
    const { status } = await blocks.set({ ...change, member: input.member, isBlocked })
    if (status === 'differs') return askedOtherwise()
    return withFacts(
      isBlocked
        ? say(
            "Blocked. This member can't use any commands here, and their queued requests end without a charge. Running jobs finish. Admins can't be blocked.",
          )
        : say('Unblocked. This member can use Tunesmith here again.'),
      [whoFact({ kind: 'member', id: input.member })],
    )
  },
})

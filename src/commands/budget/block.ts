import { problemsAnswer } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import { member, optional, toggle } from '../../core/command/field-builders.ts'
import type { Blocks } from '../../core/command/gate.ts'
import { say } from '../../core/texts/say.ts'
import { askedOtherwise, changeBy, reason, whoFact, withFacts } from './words.ts'

/** Shuts a member out of everything here, or lets them in again. */
export const createBlockAction = (blocks: Pick<Blocks, 'set'>): Action =>
  defineAction({
    name: 'block',
    summary: 'Block a member from every command, or unblock them',
    fields: {
      member: member({ label: 'Member', help: "Who can't use Tunesmith here any more" }),
      lift: optional(toggle({ label: 'Unblock', help: 'Let them in again instead' })),
      reason,
    },
    run: async (input, invocation) => {
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
              "Blocked. This member can't use any command here, free ones included. What they requested before still arrives. A block has no effect on admins.",
            )
          : say('Unblocked. This member can use Tunesmith here again.'),
        [whoFact({ kind: 'member', id: input.member })],
      )
    },
  })

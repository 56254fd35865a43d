import { privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { optional, toggle } from '../../core/fields/field-builders.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'
import { askedOtherwise, changeBy, reason } from './words.ts'

/** Lets members give credits of their own share to others. */
export const sponsoringAction = defineAction({
  name: 'sponsoring',
  summary: 'Let members give their credits to each other',
  fields: {
    lift: optional(toggle({ label: 'Turn off', help: 'Turn sponsoring off instead' })),
    reason,
  },
  run: async (input, invocation, { budgets }: { budgets: Pick<Budgets, 'setSponsoring'> }) => {
    const isAllowed = input.lift !== true
    const change = changeBy(invocation, input.reason)
    const { status } = await budgets.setSponsoring({ ...change, isAllowed })
    if (status === 'differs') return askedOtherwise()
    return privately(
      plainMessage(
        isAllowed
          ? say(
              'Sponsoring is on. Members with a limit can give what they have left to other members with /sponsor. Turn it off with /budget sponsoring lift:yes.',
            )
          : say('Sponsoring is off. Credits already given stay where they are.'),
      ),
    )
  },
})

import { privately } from '../../core/command/answer.ts'
import { type Command, defineAction, type Utility } from '../../core/command/command.ts'
import { choice, optional } from '../../core/fields/field-builders.ts'
import type { PriceBook } from '../../core/ledger/price-book.ts'
import { hint, isInWords } from '../shared/hint.ts'
import { details } from './details.ts'
import { overview } from './overview.ts'

type Prices = Pick<PriceBook, 'quote'>

/** What Tunesmith can do here, from the commands' own declarations. */
export const createHelpCommand = (others: readonly Command[]): Utility<{ prices: Prices }> => ({
  kind: 'utility',
  name: 'help',
  summary: 'See what Tunesmith can do',
  topic: 'choices',
  audience: 'everyone',
  actions: defineAction({
    name: 'help',
    summary: 'See what Tunesmith can do',
    changesNothing: true,
    fields: {
      command: optional(
        choice({
          label: 'Command',
          help: 'Command to explain (default: an overview)',
          choices: others.map(({ name }) => ({ value: name, label: `/${name}` })),
        }),
      ),
    },
    run: async (input, invocation, { prices }: { prices: Prices }) => {
      const isPressed = invocation.press !== undefined
      if (isInWords(invocation) && !isPressed && input.command === undefined)
        return privately(hint(invocation))
      const chosen = others.find(({ name }) => name === input.command)
      const offered = others.filter(
        (command) => command.kind === 'feature' || command.audience === 'everyone' || invocation.isAdmin,
      )
      const message = chosen === undefined ? overview(offered) : await details(chosen, offered, prices)
      return { kind: 'message', message, seenBy: 'member', ...(isPressed && { turnsPage: true }) }
    },
  }),
})

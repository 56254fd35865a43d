import { actionsOf, type Command, defineAction, privately, type Utility } from '../core/command.ts'
import type { Fact } from '../core/message.ts'

const usage = (command: Command): Fact[] => {
  if (command.kind === 'feature') return [{ label: `/${command.name}`, value: command.summary }]
  const actions = actionsOf(command)
  if (actions.length === 1) return [{ label: `/${command.name}`, value: command.summary }]
  return actions.map(({ name, summary }) => ({ label: `/${command.name} ${name}`, value: summary }))
}

/** What Tunesmith can do here, from the commands' own declarations. */
export const createHelpCommand = (others: readonly Command[]): Utility => ({
  kind: 'utility',
  name: 'help',
  summary: 'What Tunesmith can do here',
  audience: 'everyone',
  actions: defineAction({
    name: 'help',
    summary: 'What Tunesmith can do here',
    fields: {},
    run: async (_input, { isAdmin }) => {
      const visible = others.filter(
        (command) => command.kind === 'feature' || command.audience === 'everyone' || isAdmin,
      )
      return privately({
        text: 'Tunesmith makes music and speech for this server. Every request is held against the budget first and paid once.',
        tone: 'info',
        blocks: [{ kind: 'facts', facts: visible.flatMap(usage) }],
      })
    },
  }),
})

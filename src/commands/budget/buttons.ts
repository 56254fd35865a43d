import type { Invocation } from '../../core/command/invocation.ts'
import type { Scope } from '../../core/ledger/scope.ts'
import type { Block, Button, Menu } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'

const budgetButton = (
  label: string,
  action: string,
  values: Readonly<Record<string, string>> = {},
): Button => ({
  label,
  style: 'plain',
  commandLink: { command: 'budget', action, values },
})

/** Buttons with their menu, for those who may press them. */
const buttonsFor = (
  { isAdminByCommand }: Pick<Invocation, 'isAdminByCommand'>,
  buttons: readonly Button[],
  more: readonly Button[] = [],
  menus: readonly Menu[] = [],
): Block[] => (isAdminByCommand === true ? [] : [{ kind: 'buttons', buttons, more, menus }])

const peopleButtons = (): Button[] => [
  budgetButton(say('Add a manager'), 'manager'),
  budgetButton(say('Block a member'), 'block'),
]

/** What an admin can do about a budget; `pages` and `menus` show another part of it. */
export const budgetButtons = (
  invocation: Invocation,
  { pages = [], menus = [] }: { pages?: readonly Button[]; menus?: readonly Menu[] } = {},
): Block[] =>
  buttonsFor(
    invocation,
    [
      budgetButton(say('Set budget'), 'limit'),
      budgetButton(say('Add credits'), 'give'),
      budgetButton(say('Audit log'), 'log'),
      ...pages,
    ],
    [
      budgetButton(say('Statement'), 'statement'),
      budgetButton(say('Take credits'), 'take'),
      budgetButton(say('Limit member'), 'member'),
      budgetButton(say('Limit channel'), 'channel'),
      budgetButton(say('Limit group'), 'group'),
      ...peopleButtons(),
    ],
    menus,
  )

/** The same where there is no budget yet. */
export const firstBudgetButtons = (invocation: Invocation): Block[] =>
  buttonsFor(invocation, [
    budgetButton(say('Set budget'), 'limit'),
    ...peopleButtons(),
    budgetButton(say('Audit log'), 'log'),
  ])

/** What an admin can do about the limit of one member, channel or group; credits need a limit. */
export const shareButtons = (invocation: Invocation, { kind, id }: Scope, hasLimit: boolean): Block[] => {
  const change = budgetButton(say('Set limit'), kind, { [kind]: id })
  const give = budgetButton(say('Add credits'), 'give', { [kind]: id })
  return buttonsFor(invocation, hasLimit ? [change, give] : [change])
}

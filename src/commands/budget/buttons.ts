import { type Invocation, isPlatformAdmin } from '../../core/command/invocation.ts'
import type { Pause } from '../../core/ledger/budget.ts'
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

const resumeButton = ({ of }: Pause): Button =>
  budgetButton(say('Resume'), 'resume', of.kind === 'server' ? {} : { [of.kind]: of.id })

/** Lifts the pause of everything, or the only one there is; several others are lifted one by one with the command. */
const resumeButtons = (pauses: readonly Pause[]): Button[] => {
  const [first, second] = pauses
  return first !== undefined && (first.of.kind === 'server' || second === undefined)
    ? [resumeButton(first)]
    : []
}

/** Lifts the pauses that an answer is about, if a button can. */
export const pauseButtons = (invocation: Invocation, pauses: readonly Pause[]): Block[] => {
  const buttons = resumeButtons(pauses)
  return buttons.length === 0 ? [] : buttonsFor(invocation, buttons)
}

/** What an admin can do about a budget; `pages` and `menus` show another part of it. */
export const budgetButtons = (
  invocation: Invocation,
  {
    pauses = [],
    pages = [],
    menus = [],
  }: { pauses?: readonly Pause[]; pages?: readonly Button[]; menus?: readonly Menu[] } = {},
): Block[] =>
  buttonsFor(
    invocation,
    [
      ...resumeButtons(pauses),
      budgetButton(say('Set budget'), 'limit'),
      budgetButton(say('Add credits'), 'give'),
      budgetButton(say('Audit log'), 'log'),
      ...pages,
    ],
    [
      budgetButton(say('Get statement'), 'statement'),
      budgetButton(say('Take credits'), 'take'),
      budgetButton(say('Limit member'), 'member'),
      budgetButton(say('Limit channel'), 'channel'),
      budgetButton(say('Limit group'), 'group'),
      budgetButton(say('Limit feature'), 'feature'),
      budgetButton(say('Limit model'), 'model'),
      budgetButton(say('Set approvals'), 'approvals'),
      ...peopleButtons(),
      budgetButton(say('Pause'), 'pause'),
      budgetButton(say('Set alerts'), 'alerts'),
      budgetButton(say('API key'), 'key'),
      budgetButton(say('Allow sponsoring'), 'sponsoring'),
    ],
    menus,
  )

/** The same where there is no budget yet. */
export const firstBudgetButtons = (invocation: Invocation, pauses: readonly Pause[]): Block[] =>
  buttonsFor(invocation, [
    ...resumeButtons(pauses),
    budgetButton(say('Set budget'), 'limit'),
    ...peopleButtons(),
    budgetButton(say('Audit log'), 'log'),
  ])

/** Buttons for the API key that pays here. Budget managers can only test it. */
export const keyButtons = (invocation: Invocation, hasOwn: boolean): Block[] => {
  const button = (label: string, action: string) => budgetButton(label, 'key', { action })
  const test = hasOwn ? [button(say('Test'), 'test')] : []
  if (!isPlatformAdmin(invocation)) return buttonsFor(invocation, test)
  return buttonsFor(invocation, [
    ...test,
    button(hasOwn ? say('Replace key') : say('Set key'), 'set'),
    ...(hasOwn ? [button(say('Remove'), 'remove')] : []),
  ])
}

/** What an admin can do about the limit of one share; credits need a limit. */
export const shareButtons = (invocation: Invocation, { kind, id }: Scope, hasLimit: boolean): Block[] => {
  const change = budgetButton(say('Set limit'), kind, { [kind]: id })
  const give = budgetButton(say('Add credits'), 'give', { [kind]: id })
  return buttonsFor(invocation, hasLimit ? [change, give] : [change])
}

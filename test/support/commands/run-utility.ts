import { actionNamed, type ReadyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { Button, Fact, FactPiece, FactValue, Menu } from '../../../src/core/message/message.ts'
import { invocation } from './invocation.ts'

/** An answer as a member sees it. */
export interface SeenAnswer {
  text: string
  tone: string
  facts: readonly Fact[]
  /** What stands below, such as how a command is typed. */
  notes: readonly string[]
  /** Whether nobody else sees it. */
  isPrivate: boolean
}

/** The lines of a fact's value that has texts alone in it. */
export const linesOf = (value: FactValue): readonly string[] =>
  Array.isArray(value)
    ? value
        .map((piece: FactPiece) => (typeof piece === 'string' ? piece : '\n'))
        .join('')
        .split('\n')
    : [String(value)]

const answerOf = async (
  utility: ReadyUtility,
  action: string | undefined,
  values: RawValues,
  who: Partial<Invocation>,
) => {
  const found = actionNamed(utility, action)
  const answer = await found?.run(invocation({ command: utility.name, action, values, ...who }))
  if (answer?.kind !== 'message' && answer?.kind !== 'problems') throw new Error('no message')
  return answer
}

/** Runs one action of a utility, as a platform would. */
export const runUtility = async (
  utility: ReadyUtility,
  action: string | undefined,
  values: RawValues = {},
  who: Partial<Invocation> = {},
): Promise<SeenAnswer> => {
  const answer = await answerOf(utility, action, values, who)
  const { text, tone, blocks } = answer.message
  return {
    text,
    tone,
    facts: blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])),
    notes: blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : [])),
    isPrivate: answer.kind === 'problems' || answer.seenBy === 'member',
  }
}

/** Whether an action's answer takes the place of the message whose button or menu was used. */
export const turnsPage = async (
  utility: ReadyUtility,
  action: string | undefined,
  values: RawValues,
  who: Partial<Invocation>,
): Promise<boolean> => {
  const answer = await answerOf(utility, action, values, who)
  return answer.kind === 'message' && answer.turnsPage === true
}

/** The buttons below an action's answer, and the entries of its menu. */
export const buttonsBelow = async (
  utility: ReadyUtility,
  action: string | undefined,
  values: RawValues = {},
  who: Partial<Invocation> = {},
): Promise<{ buttons: readonly Button[]; entries: readonly Button[]; menus: readonly Menu[] }> => {
  const { message } = await answerOf(utility, action, values, who)
  const groups = message.blocks.flatMap((block) => (block.kind === 'buttons' ? [block] : []))
  return {
    buttons: groups.flatMap(({ buttons }) => buttons),
    entries: groups.flatMap(({ more = [] }) => more),
    menus: groups.flatMap(({ menus = [] }) => menus),
  }
}

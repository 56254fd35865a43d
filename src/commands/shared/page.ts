import type { Answer } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Field } from '../../core/fields/field.ts'
import { integer, optional } from '../../core/fields/field-builders.ts'
import type { CommandLink } from '../../core/message/command-link.ts'
import type { Button } from '../../core/message/message.ts'
import { accountOf, isPersonal, type Target } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'

/** So many entries of a list are shown together. */
export const pageLength = 10

/** The last page that can be asked for. */
const pagesMax = 999

/** Which page of a list is shown, from 1. */
export const pageField = (help: string): Field<number | undefined> =>
  optional(integer({ label: 'Page', help, min: 1, max: pagesMax }))

/**
 * What an empty list says: in a direct message also where the results are listed that came there from a
 * server or a workspace, whose jobs no other place looks through. `command`: what lists them, as typed.
 */
export const emptyListText = (text: string, command: string, { target }: { target: Target }): string =>
  isPersonal(accountOf(target))
    ? `${text} ${say(
        'What you asked for in a server or workspace, for yourself alone too, is listed there: type {{command}} in one of its channels.',
        { command },
      )}`
    : text

interface ShownPage {
  /** What asks for the list, without a page. */
  list: CommandLink
  /** From 1. */
  page: number
  /** Whether there are entries behind it. */
  hasMore: boolean
  labels: { back: string; on: string }
}

/** The buttons that lead to the pages before and after one, as far as there are any. */
export const pageButtons = ({ list, page, hasMore, labels }: ShownPage): Button[] => {
  const button = (label: string, number: number): Button => ({
    label,
    style: 'plain',
    commandLink: { ...list, values: { ...list.values, page: String(number) } },
  })
  return [
    ...(page > 1 ? [button(labels.back, page - 1)] : []),
    ...(hasMore && page < pagesMax ? [button(labels.on, page + 1)] : []),
  ]
}

/**
 * An answer that shows a page. Where a button asked for that page, it stands below another page of the same
 * list, whose place this one takes.
 */
export const asPage = (answer: Answer, { press, values }: Pick<Invocation, 'press' | 'values'>): Answer =>
  answer.kind === 'message' && press !== undefined && values.page !== undefined
    ? { ...answer, turnsPage: true }
    : answer

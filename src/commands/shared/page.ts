import type { Answer } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Field } from '../../core/fields/field.ts'
import { integer, optional } from '../../core/fields/field-builders.ts'
import type { CommandLink } from '../../core/message/command-link.ts'
import type { Button } from '../../core/message/message.ts'
import { accountOf, isPersonal, type Target } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'

/** Entries per page of a list. */
export const pageLength = 10

/** The last page that can be requested. */
const pagesMax = 999

/** The page of a list, from 1. */
export const pageField = (help: string): Field<number | undefined> =>
  optional(integer({ label: 'Page', help, min: 1, max: pagesMax }))

/**
 * What an empty list says. In a direct message it also says where to list results sent there from a server or
 * workspace, because only channels there list them. `command`: the command that lists them.
 */
export const emptyListText = (text: string, command: string, { target }: { target: Target }): string =>
  isPersonal(accountOf(target))
    ? `${text} ${say('To see jobs from a server or workspace, private ones too, use {{command}} there.', {
        command,
      })}`
    : text

interface ShownPage {
  /** The command for the list, without a page. */
  list: CommandLink
  /** From 1. */
  page: number
  /** Whether there are entries after this page. */
  hasMore: boolean
  labels: { back: string; on: string }
}

/** The buttons for the previous and next pages, where they exist. */
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

/** An answer that shows a page. If a button requested that, it replaces the page that has the button. */
export const asPage = (
  answer: Answer,
  { press, values }: Pick<Invocation, 'press' | 'values'>,
  isChosen = values.page !== undefined,
): Answer =>
  answer.kind === 'message' && press !== undefined && isChosen ? { ...answer, turnsPage: true } : answer

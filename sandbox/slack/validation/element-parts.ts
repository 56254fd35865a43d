import { z } from 'zod'
import { limits } from '../limits.ts'
import { confirm, plainText } from './objects.ts'
import { complain, text } from './problems.ts'

/** What every element that can be used has. https://docs.slack.dev/reference/block-kit/block-elements */
export const actionable = { action_id: text(limits.actionId).optional() }
/** May ask before it acts. */
export const confirmable = { confirm: confirm.optional() }
/** May have the focus when a view opens. */
export const focusable = { focus_on_load: z.boolean().optional() }
/** May say in grey what to put in. */
export const placeholder = { placeholder: plainText(limits.placeholder).optional() }

/** An option that is chosen at first has to be among the options. */
export const checkInitial = (
  offered: readonly { value: string }[],
  initial: readonly { value: string }[],
  context: z.RefinementCtx,
  field: string,
): void => {
  if (initial.some(({ value }) => !offered.some((candidate) => candidate.value === value)))
    complain(context, 'must match one of the options', [field])
}

import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { confirm, type Option, plainText } from './objects.ts'
import { complain, text } from './problems.ts'

/** What every element that can be used has. https://docs.slack.dev/reference/block-kit/block-elements */
export const actionable = { action_id: text(limits.actionId).optional() }
/** May ask before it acts. */
export const confirmable = { confirm: confirm.optional() }
/** May have the focus when a view opens. */
export const focusable = { focus_on_load: z.boolean().optional() }
/** May say in grey what to put in. */
export const placeholder = { placeholder: plainText(limits.placeholder).optional() }

/** An option that is chosen at first has to be one of the options in every field. */
export const checkInitial = (
  offered: readonly Option[],
  initial: readonly Option[],
  context: z.RefinementCtx,
  field: string,
): void => {
  if (initial.some((option) => !offered.some((candidate) => isDeepStrictEqual(candidate, option))))
    complain(context, 'must match one of the options', [field])
}

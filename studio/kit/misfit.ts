import type { z } from 'zod'

/** Where a value is not as its schema says, with the path in dots, and what would be right there. */
export type Misfit = { readonly field: string; readonly message: string }

const pathOf = (issue: z.core.$ZodIssue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path

/** The first of what is wrong with a value; an unknown field counts where it stands. */
export const firstMisfit = ({ issues: [issue] }: z.ZodError): Misfit => ({
  field: (issue ? pathOf(issue) : []).map(String).join('.'),
  message: issue?.message ?? 'makes no sense',
})

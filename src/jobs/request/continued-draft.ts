import type { Draft, Drafts } from '../../core/command/draft.ts'
import { askedAt, type Invocation } from '../../core/command/invocation.ts'
import { accessTo } from '../../core/job/access.ts'
import { accountOf } from '../../core/target.ts'

/** `others`: it is another member's, whose button this one saw. `unknown`: there is none here, or no longer. */
export type ContinuedDraft = { status: 'found'; draft: Draft } | { status: 'others' } | { status: 'unknown' }

/**
 * The draft that a form or a button continues, in the account where its member asks. Throws AppError
 * `store_unavailable`.
 */
export const continuedDraft = async (
  drafts: Pick<Drafts, 'read'>,
  invocation: Pick<Invocation, 'target' | 'askedIn' | 'form'>,
): Promise<ContinuedDraft> => {
  const { form } = invocation
  const target = askedAt(invocation)
  const draft = form && (await drafts.read(accountOf(target), form.draft))
  if (draft === undefined) return { status: 'unknown' }
  return accessTo({ kind: 'draft', draft }, { target }) === 'allowed'
    ? { status: 'found', draft }
    : { status: 'others' }
}

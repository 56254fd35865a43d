import { z } from 'zod'
import { read } from './bad-request.ts'

const longestWaitMs = 60_000

const sinceQuery = z.strictObject({
  since: z.coerce.number().int().min(0).default(0),
  waitMs: z.coerce.number().int().min(0).max(longestWaitMs).default(0),
})

/** A source of numbered events; the numbers count up. */
type Followed<T> = {
  since(id: number): readonly T[]
  changed(afterId: number, signal?: AbortSignal): Promise<void>
}

/**
 * What happened after the number `since` of a query; waits up to `waitMs` for it if given. Throws
 * BadRequest with the field that makes no sense.
 */
export const happenedSince = async <T>(
  { changed, since }: Followed<T>,
  query: unknown,
): Promise<readonly T[]> => {
  const { since: id, waitMs } = read(sinceQuery, query)
  if (waitMs > 0) await changed(id, AbortSignal.timeout(waitMs))
  return since(id)
}

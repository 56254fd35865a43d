import { z } from 'zod'
import { limits } from './limits.ts'
import { integer } from './method.ts'
import { Refused } from './refusal.ts'

/** The arguments of every method that answers in pages. https://docs.slack.dev/apis/web-api/pagination */
export const pageArguments = { cursor: z.string().optional(), limit: integer.optional() }

type PageArguments = { readonly cursor?: string | undefined; readonly limit?: number | undefined }

const cursorOf = (offset: number): string => Buffer.from(`offset:${offset}`).toString('base64')

const offsetOf = (cursor: string | undefined): number => {
  if (!cursor) return 0
  const [, offset] = /^offset:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? []
  if (offset === undefined) throw new Refused('invalid_cursor')
  return Number(offset)
}

/** The requested page, and the cursor of the next one; empty after the last. */
export const pageOf = <T>(items: readonly T[], { cursor, limit = limits.pageSize }: PageArguments) => {
  if (limit < 1 || limit > limits.pageSizeMax) throw new Refused('invalid_limit')
  const start = offsetOf(cursor)
  const end = start + limit
  const hasMore = end < items.length
  return { page: items.slice(start, end), hasMore, nextCursor: hasMore ? cursorOf(end) : '' }
}

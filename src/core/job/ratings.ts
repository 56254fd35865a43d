import type { AccountId } from '../target.ts'

/** What a member thinks of a take. */
export const ratingValues = ['good', 'bad'] as const
export type RatingValue = (typeof ratingValues)[number]

/** What ratings are counted for: a feature's model, or none if the audio service chose it; or a voice by its id. */
export type Rated =
  | { kind: 'model'; feature: string; model: string | undefined }
  | { kind: 'voice'; id: string }

/** A member's rating of one take, by its whole name. */
export interface Rating {
  take: string
  value: RatingValue
}

/** How often something was rated here. */
export interface RatingCount {
  rated: Rated
  good: number
  bad: number
}

/**
 * Ratings of takes. A member has one vote per take: another one replaces it, also in the counts. The same rating
 * twice is one. Throws AppError `store_unavailable`.
 */
export interface Ratings {
  /** `same`: it was rated so before. */
  rate(account: AccountId, member: string, rating: Rating, rated: readonly Rated[]): Promise<'rated' | 'same'>
  /** Everything that was rated in an account, in no particular order. */
  counts(account: AccountId): Promise<readonly RatingCount[]>
  /** A member's own ratings, for their export. */
  of(account: AccountId, member: string): Promise<readonly Rating[]>
  /** Takes all of a member's ratings back, also from the counts. */
  forget(account: AccountId, member: string): Promise<void>
}

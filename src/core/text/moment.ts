import { say } from './say.ts'

/**
 * A moment in plain words, such as "2026-07-01 00:00 UTC", where a platform cannot show it in the reader's own
 * zone.
 */
export const momentText = (atMs: number): string =>
  say('{{moment}} UTC', { moment: new Date(atMs).toISOString().slice(0, 16).replace('T', ' ') })

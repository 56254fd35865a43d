import { limits } from '../../../../sandbox/discord/limits.ts'
import { describeBorders } from '../../borders.ts'
import { startRawBot } from '../support.ts'
import type { Limit } from './borders.ts'
import { requestBorders } from './tables/limits.ts'
import { spanBorders } from './tables/spans.ts'

/** Limits that are not tried on both sides, and why. */
const untried: Partial<Record<Limit, string>> = {
  guildsPerShard: 'there are two servers; the catalogue tries it where one is too many',
  formBytes: 'nobody knows what Discord grants a form around a large file; the file is what counts',
  heartbeatIntervalMs: 'heartbeats keep real time; a connection without them is closed in the catalogue',
}

describeBorders({ limits, borders: [...requestBorders, ...spanBorders], untried, start: () => startRawBot() })

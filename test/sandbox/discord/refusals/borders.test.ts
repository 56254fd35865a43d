import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../../sandbox/discord/limits.ts'
import { type RawBot, startRawBot } from '../support.ts'
import type { Limit } from './borders.ts'
import { requestBorders } from './tables/limits.ts'
import { spanBorders } from './tables/spans.ts'

const borders = [...requestBorders, ...spanBorders]

/** Limits that are not tried on both sides, and why. */
const untried: Partial<Record<Limit, string>> = {
  guildsPerShard: 'there are two servers; the catalogue tries it where one is too many',
  formBytes: 'nobody knows what Discord grants a form around a large file; the file is what counts',
  heartbeatIntervalMs: 'heartbeats keep real time; a connection without them is closed in the catalogue',
}

let bot: RawBot

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

describe('the border of', () => {
  test.each(borders.map((border) => [border.limit, border] as const))(
    '%s is taken',
    async (limit, border) => {
      expect(await border.trial(bot, border.taken(limits[limit]))).toBe(true)
      expect(bot.refusals()).toEqual([])
    },
  )

  test.each(borders.map((border) => [border.limit, border] as const))(
    '%s is refused one step beyond',
    async (limit, border) => {
      expect(await border.trial(bot, border.refused(limits[limit]))).toBe(false)
      expect(bot.refusals().length > 0).toBe(!border.isSilent)
    },
  )
})

test('every limit is tried on both sides, or says why not', () => {
  const named = [...borders.map(({ limit }) => limit), ...Object.keys(untried)]
  expect(named.toSorted()).toEqual(Object.keys(limits).toSorted())
})

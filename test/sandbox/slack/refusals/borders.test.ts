import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../../sandbox/slack/limits.ts'
import { manifest, type RawApp, startRawApp } from '../support.ts'
import type { Limit } from './borders.ts'
import { borders } from './tables/limits.ts'

const ratesTest = 'test/sandbox/slack/rates.test.ts counts up to it and one beyond'
const pace = 'says when the stand-in does something of itself, which refuses nothing'

/** Limits that are not tried on both sides here, and why. */
const untried: Partial<Record<Limit, string>> = {
  eventsPerHour: 'nothing is refused: what is over it is lost',
  expiringTokens: 'tokens.test.ts: the third takes the oldest away',
  fileInputBytes: "a person's own client refuses it, before the app hears of it",
  goodbyeMs: pace,
  lateEventMs: pace,
  lateShareMs: pace,
  pageSize: 'a page of so many comes when none is asked for',
  postBurst: ratesTest,
  secondRetryMs: pace,
  serverPingMs: pace,
  shareDelayMs: pace,
  slowAnswerMs: pace,
  socketWarningMs: pace,
  thirdRetryMs: pace,
  tokenLifeSeconds: 'the catalogue has a token after its twelve hours',
  unlistedPageSize: ratesTest,
  usersInGroupMessage: 'groups are not served; the catalogue has nine people and two',
  workspaceCallsPerMinute: ratesTest,
}

let app: RawApp

beforeEach(async () => {
  app = await startRawApp({ manifest: manifest({ events: [] }) })
})

afterEach(() => app.stop())

describe('the border of', () => {
  test.each(borders.map((border) => [border.limit, border] as const))(
    '%s is taken',
    async (limit, border) => {
      expect(await border.trial(app, border.taken(limits[limit]))).toBe(true)
      expect(app.refusals()).toEqual([])
    },
  )

  test.each(borders.map((border) => [border.limit, border] as const))(
    '%s is refused one step beyond',
    async (limit, border) => {
      expect(await border.trial(app, border.refused(limits[limit]))).toBe(false)
      expect(app.refusals().length > 0).toBe(!border.isSilent)
    },
  )
})

test('every limit is tried on both sides, or says why not', () => {
  const named = [...borders.map(({ limit }) => limit), ...Object.keys(untried)]
  expect(named.toSorted()).toEqual(Object.keys(limits).toSorted())
})

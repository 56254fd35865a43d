import { limits } from '../../../../sandbox/slack/limits.ts'
import { describeBorders } from '../../borders.ts'
import { manifest, startRawApp } from '../support.ts'
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

describeBorders({
  limits,
  borders,
  untried,
  start: () => startRawApp({ manifest: manifest({ events: [] }) }),
})

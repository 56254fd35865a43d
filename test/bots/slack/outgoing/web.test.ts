import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPacedWebs } from '../../../../src/bots/slack/outgoing/web.ts'
import { performed } from '../../../../src/core/effect.ts'
import { createShare, type JoinCallers, joinEveryMs } from '../../../../src/core/pacing/share.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

let server: ScriptedServer

beforeEach(async () => {
  server = await startScriptedServer({ reply: answers(200, { ok: true, ts: '1.1' }) })
})
afterEach(() => server.close())

/** How many of so many edits have room at once. */
const editsAtOnce = async (count: number, join?: JoinCallers): Promise<number> => {
  let nowMs = 0
  const webs = createPacedWebs({
    token: 'xoxb-1',
    apiUrl: `${server.url}/api/`,
    now: () => nowMs,
    wait: () => new Promise(() => undefined),
    effect: performed,
    log: createRecordingLog(),
    ...(join !== undefined && { share: createShare({ join, now: () => nowMs, onClosed: () => undefined }) }),
  })
  const client = webs.client({ urgency: 'answer', waitMs: 0 })
  await client.users.info({ user: 'U1' })
  nowMs += joinEveryMs
  await client.users.info({ user: 'U1' })
  const edits = Array.from({ length: count }, (_, index) =>
    client.chat.update({ channel: 'C1', ts: `${index}.1`, text: 'done' }),
  )
  const settled = await Promise.allSettled(edits)
  return settled.filter(({ status }) => status === 'fulfilled').length
}

// Fifty a minute for each app and workspace: https://docs.slack.dev/apis/web-api/rate-limits
describe('the tier of a method', () => {
  test('is for one process where no other calls', async () => {
    expect(await editsAtOnce(20)).toBe(10)
  })

  test('is divided among the processes that call', async () => {
    expect(await editsAtOnce(20, () => Promise.resolve({ count: 5, closedForMs: 0 }))).toBe(2)
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMembers } from '../../../../src/bots/slack/incoming/members.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

let server: ScriptedServer
let nowMs: number
beforeEach(async () => {
  server = await startScriptedServer({ reply: answers(200, { ok: true, user: { team_id: 'T1' } }) })
  nowMs = 1_700_000_000_000
})
afterEach(() => server.close())

const membersHere = () =>
  createMembers({
    web: createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` }),
    patienceMs: 20_000,
    now: () => nowMs,
    log: createRecordingLog(),
    track: () => undefined,
  })

describe('of people who were not admitted first', () => {
  const asked = () => server.requests.length
  test('a few are looked up at a time, and those who are known cost nothing', async () => {
    const members = membersHere()
    const look = async (count: number) => {
      for (let id = 0; id < count; id += 1) await members.lookUpUnadmitted(`U${id}`)
    }
    await look(30)
    expect(asked()).toBe(10)
    await look(10)
    expect(asked()).toBe(10)
    nowMs += 60_000
    expect(await members.lookUpUnadmitted('U29')).toBeDefined()
  })

  test('who are so many, others who were are looked up all the same', async () => {
    const members = membersHere()
    for (let id = 0; id < 20; id += 1) await members.lookUpUnadmitted(`U${id}`)
    expect(await members.lookUp('U30')).toBeDefined()
  })
})

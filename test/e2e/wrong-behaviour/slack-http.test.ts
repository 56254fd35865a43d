import { afterAll, beforeAll, describe, test } from 'vitest'
import { playFairly, playRow } from './row.ts'
import { requests } from './slack/requests.ts'
import { type Stage, setStage } from './stage.ts'
import { expectTruth } from './truth.ts'

// Our own bot behind its request URL, with one wrong answer at a time between it and Slack.

let stage: Stage

beforeAll(async () => {
  stage = await setStage('slack http')
})
afterAll(() => stage.close())

const names = ['help', 'reading', 'mention', 'suggestions', 'sent form', 'moved', 'forged'] as const

test.each(names)('nothing is refused of %s while nothing is spoilt', async (name) => {
  await playFairly(stage, name)
})

describe.each(Object.entries(requests))('%s:', (_, rows) => {
  test.each(rows)('$name is refused', (row) => playRow(stage, row))
})

test('nobody was told an untruth', () => expectTruth(stage))

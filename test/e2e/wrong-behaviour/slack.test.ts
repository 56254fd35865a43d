import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPeople } from '../../support/sandbox/people.ts'
import { excuseRefusals } from '../../support/sandbox/strict.ts'
import { times } from './changes.ts'
import { playFairly, playRow } from './row.ts'
import { bursts } from './slack/bursts.ts'
import { slackRows } from './slack/rows.ts'
import { type Stage, setStage } from './stage.ts'
import { expectTruth } from './truth.ts'

// Our own bot, with one wrong behaviour at a time between it and Slack.

let stage: Stage

beforeAll(async () => {
  stage = await setStage('slack')
})
afterAll(async () => {
  excuseRefusals(/^chat\.update: message_not_found$/) // news of a job whose result replaced its message
  await stage.close()
})

const names = [
  'help',
  'reading',
  'mention',
  'suggestions',
  'form',
  'button',
  'sent form',
  'empty-handed',
  'stack',
] as const

test.each(names)('nothing is refused of %s while nothing is spoilt', async (name) => {
  await playFairly(stage, name)
})

describe.each(Object.entries(slackRows))('%s:', (_, rows) => {
  test.each(rows)('$name is refused', (row) => playRow(stage, row))
})

/**
 * After it no row stands in the way of the next one's calls. https://docs.slack.dev/apis/web-api/rate-limits
 */
const rateWindowMs = 61_000

describe('bursts:', () => {
  test.each(bursts)('$name is refused', async (row) => {
    await playRow(stage, row)
    // What came before a command that is answered has been acknowledged.
    await playFairly(stage, 'help')
    stage.world.clock.advance(rateWindowMs)
  })
})

// Slack has no nonce. The counts of messages that every other end-to-end test makes are what catches this.
test('a message that is posted twice is refused by nobody, and seen twice', async () => {
  const people = createPeople(stage.world.addresses, 'slack')
  const since = await people.latest(stage.member)
  const does = { on: 'chat.postMessage', does: times(2) }
  await playRow(stage, { name: 'twice', scenario: 'reading', does, refusals: [], endsWell: true })
  // The result is there a moment before the message that it replaces is gone.
  await expect
    .poll(async () => {
      const seen = await people.messages(stage.member, since)
      return seen.filter(({ text, state }) => text !== '' && state === 'shown').length
    })
    .toBe(2)
})

test('nobody was told an untruth', () => expectTruth(stage))

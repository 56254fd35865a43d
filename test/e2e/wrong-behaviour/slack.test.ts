import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPeople } from '../../support/sandbox-people.ts'
import { times } from './changes.ts'
import { playFairly, playRow } from './row.ts'
import { acknowledgements, answers, responses, sentForms, suggestions } from './slack/acknowledgements.ts'
import { forms, uploads } from './slack/forms.ts'
import { calls, posts, updates } from './slack/messages.ts'
import { type Stage, setStage } from './stage.ts'
import { expectTruth } from './truth.ts'

// Our own bot, with one wrong behaviour at a time between it and Slack.

let stage: Stage

beforeAll(async () => {
  stage = await setStage('slack')
})
afterAll(() => stage.close())

const names = [
  'help',
  'reading',
  'mention',
  'suggestions',
  'form',
  'button',
  'sent form',
  'empty-handed',
] as const

test.each(names)('nothing is refused of %s while nothing is spoilt', async (name) => {
  await playFairly(stage, name)
})

const groups = {
  acknowledgements,
  answers,
  suggestions,
  sentForms,
  responses,
  posts,
  updates,
  calls,
  forms,
  uploads,
}

describe.each(Object.entries(groups))('%s:', (_, rows) => {
  test.each(rows)('$name is refused', (row) => playRow(stage, row))
})

// Slack has no nonce. The counts of messages that every other end-to-end test makes are what catches this.
test('a message that is posted twice is refused by nobody, and seen twice', async () => {
  const people = createPeople(stage.world.addresses, 'slack')
  const since = await people.latest(stage.member)
  const does = { on: 'chat.postMessage', does: times(2) }
  await playRow(stage, { name: 'twice', scenario: 'reading', does, refusals: [], endsWell: true })
  const seen = (await people.messages(stage.member, since)).filter(({ text }) => text !== '')
  expect(seen).toHaveLength(2)
})

test('nobody was told an untruth', () => expectTruth(stage))

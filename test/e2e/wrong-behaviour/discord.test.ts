import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireEntry } from '../../../sandbox/wire.ts'
import { createPeople } from '../../support/sandbox/people.ts'
import { both, omits, times } from './changes.ts'
import { unanswered } from './discord/answers.ts'
import { discordRows } from './discord/rows.ts'
import { playFairly, playRow, type Row } from './row.ts'
import { type Stage, setStage } from './stage.ts'
import { expectTruth } from './truth.ts'

// Our own bot, with one wrong behaviour at a time between it and Discord.

let stage: Stage

const post = 'POST /channels/:id/messages'
const callback = 'POST /interactions/:id/:token/callback'

beforeAll(async () => {
  stage = await setStage('discord')
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
  'drop',
  'another',
  'registration',
] as const

test.each(names)('nothing is refused of %s while nothing is spoilt', async (name) => {
  await playFairly(stage, name)
})

/**
 * After it no row stands in the way of the next one's calls.
 * https://docs.discord.com/developers/topics/rate-limits
 */
const rateWindowMs = 61_000

/** Real time, after which an interaction is dead. */
const answerMs = 3_000

/**
 * What a job of the row before tries again may be refused in place of what this row's job
 * says, before this one's request has its answer; that would come too late once the clock is
 * moved, and count as the next row's.
 */
const untilAnswered = async (since: number): Promise<void> => {
  const { wire } = stage.world
  const isAnswered = (id: string) =>
    wire.since(since).some(({ summary }) => summary.includes(`/interactions/${id}/`))
  const isOpen = ({ kind, summary, detail }: WireEntry) =>
    kind === 'event' && summary === 'INTERACTION_CREATE' && !isAnswered((detail as { id: string }).id)
  const signal = AbortSignal.timeout(answerMs)
  while (!signal.aborted && wire.since(since).some(isOpen)) await wire.changed(wire.since(0).length, signal)
}

/** The clock moves by a quarter of an hour in fifteen rows, which a slow job of an earlier one may live to see. */
const tokenOver = /^PATCH \S+\/webhooks\/\S+: 401 50027 /

/** Members whose request was refused an answer wait in vain, and Discord counts that too. */
const play = async (row: Row): Promise<void> => {
  const since = stage.world.wire.since(0).length
  await playRow(stage, { ...row, besides: [...(row.besides ?? []), unanswered, tokenOver] })
  if (row.scenario === 'reading') await untilAnswered(since)
  stage.world.clock.advance(rateWindowMs)
}

describe.each(Object.entries(discordRows))('%s:', (_, rows) => {
  test.each(rows)('$name is refused', play)
})

// Discord lets these pass. The counts of messages that every other end-to-end
// test makes are what catches them.
test.each([
  ['a reply that is sent twice under its nonce', 'mention', times(2), post, 'credits left here', ['all']],
  [
    'a reply that is sent twice without',
    'mention',
    both(omits('nonce'), times(2)),
    post,
    'credits left here',
    ['all', 'all'],
  ],
  ['a private answer that lost its flag', 'help', omits('data.flags'), callback, 'I make songs', ['all']],
] as const)('%s is refused by nobody, and seen', async (name, scenario, does, on, text, seenBy) => {
  const people = createPeople(stage.world.addresses)
  const since = await people.latest(stage.member)
  await playRow(stage, { name, scenario, does: { on, does }, refusals: [], endsWell: true })
  const seen = (await people.messages(stage.member, since)).filter((message) => message.text.includes(text))
  expect(seen.map((message) => message.seenBy)).toEqual(seenBy)
})

test('nobody was told an untruth', () => expectTruth(stage))

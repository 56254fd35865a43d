import { describe, expect, test } from 'vitest'
import { discordRows } from './discord/rows.ts'
import { bursts } from './slack/bursts.ts'
import { requests } from './slack/requests.ts'
import { slackRows } from './slack/rows.ts'

// How much is tried, so that what docs/stand-ins.md says of it stays true.

describe.each([
  ['Discord', 120, [discordRows]],
  ['Slack', 130, [slackRows, { bursts }, requests]],
] as const)('of %s', (_, rowsMin, tables) => {
  const groups = tables.flatMap((groups) => Object.values(groups))

  test(`at least ${rowsMin} wrong behaviours are tried`, () => {
    expect(groups.flat().length).toBeGreaterThanOrEqual(rowsMin)
  })

  test('each is named once in its group', () => {
    for (const rows of groups) expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  })
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { discordRows } from '../e2e/wrong-behaviour/discord/rows.ts'
import { leftToLongForm } from '../e2e/wrong-behaviour/short.ts'
import { bursts } from '../e2e/wrong-behaviour/slack/bursts.ts'
import { requests } from '../e2e/wrong-behaviour/slack/requests.ts'
import { slackRows } from '../e2e/wrong-behaviour/slack/rows.ts'
import { spoilingsLeftToLongForm } from '../sandbox/contract/spoilings/left-to-long-form.ts'

const page = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8')

/** What stands behind such an entry of the page's list, item by item. */
const listed = (entry: string): readonly string[] => {
  const [, items = ''] = page.split(`- **${entry}**: `)
  return (items.split(/\n(?:- |\n)/)[0] ?? '').replaceAll(/\s+/g, ' ').split('; ')
}

test.each([
  ['An audio service', Object.values(spoilingsLeftToLongForm).flat()],
  ['A bot on Discord', leftToLongForm(discordRows)],
  ['A bot on Slack', [slackRows, { bursts }, requests].flatMap(leftToLongForm)],
])('the page lists the mistakes that only the long form catches: %s', (entry, mistakes) => {
  expect(listed(entry)).toEqual(mistakes)
})

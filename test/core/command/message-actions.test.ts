import { describe, expect, test } from 'vitest'
import { commandBodies } from '../../../src/bots/discord/setup/commands.ts'
import { moreShortcut } from '../../../src/bots/slack/setup/commands.ts'
import { slackManifest } from '../../../src/bots/slack/setup/manifest.ts'
import type { Command } from '../../../src/core/command/command.ts'
import {
  clipFeaturesOf,
  menuOf,
  moreWithClip,
  readMessageClips,
  writeMessageClips,
} from '../../../src/core/command/message-actions.ts'
import { allCommands } from '../../support/commands/commands.ts'

const [remix] = clipFeaturesOf(allCommands).filter(({ name }) => name === 'remix')
if (remix === undefined) throw new Error('there is no /remix')

/** So many features that work on the clip of a message, and a command that does not. */
const commandsWith = (count: number): readonly Command[] => [
  ...allCommands.filter(({ name }) => name === 'tts'),
  ...Array.from({ length: count }, (_, index) => ({
    ...remix,
    name: `remix${index}`,
    messageAction: `Remix number ${index}`,
  })),
]

test('what works on the clip of a message stands in its menu, in the order of the commands', () => {
  expect(clipFeaturesOf(allCommands).map(({ messageAction }) => messageAction)).toEqual([
    'Remix this clip',
    'Change the voice',
    'Master this clip',
    'Trim this clip',
    'Redo part of this clip',
    'Transcribe this clip',
  ])
})

describe('a menu of at most three entries', () => {
  test.each([
    [2, ['remix0', 'remix1'], false],
    [3, ['remix0', 'remix1', 'remix2'], false],
    [4, ['remix0', 'remix1'], true],
  ])('has for %i features %j, and an entry for the rest: %s', (count, names, hasMore) => {
    const menu = menuOf(commandsWith(count), 3)
    expect(menu.features.map(({ name }) => name)).toEqual(names)
    expect(menu.hasMore).toBe(hasMore)
  })
})

// https://docs.discord.com/developers/interactions/application-commands#registering-a-command
test.each([
  [15, 15, 'Remix number 14'],
  [16, 15, moreWithClip],
])('of %i features Discord is sent %i entries, the last of them %s', (count, entries, last) => {
  const bodies = commandBodies(commandsWith(count)).filter(({ type }) => type === 3)
  expect(bodies).toHaveLength(entries)
  expect(bodies.at(-1)?.name).toBe(last)
})

// https://docs.slack.dev/reference/app-manifest
test.each([
  [10, 10, 'remix9'],
  [11, 10, moreShortcut],
])('of %i features Slack is told %i entries, the last of them %s', (count, entries, last) => {
  const manifest = slackManifest(commandsWith(count), { requestUrl: undefined })
  expect(manifest).toMatchObject({ features: { shortcuts: { length: entries } } })
  expect(manifest).toMatchObject({ features: { shortcuts: { [entries - 1]: { callback_id: last } } } })
})

test.each(['1574112433105010688', '1763312345.000200'])('the clips of message %s are named so', (message) => {
  expect(readMessageClips(writeMessageClips(message))).toBe(message)
})

test.each(['', 'message:', 'message:a b', 'https://example.com', '3f2akd7c.2', `message:${'1'.repeat(41)}`])(
  'no message is named by %j',
  (text) => {
    expect(readMessageClips(text)).toBeUndefined()
  },
)

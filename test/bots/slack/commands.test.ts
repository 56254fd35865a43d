import { describe, expect, test } from 'vitest'
import { readSlashCommand, readUmbrellaText } from '../../../src/bots/slack/commands.ts'
import { textAroundMention, typedText } from '../../../src/bots/slack/markup.ts'
import { commands } from './commands.ts'

// What Slack makes of typed text: https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages

test.each([
  ['links', 'see <https://example.com/a?b=1&amp;c=2|example.com>', 'see https://example.com/a?b=1&c=2'],
  ['links without a label', '<https://example.com>', 'https://example.com'],
  ['mail addresses', '<mailto:a@example.com|a@example.com>', 'a@example.com'],
  ['channels', 'in <#C1|music> and <#C2>', 'in #music and #C2'],
  ['calls to everybody', '<!here> <!subteam^S1|@band> <!subteam^S1>', '@here @band S1'],
  ['escapes, once', '&lt;b&gt; &amp;amp; R&amp;B', '<b> &amp; R&B'],
  ['mentions, as they are', '<@U1|max> &lt;3', '<@U1|max> <3'],
])('%s are read as a member typed them', (_, markup, text) => {
  expect(typedText(markup)).toBe(text)
})

describe('a slash command', () => {
  test('has its text and its named values', () => {
    expect(readSlashCommand(commands, '/remix', 'a <https://example.com/x.mp3> sea shanty key:a')).toEqual({
      command: 'remix',
      action: undefined,
      values: { source: 'https://example.com/x.mp3', prompt: 'a sea shanty', key: 'a' },
    })
  })

  test('has ids in fields for members, and names everywhere else', () => {
    expect(readSlashCommand(commands, '/budget', 'limit 5 who:<@U2|mia>').values).toEqual({
      amount: '5',
      who: 'U2',
    })
    expect(readSlashCommand(commands, '/remix', 'for <@U2|mia> and <@U3>').values).toEqual({
      prompt: 'for @mia and @U3',
    })
  })
})

const help = { command: 'help', action: undefined, values: {} }

test.each([
  ['remix a shanty', { command: 'remix', action: undefined, values: { prompt: 'a shanty' } }],
  ['/remix a shanty', { command: 'remix', action: undefined, values: { prompt: 'a shanty' } }],
  ['Budget show', { command: 'budget', action: 'show', values: {} }],
  ['', help],
  ['   ', help],
  ['what is this?', help],
])('/tunesmith %s', (text, request) => {
  expect(readUmbrellaText(commands, text)).toEqual(request)
  expect(readSlashCommand(commands, '/tunesmith', text)).toEqual(request)
})

test.each([
  ['<@UBOT> remix it', 'remix it'],
  ['hey <@UBOT|tunesmith> remix it', 'remix it'],
  ['help me <@UBOT>', 'help me'],
  ['<@UBOT> <@UBOT> x', '<@UBOT> x'],
  ['<@UOTHER> x', undefined],
])('in %j the text around the mention is %j', (markup, text) => {
  expect(textAroundMention(markup, 'UBOT')).toBe(text)
})

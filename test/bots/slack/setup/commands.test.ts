import { describe, expect, test } from 'vitest'
import { typedText } from '../../../../src/bots/slack/render/markup.ts'
import { readSlashCommand, readUmbrellaText } from '../../../../src/bots/slack/setup/commands.ts'
import { everyCommand } from '../../../support/commands/commands.ts'
import { commands } from '../commands.ts'

// What Slack makes of typed text:
// https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages

test.each([
  ['links', 'see <https://example.com/a?b=1&amp;c=2|example.com>', 'see https://example.com/a?b=1&c=2'],
  ['links without a label', '<https://example.com>', 'https://example.com'],
  ['mail addresses', '<mailto:a@example.com|a@example.com>', 'a@example.com'],
  [
    'dates, by their own text or else in UTC',
    '<!date^1392734382^{date}|Feb 18> <!date^1392734382^{date}>',
    'Feb 18 2014-02-18 14:39 UTC',
  ],
  ['calls to everybody', '<!here> <!channel|channel>', '@here @channel'],
  ['escapes, once', '&lt;b&gt; &amp;amp; R&amp;B', '<b> &amp; R&B'],
  ['references, as they are', '<@U1|max> <#C1|> <!subteam^S1> &lt;3', '<@U1|max> <#C1|> <!subteam^S1> <3'],
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

  test('has ids in fields for members, and what Slack writes everywhere else', () => {
    expect(readSlashCommand(commands, '/budget', 'limit 5 who:<@U2|mia>').values).toEqual({
      amount: '5',
      who: 'U2',
    })
    expect(readSlashCommand(commands, '/remix', 'for <@U2|mia> and <@U3>').values).toEqual({
      prompt: 'for <@U2|mia> and <@U3>',
    })
  })

  test.each([
    ['point <@U2|mia> <#C1|music> <!subteam^S1|@band>', { who: 'U2', where: 'C1', role: 'S1' }],
    ['point role:<!subteam^S1> where:<#C1|> who:<@U2>', { who: 'U2', where: 'C1', role: 'S1' }],
    [
      'point where:C0ABC123 role:S0ABC123 who:U0ABC123',
      { who: 'U0ABC123', where: 'C0ABC123', role: 'S0ABC123' },
    ],
    ['point where:#music role:@band', { where: '#music', role: '@band' }],
    ['point where:music role:band', { where: '#music', role: '@band' }],
  ])('has ids in fields for people and places, if it says them: %s', (text, values) => {
    expect(readSlashCommand(everyCommand, '/tunesmith', text)).toEqual({
      command: 'point',
      action: undefined,
      values,
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
  ['what is this?', { ...help, unread: 'what is this?' }],
  ['a song for <@U2|mia>', { ...help, unread: 'a song for <@U2|mia>' }],
])('/tunesmith %s', (text, request) => {
  expect(readUmbrellaText(commands, text)).toEqual(request)
  expect(readSlashCommand(commands, '/tunesmith', text)).toEqual(request)
})

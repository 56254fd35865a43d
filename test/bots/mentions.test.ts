import { describe, expect, test } from 'vitest'
import { aroundMention as onDiscord } from '../../src/bots/discord/incoming/mentions.ts'
import { aroundMention as onSlack } from '../../src/bots/slack/render/markup.ts'
import { addressedText } from '../../src/core/command/mention-text.ts'
import { allCommands } from '../support/commands/commands.ts'

const platforms = [
  [
    'Discord',
    (said: string) => onDiscord(said.replaceAll('@Tunesmith', '<@17>').replaceAll('@Max', '<@18>'), '17'),
  ],
  [
    'Slack',
    (said: string) =>
      onSlack(
        said.replaceAll('>', '&gt;').replaceAll('@Tunesmith', '<@U17>').replaceAll('@Max', '<@U18|max>'),
        'U17',
      ),
  ],
] as const

const song = 'music a song'

describe.each(platforms)('a message on %s', (_, around) => {
  const heard = (said: string): string | undefined => {
    const found = around(said)
    return found && addressedText(allCommands, found)
  }

  test.each([
    ...[',', ':', ';', '.', '!', '?', '…', ' –', ' —', ' -', ',,', ' ,\n', '，', '：', '、'].map(
      (mark) => `@Tunesmith${mark}`,
    ),
    ...['@Tunesmith', '  @Tunesmith', '**@Tunesmith**', '\n@Tunesmith\n'],
    ...['@Tunesmith @Tunesmith', '@Tunesmith@Tunesmith,\n@Tunesmith:', 'hey @Tunesmith, @Tunesmith'],
    ...['hey @Tunesmith', 'Hi, @Tunesmith,', 'OK @Tunesmith:', 'hello @Max @Tunesmith'],
    ...['Good morning all. @Tunesmith', 'That was fun!\n@Tunesmith', 'I like it, ok @Tunesmith'],
  ])('that calls the bot in front of a command, with any marks between them, asks for it: %j', (call) => {
    expect(heard(`${call} ${song}`)).toBe(song)
    expect(heard(`${call} /${song}`)).toBe(`/${song}`)
  })

  test.each([
    ['@Tunesmith', ''],
    ['@Tunesmith!', ''],
    ['@Tunesmith, make me a song', 'make me a song'],
    ['hello @Tunesmith "make me a song"', '"make me a song"'],
    ['@Tunesmith #general', '#general'],
    ['@Tunesmith @Tunesmith', ''],
  ])('that says something else to it is answered: %j', (said, text) => {
    expect(heard(said)).toBe(text)
  })

  test.each([
    'thanks @Tunesmith',
    'thanks @Tunesmith @Tunesmith',
    'hello @Tunesmith!',
    'we made it with @Tunesmith last week',
    'we made it with @Tunesmith.',
    'music a song @Tunesmith',
    'I love @Tunesmith music, it is great',
    'Best bot ever: @Tunesmith wins',
    '> @Tunesmith music a song',
    'He wrote\n> hey @Tunesmith music a song',
    '@Max music a song',
  ])('that mentions it in passing asks for nothing: %j', (said) => {
    expect(heard(said)).toBeUndefined()
  })
})

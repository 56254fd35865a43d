import { DiscordAPIError } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { failedReply, isVisible, textAfterMention } from '../../../../src/bots/discord/incoming/mentions.ts'

describe('a message that begins with the bot’s name', () => {
  test.each([
    ['<@17> remix as jazz', 'remix as jazz'],
    ['<@!17> remix', 'remix'],
    ['  <@17>\nremix\nas jazz ', 'remix\nas jazz '],
    ['<@17>remix', 'remix'],
    ['<@17>', ''],
  ])('%j asks for %j', (content, text) => {
    expect(textAfterMention(content, '17')).toBe(text)
  })

  test.each(['remix', 'hey <@17> remix', '<@18> remix', '<@&17> remix', '<@171> remix', '@17 remix', ''])(
    'is not %j',
    (content) => expect(textAfterMention(content, '17')).toBeUndefined(),
  )

  test.each([
    ['<@&30> remix as jazz', 'remix as jazz'],
    ['<@17> remix', 'remix'],
    ['<@&17> remix', undefined],
    ['<@30> remix', undefined],
    ['<@!&30> remix', undefined],
    ['hey <@&30> remix', undefined],
  ])('or with that of its role 30: %j asks for %j', (content, text) => {
    expect(textAfterMention(content, '17', '30')).toBe(text)
  })
})

describe('an answer that did not get through', () => {
  const refused = (status: number) =>
    new DiscordAPIError({ code: 0, message: 'no' }, 0, status, 'POST', 'https://discord.example', {})

  test.each([
    ['was refused', refused(403), 'too_late'],
    ['was not valid', refused(400), 'too_late'],
    ['met a fault of Discord’s', refused(502), 'unknown'],
    ['met nobody', new TypeError('fetch failed'), 'unknown'],
  ])('because it %s', (_, error, kind) => {
    expect(failedReply(error)).toEqual({ kind })
  })
})

test.each([
  ['nothing, with the right to read everything', '', 0, true, true],
  ['nothing, without that right', '', 0, false, false],
  ['a text', 'la la la', 0, false, true],
  ['a file', '', 1, false, true],
])('a message that shows %s', (_, content, size, readsContent, visible) => {
  expect(isVisible({ content, attachments: { size } }, readsContent)).toBe(visible)
})

import { DiscordAPIError } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { aroundMention, failedReply, isVisible } from '../../../../src/bots/discord/incoming/mentions.ts'

test.each([
  ['<@17> remix', { before: '', behind: ' remix' }],
  ['<@17> <@&30> remix', { before: '', behind: ' remix' }],
  ['<@17> remix <@17>', { before: '', behind: ' remix <@17>' }],
  ['hey <@!17> remix', { before: 'hey ', behind: ' remix' }],
  ['<@&30> remix', { before: '', behind: ' remix' }],
  ['<@&17> remix', undefined],
  ['<@30> remix', undefined],
  ['<@!&30> remix', undefined],
  ['<@171> remix', undefined],
  ['@17 remix', undefined],
])('the bot 17 is named by itself and by its role 30 in %j: %j', (content, around) => {
  expect(aroundMention(content, '17', '30')).toEqual(around)
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

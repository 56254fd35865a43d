import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inWords } from '../../../../src/bots/discord/incoming/words.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { asksFor, type Listening, remixForm, startListening } from '../listening.ts'

// What Discord writes: https://docs.discord.com/developers/reference#message-formatting

const names: Readonly<Record<string, string>> = {
  'member 80351110224678912': 'Anna',
  'group 165511591545143296': 'Musicians',
  'channel 103735883630395392': 'general',
}

test.each([
  ['a member', 'for <@80351110224678912>', 'for Anna'],
  ['a member, in the older form', 'for <@!80351110224678912>’s mum', 'for Anna’s mum'],
  ['a member who is not known', 'for <@80351110224678913>', 'for someone'],
  ['a role', 'for <@&165511591545143296>', 'for Musicians'],
  ['a role that is not known', 'for <@&165511591545143297>', 'for a group'],
  ['a channel', 'in <#103735883630395392>', 'in general'],
  ['a channel that is not known', 'in <#103735883630395393>', 'in a channel'],
  ['an emoji', 'so <:mmLol:216154654256398347>!', 'so mmLol!'],
  ['an emoji that moves', '<a:party_parrot:392938283556143104>', 'party parrot'],
  ['emoji side by side', '<:a:1><:b:2>c', 'a b c'],
  ['a time', 'at <t:1618953630>', 'at 2021-04-20 21:20 UTC'],
  ['a time with a style', '<t:1618953630:R>', '2021-04-20 21:20 UTC'],
  ['a time before 1970', '<t:-60:d>', '1969-12-31 23:59 UTC'],
  ['a command', 'see </airhorn:816437322781949972>', 'see /airhorn'],
  ['a command of several words', '</budget show:816437322781949972>', '/budget show'],
  ['an entry above the channels', '<id:guide> <id:customize>', 'Server Guide Channels & Roles'],
  ['roles by a connection', '<id:linked-roles:1>, <id:browse>', 'Linked Roles, Browse Channels'],
])('%s is read as Discord shows it: %j', (_, text, words) => {
  expect(inWords(text, (kind, id) => names[`${kind} ${id}`])).toBe(words)
})

test.each([
  'a < b > c <3 <@> <#> <@anna>',
  ':pepe: 10:30:45 </music> <t:x> <id:x>',
  '<https://a.example/1> <t:99999999999999>',
  '@everyone',
])('other text stays: %j', (text) => {
  expect(inWords(text, () => 'x')).toBe(text)
})

describe('through the official client', () => {
  let at: Listening
  beforeEach(async () => {
    at = await startListening()
  })
  afterEach(async () => {
    await at.stop()
    expect(at.log.errors()).toEqual([])
  })

  const marked = () => {
    const { memberIds, channelIds } = at.standIn.addresses
    return `for <@${memberIds[1]}> in <#${channelIds[1]}> <:pepe:123456789012345678>`
  }
  const words = 'for Mia in music pepe'
  const stranger = '<@80351110224678912>'

  test('an option has names of people who did nothing yet', async () => {
    await at.act({ command: '/remix', options: { prompt: `${marked()} ${stranger}` } })
    expect(at.lastAsked().values).toEqual({ prompt: `${words} someone` })
  })

  test('a message has names in all its options, and in words without a command', async () => {
    for (const say of [`music ${marked()} title:"${marked()}"`, marked()]) {
      const { event } = await at.act({ say: `@Tunesmith ${say}` })
      await at.replyTo(event)
    }
    expect(at.asked).toMatchObject([{ values: { prompt: words, title: words } }, { unread: words }])
  })

  test('a form has names of people who are known, and a word for others', async () => {
    await at.act({ command: '/remix', options: { prompt: marked() } })
    at.answerWith(asksFor(remixForm()))
    const { form } = await at.act({ command: '/remix', options: { prompt: 'x' } })
    at.answerWith({ kind: 'message', message: plainMessage('Well.'), seenBy: 'all' })
    await at.act({ submit: { form: form?.id ?? '', values: { Prompt: `${marked()} ${stranger}` } } })
    expect(at.lastAsked().values).toMatchObject({ prompt: `${words} someone` })
  })

  test('a channel that its member does not see has no name', async () => {
    const { channelIds, adminId } = at.standIn.addresses
    const [, music = ''] = channelIds
    const changed = at.wire.since(0).length
    await at.act({ manage: { what: 'make private' } }, adminId, music)
    while (at.wire.since(changed).every(({ summary }) => !summary.includes('CHANNEL_UPDATE')))
      await at.wire.changed(at.wire.since(0).length)
    await at.act({ command: '/remix', options: { prompt: `in <#${music}>` } })
    expect(at.lastAsked().values).toEqual({ prompt: 'in a channel' })
    await at.act({ command: '/remix', options: { prompt: `in <#${music}>` } }, adminId)
    expect(at.lastAsked().values).toEqual({ prompt: 'in music' })
  })
})

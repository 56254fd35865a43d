import { afterEach, beforeEach, expect, test } from 'vitest'
import { privately, refusal } from '../../../src/core/command/answer.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { drawnPage, listPage } from '../../support/commands/paged.ts'
import { expectRefusals } from '../../support/sandbox/strict.ts'
import { type Listening, startListening } from './listening.ts'

// What becomes of a page when a button below it asks for another one.

let at: Listening
beforeEach(async () => {
  at = await startListening()
})
afterEach(async () => {
  await at.stop()
  expect(at.log.errors()).toEqual([])
})

const seen = (viewer = at.member) => at.standIn.people.messages({ viewer })
const ofBot = (viewer = at.member) => seen(viewer).filter(({ authorId }) => authorId !== viewer)

/** The first page, as a command shows it. */
const opened = async (): Promise<string> => {
  at.answerWith(listPage(1))
  await at.act({ command: '/voices' })
  return (await at.sees('Page 1.')).id
}

const pressNext = (message: string, as = at.member, channel = at.channel) =>
  at.act({ press: { message, button: 'Next' } }, as, channel)

test('a page takes the place of the one before, and so on, for the same reader alone', async () => {
  const message = await opened()
  for (const page of [2, 3]) {
    at.answerWith(listPage(page, true))
    await pressNext(message)
    expect(at.lastAsked().values).toEqual({ page: String(page) })
    expect(ofBot()).toMatchObject([
      {
        id: message,
        text: expect.stringContaining(`Page ${page}.`),
        seenBy: at.member,
        edits: page - 1,
        buttons: [{ label: 'Next' }],
      },
    ])
  }
})

test('a page that is drawn takes the place of the one before, with its own picture alone', async () => {
  const message = await opened()
  for (const page of [2, 3]) {
    const drawing = Promise.withResolvers<void>()
    at.answerWith(drawnPage(page, drawing.promise))
    await pressNext(message)
    at.clock.advance(10_000)
    drawing.resolve()
    await at.sees(`Page ${page}.`)
    expect(ofBot()).toMatchObject([
      {
        id: message,
        seenBy: at.member,
        files: [{ name: `page-${page}.png`, description: `Picture of page ${page}` }],
      },
    ])
  }
})

test('a page that is asked for twice at once is there once', async () => {
  const message = await opened()
  at.answerWith(listPage(2, true))
  await Promise.all([pressNext(message), pressNext(message)])
  expect(ofBot()).toMatchObject([{ id: message, text: expect.stringContaining('Page 2.') }])
})

test('a press that Discord brings twice turns the page once', async () => {
  const message = await opened()
  at.answerWith(listPage(2, true))
  at.standIn.faults.add({ events: 'repeat' })
  await pressNext(message)
  expect(ofBot()).toMatchObject([{ id: message, edits: 1 }])
  expect(at.asked).toHaveLength(2)
})

test('a page turns in direct messages, where one was asked for in words', async () => {
  const [direct = ''] = at.standIn.addresses.directChannelIds
  at.answerWith(listPage(1))
  await at.act({ say: 'voices' }, at.member, direct)
  const { id } = await at.sees('Page 1.')
  at.answerWith(listPage(2, true))
  await pressNext(id, at.member, direct)
  expect(ofBot()).toMatchObject([{ id, text: expect.stringContaining('Page 2.') }])
})

test('a page that all can see stays, and the member who presses turns one of their own', async () => {
  const { adminId } = at.standIn.addresses
  at.answerWith(listPage(1))
  await at.act({ say: '@Tunesmith voices' })
  const { id: shared } = await at.sees('Page 1.')
  for (const reader of [at.member, adminId]) {
    at.answerWith(listPage(2, true))
    await pressNext(shared, reader)
    const [, own] = ofBot(reader).filter(({ text }) => text.includes('Page'))
    expect(own).toMatchObject({ seenBy: reader, text: expect.stringContaining('Page 2.') })
    at.answerWith(listPage(3, true))
    await pressNext(own?.id ?? '', reader)
    expect(ofBot(reader).filter(({ text }) => text.includes('Page'))).toMatchObject([
      { id: shared, seenBy: 'all', text: expect.stringContaining('Page 1.'), edits: 0 },
      { id: own?.id, seenBy: reader, text: expect.stringContaining('Page 3.') },
    ])
  }
})

test.each([
  ['a refusal', refusal('There are no more voices.'), 'no more voices'],
  ['what is no page', privately(plainMessage('Your default.')), 'Your default'],
])('%s takes no place of a page', async (_, answer, text) => {
  const message = await opened()
  at.answerWith(answer)
  await pressNext(message)
  expect(ofBot()).toMatchObject([
    { id: message, text: expect.stringContaining('Page 1.'), buttons: [{ label: 'Next' }] },
    { text: expect.stringContaining(text), seenBy: at.member },
  ])
})

test('a page that is requested by a command is a new message', async () => {
  const message = await opened()
  at.answerWith(listPage(2))
  await at.act({ command: '/voices', options: { page: 2 } })
  expect(ofBot()).toMatchObject([{ id: message, text: expect.stringContaining('Page 1.') }, { edits: 0 }])
})

test('a page whose place is gone meanwhile is a private message of its own', async () => {
  const message = await opened()
  const [application = '', , token = ''] = at.lastAsked().replyToken.split('/')
  at.answerWith(async () => {
    const original = `${at.standIn.addresses.api}/v10/webhooks/${application}/${token}/messages/@original`
    await fetch(original, { method: 'DELETE' })
    return listPage(2, true)
  })
  expectRefusals(/callback: 404 Unknown Message \(10008\)|10008/)
  await pressNext(message)
  expect(ofBot()).toMatchObject([
    { id: message, state: 'deleted' },
    { text: expect.stringContaining('Page 2.'), seenBy: at.member },
  ])
})

test('a page that comes too late is only logged, and the one before stays', async () => {
  const message = await opened()
  at.answerWith(() => {
    at.clock.advance(3_000)
    return listPage(2, true)
  })
  expectRefusals('press of Next: no answer within 3000 ms', /10062/)
  await pressNext(message)
  await at.discord.stop('all')
  expect(at.log.lines.some(({ message: text }) => text === 'an answer did not reach Discord')).toBe(true)
  expect(ofBot()[0]).toMatchObject({ id: message, text: expect.stringContaining('Page 1.') })
})

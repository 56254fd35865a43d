import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
let path: string
let messageId: string

const link = async () => {
  const { body } = await bot.call('GET', `${path}/${messageId}`)
  return (body.attachments as { url: string }[])[0]?.url ?? ''
}

beforeAll(async () => {
  bot = await startRawBot()
  path = `/channels/${bot.discord.addresses.channelId}/messages`
  const song = { name: 'song.mp3', type: 'audio/mpeg', bytes: new TextEncoder().encode('0123456789') }
  messageId = String((await bot.call('POST', path, {}, [song])).body.id)
})

afterAll(() => bot.stop())

describe('a link to a file', () => {
  test('gives the file with its type and length, to anybody', async () => {
    const response = await fetch(await link())
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
    })
    expect(await response.text()).toBe('0123456789')
    expect(bot.refusals()).toEqual([])
  })

  test('leads to a file with a long name, too', async () => {
    const file = { name: `${'ü'.repeat(200)}.mp3`, type: 'audio/mpeg', bytes: new TextEncoder().encode('01') }
    const { body } = await bot.call('POST', path, {}, [file])
    const [attachment] = body.attachments as { url: string }[]
    expect((await fetch(attachment?.url ?? '')).status).toBe(200)
  })

  // https://www.rfc-editor.org/rfc/rfc9110#name-range
  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=4-2', 416, '', 'bytes */10'],
  ])('gives the part %s', async (range, status, text, contentRange) => {
    const response = await fetch(await link(), { headers: { range } })
    expect([response.status, await response.text()]).toEqual([status, text])
    expect(response.headers.get('content-range')).toBe(contentRange)
  })

  test('tells the length without the file', async () => {
    const response = await fetch(await link(), { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('10')
    expect(await response.text()).toBe('')
  })

  test.each([
    ['without its signature', (url: URL) => url.searchParams.delete('hm')],
    ['with a later end', (url: URL) => url.searchParams.set('ex', 'ffffffff')],
    ['to another name', (url: URL) => (url.pathname = url.pathname.replace('song', 'other'))],
    ['to another file', (url: URL) => (url.pathname = url.pathname.replace(/\d+\/song/, '123/song'))],
  ])('is worth nothing %s', async (_how, change) => {
    const url = new URL(await link())
    change(url)
    const before = bot.refusals().length
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([404, 'This content is no longer available.'])
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(bot.refusals()).toHaveLength(before + 1)
  })

  test('dies after a day, while the message gives a new one', async () => {
    const old = await link()
    bot.clock.advance(24 * 60 * 60_000 - 60_000)
    expect((await fetch(old)).status).toBe(200)
    bot.clock.advance(60_000)
    expect((await fetch(old)).status).toBe(404)
    expect((await fetch(await link())).status).toBe(200)
  })
})

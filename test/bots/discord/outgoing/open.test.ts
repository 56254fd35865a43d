import { REST, type RESTOptions } from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOpen } from '../../../../src/bots/discord/outgoing/open.ts'
import type { UploadedClip } from '../../../../src/core/clip/clip.ts'
import {
  answers,
  breaks,
  breaksHalfway,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

// One server is Discord's API and its hosts of files, the other is somebody else's.

let discord: ScriptedServer
let stranger: ScriptedServer

beforeEach(async () => {
  discord = await startScriptedServer()
  stranger = await startScriptedServer({ reply: answers(200, 'secrets') })
})
afterEach(async () => {
  await discord.close()
  await stranger.close()
})

const path = '/attachments/1/2/tide.mp3'
const expired = `${path}?ex=0`
const fresh = `${path}?ex=1`
const sound = answers(200, 'la la la')
const over = answers(404, 'This content is no longer available.')

const open = (clip: Partial<UploadedClip> = {}, { answerTimeoutMs = 5_000, readTimeoutMs = 5_000 } = {}) => {
  const makeRequest = fetch as unknown as RESTOptions['makeRequest']
  const rest = new REST({ api: `${discord.url}/api`, version: '10', retries: 0, makeRequest }).setToken(
    'token',
  )
  const read = createOpen({ rest: () => rest, fileOrigins: [discord.url], answerTimeoutMs, readTimeoutMs })
  return read({
    kind: 'upload',
    platform: 'discord',
    url: `${discord.url}${expired}`,
    name: 'tide.mp3',
    bytes: 8,
    message: { platform: 'discord', channel: '1', message: '3' },
    ...clip,
  })
}

const readAll = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}

/** Answers by what is requested; what is not named is a failure. */
const by =
  (replies: Readonly<Record<string, Reply>>): Reply =>
  (response, request) => {
    const reply = replies[request.url] ?? answers(500, 'not expected')
    reply(response, request)
  }

const messageWith = (...urls: string[]) =>
  answers(200, { id: '3', attachments: urls.map((url, id) => ({ id: String(id), url })) })

const asked = () => discord.requests.map(({ url }) => url)
const lapsed = {
  code: 'file_refused',
  retryable: false,
  memberText: "I can't read that clip anymore. Upload it again.",
}
const later = { code: 'platform_unavailable', retryable: true }

describe('a member’s file', () => {
  test('is read as it comes, under its name', async () => {
    discord.answer(sound)
    const { name, chunks } = await open()
    expect(name).toBe('tide.mp3')
    expect(await readAll(chunks)).toBe('la la la')
    expect(asked()).toEqual([expired])
  })

  test.each([404, 403, 410])(
    'whose link is over (%d) is read by the link that its message has now',
    async (status) => {
      const other = `${discord.url}/attachments/1/9/tide.mp3?ex=1`
      discord.answer(
        by({
          [expired]: answers(status, 'no'),
          '/api/v10/channels/1/messages/3': messageWith(other, 'no address', `${discord.url}${fresh}`),
          [fresh]: sound,
        }),
      )
      expect(await readAll((await open()).chunks)).toBe('la la la')
      expect(asked()).toEqual([expired, '/api/v10/channels/1/messages/3', fresh])
    },
  )

  test('is asked for again only once', async () => {
    const message = messageWith(`${discord.url}${fresh}`)
    discord.answer(by({ [expired]: over, '/api/v10/channels/1/messages/3': message, [fresh]: over }))
    await expect(open()).rejects.toMatchObject(lapsed)
    expect(asked()).toHaveLength(3)
  })

  test('that came without a message is gone with its link', async () => {
    discord.answer(over)
    await expect(open({ message: undefined })).rejects.toMatchObject(lapsed)
    expect(asked()).toEqual([expired])
  })

  test.each([
    ['is gone', answers(404, { code: 10_008, message: 'Unknown Message' }), lapsed],
    ['may not be read', answers(403, { code: 50_001, message: 'Missing Access' }), lapsed],
    ['has no files any more', messageWith(), lapsed],
    ['has other files', messageWith('https://cdn.example/other.mp3'), lapsed],
    ['is not one', answers(200, [1]), lapsed],
    ['cannot be asked for', answers(500, { message: 'down' }), later],
    ['gets no answer', breaks, later],
  ])('whose link is over and whose message %s is not read', async (_, reply, failure) => {
    discord.answer(by({ [expired]: over, '/api/v10/channels/1/messages/3': reply }))
    await expect(open()).rejects.toMatchObject(failure)
  })

  test.each([
    ['a busy host', answers(503, 'busy'), later],
    ['a host that wants a pause', answers(429, 'slow down'), later],
    ['a broken connection', breaks, later],
    ['an answer that is none', answers(416, 'no such part'), lapsed],
    ['an answer without a file', answers(204, ''), lapsed],
  ])('is told apart from %s', async (_, reply, failure) => {
    discord.answer(reply)
    await expect(open()).rejects.toMatchObject(failure)
  })

  test('that does not begin in time is left for later', async () => {
    discord.answer(() => undefined)
    await expect(open({}, { answerTimeoutMs: 20 })).rejects.toMatchObject(later)
  })

  test('that breaks off is left for later', async () => {
    discord.answer(breaksHalfway('la la'))
    const { chunks } = await open()
    await expect(readAll(chunks)).rejects.toMatchObject(later)
  })

  test('that begins and never ends is left for later', async () => {
    discord.answer((response) => {
      response.writeHead(200)
      response.write('la la')
    })
    const { chunks } = await open({}, { readTimeoutMs: 1_000 })
    await expect(readAll(chunks)).rejects.toMatchObject(later)
  })
})

describe('no other host is read', () => {
  test.each(['', '/api/../attachments'])('when the address is one (%j)', async (rest) => {
    await expect(open({ url: `${stranger.url}${rest}` })).rejects.toMatchObject(lapsed)
    await expect(
      open({ url: `${discord.url.replace('//', '//user@')}.example${rest}` }),
    ).rejects.toMatchObject(lapsed)
  })

  test('when the address is none', async () => {
    await expect(open({ url: 'tide.mp3' })).rejects.toMatchObject(lapsed)
  })

  test('when Discord sends us there', async () => {
    discord.answer((response) => void response.writeHead(302, { location: stranger.url }).end())
    await expect(open()).rejects.toMatchObject(lapsed)
  })

  test('when the new link leads there', async () => {
    discord.answer(
      by({ [expired]: over, '/api/v10/channels/1/messages/3': messageWith(`${stranger.url}${fresh}`) }),
    )
    await expect(open()).rejects.toMatchObject(lapsed)
  })

  afterEach(() => expect(stranger.requests).toEqual([]))
})

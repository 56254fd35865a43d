import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOpen } from '../../../../src/bots/slack/outgoing/open.ts'
import type { UploadedClip } from '../../../../src/core/clip/clip.ts'
import { AppError } from '../../../../src/core/errors.ts'
import {
  answers,
  breaks,
  breaksHalfway,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

const token = 'xoxb-token-of-the-operator'

let server: ScriptedServer
let elsewhere: ScriptedServer

beforeEach(async () => {
  server = await startScriptedServer({ reply: answers(200, 'bytes', { 'content-type': 'audio/mpeg' }) })
  elsewhere = await startScriptedServer()
})
afterEach(() => Promise.all([server.close(), elsewhere.close()]))

const clip = (url = `${server.url}/files-pri/T1-F1/download/clip.mp3`): UploadedClip => ({
  kind: 'upload',
  platform: 'slack',
  url,
  name: 'clip.mp3',
  bytes: undefined,
  message: undefined,
})

const open = (url?: string) => createOpen({ token, fileOrigins: [server.url] })(clip(url))

const read = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

const failureOf = async (work: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await work.catch((reason: unknown) => reason)
  if (error instanceof AppError) return error
  throw new Error('it did not fail as it should')
}

test('a file is read with the bot’s token', async () => {
  const { name, chunks } = await open()
  expect(name).toBe('clip.mp3')
  expect(await read(chunks)).toBe('bytes')
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      url: '/files-pri/T1-F1/download/clip.mp3',
      headers: { authorization: `Bearer ${token}` },
    },
  ])
})

test.each([
  () => `${elsewhere.url}/files-pri/T1-F1/clip.mp3`,
  () => server.url.replace('http:', 'https:'),
  () => `http://user@${new URL(elsewhere.url).host}/`,
  () => 'file:///etc/passwd',
  () => 'not an address',
])('the token goes to no host but Slack’s', async (url) => {
  const failure = await failureOf(open(url()))
  expect(failure).toMatchObject({ code: 'file_refused', retryable: false })
  expect(failure.message).toContain('SLACK_FILE_HOSTS')
  expect([...server.requests, ...elsewhere.requests]).toEqual([])
})

describe('an answer of Slack’s file host', () => {
  const forbidden = /Upload it here.*files:read/s
  const gone = /no longer in Slack.*Upload it again/s

  test.each<readonly [string, Reply, RegExp]>([
    ['a page to sign in', answers(200, '<!DOCTYPE html>'), forbidden],
    ['a redirect to one', answers(302, '', { location: 'https://team.slack.com/' }), forbidden],
    ['401', answers(401, {}), forbidden],
    ['403', answers(403, {}), forbidden],
    ['404', answers(404, '<html></html>'), gone],
    ['410', answers(410, {}), gone],
    ['400', answers(400, {}), gone],
  ])('(%s) is a refusal that says what helps', async (_, reply, text) => {
    server.answer(reply)
    const failure = await failureOf(open())
    expect(failure).toMatchObject({ code: 'file_refused', retryable: false })
    expect(failure.memberText).toMatch(text)
    expect(server.requests).toHaveLength(1)
  })

  test('never leads the token elsewhere', async () => {
    server.answer(answers(302, '', { location: `${elsewhere.url}/` }))
    await failureOf(open())
    expect(elsewhere.requests).toEqual([])
  })

  test.each<readonly [string, Reply]>([
    ['500', answers(500, '<html></html>')],
    ['429', answers(429, {})],
    ['no answer', breaks],
  ])('(%s) is worth another try', async (_, reply) => {
    server.answer(reply)
    expect(await failureOf(open())).toMatchObject({ code: 'platform_unavailable', retryable: true })
  })

  test('that breaks off is worth another try', async () => {
    server.answer(breaksHalfway('half'))
    const { chunks } = await open()
    expect(await failureOf(read(chunks))).toMatchObject({ code: 'platform_unavailable', retryable: true })
  })
})

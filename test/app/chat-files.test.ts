import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createChats } from '../../src/app/chats.ts'
import type { FetchFile } from '../../src/core/clip/download.ts'
import { performed } from '../../src/core/effect.ts'
import { AppError } from '../../src/core/errors.ts'
import type { Platform } from '../../src/core/job/platform.ts'
import { aloneAtCalling } from '../../src/core/pacing/share.ts'
import { type PlatformName, platformNames } from '../../src/core/target.ts'
import { createRecordingLog } from '../support/recording-log.ts'

// Members' files are at addresses that a chat names, so both chats fetch them by the fetch that looks where names lead.

const fileOrigins = ['https://files.example']
const apiUrl = 'http://127.0.0.1:9/api'

let asked: string[]
let answer: () => Promise<Response>
let platforms: readonly Platform[]

const fetchFile: FetchFile = (url) => {
  asked.push(url)
  return answer()
}

beforeEach(async () => {
  asked = []
  const chats = await createChats(
    {
      discord: { token: 'token', apiUrl, fileOrigins, messageContent: false, shards: undefined },
      slack: {
        botToken: 'token',
        transport: { kind: 'http', signingSecret: 'secret' },
        apiUrl,
        fileOrigins,
      },
    },
    {
      download: () => Promise.reject(new Error('nothing is downloaded')),
      fetchFile,
      effect: performed,
      log: createRecordingLog(),
      wait: () => Promise.resolve(),
      callers: () => aloneAtCalling,
    },
  )
  platforms = chats.platforms
})
afterEach(() => Promise.all(platforms.map((platform) => platform.stop('all'))))

describe.each(platformNames)('a member’s file on %s', (name: PlatformName) => {
  const url = 'https://files.example/attachments/1/2/tide.mp3?ex=ffffffff'

  const read = async () => {
    const platform = platforms.find((each) => each.name === name)
    if (platform === undefined) throw new Error(`no ${name}`)
    const clip = { kind: 'upload', platform: name, url, name: 'tide.mp3', bytes: 5 } as const
    const parts: Uint8Array[] = []
    for await (const chunk of (await platform.open({ ...clip, message: undefined }, { server: 'S1' })).chunks)
      parts.push(chunk)
    return Buffer.concat(parts).toString()
  }

  test('is fetched by it', async () => {
    answer = () => Promise.resolve(new Response('sound', { headers: { 'content-type': 'audio/mpeg' } }))
    expect(await read()).toBe('sound')
    expect(asked).toEqual([url])
  })

  test('whose host leads inside is refused with the reason for the log', async () => {
    const reason = 'files.example leads to 10.0.0.1, which is not on the public internet'
    answer = () => Promise.reject(new AppError('file_refused', reason))
    await expect(read()).rejects.toMatchObject({
      code: 'file_refused',
      retryable: false,
      message: expect.stringContaining(reason),
      memberText: expect.stringMatching(/can't read (?:that clip|it)/),
    })
  })

  test('that does not answer is worth another try', async () => {
    answer = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))
    await expect(read()).rejects.toMatchObject({ code: 'platform_unavailable', retryable: true })
  })
})

import { DiscordAPIError } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { answerTimeoutMs, type Content, readContents } from '../../../../src/bots/discord/outgoing/content.ts'
import { AppError, type ErrorCode } from '../../../../src/core/errors.ts'
import type { Attempt } from '../../../../src/core/job/platform.ts'
import type { Block } from '../../../../src/core/message/message.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'

const first = 'https://cdn.example/1.mp3'
const second = 'https://cdn.example/2.mp3'
const audio = (url: string, title: string, smaller?: string): Block => ({
  kind: 'audio',
  title,
  file: { url, name: `${title}.mp3` },
  ...(smaller !== undefined && { smaller: { url: smaller, name: `${title}-small.mp3` } }),
})
const attempt: Attempt = {
  key: 'key-1',
  notes: {},
  note: () => Promise.resolve(),
  askedAtMs: 0,
  fileBytesMax: 1_000,
  linksAllowed: false,
}
const laterTry: Attempt = { ...attempt, linksAllowed: true }
const contentsOf = (files: Readonly<Record<string, ErrorCode>>, ...blocks: Block[]) =>
  contentsFor(attempt, files, ...blocks)

const contentsFor = (by: Attempt, files: Readonly<Record<string, ErrorCode>>, ...blocks: Block[]) =>
  readContents(
    {
      log: createRecordingLog(),
      filesLog: () => undefined,
      download: async (url) => {
        const code = files[url]
        if (code !== undefined) throw new AppError(code, `scripted: ${code}`)
        return new Uint8Array([1])
      },
    },
    { text: 'Ready.', tone: 'done', blocks },
    by,
  )
const textIn = ({ body }: Content): Promise<string> => Promise.resolve(body.content)

const goneText = 'no longer available from the audio service'

describe('a file that is gone', () => {
  test('is said to be so without a link, and the others come', async () => {
    const contents = await contentsFor(
      laterTry,
      { [first]: 'file_gone' },
      audio(first, 'Tide'),
      audio(second, 'Ebb'),
    )
    const { body, files } = await contents.send(async (content) => content)
    expect(body.content).toBe(`Ready.\nTide: ${goneText}`)
    expect(files.map(({ name }) => name)).toEqual(['Ebb.mp3'])
  })

  test('is linked where that is only its smaller form', async () => {
    const files = { [first]: 'file_too_large', [second]: 'file_gone' } as const
    const contents = await contentsOf(files, audio(first, 'Tide', second))
    expect(await contents.send(textIn)).toBe(`Ready.\nTide: <${first}>`)
  })

  // https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
  test.each([
    ['finds the others too large', 413, 40_005],
    ['takes no files here', 403, 50_013],
  ])('has no link either once Discord %s', async (_, status, code) => {
    const contents = await contentsFor(
      laterTry,
      { [first]: 'file_gone' },
      audio(first, 'Tide'),
      audio(second, 'Ebb'),
    )
    const text = await contents.send(async (content) => {
      if (content.files.length === 0) return content.body.content
      throw new DiscordAPIError({ code, message: 'scripted' }, code, status, 'PATCH', '', {})
    })
    expect(text).toBe(`Ready.\nTide: ${goneText}\nEbb: <${second}>`)
  })
})

describe('files on a line that is too slow for them', () => {
  const aborted = new DOMException('This operation was aborted', 'AbortError')
  const sendSlowly = async (linksAllowed: boolean): Promise<string> => {
    const contents = await contentsFor({ ...attempt, linksAllowed }, {}, audio(first, 'Tide'))
    return contents.send(async ({ body, files }) => {
      if (files.length > 0) throw aborted
      return body.content
    })
  }

  test('are tried again at first', async () => {
    await expect(sendSlowly(false)).rejects.toBe(aborted)
  })

  test('are linked in the end', async () => {
    expect(await sendSlowly(true)).toBe(`Ready.\nTide: <${first}>`)
  })

  test.each([
    [0, 10],
    [5_000_000, 110],
    [7_000_000, 150],
    [25_000_000, 150],
  ])('of %d bytes have %d seconds', (bytes, seconds) => {
    expect(answerTimeoutMs([{ data: Buffer.alloc(bytes) }])).toBe(seconds * 1_000)
  })
})

describe('the files of a spoiler', () => {
  const spoiler = { text: 'Ready.', tone: 'done', isSpoiler: true } as const
  const document: Block = { kind: 'document', name: 'lyrics.txt', title: 'Lyrics', text: 'la la' }
  const cover: Block = { kind: 'cover', description: 'A ship', file: { url: second, name: 'cover.png' } }
  const options = (code?: ErrorCode) => ({
    log: createRecordingLog(),
    filesLog: () => undefined,
    download: async () => {
      if (code !== undefined) throw new AppError(code, `scripted: ${code}`)
      return new Uint8Array([1])
    },
  })

  // https://docs.discord.com/developers/resources/message#attachment-object-attachment-request-structure
  test('are all covered, the cover among them, and no embed shows it', async () => {
    const blocks = [audio(first, 'Tide'), cover, document]
    const contents = await readContents(options(), { ...spoiler, blocks }, attempt)
    const { body } = await contents.send(async (content) => content)
    expect(body.attachments).toEqual([
      { id: 0, filename: 'Tide.mp3', description: 'Tide', is_spoiler: true },
      { id: 1, filename: 'cover.png', description: 'A ship', is_spoiler: true },
      { id: 2, filename: 'lyrics.txt', description: 'Lyrics', is_spoiler: true },
    ])
    expect(body.embeds).toEqual([])
  })

  test('have covered links where they could not come along', async () => {
    const contents = await readContents(
      options('file_too_large'),
      { ...spoiler, blocks: [audio(first, 'Tide')] },
      attempt,
    )
    expect(await contents.send(textIn)).toBe(`Ready.\nTide: ||<${first}>||`)
  })

  test('have links that cannot end the cover', async () => {
    const blocks = [audio(`${first}?a||b`, 'Tide')]
    const contents = await readContents(options('file_too_large'), { ...spoiler, blocks }, attempt)
    expect(await contents.send(textIn)).toBe(`Ready.\nTide: ||<${first}?a%7C%7Cb>||`)
  })
})

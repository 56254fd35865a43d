import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiscord } from '../../../../src/bots/discord/discord.ts'
import { performed } from '../../../../src/core/effect.ts'
import { AppError, type ErrorCode } from '../../../../src/core/errors.ts'
import type { Attempt } from '../../../../src/core/job/platform.ts'
import type { Block, ResultMessage } from '../../../../src/core/message/message.ts'
import type { MessageRef, ReplyRef } from '../../../../src/core/target.ts'
import { target } from '../../../support/commands/invocation.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'
import { type Sent, sentIn } from './sent-body.ts'

// What leaves the process, and what Discord's answers are taken for: over real
// HTTP, with discord.js' own client.

const token = 'bot-token-of-the-operator'
const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(500)])
const png = Buffer.from('89504e470d0a1a0a', 'hex')

type Files = Readonly<Record<string, Buffer<ArrayBuffer> | ErrorCode>>

let server: ScriptedServer
let read: { url: string; bytesMax: number }[]
let notes: string[]
let clock: { now: () => number; wait: (spanMs: number) => Promise<void> }

beforeEach(async () => {
  server = await startScriptedServer({ reply: answers(200, { id: 'message-7' }) })
  read = []
  notes = []
  let nowMs = Date.now()
  clock = {
    now: () => nowMs,
    wait: async (spanMs) => {
      nowMs += spanMs
    },
  }
})
afterEach(() => server.close())

const discordWith = (files: Files = {}) =>
  createDiscord({
    effect: performed,
    token,
    apiUrl: `${server.url}/api`,
    shards: undefined,
    log: createRecordingLog(),
    fileOrigins: [],
    messageContent: true,
    wait: clock.wait,
    now: clock.now,
    download: (url, bytesMax) => {
      read.push({ url, bytesMax })
      const found = files[url] ?? mp3
      const file = found instanceof Buffer && found.byteLength > bytesMax ? 'file_too_large' : found
      return typeof file === 'string'
        ? Promise.reject(
            new AppError(file, `scripted: ${file}`, { retryable: file === 'service_unreachable' }),
          )
        : Promise.resolve(file)
    },
  })

const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  key: 'abcdefghijklmnopqrstuvwxy',
  notes: {},
  fileBytesMax: 10_000_000,
  linksAllowed: false,
  askedAtMs: Date.now(),
  note: (name, value) => {
    notes.push(`${name}=${value} after ${server.requests.length} requests`)
    return Promise.resolve()
  },
  ...changes,
})

const first = 'https://cdn.example/1.mp3'
const second = 'https://cdn.example/2.mp3'
const picture = 'https://cdn.example/c.png'
const audio = (url: string, title = 'Take'): Block => ({
  kind: 'audio',
  title,
  file: { url, name: `${title}.mp3` },
})
const wave = 'https://cdn.example/1.wav'
const waveOr = (smaller: string): Block => ({
  kind: 'audio',
  title: 'Tide',
  file: { url: wave, name: 'Tide.wav' },
  smaller: { url: smaller, name: 'Tide.mp3' },
})
const cover: Block = { kind: 'cover', description: 'A cover', file: { url: picture, name: 'cover.png' } }
const lyrics: Block = { kind: 'document', name: 'lyrics.txt', text: '[0:00] la' }

const message = (...blocks: Block[]): ResultMessage => ({ text: 'Your song is ready.', tone: 'done', blocks })
const ref: MessageRef = { platform: 'discord', channel: 'channel-1', message: 'message-1' }
const replyRef: ReplyRef = {
  platform: 'discord',
  channel: 'channel-1',
  replyToken: `application-1/${Date.now()}/secret-token`,
}

const lastSent = async (): Promise<Sent> => {
  const request = server.requests.at(-1)
  if (request === undefined) throw new Error('nothing was sent')
  return sentIn(request)
}

describe('the buttons of a message', () => {
  const commandLink = { command: 'jobs', action: 'cancel', values: { job: 'b00x1' } }

  test('go along with it, and an edit without them takes them away', async () => {
    const buttons: Block = { kind: 'buttons', buttons: [{ label: 'Cancel', style: 'danger', commandLink }] }
    await discordWith().edit(ref, message(buttons), attempt())
    expect((await lastSent()).payload.components).toEqual([
      {
        type: 1,
        components: [{ type: 2, style: 4, custom_id: 'do:jobs:cancel:job=b00x1', label: 'Cancel' }],
      },
    ])
    await discordWith().edit(ref, message(), attempt())
    expect((await lastSent()).payload.components).toEqual([])
  })
})

describe('a new message', () => {
  test('goes to its channel, with the bot’s token, under its key, and pings nobody', async () => {
    expect(await discordWith().post(target(), message(), attempt())).toEqual({ ...ref, message: 'message-7' })
    expect(server.requests).toMatchObject([{ method: 'POST', url: '/api/v10/channels/channel-1/messages' }])
    expect(server.requests[0]?.headers.authorization).toBe(`Bot ${token}`)
    expect((await lastSent()).payload).toEqual({
      content: 'Your song is ready.\n-# Request abcdefghij',
      embeds: [],
      components: [],
      attachments: [],
      allowed_mentions: { parse: [] },
      nonce: 'abcdefghijklmnopqrstuvwxy',
      enforce_nonce: true,
    })
  })

  test('is noted before it is sent, for nobody may be able to say so afterwards', async () => {
    await discordWith().post(target(), message(), attempt())
    expect(notes).toEqual([
      expect.stringMatching(/^post_tried=\d{13} after 0 requests$/),
      'posted=message-7 after 1 requests',
    ])
  })

  test('is not sent by a step that is over', async () => {
    const over = attempt({ note: () => Promise.reject(new AppError('step_over', 'another worker has it')) })
    await expect(discordWith().post(target(), message(), over)).rejects.toMatchObject({ code: 'step_over' })
    expect(server.requests).toEqual([])
  })

  test('brings its files along, with names, kinds and descriptions', async () => {
    const blocks = [audio(first, 'Tide'), audio(second, 'Ebb'), cover, lyrics]
    await discordWith({ [picture]: png }).post(target(), message(...blocks), attempt())
    const { payload, files } = await lastSent()
    expect(payload.attachments).toEqual([
      { id: 0, filename: 'Tide.mp3', description: 'Tide' },
      { id: 1, filename: 'Ebb.mp3', description: 'Ebb' },
      { id: 2, filename: 'cover.png', description: 'A cover' },
      { id: 3, filename: 'lyrics.txt', description: 'lyrics.txt' },
    ])
    expect(payload.embeds).toMatchObject([{ thumbnail: { url: 'attachment://cover.png' } }])
    expect(files).toEqual([
      { name: 'Tide.mp3', type: 'audio/mpeg', bytes: mp3 },
      { name: 'Ebb.mp3', type: 'audio/mpeg', bytes: mp3 },
      { name: 'cover.png', type: 'image/png', bytes: png },
      { name: 'lyrics.txt', type: 'text/plain; charset=utf-8', bytes: Buffer.from('[0:00] la') },
    ])
  })
})

describe('an edit', () => {
  test('of a message goes to it, with the bot’s token', async () => {
    await discordWith().edit(ref, message(audio(first)), attempt())
    expect(server.requests).toMatchObject([
      { method: 'PATCH', url: '/api/v10/channels/channel-1/messages/message-1' },
    ])
    expect(server.requests[0]?.headers.authorization).toBe(`Bot ${token}`)
    expect((await lastSent()).payload).not.toHaveProperty('nonce')
  })

  test('of an answer goes by its own right alone, without the bot’s token', async () => {
    await discordWith().edit(replyRef, message(), attempt())
    expect(server.requests).toMatchObject([
      { method: 'PATCH', url: '/api/v10/webhooks/application-1/secret-token/messages/@original' },
    ])
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test('of an answer that one person alone sees goes by its own right again, for no channel has it', async () => {
    server.answer(answers(200, { id: 'message-9', flags: 64 })) // EPHEMERAL
    await discordWith().edit(replyRef, message(), attempt())
    expect(notes).toEqual([])
  })

  test('without files takes earlier ones away', async () => {
    await discordWith().edit(ref, message(), attempt())
    expect((await lastSent()).payload).toMatchObject({ attachments: [], embeds: [] })
  })
})

describe('a message that is taken back', () => {
  test('is deleted', async () => {
    server.answer(answers(204, ''))
    await discordWith().remove(ref, {})
    expect(server.requests).toMatchObject([
      { method: 'DELETE', url: '/api/v10/channels/channel-1/messages/message-1' },
    ])
  })

  test('may be gone already', async () => {
    server.answer(answers(404, { code: 10_008, message: 'Unknown Message' }))
    await expect(discordWith().remove(ref, {})).resolves.toBeUndefined()
  })

  test('is not, when it cannot be', async () => {
    server.answer(answers(403, { code: 50_001, message: 'Missing Access' }))
    await expect(discordWith().remove(ref, {})).rejects.toMatchObject({ code: 'cannot_post' })
  })
})

describe('a file that cannot come along', () => {
  test.each(['file_too_large', 'file_refused'] as const)(
    '(%s) is linked, and the others come',
    async (code) => {
      await discordWith({ [first]: code }).edit(
        ref,
        message(audio(first, 'Tide'), audio(second, 'Ebb')),
        attempt(),
      )
      const { payload, files } = await lastSent()
      expect(payload.content).toBe(`Your song is ready.\nTide: <${first}>`)
      expect(files.map(({ name }) => name)).toEqual(['Ebb.mp3'])
    },
  )

  test('for now is waited for, and nothing is sent', async () => {
    const waiting = discordWith({ [first]: 'service_unreachable' }).edit(
      ref,
      message(audio(first)),
      attempt(),
    )
    await expect(waiting).rejects.toMatchObject({ code: 'service_unreachable', retryable: true })
    expect(server.requests).toEqual([])
  })

  test('for long is linked, once links are allowed', async () => {
    const patient = attempt({ linksAllowed: true })
    await discordWith({ [first]: 'service_unreachable' }).edit(ref, message(audio(first, 'Tide')), patient)
    expect((await lastSent()).payload.content).toBe(`Your song is ready.\nTide: <${first}>`)
  })

  test('takes the picture out of the embed when it is the cover', async () => {
    const facts: Block = { kind: 'facts', facts: [{ label: 'Prompt', value: 'sea' }] }
    await discordWith({ [picture]: 'file_too_large' }).edit(ref, message(facts, cover), attempt())
    const { payload } = await lastSent()
    expect(payload.content).toBe(`Your song is ready.\nA cover: <${picture}>`)
    expect(payload.embeds).toEqual([expect.not.objectContaining({ thumbnail: expect.anything() })])
  })

  test('leaves no empty embed behind when the picture was all that was in it', async () => {
    await discordWith({ [picture]: 'file_too_large' }).edit(ref, message(cover), attempt())
    expect((await lastSent()).payload.embeds).toEqual([])
  })

  test('is read only as far as there is room for it', async () => {
    const large = Buffer.concat([mp3, Buffer.alloc(9_000_000)])
    const files = { [first]: large, [second]: large }
    await discordWith(files).edit(ref, message(audio(first), audio(second), cover), attempt())
    const requestBytes = 25 * 1024 * 1024
    expect(read.map(({ bytesMax }) => bytesMax)).toEqual([
      10_000_000,
      10_000_000,
      requestBytes - 2 * large.byteLength,
    ])
  })

  test('has its link whole, however long the text above it is', async () => {
    const long = message(audio(first, 'Tide'), audio(second, 'Ebb'))
    const text = 'x'.repeat(3_000)
    await discordWith({ [first]: 'file_too_large', [second]: 'file_too_large' }).edit(
      ref,
      { ...long, text },
      attempt(),
    )
    const content = String((await lastSent()).payload.content)
    expect(content.length).toBeLessThanOrEqual(2_000)
    expect(content).toContain(`x…\nTide: <${first}>\nEbb: <${second}>`)
  })

  test('has a link whose title is data, like all else', async () => {
    const title = '**x** [y](https://evil.example) <@1>'
    await discordWith({ [first]: 'file_too_large' }).edit(ref, message(audio(first, title)), attempt())
    expect((await lastSent()).payload.content).toBe(
      `Your song is ready.\n${String.raw`\*\*x\*\* \[y](https\://evil.example) \<@1>`}: <${first}>`,
    )
  })

  test.each(['not an address', '', 'N/A', '/files/a.mp3', `https://cdn.example/${'x'.repeat(3_000)}`])(
    'and cannot be linked (%s) is said to be missing, and does not keep the rest from being shown',
    async (url) => {
      await discordWith({ [url]: 'file_refused' }).edit(ref, message(audio(url), audio(second)), attempt())
      const { payload, files } = await lastSent()
      expect(payload.content).toBe("Your song is ready.\nTake: couldn't be attached")
      expect(files).toHaveLength(1)
    },
  )
})

describe('when Discord finds it too large after all', () => {
  test.each([
    answers(413, { code: 40_005, message: 'Request entity too large' }),
    answers(413, '<html>413</html>'),
  ])('audio is linked, and what we wrote ourselves still comes', async (tooLarge) => {
    server.answer((response, request) => {
      const reply = server.requests.length === 1 ? tooLarge : answers(200, { id: 'message-7' })
      reply(response, request)
    })
    await discordWith({ [picture]: png }).edit(ref, message(audio(first, 'Tide'), cover, lyrics), attempt())
    const { payload, files } = await lastSent()
    expect(payload.content).toBe(`Your song is ready.\nTide: <${first}>\nA cover: <${picture}>`)
    expect(files.map(({ name }) => name)).toEqual(['lyrics.txt'])
    expect(server.requests).toHaveLength(2)
  })

  // 10 MiB fit everywhere: https://docs.discord.com/developers/reference#uploading-files
  const boosted = 100 * 1024 * 1024
  const large = Buffer.concat([mp3, Buffer.alloc(11 * 1024 * 1024)])
  const refusesLarge = () =>
    server.answer((response, request) => {
      const isLarge = request.body.length > large.length
      const reply = isLarge ? answers(413, '<html>413</html>') : answers(200, { id: 'message-7' })
      reply(response, request)
    })

  test('the smaller form comes, for the server may have lost its boosts', async () => {
    refusesLarge()
    await discordWith({ [wave]: large }).edit(ref, message(waveOr(first)), attempt({ fileBytesMax: boosted }))
    const { payload, files } = await lastSent()
    expect(files.map(({ name }) => name)).toEqual(['Tide.mp3'])
    expect(payload.content).toBe(`Your song is ready.\nTide.wav: <${wave}>`)
  })
})

describe('a file that has a smaller form', () => {
  test('comes as it is where there is room', async () => {
    await discordWith().edit(ref, message(waveOr(first)), attempt())
    const { payload, files } = await lastSent()
    expect(files.map(({ name }) => name)).toEqual(['Tide.wav'])
    expect(payload.content).toBe('Your song is ready.')
  })

  test('comes smaller where there is too little, and is linked', async () => {
    await discordWith({ [wave]: 'file_too_large' }).edit(ref, message(waveOr(first)), attempt())
    const { payload, files } = await lastSent()
    expect(files.map(({ name }) => name)).toEqual(['Tide.mp3'])
    expect(payload.content).toBe(`Your song is ready.\nTide.wav: <${wave}>`)
  })

  test('is only linked where that is too large as well', async () => {
    const both = { [wave]: 'file_too_large', [first]: 'file_too_large' } as const
    await discordWith(both).edit(ref, message(waveOr(first)), attempt())
    const { payload, files } = await lastSent()
    expect(files).toEqual([])
    expect(payload.content).toBe(`Your song is ready.\nTide: <${wave}>`)
  })

  test('is waited for while it cannot be read, whatever its size', async () => {
    const away = discordWith({ [wave]: 'service_unreachable' }).edit(ref, message(waveOr(first)), attempt())
    await expect(away).rejects.toMatchObject({ code: 'service_unreachable' })
    expect(read.map(({ url }) => url)).toEqual([wave])
  })
})

describe('an answer of Discord', () => {
  const refusal = (status: number, code: number): Reply =>
    answers(status, { code, message: 'said by Discord' })

  // https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
  const rows: readonly [string, Reply, ErrorCode, boolean][] = [
    ['10008 Unknown Message', refusal(404, 10_008), 'message_gone', false],
    ['10015 Unknown Webhook', refusal(404, 10_015), 'message_gone', false],
    ['10062 Unknown Interaction', refusal(404, 10_062), 'message_gone', false],
    ['50027 Invalid Webhook Token', refusal(401, 50_027), 'reply_over', false],
    ['30046 too many edits of an old message', refusal(400, 30_046), 'message_gone', false],
    ['50013 Missing Permissions', refusal(403, 50_013), 'cannot_post', false],
    ['50001 Missing Access', refusal(403, 50_001), 'cannot_post', false],
    ['10003 Unknown Channel', refusal(404, 10_003), 'cannot_post', false],
    ['50035 Invalid Form Body', refusal(400, 50_035), 'cannot_post', false],
    ['500', refusal(500, 0), 'platform_unavailable', true],
    ['502 of a proxy', answers(502, '<html></html>'), 'platform_unavailable', true],
    ['no answer', breaks, 'platform_unavailable', true],
    ['401', refusal(401, 0), 'platform_unavailable', true],
  ]

  test.each(rows)('%s is taken for what it is, after one request', async (_, reply, code, retryable) => {
    server.answer(reply)
    await expect(discordWith().edit(ref, message(), attempt())).rejects.toMatchObject({ code, retryable })
    expect(server.requests).toHaveLength(1)
  })

  test.each(rows)('%s never gives the right to edit away', async (_, reply) => {
    server.answer(reply)
    const error: unknown = await discordWith()
      .edit(replyRef, message(), attempt())
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect(String(error)).not.toContain('secret-token')
  })

  test.each([{}, [], { id: 7 }, { id: '' }, null])(
    'of %j to a new message names none, so it is asked again',
    async (body) => {
      server.answer(answers(200, body))
      await expect(discordWith().post(target(), message(), attempt())).rejects.toMatchObject({
        code: 'platform_unavailable',
      })
    },
  )

  test('that says when to come again is heeded', async () => {
    server.answer((response, request) => {
      const busy = answers(
        429,
        { message: 'slow down', retry_after: 0.01, global: false },
        { 'retry-after': '0.01' },
      )
      const reply = server.requests.length === 1 ? busy : answers(200, { id: 'message-7' })
      reply(response, request)
    })
    await discordWith().edit(ref, message(), attempt())
    expect(server.requests).toHaveLength(2)
  })

  test('that it knows the bot no more ends all requests for a minute, and then one tries again', async () => {
    const discord = discordWith()
    server.answer(refusal(401, 0))
    await expect(discord.edit(ref, message(), attempt())).rejects.toMatchObject({
      code: 'platform_unavailable',
    })
    server.answer(answers(200, { id: 'message-7' }))
    await expect(discord.edit(ref, message(), attempt())).rejects.toMatchObject({ retryAfterMs: 60_000 })
    expect(server.requests).toHaveLength(1)
    expect(discord.problem()).toMatch(/DISCORD_TOKEN/)
    await clock.wait(60_000)
    await discord.edit(ref, message(), attempt())
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bot ${token}`)
    expect(discord.problem()).toBeUndefined()
  })

  test('that a webhook is gone does not cost the bot its own token', async () => {
    const discord = discordWith()
    server.answer(refusal(401, 50_027))
    await expect(discord.edit(replyRef, message(), attempt())).rejects.toMatchObject({ code: 'reply_over' })
    server.answer(answers(200, { id: 'message-7' }))
    await discord.edit(ref, message(), attempt())
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bot ${token}`)
  })
})

describe('the commands', () => {
  test('are published as one list for the application whose token it is', async () => {
    server.answer((response, request) => {
      const reply = request.method === 'GET' ? answers(200, { id: 'application-1' }) : answers(200, [{}, {}])
      reply(response, request)
    })
    expect(await discordWith().publish([])).toBe('Discord now offers 2 commands.')
    expect(server.requests).toMatchObject([
      { method: 'GET', url: '/api/v10/applications/@me' },
      { method: 'PUT', url: '/api/v10/applications/application-1/commands' },
    ])
    expect((await lastSent()).payload).toEqual([])
  })
})

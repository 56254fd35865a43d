import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeMp3 } from '../../../studio/encode/mp3.ts'
import { encodeVorbis } from '../../../studio/encode/vorbis.ts'
import { encodeWav } from '../../../studio/encode/wav.ts'
import { composePiece } from '../../../studio/music/piece.ts'
import { renderScore } from '../../../studio/music/sound/render.ts'
import { decodeMp3 } from '../../support/audio/audio-analysis.ts'
import { encodeFlac } from '../../support/audio/clip-files.ts'
import { firstRows, isLong } from '../../support/suite/runs.ts'
import { type Caller, type Fields, fetched, identifier, startCaller } from '../caller.ts'

const seconds = 2.5

const song = renderScore(
  composePiece({
    prompt: 'a folk song at 120 bpm',
    musicStyle: '',
    lyrics: '',
    title: '',
    vocals: 'none',
    gender: 'neutral',
    voice: '',
    seconds,
    take: 1,
  }).score,
)
const wav = new Blob([encodeWav(song).slice()], { type: 'audio/wav' })
const aText = new Blob(['This is no clip.'], { type: 'audio/mpeg' })

let caller: Caller
beforeAll(async () => {
  caller = await startCaller()
})
afterAll(async () => await caller.close())

const ended = (taskId: unknown) => caller.ended(taskId, 'REMIX')

const submitOnly = (fields: Fields) => caller.postOnly('/v1/Remix', fields)

describe('a clip', () => {
  test('is accepted with the documented fields and nothing else', async () => {
    const { status, body } = await submitOnly({ audio_file: wav, prompt: 'techno' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      task_id: expect.stringMatching(identifier),
      conversion_id_1: expect.stringMatching(identifier),
      conversion_id_2: expect.stringMatching(identifier),
      is_flagged: false,
      reason: '',
      eta: expect.any(Number),
      status: 'IN_QUEUE',
      credit_estimate: 0.1,
      error_message: '',
      error_message_detail: '',
      missing_input_fields: '',
      predicted_user_intent: '',
    })
  })

  test('ends as two remixes with everything that was requested', async () => {
    const { body } = await caller.remix({
      audio_file: wav,
      prompt: 'techno about rivers',
      // Forms carry CR LF, whatever they are filled in with.
      lyrics: 'Row the boat\nDown the stream',
      title: 'Rowing',
      gender: 'female',
      generate_album_cover: 'true',
      lyrics_timestamps: 'true',
      webhook_url: 'http://a.test/b',
    })
    const conversion = await ended(body.task_id)
    expect(conversion).toMatchObject({
      feature: 'REMIX',
      status: 'COMPLETED',
      webhook_url: 'http://a.test/b',
      title_1: 'Rowing',
      title_2: 'Rowing (Take 2)',
      lyrics_1: 'Row the boat\nDown the stream',
      lyrics_timestamped_1: expect.stringContaining('"text":"Row the boat"'),
      conversion_path_1: `${caller.cdnUrl}/${body.conversion_id_1}.mp3`,
      conversion_path_wav_2: `${caller.cdnUrl}/${body.conversion_id_2}.wav`,
      conversion_duration_1: seconds,
      conversion_duration_2: seconds,
      album_cover_path: expect.stringMatching(/\.png$/),
      conversion_cost: 0.1,
    })
    const files = [conversion.conversion_path_1, conversion.conversion_path_2].map(fetched)
    const [one, other] = await Promise.all(files)
    if (one === undefined || other === undefined) throw new Error('a remix has two files')
    expect(one.equals(other)).toBe(false)
    expect(Math.abs((await decodeMp3(one)).seconds - seconds)).toBeLessThan(0.053)
  })

  test('has no cover, lyrics or timestamps where none are wanted', async () => {
    const flags = { generate_album_cover: 'false', lyrics_timestamps: 'false' }
    const { body } = await caller.remix({ audio_file: wav, ...flags })
    const none = { album_cover_path: '', lyrics_1: '', lyrics_timestamped_1: '', status: 'COMPLETED' }
    expect(await ended(body.task_id)).toMatchObject(none)
  })

  const encoders = [
    ['MP3', encodeMp3],
    ['OGG Vorbis', encodeVorbis],
    ['FLAC', encodeFlac],
  ] as const

  test.each(firstRows(1, encoders))(
    'may be %s, whatever type and name it comes with',
    async (_name, encode) => {
      const clip = new Blob([(await encode(song)).slice()], { type: 'application/octet-stream' })
      const { body } = await caller.remix({ audio_file: clip, prompt: 'lo-fi' })
      expect(await ended(body.task_id)).toMatchObject({ status: 'COMPLETED' })
    },
  )

  test('that is a text fails with the reason, and costs nothing', async () => {
    const { body: before } = await caller.control('GET', '/account')
    const { body } = await caller.remix({ audio_file: aText })
    expect(await ended(body.task_id)).toMatchObject({
      status: 'FAILED',
      message:
        'The clip is no audio the studio can read: MP3, WAV, FLAC, AAC (also in MP4), and Opus or Vorbis in OGG or WebM',
      conversion_path_1: '',
    })
    expect((await caller.control('GET', '/account')).body).toEqual(before)
  })

  test('is kept where nobody can fetch it', async () => {
    await submitOnly({ audio_file: wav })
    expect((await fetch(`${caller.cdnUrl}/clips`)).status).toBe(404)
  })
})

describe('the address of a clip', () => {
  const server = createServer((request, response) => {
    if (request.url === '/song.wav') response.end(encodeWav(song))
    else if (request.url === '/away') response.writeHead(302, { location: 'http://198.51.100.7/' }).end()
    else response.writeHead(410).end()
  })
  let origin: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  test('on this machine is as good as the clip', async () => {
    const { body } = await caller.remix({ audio_url: `${origin}/song.wav` })
    expect(await ended(body.task_id)).toMatchObject({ status: 'COMPLETED', conversion_duration_2: seconds })
  })

  test.each([
    ['that answers no', '/gone', 'The clip could not be fetched: its address answers 410'],
    ['that sends elsewhere', '/away', 'The clip could not be fetched from its address'],
  ])('%s fails with the reason', async (_name, path, message) => {
    const { body } = await caller.remix({ audio_url: `${origin}${path}` })
    expect(await ended(body.task_id)).toMatchObject({ status: 'FAILED', message })
  })

  test('elsewhere is never asked', async () => {
    const { body } = await caller.remix({ audio_url: 'https://198.51.100.7/song.wav' })
    const message = 'The studio fetches clips from this machine only'
    expect(await ended(body.task_id)).toMatchObject({ status: 'FAILED', message })
  })
})

describe('a submission', () => {
  const url = 'http://127.0.0.1:1/a.mp3'

  test.each([
    ['no clip', { prompt: 'techno' }, 'Either audio_file or audio_url must be provided.'],
    ['an empty address', { audio_url: '' }, 'Either audio_file or audio_url must be provided.'],
    [
      'a clip twice',
      { audio_file: wav, audio_url: url },
      'Only one of audio_file and audio_url may be provided.',
    ],
    ['a clip that is text', { audio_file: 'la la la' }, 'audio_file must be a file'],
    [
      'too many lyrics',
      { audio_url: url, lyrics: 'a'.repeat(5001) },
      'lyrics must have at most 5000 characters',
    ],
    ['an unknown gender', { audio_url: url, gender: 'robot' }, 'gender must be one of male, female, neutral'],
    [
      'a flag that is none',
      { audio_url: url, generate_album_cover: '1' },
      'generate_album_cover must be a boolean',
    ],
    ['a bad address', { audio_url: 'song.mp3' }, 'audio_url must be a URL'],
    [
      'a bad callback',
      { audio_url: url, webhook_url: 'ftp://a.test' },
      'webhook_url must be an http or https URL',
    ],
  ])('is refused with a message for %s', async (_name, fields, message) => {
    expect(await caller.remix(fields)).toEqual({ status: 422, body: { success: false, message } })
  })

  test.each(['male', 'female', 'neutral'])('may name the gender %s', async (gender) => {
    expect((await submitOnly({ audio_url: url, gender })).status).toBe(200)
  })

  test.each([
    ['counted as people do', '🎵'.repeat(5000)],
    ['a line end being one of them', 'a\n'.repeat(2500)],
  ])('may have lyrics of 5000 characters, %s', async (_name, lyrics) => {
    expect((await submitOnly({ audio_url: url, lyrics })).status).toBe(200)
  })

  test('that describes what the service does not make is flagged', async () => {
    const { status, body } = await caller.remix({ audio_url: url, prompt: 'nsfw' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, is_flagged: true, task_id: '', credit_estimate: 0 })
    expect(body.reason).toMatch(/adult/)
  })

  test.each(['0.audio_file', '1.audio_file'])('may carry its clip as %s', async (name) => {
    expect((await submitOnly({ [name]: wav })).status).toBe(200)
  })

  test('with unknown fields and files is taken, and they are noted', async () => {
    const { status } = await submitOnly({ audio_url: url, tempo: '120', '0.cover_file': wav })
    expect(status).toBe(200)
    const { body: noted } = await caller.control('GET', '/refusals')
    for (const detail of ['tempo', '0.cover_file']) {
      const refusal = { kind: 'unknown_parameter', method: 'POST', path: '/v1/Remix', detail }
      expect(noted.refusals).toContainEqual(expect.objectContaining(refusal))
    }
  })

  test.each([
    ['JSON', 'application/json', JSON.stringify({ audio_url: url })],
    [
      'a form without its end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ],
    ['a form without its boundary', 'multipart/form-data', 'a=b'],
  ])('that is %s is refused in the error form of the endpoint', async (_name, type, content) => {
    const headers = { authorization: caller.apiKey, 'content-type': type }
    const response = await fetch(`${caller.baseUrl}/v1/Remix`, { method: 'POST', headers, body: content })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ success: false, message: expect.any(String) })
  })

  // In the short form test/studio/http/form.test.ts shows it.
  test.runIf(isLong)('larger than the studio takes is refused', async () => {
    const large = new Blob([Buffer.alloc(64 * 1024 * 1024 + 1)])
    const { status, body } = await caller.remix({ audio_file: large })
    expect(status).toBe(400)
    expect(body).toEqual({ success: false, message: 'request file too large' })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeSound } from '../../../studio/encode/encode.ts'
import { type AudioFormat, audioFormats } from '../../../studio/encode/formats.ts'
import type { SoundTags } from '../../../studio/encode/tags.ts'
import { silence } from '../../../studio/music/sound/stereo.ts'
import { decodeMp3, rootMeanSquare } from '../../support/audio/audio-analysis.ts'
import { readSrt, readVtt } from '../../support/audio/subtitles.ts'
import { firstRows } from '../../support/suite/runs.ts'
import { type Answer, type Caller, type Fields, fetched, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ balance: 10, musicSeconds: 2 })
})
afterAll(async () => await caller.close())

type Conversion = Readonly<Record<string, unknown>>

const transcribe = (fields: Fields): Promise<Answer> => caller.post('/v1/audio_transcribe', fields)

/** The record of a transcription that has ended. */
const transcribed = async (fields: Fields): Promise<Conversion> => {
  const { body } = await transcribe(fields)
  return await caller.ended(body.task_id, 'AUDIO_TRANSCRIPTION')
}

const textAt = async (address: unknown): Promise<string> => await (await fetch(`${address}`)).text()

/** A second of silence, two of a tone, and one of silence. */
const toneClip = async (format: AudioFormat, tags: SoundTags): Promise<Blob> => {
  const sound = silence(4 * 44_100)
  for (let index = 44_100; index < 3 * 44_100; index += 1) {
    sound.left[index] = 0.3 * Math.sin(index / 20)
    sound.right[index] = 0.3 * Math.sin(index / 20)
  }
  return new Blob([Buffer.from(await encodeSound(sound, format, tags))])
}

/** Every form of audio, with three ways to keep tags first. */
const taggedFormats = [...new Set<AudioFormat>(['mp3', 'ogg', 'aac', ...audioFormats])]

const words = 'Nobody expects the sea to be so calm today. And yet it is.'

const spoken = async (text: string): Promise<Conversion> => {
  const { body } = await caller.speak({ text })
  return await caller.ended(body.task_id, 'TEXT_TO_SPEECH')
}

describe('a transcription', () => {
  test('is answered with the documented fields and nothing else', async () => {
    const { status, body } = await transcribe({ audio_file: await toneClip('mp3', { lyrics: words }) })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      task_id: expect.stringMatching(/./),
      conversion_id: expect.stringMatching(/./),
      eta: expect.any(Number),
      credit_estimate: 0.02,
      message: expect.any(String),
      status: 'IN_QUEUE',
    })
    const conversion = await caller.ended(body.task_id, 'AUDIO_TRANSCRIPTION')
    expect(conversion).toMatchObject({
      status: 'COMPLETED',
      feature: 'AUDIO_TRANSCRIPTION',
      conversion_id_1: body.conversion_id,
      conversion_path_1: expect.stringMatching(/\.txt$/),
      conversion_path_wav_1: '',
      lyrics_timestamped_1: '',
      transcription: words,
      message: 'The words come from the tags of the file',
    })
    expect(Math.abs(Number(conversion.conversion_duration_1) - 4)).toBeLessThan(0.1)
    expect(await textAt(conversion.conversion_path_1)).toBe(words)
  })

  test.each(firstRows(2, taggedFormats))(
    'reads the words in the tags of %s, and says that their times are shares',
    async (format) => {
      const conversion = await transcribed({
        '0.audio_file': await toneClip(format, { lyrics: 'Row the boat\nOver the bay' }),
        transcription_format: 'srt',
      })
      expect(conversion.message).toMatch(/tags of the file; their times are shares .* by syllables/)
      const cues = readSrt(await textAt(conversion.conversion_path_1))
      expect(cues.map(({ text }) => text)).toEqual(['Row the boat', 'Over the bay'])
      const [first = 0, middle = 0, , last = 0] = cues.flatMap(({ start, end }) => [start, end])
      // Three of seven syllables in two seconds that begin after the first.
      for (const [time, wanted] of [
        [first, 1000],
        [middle, 1857],
        [last, 3000],
      ] as const)
        expect(Math.abs(time - wanted)).toBeLessThan(100)
    },
  )

  test('of speech of the studio gives its words back, each when it is heard', async () => {
    const { conversion_path_1: address } = await spoken(words)
    const conversion = await transcribed({
      audio_url: `${address}`,
      transcription_format: 'vtt',
      word_timestamps: 'true',
    })
    expect(conversion.message).toBe('The words come from the tags of the file, and so do their times')
    const timed: { start: number; end: number; text: string }[] = JSON.parse(
      `${conversion.lyrics_timestamped_1}`,
    )
    expect(timed.map(({ text }) => text).join(' ')).toBe(words)
    const { left, sampleRate } = await decodeMp3(await fetched(address))
    const levelOf = (start: number, end: number): number =>
      rootMeanSquare(left.subarray((start / 1000) * sampleRate, (end / 1000) * sampleRate))
    for (const { start, end } of timed) expect(levelOf(start, end)).toBeGreaterThan(0.04)
    const pause = timed.findIndex(({ text }) => text === 'And')
    const [before, after] = [timed[pause - 1]?.end ?? 0, timed[pause]?.start ?? 0]
    expect(after - before).toBeGreaterThan(200)
    expect(levelOf(before + 60, after - 20)).toBeLessThan(0.01)

    const cues = readVtt(await textAt(conversion.conversion_path_1))
    expect(cues.map(({ text }) => text)).toEqual([
      'Nobody expects the sea to be so calm today.',
      'And yet it is.',
    ])
    const inner = timed.filter(({ text }) => text !== 'Nobody' && text !== 'And').map(({ start }) => start)
    expect(cues.flatMap(({ times }) => times)).toEqual(inner)
  })

  test.each(firstRows(1, ['conversion_path_1', 'conversion_path_wav_1']))(
    'of a song of the studio gives its words back, line by line (%s)',
    async (field) => {
      const order = { prompt: 'a song about rivers', music_style: 'pop', lyrics_timestamps: true }
      const { body } = await caller.submit(order)
      const song = await caller.ended(body.task_id)
      const conversion = await transcribed({ audio_url: `${song[field]}`, transcription_format: 'srt' })
      const sung: { start: number; end: number; text: string }[] = JSON.parse(`${song.lyrics_timestamped_1}`)
      expect(sung.length).toBeGreaterThan(0)
      expect(readSrt(await textAt(conversion.conversion_path_1))).toEqual(
        sung.map(({ start, end, text }) => ({ start, end, text })),
      )
    },
  )

  test('of a remix gives the words that it sings', async () => {
    const { body } = await caller.remix({
      audio_file: await toneClip('wav', {}),
      prompt: 'techno',
      lyrics: 'Row the boat\nOver the bay',
    })
    const song = await caller.ended(body.task_id, 'REMIX')
    const conversion = await transcribed({
      audio_url: `${song.conversion_path_1}`,
      transcription_format: 'formatted_text',
    })
    expect(conversion.transcription).toMatch(/^Row the boat/)
  })

  test('of a clip with a redone part gives the words of both', async () => {
    const timedLyrics = [
      { start: 0, end: 900, text: 'Row the boat' },
      { start: 1000, end: 2000, text: 'Over the bay' },
      { start: 3000, end: 3900, text: 'Home again' },
    ]
    const { body } = await caller.post('/v1/inpaint', {
      audio_file: await toneClip('mp3', { timedLyrics }),
      prompt: 'techno',
      replace_start_at: '1',
      replace_end_at: '3',
      lyrics_section_to_replace: 'Down the stream',
      num_outputs: '1',
      lyrics_timestamps: 'true',
    })
    const made = await caller.ended(body.task_id, 'INPAINT')
    const [sung] = JSON.parse(`${made.lyrics_timestamped_1}`)
    const conversion = await transcribed({
      audio_url: `${made.conversion_path_1}`,
      transcription_format: 'srt',
    })
    expect(readSrt(`${conversion.transcription}`)).toEqual([
      timedLyrics[0],
      { start: sung.start, end: sung.end, text: 'Down the stream' },
      timedLyrics[2],
    ])
  })

  test.each([
    ['English passes as it is', words, {}, 'COMPLETED', /tags of the file/],
    ['German does not', 'Es war eine dunkle und stürmische Nacht', {}, 'FAILED', /cannot translate/],
    ['nor what is said to be German', words, { language: 'de' }, 'FAILED', /cannot translate/],
  ])('in English: %s', async (_name, lyrics, fields, status, message) => {
    const audio_file = await toneClip('mp3', { lyrics })
    const conversion = await transcribed({ audio_file, translate: 'true', ...fields })
    expect(conversion).toMatchObject({ status, message: expect.stringMatching(message) })
  })

  test('in any language is made where no English is requested', async () => {
    const lyrics = 'それは暗い嵐の夜だった\nСветит месяц'
    const audio_file = await toneClip('flac', { lyrics })
    const conversion = await transcribed({ audio_file, language: 'ja', transcription_format: 'vtt' })
    expect(readVtt(`${conversion.transcription}`).map(({ text }) => text)).toEqual(lyrics.split('\n'))
  })

  test.each(firstRows<Fields>(1, [{}, { translate: 'true' }]))(
    'of a clip without words says that nothing listens here, and hums where it sounds: %o',
    async (fields) => {
      const conversion = await transcribed({
        audio_file: await toneClip('mp3', { title: 'Waves' }),
        ...fields,
      })
      expect(conversion).toMatchObject({
        status: 'COMPLETED',
        message: expect.stringContaining('has no speech recognition'),
        transcription: expect.stringMatching(/^(La la la la\s*)+$/),
      })
    },
  )

  test('of what is no audio fails', async () => {
    const conversion = await transcribed({ audio_file: new Blob(['[00:01.00]no sound']) })
    expect(conversion).toMatchObject({ status: 'FAILED', message: expect.stringMatching(/no audio/) })
  })

  const clip = new Blob(['x'])
  test.each<[string, Fields]>([
    ['no clip', {}],
    ['two clips', { audio_file: clip, audio_url: 'http://localhost/x' }],
    ['an unknown form', { audio_file: clip, transcription_format: 'docx' }],
    ['an unknown form of the translation', { audio_file: clip, translation_format: 'docx' }],
    ['a language that is none', { audio_file: clip, language: 'auto' }],
    ['a translate of neither kind', { audio_file: clip, translate: 'perhaps' }],
    ['word_timestamps of neither kind', { audio_file: clip, word_timestamps: '1' }],
    ['a callback that is no address', { audio_file: clip, webhook_url: 'localhost' }],
  ])('is refused with %s', async (_name, fields) => {
    const { status, body } = await transcribe(fields)
    expect([status, body]).toEqual([400, { success: false, error: expect.stringMatching(/./) }])
  })

  test.each([
    ['no-credits', 402, 'Insufficient credit balance'],
    ['server-failure', 500, 'Internal Server Error'],
  ])('with the key of %s is refused with %i', async (word, status, error) => {
    const answer = await caller.post('/v1/audio_transcribe', { audio_file: clip }, `${caller.apiKey}.${word}`)
    expect(answer).toEqual({ status, body: { success: false, error } })
  })
})

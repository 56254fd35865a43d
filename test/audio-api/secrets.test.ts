import { describe, expect, test } from 'vitest'
import { classifyLyrics, classifySubmission } from '../../src/audio-api/submission.ts'
import { findConversion, taskStatusOf } from '../../src/audio-api/task-result.ts'
import { voicesIn } from '../../src/audio-api/voice-list.ts'
import { secretSamples, slackToken } from '../support/fixtures/secret-samples.ts'

const answered = (body: object, status = 200) =>
  ({ kind: 'answered', status, body: JSON.stringify(body) }) as const

const lookUp = (conversion: object) => {
  const found = findConversion(
    answered({ success: true, conversion: { status: 'COMPLETED', ...conversion } }),
  )
  if (found.status !== 'found') throw new Error(found.reason)
  return taskStatusOf(found.conversion)
}

/** An address that works only as it is. */
const signed = `https://store.example/a.mp3?token=${slackToken}&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE`

const said = `about ${slackToken}`
const masked = 'about [secret]'

describe('a secret in an answer of the service is masked as it is read', () => {
  test.each(secretSamples)('in an error: %s: %s', (_, secret) => {
    const outcome = classifySubmission(answered({ success: false, error: `no ${secret}` }, 400))
    expect(outcome).toMatchObject({ status: 'refused', said: expect.stringContaining('[secret]') })
    expect(JSON.stringify(outcome)).not.toContain(secret.split('\n')[1] ?? secret)
  })

  test.each<[string, object]>([
    ['a list of problems', { detail: [{ loc: ['body', 'prompt'], msg: said }] }],
    ['what it understood', { error: 'No', predicted_user_intent: said }],
    ['what is missing', { error: 'No', missing_input_fields: [said] }],
    ['the reason of a flag', { is_flagged: true, reason: said }],
  ])('in %s', (_, body) => {
    const outcome = classifySubmission(answered({ success: false, ...body }, 422))
    expect(outcome).toMatchObject({ status: 'refused', said: expect.stringContaining(masked) })
    expect(JSON.stringify(outcome)).not.toContain(slackToken)
  })

  test.each([
    ['an error', (error: string) => ({ error })],
    ['a flag', (reason: string) => ({ is_flagged: true, reason })],
  ])('in an address that is quoted in %s', (_, bodyOf) => {
    const quote = 'no file at "HTTPS://me:s3cret@store.example/a.mp3?key=s3cret#s3cret", sorry'
    const outcome = classifySubmission(answered({ success: false, ...bodyOf(quote) }, 400))
    expect(JSON.stringify(outcome)).toContain('no file at \\"HTTPS://store.example/a.mp3?…\\", sorry')
    expect(JSON.stringify(outcome)).not.toContain('s3cret')
  })

  test.each([
    [
      "Max retries exceeded with url: /talk.mp3?X-Amz-Signature=s3cret (Caused by 'x')",
      "with url: /talk.mp3?… (Caused by 'x')",
    ],
    [
      "no file at https://store.example/it's.mp3?sig='s3cret', sorry",
      "at https://store.example/it's.mp3?…', sorry",
    ],
    ["open('https://store.example/a.mp3?sig=s3cret') failed", "open('https://store.example/a.mp3?…') failed"],
    [
      'GET https://store.example/a.mp3?sig="s3cret">s3cret failed',
      'GET https://store.example/a.mp3?… failed',
    ],
    [
      String.raw`{"url":"https:\/\/store.example\/a.mp3?sig=s3cret"}`,
      String.raw`https:\/\/store.example\/a.mp3?…"}`,
    ],
    [
      String.raw`https://store.example/a.mp3\u003fsig\u003ds3cret is gone`,
      'https://store.example/a.mp3?… is gone',
    ],
    ['/proxy?url=https%3A%2F%2Fstore.example%2Fa.mp3%3Fsig%3Ds3cret: 403', '/proxy?…: 403'],
    [
      '/proxy/https%3A%2F%2Fme%3As3cret%40store.example%2Fa.mp3%3Fsig%3Ds3cret',
      '/proxy/https%3A%2F%2Fstore.example%2Fa.mp3?…',
    ],
    ['%252Fa.mp3%253Fsig%253Ds3cret was not found', '%252Fa.mp3?… was not found'],
    ['…/a.mp3&X-Amz-Signature=s3cret was not found', '…/a.mp3?… was not found'],
    ['url=https://me:s3cret@store.example/a.mp3 is refused', 'url=https://store.example/a.mp3 is refused'],
    ['https://store.example/cb#access_token=s3cret is refused', 'https://store.example/cb?… is refused'],
  ])('in what is quoted of an address: %s', (quote, kept) => {
    const outcome = classifySubmission(answered({ success: false, error: quote }, 400))
    expect(outcome).toMatchObject({ status: 'refused', said: expect.stringContaining(kept) })
    expect(JSON.stringify(outcome)).not.toContain('s3cret')
  })

  test.each([
    'Is that a song? Use #1 & #2.',
    'bpm=120, key=Am',
    'No file at https://store.example/R&B/a.mp3 (really?).',
  ])('and no other words: %s', (said) => {
    const outcome = classifySubmission(answered({ success: false, error: said }, 400))
    expect(outcome).toMatchObject({ status: 'refused', said: expect.stringContaining(said) })
  })

  test('in the words of a result, and not in the addresses of its files', () => {
    const timed = JSON.stringify([{ start: 0, text: said }])
    const song = { title_1: said, lyrics_1: said, sounds_1: said, lyrics_timestamped_1: timed, mood: said }
    const status = lookUp({ ...song, conversion_path_1: signed, album_cover_path: signed, message: said })
    expect(status).toMatchObject({
      status: 'finished',
      outcome: {
        outputs: [
          {
            title: masked,
            lyrics: masked,
            sounds: masked,
            timedLyrics: [{ startSeconds: 0, text: masked }],
            audioUrl: signed,
          },
        ],
        coverUrl: signed,
        findings: { facts: [{ name: 'mood', value: masked }] },
      },
    })
  })

  test('in a transcript', () => {
    const outcome = { transcription: masked, translation: masked }
    expect(lookUp({ transcription: said, translation: said })).toMatchObject({ outcome })
  })

  test('in why a task failed', () => {
    expect(lookUp({ status: 'FAILED', status_msg: said })).toMatchObject({ status: 'failed', said: masked })
  })

  test('in lyrics that are answered at once', () => {
    expect(classifyLyrics(answered({ success: true, lyrics: said }))).toMatchObject({ lyrics: masked })
  })

  test('in the name of a voice, and not in its id', () => {
    const voices = [{ voice_id: slackToken, voice_name: said }]
    expect(voicesIn(answered({ success: true, voices }))).toMatchObject({
      voices: [{ value: slackToken, label: masked }],
    })
  })
})

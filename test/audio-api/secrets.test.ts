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
